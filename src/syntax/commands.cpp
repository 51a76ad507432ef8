#include "syntax/commands.hpp"

#include <algorithm>
#include <unordered_map>
#include <vector>

namespace eqlens {

namespace {

/// Rows that differ in nothing but the name.
struct Family {
  CommandRole role;
  std::string_view arguments;
  std::string_view names;
};

using Role = CommandRole;

// clang-format off
constexpr Family families[] = {
    {Role::printed, "mm", "frac dfrac tfrac cfrac sfrac nicefrac flatfrac binom dbinom tbinom stackrel overset underset stackunder stackbin"},
    {Role::printed, "om", "sqrt xrightarrow xleftarrow xleftrightarrow xRightarrow xLeftarrow xLeftrightarrow xmapsto xlongequal xhookrightarrow xhookleftarrow xrightharpoonup xrightleftharpoons"},
    {Role::printed, "m", "hat widehat tilde widetilde bar overline underline vec dot ddot dddot ddddot check widecheck breve acute grave mathring Hat Tilde Bar Vec Dot Ddot Check Breve Acute Grave "
                         "overrightarrow overleftarrow overleftrightarrow underrightarrow underleftarrow underleftrightarrow overrightharpoon overleftharpoon "
                         "underbrace overbrace underbracket overbracket overparen underparen wideparen overgroup undergroup underbar utilde undertilde uwave "
                         "mathbf mathrm mathit mathsf mathtt mathnormal mathcal mathscr mathfrak mathbb mathds mathbbm mathbfit mathbfsf mathsfit mathup mathbfcal mathbfscr mathbffrak boldsymbol bm pmb bold Bbb bmsf "
                         "symbf symbfit symit symrm symup symsf symtt symcal symscr symfrak symbb mathop mathbin mathrel mathord mathopen mathclose mathpunct mathinner "
                         "not cancel bcancel xcancel boxed substack pmod pod ensuremath operatornamewithlimits vcenter overbar"},
    {Role::printed, "*m", "operatorname"},
    {Role::printed, "t", "text textrm textbf textit textsf texttt textnormal textup textsl textsc textmd mbox hbox fbox framebox makebox vbox textsuperscript textsubscript emph ref eqref cref Cref autoref cite citep citet textcircled intertext shortintertext parbox"},
    {Role::printed, "mmm", "sideset prescript"},
    {Role::printed, "llllmm", "genfrac"},
    {Role::printed, "mmmm", "mathchoice"},
    {Role::printed, "llm", "multicolumn multirow"},
    {Role::printed, "om", "smashoperator"},
    {Role::transparent, "lm", "textcolor"},
    {Role::transparent, "lt", "colorbox raisebox scalebox rotatebox href hyperref"},
    {Role::transparent, "llt", "fcolorbox resizebox"},
    {Role::transparent, "m", "mathrlap mathllap mathclap rlap llap clap smash mathsmaller mathlarger adjustlimits shoveleft shoveright Aboxed"},
    {Role::layout, "", "quad qquad enspace enskip thinspace medspace thickspace negthinspace negmedspace negthickspace nobreakspace space : ; > - @ xspace "
                       "displaystyle textstyle scriptstyle scriptscriptstyle nonumber notag hfill hfil hss vfill noindent indent centering raggedright small large footnotesize normalsize scriptsize tiny Large LARGE huge Huge "
                       "hline toprule midrule bottomrule strut mathstrut null relax protect allowbreak nobreak break linebreak nolinebreak pagebreak allowdisplaybreaks smallskip medskip bigskip par leavevmode unboldmath "
                       "ignorespaces unskip qedhere numberthis begingroup endgroup bgroup egroup crcr noalign"},
    {Role::layout, "l", "label color phantom hphantom vphantom cline refstepcounter thispagestyle pagecolor cmidrule arrayrulecolor mspace"},
    {Role::layout, "*l", "hspace vspace tag"},
    {Role::layout, "ll", "setlength addtolength setcounter addtocounter rule"},
    {Role::layout, "d", "kern mkern hskip mskip vskip arraycolsep abovedisplayskip belowdisplayskip abovedisplayshortskip belowdisplayshortskip jot arrayrulewidth tabcolsep thickmuskip medmuskip thinmuskip"},
    {Role::thin_space, "", "! , /"},
    {Role::limits, "", "limits nolimits displaylimits"},
    {Role::line_break, "", "cr newline tabularnewline"},
    {Role::line_break, "*b", "\\"},
    {Role::size, "", "big Big bigg Bigg bigl Bigl biggl Biggl bigm Bigm biggm Biggm bigr Bigr biggr Biggr"},
    {Role::left, "", "left mleft"},
    {Role::middle, "", "middle"},
    {Role::right, "", "right mright"},
    {Role::begin, "", "begin"},
    {Role::end, "", "end"},
    {Role::display, "", "[ ] ( )"},
    {Role::bar, "", "| mid vert Vert lvert rvert lVert rVert parallel shortparallel bracevert arrowvert Arrowvert"},
};

struct Pair {
  std::string_view open, close;
  Bracket bracket;
};

constexpr Pair pairs[] = {
    {"{",           "}",           Bracket::brace},
    {"lbrace",      "rbrace",      Bracket::brace},
    {"lbrack",      "rbrack",      Bracket::square},
    {"lparen",      "rparen",      Bracket::round},
    {"langle",      "rangle",      Bracket::angle},
    {"lfloor",      "rfloor",      Bracket::floor},
    {"lceil",       "rceil",       Bracket::ceiling},
    {"llbracket",   "rrbracket",   Bracket::double_square},
    {"lBrack",      "rBrack",      Bracket::double_square},
    {"lgroup",      "rgroup",      Bracket::other},
    {"lmoustache",  "rmoustache",  Bracket::other},
    {"llparenthesis", "rrparenthesis", Bracket::other},
};

struct Environment {
  std::string_view arguments, names;
};

constexpr Environment environments[] = {
    {"", "equation align gather multline eqnarray flalign displaymath math dmath dgroup matrix pmatrix bmatrix Bmatrix vmatrix Vmatrix smallmatrix psmallmatrix bsmallmatrix cases dcases rcases drcases numcases "
         "split subequations center document proof theorem lemma definition quote large small IEEEeqnarraybox"},
    {"b", "aligned gathered multlined lgathered rgathered pNiceMatrix bNiceMatrix NiceMatrix"},
    {"bl", "array tabular darray minipage NiceArray"},
    {"l", "alignat xalignat xxalignat alignedat subarray IEEEeqnarray"},
};
// clang-format on

/// Calls `visit` with each word of a list parted by single spaces.
template <typename Visit>
void for_each_word(std::string_view list, Visit visit) {
  while (!list.empty()) {
    const auto space = std::min(list.find(' '), list.size());
    if (space > 0) visit(list.substr(0, space));
    list.remove_prefix(std::min(space + 1, list.size()));
  }
}

std::unordered_map<std::string_view, Command> command_table() {
  std::unordered_map<std::string_view, Command> table;
  for (const auto& family : families)
    for_each_word(family.names, [&](std::string_view name) { table[name] = {name, family.role, family.arguments, Bracket::none}; });
  for (const auto& pair : pairs) {
    table[pair.open] = {pair.open, Role::open, "", pair.bracket};
    table[pair.close] = {pair.close, Role::close, "", pair.bracket};
  }
  // A space and a line's end cannot stand in a list parted by spaces.
  for (const std::string_view blank : {" ", "\n", "\t", "\r"}) table[blank] = {blank, Role::layout, "", Bracket::none};
  return table;
}

std::unordered_map<std::string_view, std::string_view> environment_table() {
  std::unordered_map<std::string_view, std::string_view> table;
  for (const auto& row : environments) for_each_word(row.names, [&](std::string_view name) { table[name] = row.arguments; });
  return table;
}

}  // namespace

const Command* find_command(std::string_view name) {
  static const auto table = command_table();
  const auto found = table.find(name);
  return found == table.end() ? nullptr : &found->second;
}

const std::string_view* find_environment(std::string_view name) {
  static const auto table = environment_table();
  const auto found = table.find(name);
  return found == table.end() ? nullptr : &found->second;
}

std::vector<std::string_view> structure_names() {
  std::vector<std::string_view> names;
  for (const auto& family : families) for_each_word(family.names, [&](std::string_view name) { names.push_back(name); });
  for (const auto& pair : pairs) names.insert(names.end(), {pair.open, pair.close});
  return names;
}

std::vector<std::string_view> environment_names() {
  std::vector<std::string_view> names;
  for (const auto& row : environments) for_each_word(row.names, [&](std::string_view name) { names.push_back(name); });
  return names;
}

}  // namespace eqlens
