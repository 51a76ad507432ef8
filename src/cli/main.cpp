#include <CLI/CLI.hpp>
#include <cstdio>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/commands.hpp"

namespace {

constexpr std::string_view version = "eqlens 0.1.0\n";

constexpr std::string_view help = R"(eqlens reads the equations of machine-learning papers.

  eqlens [decode] INPUT...   what every symbol is, its shape, the equation aloud and in plain words
  eqlens check    INPUT...   check every shape, test every claim; exit status 1 if anything is wrong
  eqlens eval     INPUT      compute what the equation defines, on given or on drawn inputs
  eqlens example  INPUT      the smallest worked example that is not trivial, step by step
  eqlens symbols  INPUT...   the notation of a document: every symbol, where it is defined and used, what is never explained

INPUT is a file (.md, .tex, .rst, .txt), a directory of documents, FILE:LINE, - for standard input, or the equation itself.

facts
  --where TEXT               what the paper says: 'Q \in \mathbb{R}^{n \times d_k}', '\epsilon = 10^{-5}', 'W is learned'
  --where @FILE              the same, one on each line of a file
  --macros FILE              macro definitions
  --as KIND                  what INPUT holds: math, markdown, tex or rst
values (eval, check)
  --let NAME=VALUE           a number or nested lists as in JSON, @FILE.npy or @FILE.json: 'Q=[[1, 2], [3, 4]]'
  --index-from NAME=FIRST    the first value of an index that does not start at 1
  --size NAME=N              the size of a dimension when inputs are drawn
  --sample KIND, --seed N    how inputs that are not given are drawn: auto, normal, uniform,
                             torch-normal or numpy-normal (the numbers these draw for that seed)
  --iterate NAME=A..B        run a recurrence
  --grad NAME                the gradient of the last defined number, too
  --precision f64|f32, --trace, --out FILE.npy
what to print
  --full, --why, --symbols, --aloud, --extremes, --choices, --cost
  --register aloud|strict|named
  --all, --nth N, --label L  all equations of a document, or one of them
  --strict                   check: a known formula with one slip is an error
  --no-experiments           do not try the equation on drawn inputs
  --json, --markdown, --color auto|always|never
  --help, --version

  eqlens '\operatorname{Attention}(Q,K,V)=\operatorname{softmax}\left(\frac{QK^\top}{\sqrt{d_k}}\right)V'
)";

void print(std::FILE* stream, std::string_view text) { std::fwrite(text.data(), 1, text.size(), stream); }

/// Repeatable options must not swallow the formula that may follow them, nor split `[a,b]` at its comma.
void add_list(CLI::App& app, const std::string& name, std::vector<std::string>& values) {
  app.add_option(name, values)->allow_extra_args(false);
}

void add_choice(CLI::App& app, const std::string& name, std::string& value, const std::vector<std::string>& allowed) {
  app.add_option(name, value)->check(CLI::IsMember(allowed));
}

void add_options(CLI::App& app, eqlens::Options& options) {
  add_list(app, "--where", options.where);
  add_list(app, "--let", options.let);
  add_list(app, "--index-from", options.index_from);
  add_list(app, "--size", options.size);
  add_list(app, "--grad", options.grad);
  app.add_option("--macros", options.macros);
  app.add_option("--seed", options.seed);
  app.add_option("--iterate", options.iterate);
  app.add_option("--out", options.out);
  app.add_option("--nth", options.nth);
  app.add_option("--label", options.label);
  add_choice(app, "--as", options.as, {"math", "markdown", "tex", "rst"});
  add_choice(app, "--sample", options.sample, {"auto", "normal", "uniform", "torch-normal", "numpy-normal"});
  add_choice(app, "--precision", options.precision, {"f64", "f32"});
  add_choice(app, "--register", options.spoken, {"aloud", "strict", "named"});
  add_choice(app, "--color", options.color, {"auto", "always", "never"});
  app.add_flag("--trace", options.trace);
  app.add_flag("--json", options.json);
  app.add_flag("--strict", options.strict);
  app.add_flag("--markdown", options.markdown);
  app.add_flag("--all", options.all);
  app.add_flag("!--no-experiments", options.experiments);
  app.add_flag("--full", options.parts.full);
  app.add_flag("--why", options.parts.why);
  app.add_flag("--symbols", options.parts.symbols);
  app.add_flag("--aloud", options.parts.aloud);
  app.add_flag("--extremes", options.parts.extremes);
  app.add_flag("--choices", options.parts.choices);
  app.add_flag("--cost", options.parts.cost);
}

/// Tells the command from the inputs. A word with two leading hyphens and letters is a misspelt option, not an equation.
bool read_arguments(std::vector<std::string> words, eqlens::Options& options, std::string& problem) {
  constexpr std::pair<std::string_view, eqlens::Task> commands[] = {{"decode", eqlens::Task::decode},
                                                                    {"check", eqlens::Task::check},
                                                                    {"eval", eqlens::Task::eval},
                                                                    {"example", eqlens::Task::example},
                                                                    {"symbols", eqlens::Task::symbols}};
  for (const auto& [word, command] : commands) {
    if (words.empty() || words.front() != word) continue;
    options.task = command;
    words.erase(words.begin());
    break;
  }
  bool only_inputs = false;
  for (auto& word : words) {
    const bool option =
        word.size() > 2 && word.starts_with("--") && ((word[2] >= 'a' && word[2] <= 'z') || (word[2] >= 'A' && word[2] <= 'Z'));
    const bool formula = word.find_first_of("\\ ={}^_") != std::string::npos;
    if (!only_inputs && option && !formula) {
      problem = "unknown option " + word;
      return false;
    }
    if (!only_inputs && word == "--")
      only_inputs = true;
    else
      options.inputs.push_back(std::move(word));
  }
  if (options.inputs.empty()) problem = "nothing to read; eqlens --help says how to call it";
  return !options.inputs.empty();
}

}  // namespace

int main(int count, char** words) {
  CLI::App app;
  eqlens::Options options;
  bool wants_help = false;
  bool wants_version = false;
  std::string problem;
  try {
    app.set_help_flag();
    app.allow_extras();
    app.add_flag("--help", wants_help);
    app.add_flag("--version", wants_version);
    add_options(app, options);
    app.parse(count, words);
  } catch (const CLI::Error& error) {
    problem = error.what();
  }
  if (problem.empty() && (wants_help || wants_version)) {
    print(stdout, wants_help ? help : version);
    return eqlens::all_well;
  }
  if (problem.empty() && read_arguments(app.remaining(), options, problem)) return eqlens::run(options);
  print(stderr, "eqlens: " + problem + "\n");
  return eqlens::wrong_call;
}
