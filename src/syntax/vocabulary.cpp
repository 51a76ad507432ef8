#include "syntax/vocabulary.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "syntax/commands.hpp"
#include "syntax/unicode.hpp"

namespace eqlens {

namespace {

// clang-format off
/// Signs and letters that need nothing but their name: they print, and take part in no other table.
constexpr std::string_view plain_signs[] = {
    "aleph", "beth", "gimel", "daleth", "hslash", "imath", "jmath", "wp", "eth", "mho", "complement", "partial", "infty", "prime", "backprime", "emptyset", "varnothing", "nabla", "surd", "top", "bot",
    "angle", "measuredangle", "triangle", "triangledown", "square", "Box", "blacksquare", "lozenge", "blacklozenge", "Diamond", "diamond", "diamondsuit", "heartsuit", "clubsuit", "spadesuit", "bigstar",
    "star", "ast", "bullet", "circ", "bigcirc", "dagger", "ddagger", "dag", "ddag", "amalg", "wr", "checkmark", "flat", "natural", "sharp", "hbar", "Finv", "Game", "Bbbk", "circledS", "circledR", "neg", "lnot",
    "forall", "exists", "nexists", "therefore", "because", "backslash", "_", "#", "%", "&", "$", "P", "S", "copyright", "pounds", "digamma", "varkappa", "varpi", "varrho", "varsigma", "vartheta", "vartriangle",
    "varGamma", "varDelta", "varTheta", "varLambda", "varXi", "varPi", "varSigma", "varUpsilon", "varPhi", "varPsi", "varOmega", "blacktriangle", "omicron",
    "rightarrow", "leftarrow", "leftrightarrow", "longrightarrow", "longleftarrow", "longleftrightarrow", "Rightarrow", "Leftarrow", "Leftrightarrow", "Longrightarrow", "Longleftarrow", "Longleftrightarrow", "to", "gets",
    "mapsto", "longmapsto", "uparrow", "downarrow", "updownarrow", "Uparrow", "Downarrow", "Updownarrow", "nearrow", "searrow", "swarrow", "nwarrow", "hookrightarrow", "hookleftarrow", "rightharpoonup", "rightharpoondown",
    "leftharpoonup", "leftharpoondown", "rightleftharpoons", "leftrightharpoons", "rightsquigarrow", "leadsto", "rightrightarrows", "leftleftarrows", "twoheadrightarrow", "rightarrowtail", "circlearrowleft", "circlearrowright",
    "curvearrowleft", "curvearrowright", "iff", "implies", "impliedby", "nrightarrow", "nleftarrow", "nRightarrow", "dashrightarrow", "dashleftarrow", "upharpoonright", "restriction", "multimap",
    "le", "leq", "leqslant", "ge", "geq", "geqslant", "lt", "gt", "ne", "neq", "nleq", "ngeq", "nless", "ngtr", "ll", "gg", "lll", "ggg", "lesssim", "gtrsim", "lessgtr", "gtrless", "lessapprox", "gtrapprox", "leqq", "geqq",
    "prec", "succ", "preceq", "succeq", "preccurlyeq", "succcurlyeq", "precsim", "succsim", "curlyeqprec", "curlyeqsucc", "trianglelefteq", "trianglerighteq", "triangleleft", "triangleright", "lhd", "rhd", "unlhd", "unrhd",
    "equiv", "nequiv", "sim", "nsim", "simeq", "approx", "approxeq", "cong", "ncong", "doteq", "doteqdot", "triangleq", "circeq", "eqcirc", "bumpeq", "coloneqq", "eqqcolon", "coloneq", "Coloneqq", "propto", "varpropto", "asymp", "bowtie",
    "Join", "models", "vdash", "dashv", "vDash", "Vdash", "perp", "parallel", "nparallel", "shortparallel", "shortmid", "nmid", "smile", "frown", "between", "pitchfork", "thicksim", "thickapprox", "backsim",
    "in", "notin", "ni", "owns", "subset", "supset", "subseteq", "supseteq", "nsubseteq", "nsupseteq", "subsetneq", "supsetneq", "sqsubset", "sqsupset", "sqsubseteq", "sqsupseteq", "Subset", "Supset", "setminus", "smallsetminus",
    "cap", "cup", "uplus", "sqcap", "sqcup", "vee", "wedge", "lor", "land", "veebar", "barwedge", "curlyvee", "curlywedge", "pm", "mp", "times", "div", "cdot", "centerdot", "divideontimes", "dotplus", "ltimes", "rtimes", "odot", "oplus", "ominus",
    "otimes", "oslash", "circledast", "circledcirc", "boxplus", "boxminus", "boxtimes", "boxdot", "intercal", "colon", "dotsm", "dotsi", "dotso", "dots", "ldots", "cdots", "vdots", "ddots", "iddots", "adots", "textellipsis",
    "ldotp", "cdotp", "mathellipsis", "over", "atop", "choose", "brace", "brack", "above", "overwithdelims", "atopwithdelims", "abovewithdelims", "rm", "bf", "it", "sf", "tt", "sl", "sc", "cal", "mit", "frak", "mathcode", "bfseries", "itshape",
    "rmfamily", "sffamily", "ttfamily", "mdseries", "upshape", "normalfont", "boldmath", "em", "bigcup", "bigcap", "bigsqcup", "biguplus", "bigoplus", "bigotimes", "bigodot", "bigvee", "bigwedge", "coprod", "iint", "iiint", "oint", "idotsint", "fint",
    "bmod", "mod", "limsup", "liminf", "varlimsup", "varliminf", "injlim", "projlim", "Pr", "hom", "arg", "deg", "lg", "middle", "ensuremath", "dj", "ae", "AE", "oe", "OE", "aa", "AA", "ss", "o", "O", "l", "L", "i", "j", "^", "'", "`", "\"", "~", "=", ".",
    "textasciitilde", "textasciicircum", "textbar", "textless", "textgreater", "textunderscore", "textbackslash", "textbullet", "lq", "rq", "newcommand", "renewcommand", "providecommand", "def", "let", "DeclareMathOperator", "DeclarePairedDelimiter", "NewDocumentCommand",
};
// clang-format on

std::size_t slips(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before, last(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    before = std::move(last);
    last = row;
  }
  return last.back();
}

std::vector<std::string_view> gathered() {
  auto names = structure_names();
  for (const auto spelling : character_spellings())
    if (spelling.size() > 1 && spelling[0] == '\\' && is_letter(spelling[1]) && spelling.find('{') == std::string_view::npos)
      names.push_back(spelling.substr(1));
  names.insert(names.end(), std::begin(plain_signs), std::end(plain_signs));
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

}  // namespace

const std::vector<std::string_view>& command_names() {
  static const auto names = gathered();
  return names;
}

bool is_own_command(std::string_view name) {
  const auto& names = command_names();
  return find_command(name) != nullptr || std::binary_search(names.begin(), names.end(), name);
}

std::string_view nearest_name(std::string_view name, std::span<const std::string_view> known) {
  constexpr std::size_t shortest = 3, longest = 24;
  if (name.size() < shortest || name.size() > longest) return {};
  std::string_view best;
  auto fewest = name.size() < 6 ? std::size_t{2} : std::size_t{3};
  for (const auto candidate : known) {
    const auto longer = std::max(candidate.size(), name.size());
    if (candidate.size() < shortest || longer - std::min(candidate.size(), name.size()) >= fewest) continue;
    const auto distance = slips(name, candidate);
    if (distance >= fewest) continue;
    fewest = distance;
    best = candidate;
  }
  return best;
}

}  // namespace eqlens
