#include "syntax/macro_table.hpp"

#include <algorithm>
#include <utility>

#include "syntax/macro_stream.hpp"
#include "syntax/scan.hpp"

namespace eqlens {

MacroTable::MacroTable(std::string_view definitions) {
  MacroStream stream(Fragment{definitions, {}, false});
  while (!stream.empty()) {
    const auto text = stream.front().text;
    if (text[0] == '%') {
      (void)stream.take(comment_end(text, 0));
    } else if (text[0] != '\\') {
      (void)stream.take(std::min(text.find_first_of("\\%"), text.size()));
    } else {
      const auto word = stream.take(control_sequence_end(text, 0)).text.substr(1);
      if (!is_definition(word)) continue;
      // A definition that cannot be read is the preamble's affair, not the display's.
      if (auto definition = read_definition(word, stream)) define(std::move(*definition));
    }
  }
}

const MacroEntry* MacroTable::find(std::string_view name) const {
  if (names_.empty()) return nullptr;
  const auto found = names_.find(std::string(name));
  return found == names_.end() ? nullptr : found->second;
}

void MacroTable::define(Definition definition, const MacroTable* outer) {
  const auto defined = [&](std::string_view name) {
    const auto* own = find(name);
    return own || !outer ? own : outer->find(name);
  };
  if (definition.name.empty() || (definition.only_if_new && defined(definition.name))) return;
  if (definition.let) {
    // The name means from now on what the other means at this moment, whatever happens to that later.
    const auto target = std::string_view(definition.macro.body);
    const auto* meant = target.substr(0, 1) == "\\" ? defined(target.substr(1)) : nullptr;
    if (meant) {
      names_[definition.name] = meant;
      return;
    }
  }
  entries_.push_front({std::move(definition.macro), definition.let, nullptr});
  names_[definition.name] = &entries_.front();
}

const MacroEntry& MacroTable::add_known(std::string_view name, const KnownMacro& known) {
  entries_.push_front({Macro{std::vector<MacroParameter>(known.parameters), {}, known.body}, false, &known});
  names_[std::string(name)] = &entries_.front();
  return entries_.front();
}

}  // namespace eqlens
