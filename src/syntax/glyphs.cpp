#include "syntax/glyphs.hpp"

#include <algorithm>
#include <iterator>

#include "base/source.hpp"

namespace eqlens {

namespace {

struct Glyph {
  std::string_view command;
  std::string_view character;
};

// clang-format off
constexpr Glyph glyphs[] = {
    {"\\alpha", "α"}, {"\\beta", "β"}, {"\\gamma", "γ"}, {"\\delta", "δ"}, {"\\epsilon", "ε"}, {"\\varepsilon", "ε"}, {"\\zeta", "ζ"},
    {"\\eta", "η"}, {"\\theta", "θ"}, {"\\vartheta", "ϑ"}, {"\\iota", "ι"}, {"\\kappa", "κ"}, {"\\lambda", "λ"}, {"\\mu", "μ"},
    {"\\nu", "ν"}, {"\\xi", "ξ"}, {"\\pi", "π"}, {"\\rho", "ρ"}, {"\\sigma", "σ"}, {"\\tau", "τ"}, {"\\upsilon", "υ"}, {"\\phi", "φ"},
    {"\\varphi", "φ"}, {"\\chi", "χ"}, {"\\psi", "ψ"}, {"\\omega", "ω"}, {"\\Gamma", "Γ"}, {"\\Delta", "Δ"}, {"\\Theta", "Θ"},
    {"\\Lambda", "Λ"}, {"\\Xi", "Ξ"}, {"\\Pi", "Π"}, {"\\Sigma", "Σ"}, {"\\Phi", "Φ"}, {"\\Psi", "Ψ"}, {"\\Omega", "Ω"}, {"\\ell", "ℓ"},
    {"\\sum", "∑"}, {"\\prod", "∏"}, {"\\int", "∫"}, {"\\nabla", "∇"}, {"\\partial", "∂"}, {"\\infty", "∞"}, {"\\top", "⊤"},
    {"\\intercal", "⊤"}, {"\\bot", "⊥"}, {"\\cdot", "·"}, {"\\times", "×"}, {"\\odot", "⊙"}, {"\\otimes", "⊗"}, {"\\oplus", "⊕"},
    {"\\circ", "∘"}, {"\\ast", "∗"}, {"\\star", "⋆"}, {"\\pm", "±"}, {"\\div", "÷"}, {"\\le", "≤"}, {"\\leq", "≤"}, {"\\ge", "≥"},
    {"\\geq", "≥"}, {"\\ne", "≠"}, {"\\neq", "≠"}, {"\\approx", "≈"}, {"\\sim", "∼"}, {"\\propto", "∝"}, {"\\equiv", "≡"},
    {"\\triangleq", "≜"}, {"\\doteq", "≐"}, {"\\coloneqq", ":="}, {"\\coloneq", ":="}, {"\\defeq", ":="}, {"\\eqqcolon", "=:"}, {"\\ll", "≪"}, {"\\gg", "≫"}, {"\\in", "∈"}, {"\\notin", "∉"}, {"\\subset", "⊂"}, {"\\subseteq", "⊆"},
    {"\\cup", "∪"}, {"\\cap", "∩"}, {"\\emptyset", "∅"}, {"\\leftarrow", "←"}, {"\\gets", "←"}, {"\\to", "→"}, {"\\rightarrow", "→"},
    {"\\Rightarrow", "⇒"}, {"\\mapsto", "↦"}, {"\\mid", "|"}, {"\\vert", "|"}, {"\\lvert", "|"}, {"\\rvert", "|"}, {"\\|", "‖"},
    {"\\Vert", "‖"}, {"\\lVert", "‖"}, {"\\rVert", "‖"}, {"\\parallel", "‖"}, {"\\langle", "⟨"}, {"\\rangle", "⟩"}, {"\\lfloor", "⌊"}, {"\\rfloor", "⌋"},
    {"\\lceil", "⌈"}, {"\\rceil", "⌉"}, {"\\ldots", "…"}, {"\\cdots", "⋯"}, {"\\dots", "…"}, {"\\vdots", "⋮"}, {"\\prime", "′"},
    {"\\forall", "∀"}, {"\\exists", "∃"}, {"\\neg", "¬"}, {"\\lnot", "¬"}, {"\\land", "∧"}, {"\\wedge", "∧"}, {"\\lor", "∨"}, {"\\vee", "∨"}, {"\\setminus", "∖"}, {"\\mp", "∓"}, {"\\dagger", "†"}, {"\\{", "{"}, {"\\}", "}"}, {"\\%", "%"}, {"\\_", "_"}, {"\\#", "#"}, {"\\&", "&"},
};

constexpr Glyph accents[] = {
    {"\\hat", "\u0302"}, {"\\widehat", "\u0302"}, {"\\tilde", "\u0303"}, {"\\widetilde", "\u0303"}, {"\\bar", "\u0304"},
    {"\\overline", "\u0305"}, {"\\dot", "\u0307"}, {"\\ddot", "\u0308"}, {"\\check", "\u030C"}, {"\\vec", "\u20D7"},
};

constexpr Glyph blackboard[] = {{"R", "ℝ"}, {"E", "𝔼"}, {"N", "ℕ"}, {"Z", "ℤ"}, {"P", "ℙ"}, {"C", "ℂ"}, {"1", "𝟙"}};

constexpr Glyph low[] = {
    {"0", "₀"}, {"1", "₁"}, {"2", "₂"}, {"3", "₃"}, {"4", "₄"}, {"5", "₅"}, {"6", "₆"}, {"7", "₇"}, {"8", "₈"}, {"9", "₉"},
    {"+", "₊"}, {"=", "₌"}, {"-", "₋"}, {"−", "₋"}, {"a", "ₐ"}, {"e", "ₑ"}, {"h", "ₕ"}, {"i", "ᵢ"}, {"j", "ⱼ"}, {"k", "ₖ"}, {"l", "ₗ"}, {"m", "ₘ"},
    {"n", "ₙ"}, {"o", "ₒ"}, {"p", "ₚ"}, {"r", "ᵣ"}, {"s", "ₛ"}, {"t", "ₜ"}, {"u", "ᵤ"}, {"v", "ᵥ"}, {"x", "ₓ"}, {"β", "ᵦ"}, {" ", ""},
};

constexpr Glyph high[] = {
    {"0", "⁰"}, {"1", "¹"}, {"2", "²"}, {"3", "³"}, {"4", "⁴"}, {"5", "⁵"}, {"6", "⁶"}, {"7", "⁷"}, {"8", "⁸"}, {"9", "⁹"},
    {"+", "⁺"}, {"-", "⁻"}, {"−", "⁻"}, {"⊤", "ᵀ"}, {"T", "ᵀ"}, {"′", "′"}, {"(", "⁽"}, {")", "⁾"}, {"a", "ᵃ"}, {"b", "ᵇ"}, {"c", "ᶜ"}, {"d", "ᵈ"},
    {"e", "ᵉ"}, {"h", "ʰ"}, {"i", "ⁱ"}, {"j", "ʲ"}, {"k", "ᵏ"}, {"l", "ˡ"}, {"m", "ᵐ"}, {"n", "ⁿ"}, {"o", "ᵒ"}, {"p", "ᵖ"}, {"r", "ʳ"},
    {"s", "ˢ"}, {"t", "ᵗ"}, {"u", "ᵘ"}, {"v", "ᵛ"}, {"x", "ˣ"}, {"z", "ᶻ"}, {"A", "ᴬ"}, {"B", "ᴮ"}, {"D", "ᴰ"}, {"E", "ᴱ"}, {"G", "ᴳ"}, {"H", "ᴴ"}, {"I", "ᴵ"}, {"J", "ᴶ"}, {"K", "ᴷ"}, {"L", "ᴸ"},
    {"M", "ᴹ"}, {"N", "ᴺ"}, {"O", "ᴼ"}, {"P", "ᴾ"}, {"R", "ᴿ"}, {"U", "ᵁ"}, {"V", "ⱽ"}, {"W", "ᵂ"}, {"*", "*"}, {"⋆", "*"}, {" ", ""},
};
// clang-format on

template <std::size_t N>
const Glyph* find(const Glyph (&table)[N], std::string_view key) {
  const auto* found = std::find_if(std::begin(table), std::end(table), [key](const Glyph& row) { return row.command == key; });
  return found == std::end(table) ? nullptr : found;
}

template <std::size_t N>
std::string translate(const Glyph (&table)[N], std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const auto character = text.substr(0, std::max<std::size_t>(1, utf8_length(text)));
    const auto* row = find(table, character);
    // A script that is typed small (ᵀ, ₜ) stays as it is.
    const bool small = std::any_of(std::begin(table), std::end(table), [&](const Glyph& each) { return each.character == character; });
    if (row == nullptr && !small) return {};
    result += row == nullptr ? character : row->character;
    text.remove_prefix(character.size());
  }
  return result;
}

}  // namespace

std::string_view glyph(std::string_view command) {
  const auto* row = find(glyphs, command);
  return row == nullptr ? std::string_view{} : row->character;
}

std::string_view combining_accent(std::string_view command) {
  const auto* row = find(accents, command);
  return row == nullptr ? std::string_view{} : row->character;
}

std::string double_struck(std::string_view letter) {
  const auto* row = find(blackboard, letter);
  return std::string(row == nullptr ? letter : row->character);
}

std::string lowered(std::string_view text) { return translate(low, text); }

std::string raised(std::string_view text) { return translate(high, text); }

}  // namespace eqlens
