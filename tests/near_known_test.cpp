// Formulas one slip away from a known one, and their neighbours that are not.
#include <gtest/gtest.h>

#include "read/known_formulas.hpp"

namespace eqlens {
namespace near_known_test {

struct Slip {
  const char* math;
  const char* name;   ///< empty: nothing is to be said
  const char* usual;  ///< what the known formula has at the place
};

// clang-format off
const Slip slips[] = {
    {R"(Y = \operatorname{softmax}(A B / \sqrt{p}) C)", "scaled dot-product attention", R"(B^\top)"},
    {R"(Y = C \operatorname{softmax}(A B^\top / \sqrt{p}))", "scaled dot-product attention", R"(\operatorname{softmax}(A B^\top / \sqrt{p}) C)"},
    {R"(w = (Z Z^\top)^{-1} Z^\top t)", "least squares", R"((Z^\top Z))"},
    {R"(w = (Z^\top Z) Z^\top t)", "least squares", R"((Z^\top Z)^{-1})"},
    {R"(u_t = g_t \odot u_{t-1} + g_t \odot v_t)", "gated recurrent blend", R"((1 - g_t))"},
    {R"(G = P F^\top (F P F + S)^{-1})", "Kalman gain", R"(F^\top)"},
    {R"(Y = \operatorname{softmax}(A B^\top / \sqrt{p}) C)", "", ""},
    {R"(u_t = g_t \odot u_{t-1} + (1 - g_t) \odot v_t)", "", ""},
    {R"(w = (Z^\top Z + \mu I)^{-1} Z^\top t)", "", ""},
    {R"(c = \frac{a \cdot b}{\|a\| \|b\|})", "", ""},
    {R"(Y = A B C)", "", ""},
};
// clang-format on

TEST(NearlyKnown, IsSaidOfOneSlipAndOfNothingElse) {
  for (const Slip& slip : slips) {
    SCOPED_TRACE(slip.math);
    const auto found = nearly_known(analyse(slip.math));
    ASSERT_EQ(found.has_value(), *slip.name != '\0');
    if (!found) continue;
    EXPECT_EQ(found->formula->name, slip.name);
    EXPECT_EQ(found->usual, slip.usual);
  }
}

TEST(NearlyKnown, StaysSilentWhereTheShapesAreDeclared) {
  EXPECT_FALSE(nearly_known(analyse(R"(Y = \operatorname{softmax}(A B / \sqrt{p}) C)", {{R"(B \in \mathbb{R}^{p \times m})"}, {}})));
}

TEST(NearlyKnown, ShowsTheSmallestInputThatTellsThemApart) {
  const auto analysis = analyse(R"(w = (Z Z^\top)^{-1} Z^\top t)");
  const auto found = nearly_known(analysis);
  ASSERT_TRUE(found);
  EXPECT_EQ(told_apart(analysis, found->corrected), "with Z = [[1, 2], [0, 3]], t = [0, 3] this gives [-6, 5], the usual formula [-2, 1]");
}

}  // namespace near_known_test
}  // namespace eqlens
