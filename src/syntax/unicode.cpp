#include "syntax/unicode.hpp"

#include <algorithm>
#include <iterator>

#include "base/source.hpp"

namespace eqlens {

namespace {

struct Range {
  char32_t first, last;
  CharacterKind kind;
};

using Class = CharacterKind;

// Ordered; what lies between two ranges is a sign.
// clang-format off
constexpr Range ranges[] = {
    {0x0000, 0x0008, Class::control}, {0x0009, 0x000D, Class::space}, {0x000E, 0x001F, Class::control}, {0x0020, 0x0020, Class::space},
    {0x0030, 0x0039, Class::digit}, {0x0041, 0x005A, Class::letter}, {0x0061, 0x007A, Class::letter},
    {0x007F, 0x0084, Class::control}, {0x0085, 0x0085, Class::space}, {0x0086, 0x009F, Class::control}, {0x00A0, 0x00A0, Class::space},
    {0x00AA, 0x00AA, Class::superscript}, {0x00AD, 0x00AD, Class::space}, {0x00B2, 0x00B3, Class::superscript}, {0x00B5, 0x00B5, Class::letter},
    {0x00B9, 0x00BA, Class::superscript}, {0x00C0, 0x00D6, Class::letter}, {0x00D8, 0x00F6, Class::letter}, {0x00F8, 0x02AF, Class::letter},
    {0x02B0, 0x02B8, Class::superscript}, {0x02E1, 0x02E3, Class::superscript}, {0x0300, 0x036F, Class::combining},
    {0x0370, 0x03F5, Class::letter}, {0x03F7, 0x1CFF, Class::letter}, {0x1D00, 0x1D2B, Class::letter}, {0x1D2C, 0x1D61, Class::superscript},
    {0x1D62, 0x1D6A, Class::subscript}, {0x1D6B, 0x1D9A, Class::letter}, {0x1D9B, 0x1DBF, Class::superscript}, {0x1E00, 0x1FFF, Class::letter},
    {0x2000, 0x200F, Class::space}, {0x2019, 0x2019, Class::prime}, {0x2028, 0x202F, Class::space}, {0x2032, 0x2034, Class::prime}, {0x2057, 0x2057, Class::prime},
    {0x205F, 0x2064, Class::space}, {0x2070, 0x207F, Class::superscript}, {0x2080, 0x209C, Class::subscript}, {0x20D0, 0x20F0, Class::combining},
    {0x2100, 0x214F, Class::letter}, {0x2C60, 0x2C7B, Class::letter}, {0x2C7C, 0x2C7C, Class::subscript}, {0x2C7D, 0x2C7D, Class::superscript},
    {0x3000, 0x3000, Class::space}, {0x3041, 0x318F, Class::letter}, {0x3400, 0x4DBF, Class::letter}, {0x4E00, 0x9FFF, Class::letter},
    {0xA000, 0xD7AF, Class::letter}, {0xF900, 0xFAFF, Class::letter}, {0xFE00, 0xFE0F, Class::combining}, {0xFEFF, 0xFEFF, Class::space},
    {0xFF21, 0xFF3A, Class::letter}, {0xFF41, 0xFF5A, Class::letter}, {0x1D400, 0x1D7CB, Class::letter}, {0x1D7CE, 0x1D7FF, Class::digit},
    {0x1EE00, 0x1EEFF, Class::letter}, {0x20000, 0x3FFFF, Class::letter},
};

struct Spelling {
  char32_t code;
  std::string_view latex;
};

constexpr Spelling spellings[] = {
    {0x00AA, "a"}, {0x00AC, "\\neg"}, {0x00B0, "\\circ"}, {0x00B1, "\\pm"}, {0x00B2, "2"}, {0x00B3, "3"}, {0x00B5, "\\mu"}, {0x00B7, "\\cdot"}, {0x00B9, "1"}, {0x00BA, "o"},
    {0x00D7, "\\times"}, {0x00F7, "\\div"}, {0x0131, "\\imath"}, {0x0237, "\\jmath"},
    {0x02B0, "h"}, {0x02B2, "j"}, {0x02B3, "r"}, {0x02B7, "w"}, {0x02B8, "y"}, {0x02E1, "l"}, {0x02E2, "s"}, {0x02E3, "x"},
    {0x0391, "A"}, {0x0392, "B"}, {0x0393, "\\Gamma"}, {0x0394, "\\Delta"}, {0x0395, "E"}, {0x0396, "Z"}, {0x0397, "H"}, {0x0398, "\\Theta"}, {0x0399, "I"}, {0x039A, "K"},
    {0x039B, "\\Lambda"}, {0x039C, "M"}, {0x039D, "N"}, {0x039E, "\\Xi"}, {0x039F, "O"}, {0x03A0, "\\Pi"}, {0x03A1, "P"}, {0x03A3, "\\Sigma"}, {0x03A4, "T"}, {0x03A5, "\\Upsilon"},
    {0x03A6, "\\Phi"}, {0x03A7, "X"}, {0x03A8, "\\Psi"}, {0x03A9, "\\Omega"},
    {0x03B1, "\\alpha"}, {0x03B2, "\\beta"}, {0x03B3, "\\gamma"}, {0x03B4, "\\delta"}, {0x03B5, "\\varepsilon"}, {0x03B6, "\\zeta"}, {0x03B7, "\\eta"}, {0x03B8, "\\theta"},
    {0x03B9, "\\iota"}, {0x03BA, "\\kappa"}, {0x03BB, "\\lambda"}, {0x03BC, "\\mu"}, {0x03BD, "\\nu"}, {0x03BE, "\\xi"}, {0x03BF, "o"}, {0x03C0, "\\pi"}, {0x03C1, "\\rho"},
    {0x03C2, "\\varsigma"}, {0x03C3, "\\sigma"}, {0x03C4, "\\tau"}, {0x03C5, "\\upsilon"}, {0x03C6, "\\varphi"}, {0x03C7, "\\chi"}, {0x03C8, "\\psi"}, {0x03C9, "\\omega"},
    {0x03D1, "\\vartheta"}, {0x03D5, "\\phi"}, {0x03D6, "\\varpi"}, {0x03F0, "\\varkappa"}, {0x03F1, "\\varrho"}, {0x03F5, "\\epsilon"},
    {0x1D2C, "A"}, {0x1D2E, "B"}, {0x1D30, "D"}, {0x1D31, "E"}, {0x1D33, "G"}, {0x1D34, "H"}, {0x1D35, "I"}, {0x1D36, "J"}, {0x1D37, "K"}, {0x1D38, "L"}, {0x1D39, "M"}, {0x1D3A, "N"},
    {0x1D3C, "O"}, {0x1D3E, "P"}, {0x1D3F, "R"}, {0x1D40, "T"}, {0x1D41, "U"}, {0x1D42, "W"}, {0x1D43, "a"}, {0x1D47, "b"}, {0x1D48, "d"}, {0x1D49, "e"}, {0x1D4D, "g"}, {0x1D4F, "k"},
    {0x1D50, "m"}, {0x1D52, "o"}, {0x1D56, "p"}, {0x1D57, "t"}, {0x1D58, "u"}, {0x1D5B, "v"}, {0x1D5D, "\\beta"}, {0x1D5E, "\\gamma"}, {0x1D5F, "\\delta"}, {0x1D60, "\\varphi"}, {0x1D61, "\\chi"},
    {0x1D62, "i"}, {0x1D63, "r"}, {0x1D64, "u"}, {0x1D65, "v"}, {0x1D66, "\\beta"}, {0x1D67, "\\gamma"}, {0x1D68, "\\rho"}, {0x1D69, "\\varphi"}, {0x1D6A, "\\chi"},
    {0x1D9C, "c"}, {0x1DA0, "f"}, {0x1DBB, "z"}, {0x1DBF, "\\theta"},
    {0x2013, "-"}, {0x2014, "-"}, {0x2016, "\\|"}, {0x2019, "'"}, {0x2022, "\\bullet"}, {0x2026, "\\ldots"}, {0x2032, "'"}, {0x2033, "''"}, {0x2034, "'''"}, {0x2057, "''''"},
    {0x2070, "0"}, {0x2071, "i"}, {0x2074, "4"}, {0x2075, "5"}, {0x2076, "6"}, {0x2077, "7"}, {0x2078, "8"}, {0x2079, "9"}, {0x207A, "+"}, {0x207B, "-"}, {0x207C, "="}, {0x207D, "("}, {0x207E, ")"}, {0x207F, "n"},
    {0x2080, "0"}, {0x2081, "1"}, {0x2082, "2"}, {0x2083, "3"}, {0x2084, "4"}, {0x2085, "5"}, {0x2086, "6"}, {0x2087, "7"}, {0x2088, "8"}, {0x2089, "9"}, {0x208A, "+"}, {0x208B, "-"}, {0x208C, "="}, {0x208D, "("}, {0x208E, ")"},
    {0x2090, "a"}, {0x2091, "e"}, {0x2092, "o"}, {0x2093, "x"}, {0x2095, "h"}, {0x2096, "k"}, {0x2097, "l"}, {0x2098, "m"}, {0x2099, "n"}, {0x209A, "p"}, {0x209B, "s"}, {0x209C, "t"},
    {0x2102, "\\mathbb{C}"}, {0x210A, "\\mathcal{g}"}, {0x210B, "\\mathcal{H}"}, {0x210C, "\\mathfrak{H}"}, {0x210D, "\\mathbb{H}"}, {0x210E, "h"}, {0x210F, "\\hbar"}, {0x2110, "\\mathcal{I}"}, {0x2111, "\\Im"},
    {0x2112, "\\mathcal{L}"}, {0x2113, "\\ell"}, {0x2115, "\\mathbb{N}"}, {0x2119, "\\mathbb{P}"}, {0x211A, "\\mathbb{Q}"}, {0x211B, "\\mathcal{R}"}, {0x211C, "\\Re"}, {0x211D, "\\mathbb{R}"}, {0x2124, "\\mathbb{Z}"},
    {0x2126, "\\Omega"}, {0x212C, "\\mathcal{B}"}, {0x212F, "\\mathcal{e}"}, {0x2130, "\\mathcal{E}"}, {0x2131, "\\mathcal{F}"}, {0x2133, "\\mathcal{M}"}, {0x2134, "\\mathcal{o}"},
    {0x2190, "\\leftarrow"}, {0x2191, "\\uparrow"}, {0x2192, "\\to"}, {0x2193, "\\downarrow"}, {0x2194, "\\leftrightarrow"}, {0x21A6, "\\mapsto"}, {0x21D0, "\\Leftarrow"}, {0x21D2, "\\Rightarrow"}, {0x21D4, "\\Leftrightarrow"},
    {0x2200, "\\forall"}, {0x2202, "\\partial"}, {0x2203, "\\exists"}, {0x2205, "\\emptyset"}, {0x2206, "\\Delta"}, {0x2207, "\\nabla"}, {0x2208, "\\in"}, {0x2209, "\\notin"}, {0x220B, "\\ni"}, {0x220F, "\\prod"},
    {0x2211, "\\sum"}, {0x2212, "-"}, {0x2213, "\\mp"}, {0x2216, "\\setminus"}, {0x2217, "*"}, {0x2218, "\\circ"}, {0x2219, "\\cdot"}, {0x221A, "\\sqrt"}, {0x221D, "\\propto"}, {0x221E, "\\infty"},
    {0x2223, "\\mid"}, {0x2225, "\\|"}, {0x2227, "\\wedge"}, {0x2228, "\\vee"}, {0x2229, "\\cap"}, {0x222A, "\\cup"}, {0x222B, "\\int"}, {0x2236, ":"}, {0x223C, "\\sim"}, {0x2243, "\\simeq"}, {0x2245, "\\cong"}, {0x2248, "\\approx"},
    {0x2254, ":="}, {0x225C, "\\triangleq"}, {0x2260, "\\ne"}, {0x2261, "\\equiv"}, {0x2264, "\\le"}, {0x2265, "\\ge"}, {0x226A, "\\ll"}, {0x226B, "\\gg"}, {0x2282, "\\subset"}, {0x2286, "\\subseteq"},
    {0x2295, "\\oplus"}, {0x2297, "\\otimes"}, {0x2299, "\\odot"}, {0x22A4, "\\top"}, {0x22A5, "\\bot"}, {0x22BA, "\\intercal"}, {0x22C5, "\\cdot"}, {0x22C6, "\\star"}, {0x22EF, "\\cdots"},
    {0x2308, "\\lceil"}, {0x2309, "\\rceil"}, {0x230A, "\\lfloor"}, {0x230B, "\\rfloor"}, {0x27E6, "\\llbracket"}, {0x27E7, "\\rrbracket"}, {0x27E8, "\\langle"}, {0x27E9, "\\rangle"}, {0x2A00, "\\odot"},
    {0x2A7D, "\\le"}, {0x2A7E, "\\ge"}, {0x2C7C, "j"}, {0x2C7D, "V"}, {0xFF08, "("}, {0xFF09, ")"}, {0xFF0C, ","}, {0xFF1A, ":"}, {0xFF1B, ";"}, {0xFF1D, "="},
};

/// The thirteen Latin alphabets of 52 letters from U+1D400 on; italic is how LaTeX sets a bare letter.
constexpr std::string_view alphabets[] = {"\\mathbf", "", "\\boldsymbol", "\\mathcal", "\\boldsymbol", "\\mathfrak", "\\mathbb", "\\mathfrak", "\\mathsf", "\\mathsf", "\\mathsf", "\\mathsf", "\\mathtt"};
/// The five Greek ones of 58 from U+1D6A8 on, and the five sets of digits from U+1D7CE on.
constexpr std::string_view greek_alphabets[] = {"\\boldsymbol", "", "\\boldsymbol", "\\boldsymbol", "\\boldsymbol"};
constexpr std::string_view digit_alphabets[] = {"\\mathbf", "\\mathbb", "\\mathsf", "\\mathsf", "\\mathtt"};
// clang-format on

constexpr char32_t first_latin = 0x1D400;
constexpr char32_t first_greek = 0x1D6A8;
constexpr char32_t first_digit = 0x1D7CE;
constexpr char32_t last_digit = 0x1D7FF;

std::string_view listed_spelling(char32_t code) {
  const auto found =
      std::lower_bound(std::begin(spellings), std::end(spellings), code, [](const Spelling& s, char32_t c) { return s.code < c; });
  return found != std::end(spellings) && found->code == code ? found->latex : std::string_view{};
}

/// The Greek letter at a place of a mathematical Greek alphabet: capitals, nabla, small letters, variants.
std::string_view greek_letter(char32_t place) {
  constexpr char32_t variants[] = {0x2202, 0x03F5, 0x03D1, 0x03F0, 0x03D5, 0x03F1, 0x03D6};
  if (place == 17) return "\\Theta";  // a variant form that LaTeX does not tell apart
  if (place < 25) return listed_spelling(0x0391 + place);
  if (place == 25) return "\\nabla";
  if (place < 51) return listed_spelling(0x03B1 + (place - 26));
  return listed_spelling(variants[place - 51]);
}

std::string in_alphabet(std::string_view command, std::string_view letter) {
  return command.empty() ? std::string(letter) : std::string(command) + "{" + std::string(letter) + "}";
}

std::string mathematical_letter(char32_t code) {
  if (code >= first_digit) {
    const auto place = code - first_digit;
    const char digit = static_cast<char>('0' + place % 10);
    return in_alphabet(digit_alphabets[place / 10], {&digit, 1});
  }
  if (code >= first_greek) {
    const auto place = code - first_greek;
    return place / 58 < std::size(greek_alphabets) ? in_alphabet(greek_alphabets[place / 58], greek_letter(place % 58)) : std::string();
  }
  const auto place = code - first_latin;
  if (place / 52 >= std::size(alphabets)) return code == 0x1D6A4 ? "\\imath" : "\\jmath";
  const char letter = static_cast<char>(place % 52 < 26 ? 'A' + place % 52 : 'a' + place % 52 - 26);
  return in_alphabet(alphabets[place / 52], {&letter, 1});
}

static_assert(std::is_sorted(std::begin(spellings), std::end(spellings),
                             [](const Spelling& a, const Spelling& b) { return a.code < b.code; }));

}  // namespace

CharacterKind character_kind(char32_t code) {
  const auto after = std::upper_bound(std::begin(ranges), std::end(ranges), code, [](char32_t c, const Range& r) { return c < r.first; });
  if (after == std::begin(ranges)) return Class::sign;
  const auto& range = *std::prev(after);
  return code <= range.last ? range.kind : Class::sign;
}

char32_t code_point(std::string_view utf8) {
  const auto length = utf8_length(utf8);
  const auto byte = [&](std::size_t i) { return static_cast<char32_t>(static_cast<unsigned char>(utf8[i])); };
  if (length == 0) return 0;
  if (length == 1) return byte(0);
  auto code = byte(0) & (0x7FU >> length);
  for (std::size_t i = 1; i < length; ++i) code = (code << 6U) | (byte(i) & 0x3FU);
  return code;
}

std::string latex_spelling(std::string_view character) {
  if (!character.empty() && static_cast<unsigned char>(character[0]) < 0x80) return std::string(1, character[0]);
  const auto code = code_point(character);
  if (code >= first_latin && code <= last_digit) return mathematical_letter(code);
  const auto listed = listed_spelling(code);
  return std::string(listed.empty() ? character.substr(0, std::max<std::size_t>(1, utf8_length(character))) : listed);
}

std::vector<std::string_view> character_spellings() {
  std::vector<std::string_view> all;
  for (const auto& row : spellings) all.push_back(row.latex);
  return all;
}

std::string_view accent_command(char32_t code) {
  switch (code) {
    case 0x0300: return "\\grave";
    case 0x0301: return "\\acute";
    case 0x0302: return "\\hat";
    case 0x0303: return "\\tilde";
    case 0x0304:
    case 0x0305: return "\\bar";
    case 0x0306: return "\\breve";
    case 0x0307: return "\\dot";
    case 0x0308: return "\\ddot";
    case 0x030A: return "\\mathring";
    case 0x030C: return "\\check";
    case 0x0332: return "\\underline";
    case 0x20D7: return "\\vec";
    default: return {};
  }
}

}  // namespace eqlens
