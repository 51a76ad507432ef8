#pragma once

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

// Random formulas whose shapes fit, with an own small account of what fits: nothing here asks the program under test.

namespace eqlens::trial {

/// Sizes are different in every dimension.
inline const std::array<std::pair<const char*, int>, 5> sizes{{{"n", 2}, {"m", 3}, {"d", 5}, {"h", 7}, {"l", 4}}};

inline std::string size_name(int size) {
  for (const auto& [name, number] : sizes)
    if (number == size) return name;
  return std::to_string(size);
}

/// Rows and columns; a column vector has one column, a number one of both.
struct Extent {
  int rows = 1;
  int columns = 1;
  [[nodiscard]] bool number() const { return rows == 1 && columns == 1; }
  [[nodiscard]] bool vector() const { return !number() && (rows == 1 || columns == 1); }
  [[nodiscard]] int length() const { return rows * columns; }
  friend bool operator==(const Extent&, const Extent&) = default;
};

enum class Kind { leaf, product, transpose, plus, minus, odot, function, softmax, norm, trace, inverse, concatenate, scale };

struct Node {
  Kind kind = Kind::leaf;
  std::string name;  ///< of a leaf or a function
  Extent declared;   ///< of a leaf
  std::vector<std::unique_ptr<Node>> children;
  std::size_t begin = 0, end = 0;  ///< where it was printed last
};

inline std::unique_ptr<Node> copy(const Node& node) {
  auto twin = std::make_unique<Node>(Node{node.kind, node.name, node.declared, {}, 0, 0});
  for (const auto& child : node.children) twin->children.push_back(copy(*child));
  return twin;
}

inline std::unique_ptr<Node> make(Kind kind, std::unique_ptr<Node> first, std::unique_ptr<Node> second = nullptr, std::string name = {}) {
  auto node = std::make_unique<Node>(Node{kind, std::move(name), {}, {}, 0, 0});
  node->children.push_back(std::move(first));
  if (second) node->children.push_back(std::move(second));
  return node;
}

/// The shape of an expression, or nothing and the first node that does not fit.
struct Account {
  std::optional<Extent> extent;
  const Node* culprit = nullptr;
};

inline std::optional<Extent> entry_by_entry(Extent a, Extent b) {
  if (a.number()) return b;
  if (b.number() || a == b) return a;
  if (a.vector() && b.vector()) return a.length() == b.length() ? std::optional(Extent{a.length(), 1}) : std::nullopt;
  const Extent matrix = a.vector() ? b : a, vector = a.vector() ? a : b;
  return vector.vector() && matrix.columns == vector.length() ? std::optional(matrix) : std::nullopt;
}

inline std::optional<Extent> combined(const Node& node, const std::vector<Extent>& parts) {
  switch (node.kind) {
    case Kind::leaf: return node.declared;
    case Kind::product:
      if (parts[0].number() || parts[1].number()) return parts[0].number() ? parts[1] : parts[0];
      // A vector before a matrix is a row.
      if (parts[0].columns == 1 && parts[0].rows > 1 && !parts[1].vector() && !parts[1].number())
        return parts[0].rows == parts[1].rows ? std::optional(Extent{1, parts[1].columns}) : std::nullopt;
      // And one behind a matrix is a column, whatever it was before: its place says how it stands.
      if (parts[1].rows == 1 && parts[1].columns > 1 && !parts[0].vector() && !parts[0].number())
        return parts[0].columns == parts[1].columns ? std::optional(Extent{parts[0].rows, 1}) : std::nullopt;
      return parts[0].columns == parts[1].rows ? std::optional(Extent{parts[0].rows, parts[1].columns}) : std::nullopt;
    case Kind::scale: return parts[1];
    case Kind::transpose: return Extent{parts[0].columns, parts[0].rows};
    case Kind::plus:
    case Kind::minus:
    case Kind::odot: return entry_by_entry(parts[0], parts[1]);
    case Kind::function:
    case Kind::softmax: return parts[0];
    case Kind::norm: return Extent{};
    case Kind::trace: return parts[0].rows == parts[0].columns ? std::optional(Extent{}) : std::nullopt;
    case Kind::inverse: return parts[0].rows == parts[0].columns ? std::optional(parts[0]) : std::nullopt;
    case Kind::concatenate:
      if (parts[0].columns == 1) return Extent{parts[0].rows + parts[1].rows, 1};
      return parts[0].rows == parts[1].rows ? std::optional(Extent{parts[0].rows, parts[0].columns + parts[1].columns}) : std::nullopt;
  }
  return std::nullopt;
}

inline Account account(const Node& node) {
  std::vector<Extent> parts;
  for (const auto& child : node.children) {
    const Account part = account(*child);
    if (!part.extent) return part;
    parts.push_back(*part.extent);
  }
  const auto extent = combined(node, parts);
  return {extent, extent ? nullptr : &node};
}

/// How tightly a node holds together: sums 1, products 2, everything else 3.
inline int tightness(const Node& node) {
  if (node.kind == Kind::plus || node.kind == Kind::minus) return 1;
  return node.kind == Kind::product || node.kind == Kind::odot || node.kind == Kind::scale ? 2 : 3;
}

inline void print(Node& node, std::string& text);

inline void print_part(Node& node, std::string& text, int least) {
  const bool brackets = tightness(node) < least;
  if (brackets) text += '(';
  print(node, text);
  if (brackets) text += ')';
}

inline void print(Node& node, std::string& text) {
  node.begin = text.size();
  const auto infix = [&](const char* sign, int left, int right) {
    print_part(*node.children[0], text, left);
    text += sign;
    print_part(*node.children[1], text, right);
  };
  const auto command = [&](const std::string& before, const std::string& after) {
    text += before;
    for (std::size_t n = 0; n < node.children.size(); ++n) {
      if (n > 0) text += ", ";
      print(*node.children[n], text);
    }
    text += after;
  };
  switch (node.kind) {
    case Kind::leaf: text += node.name; break;
    case Kind::product:
      // `a \odot b c` would be another tree.
      infix(" ", node.children[0]->kind == Kind::odot ? 3 : 2, 3);
      break;
    case Kind::scale: infix(" ", 3, 3); break;
    case Kind::transpose:
      print_part(*node.children[0], text, node.children[0]->kind == Kind::leaf ? 3 : 4);
      text += "^\\top";
      break;
    case Kind::inverse:
      print_part(*node.children[0], text, node.children[0]->kind == Kind::leaf ? 3 : 4);
      text += "^{-1}";
      break;
    case Kind::plus: infix(" + ", 1, 2); break;
    case Kind::minus: infix(" - ", 1, 2); break;
    case Kind::odot: infix(" \\odot ", 3, 3); break;
    case Kind::function: command(node.name + "(", ")"); break;
    case Kind::softmax: command("\\operatorname{softmax}(", ")"); break;
    case Kind::norm: command("\\|", "\\|"); break;
    case Kind::trace: command("\\operatorname{tr}(", ")"); break;
    case Kind::concatenate: command("\\operatorname{Concat}(", ")"); break;
  }
  node.end = text.size();
}

/// Grows an expression of a wanted shape from fresh letters.
class Grower {
 public:
  explicit Grower(unsigned seed) : random_(seed) {}

  int pick(int count) { return static_cast<int>(random_() % static_cast<unsigned>(count)); }
  int size() { return sizes[static_cast<std::size_t>(pick(static_cast<int>(sizes.size())))].second; }

  std::unique_ptr<Node> grow(Extent extent, int depth) {
    if (extent.number()) return number(depth);
    return extent.vector() ? vector(extent.length(), depth) : matrix(extent, depth);
  }

 private:
  std::unique_ptr<Node> leaf(Extent extent) {
    static const std::vector<std::string> matrices{"A", "B", "C", "F", "G", "K", "M", "P", "Q", "R", "U", "V", "W", "X", "Z"};
    static const std::vector<std::string> vectors{"a", "b", "g", "q", "r", "u", "v", "w", "x", "y", "z"};
    static const std::vector<std::string> numbers{"\\alpha", "\\beta", "\\gamma", "\\lambda"};
    const auto& letters = extent.number() ? numbers : extent.vector() ? vectors : matrices;
    auto& used = used_[letters.front()];
    const std::string letter = letters[used % letters.size()];
    const std::string again = used < letters.size() ? letter : letter + "_{" + std::to_string(used / letters.size()) + "}";
    ++used;
    return std::make_unique<Node>(Node{Kind::leaf, again, extent, {}, 0, 0});
  }

  std::unique_ptr<Node> turned(Extent extent, int depth) {
    return make(Kind::transpose, depth > 1 && pick(3) == 0 ? grow(extent, depth - 1) : leaf(extent));
  }

  std::unique_ptr<Node> matrix(Extent e, int depth) {
    if (depth == 0) return leaf(e);
    const int inner = size();
    switch (pick(12)) {
      case 0:
      case 1: return make(Kind::product, grow({e.rows, inner}, depth - 1), grow({inner, e.columns}, depth - 1));
      case 2: return make(Kind::product, grow({e.rows, inner}, depth - 1), turned({e.columns, inner}, depth - 1));
      case 3: return make(Kind::product, turned({inner, e.rows}, depth - 1), grow({inner, e.columns}, depth - 1));
      case 4: return make(pick(2) == 0 ? Kind::plus : Kind::minus, grow(e, depth - 1), grow(e, depth - 1));
      case 5: return make(Kind::odot, grow(e, depth - 1), grow(e, depth - 1));
      case 6: return make(Kind::function, grow(e, depth - 1), nullptr, pick(2) == 0 ? "\\tanh" : "\\exp");
      case 7: return make(Kind::softmax, grow(e, depth - 1));
      case 8: return make(Kind::plus, grow(e, depth - 1), leaf({e.columns, 1}));
      case 9: return make(Kind::product, leaf({e.rows, 1}), turned({e.columns, 1}, 0));
      case 10: return make(Kind::scale, leaf({}), grow(e, depth - 1));
      default:
        if (e.columns < 5) return leaf(e);
        return make(Kind::concatenate, grow({e.rows, 2}, depth - 1), grow({e.rows, e.columns - 2}, depth - 1));
    }
  }

  std::unique_ptr<Node> vector(int length, int depth) {
    if (depth == 0) return leaf({length, 1});
    const int inner = size();
    switch (pick(9)) {
      case 0:
      case 1: return make(Kind::product, grow({length, inner}, depth - 1), grow({inner, 1}, depth - 1));
      case 2: return make(Kind::product, turned({inner, length}, depth - 1), grow({inner, 1}, depth - 1));
      case 3: return make(pick(2) == 0 ? Kind::plus : Kind::minus, grow({length, 1}, depth - 1), grow({length, 1}, depth - 1));
      case 4: return make(Kind::odot, grow({length, 1}, depth - 1), grow({length, 1}, depth - 1));
      case 5: return make(Kind::function, grow({length, 1}, depth - 1), nullptr, pick(2) == 0 ? "\\tanh" : "\\exp");
      case 6: return make(Kind::softmax, grow({length, 1}, depth - 1));
      case 7: return make(Kind::product, make(Kind::inverse, leaf({length, length})), grow({length, 1}, depth - 1));
      default: return make(Kind::scale, leaf({}), grow({length, 1}, depth - 1));
    }
  }

  std::unique_ptr<Node> number(int depth) {
    if (depth == 0) return leaf({});
    const int a = size(), b = size();
    switch (pick(5)) {
      case 0: return make(Kind::product, turned({a, 1}, 0), grow({a, 1}, depth - 1));
      case 1: return make(Kind::product, make(Kind::product, turned({a, 1}, 0), grow({a, b}, depth - 1)), grow({b, 1}, depth - 1));
      case 2: return make(Kind::norm, grow({a, 1}, depth - 1));
      case 3: return make(Kind::trace, make(Kind::product, grow({a, b}, depth - 1), grow({b, a}, depth - 1)));
      default: return make(Kind::plus, number(depth - 1), number(depth - 1));
    }
  }

  std::mt19937 random_;
  std::map<std::string, std::size_t> used_;
};

}  // namespace eqlens::trial
