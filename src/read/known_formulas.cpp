#include "read/known_formulas.hpp"

#include <array>

namespace eqlens {

namespace {

// clang-format off
constexpr std::array known_formula_table{
    KnownFormula{"scaled dot-product attention", R"(\operatorname{softmax}\left(\frac{Q K^\top}{\sqrt{d}}\right) V)",
                 "each query blends the values, with shares from how well it fits each key"},
    KnownFormula{"least squares", R"((X^\top X)^{-1} X^\top y)", "the weights with the smallest squared error"},
    KnownFormula{"ridge regression", R"((X^\top X + \lambda I)^{-1} X^\top y)", "a penalty keeps the weights small"},
    KnownFormula{"Gaussian process mean", R"(A^\top (K + \sigma^2 I)^{-1} y)", "targets are blended by how alike the inputs are"},
    KnownFormula{"Kalman gain", R"(P H^\top (H P H^\top + R)^{-1})", "how far a measurement moves the estimate"},
    KnownFormula{"Mahalanobis distance", R"((x - \mu)^\top \Sigma^{-1} (x - \mu))", "distance in units of the spread"},
    KnownFormula{"gated recurrent blend", R"((1 - z) \odot h + z \odot g)", "the gate divides the new state between old and proposed"},
    KnownFormula{"layer normalisation", R"(\gamma \odot \frac{x - \mu}{\sqrt{\sigma^2 + \epsilon}} + \beta)", "mean 0 and spread 1, then a learned scale and shift"},
    KnownFormula{"an adaptive gradient step", R"(\theta - \eta \frac{m}{\sqrt{v} + \epsilon})", "each parameter moves in units of its gradient's usual size"},
    KnownFormula{"graph convolution", R"(D^{-\frac{1}{2}} A D^{-\frac{1}{2}} H W)", "neighbours are averaged, then mapped"},
    KnownFormula{"diffusion noising step", R"(\sqrt{\alpha} x + \sqrt{1 - \alpha} \epsilon)", "the squares of the two factors add up to 1"},
    KnownFormula{"cosine similarity", R"(\frac{u^\top v}{\|u\| \|v\|})", "only directions count"},
    KnownFormula{"temporal-difference error", R"(r + \gamma V(t) - V(s))", "how much better it went than expected"},
    KnownFormula{"SwiGLU", R"((\operatorname{Swish}(x W) \odot x V) U)", "one branch gates the other"},
    KnownFormula{"binary cross-entropy", R"(y \log p + (1 - y) \log (1 - p))", "the log of what was said about the true class"},
};
// clang-format on

}  // namespace

std::span<const KnownFormula> known_formulas() { return known_formula_table; }

}  // namespace eqlens
