// Does the work that compare.py asks for, so that NumPy and eqlens can take turns: reads `NAME SIZE SIZE` a line, answers with the
// seconds of one run.

#include <chrono>
#include <cstdio>
#include <iostream>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "eqlens.hpp"

namespace {

using eqlens::Slot;

struct Work {
  const char* name;
  const char* latex;
  std::vector<std::string> facts;
  std::vector<std::string> results;
  std::vector<Slot> (*arguments)(std::size_t, std::size_t);
};

const std::vector<Work>& works() {
  static const std::vector<Work> all{
      {"attention",
       R"(O = \operatorname{softmax}\left(\frac{QK^\top}{\sqrt{d_k}}\right)V)",
       {R"(Q \in \mathbb{R}^{n \times d_k})", R"(K \in \mathbb{R}^{m \times d_k})", R"(V \in \mathbb{R}^{m \times d_v})"},
       {},
       [](std::size_t n, std::size_t d) {
         return std::vector<Slot>{{"Q", {n, d}}, {"K", {n, d}}, {"V", {n, d}}};
       }},
      {"adam",
       R"(m_t = \beta_1 m_{t-1} + (1-\beta_1) g_t, \quad v_t = \beta_2 v_{t-1} + (1-\beta_2) g_t^2, \quad
          \theta_t = \theta_{t-1} - \eta \frac{m_t / (1 - \beta_1^t)}{\sqrt{v_t / (1 - \beta_2^t)} + \epsilon})",
       {},
       {"m_t", "v_t", R"(\theta_t)"},
       [](std::size_t n, std::size_t) {
         return std::vector<Slot>{{"m_{t-1}", {n}},         {"v_{t-1}", {n}},    {"g_t", {n}},
                                  {R"(\theta_{t-1})", {n}}, {R"(\beta_1)", {}},  {R"(\beta_2)", {}},
                                  {R"(\eta)", {}},          {R"(\epsilon)", {}}, {"t", {}}};
       }},
      {"layernorm",
       R"(\mu_i = \frac{1}{d} \sum_{j=1}^{d} x_{ij}, \quad \sigma_i^2 = \frac{1}{d} \sum_{j=1}^{d} (x_{ij} - \mu_i)^2, \quad
          y_{ij} = \gamma_j \frac{x_{ij} - \mu_i}{\sqrt{\sigma_i^2 + \epsilon}} + \beta_j)",
       {R"(x \in \mathbb{R}^{n \times d})", R"(\gamma \in \mathbb{R}^d)", R"(\beta \in \mathbb{R}^d)"},
       {"y"},
       [](std::size_t n, std::size_t d) {
         return std::vector<Slot>{{"x", {n, d}}, {R"(\gamma)", {d}}, {R"(\beta)", {d}}, {R"(\epsilon)", {}}};
       }},
      {"formula",
       R"(y = \frac{x^2}{1 + e^{-x}})",
       {},
       {},
       [](std::size_t n, std::size_t) {
         return std::vector<Slot>{{"x", {n}}};
       }},
      {"product",
       R"(C_{ij} = \sum_t A_{it} B_{tj})",
       {},
       {},
       [](std::size_t n, std::size_t) {
         return std::vector<Slot>{{"A", {n, n}}, {"B", {n, n}}};
       }},
  };
  return all;
}

std::vector<std::unique_ptr<float[]>> memory(const std::vector<Slot>& slots) {
  std::vector<std::unique_ptr<float[]>> all;
  for (const auto& slot : slots) {
    std::size_t count = 1;
    for (const auto extent : slot.extents) count *= extent;
    all.push_back(std::make_unique<float[]>(count));
    for (std::size_t i = 0; i < count; ++i) all.back()[i] = 0.1f + static_cast<float>(i * 7919 % 1009) / 1200;
  }
  return all;
}

double seconds(const Work& work, std::size_t first, std::size_t second) {
  eqlens::CompileOptions options;
  options.results = work.results;
  const auto program = eqlens::compile(work.latex, work.arguments(first, second), options, {work.facts, {}});
  if (!program) return -1;
  const auto inputs = memory(program.arguments());
  const auto outputs = memory(program.results());
  std::vector<const float*> in;
  std::vector<float*> out;
  for (const auto& input : inputs) in.push_back(input.get());
  for (const auto& output : outputs) out.push_back(output.get());
  double best = 1e9;
  for (int round = 0; round < 5; ++round) {
    const auto begin = std::chrono::steady_clock::now();
    program.run(in, out, 1);
    best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
  }
  return best;
}

}  // namespace

int main() {
  for (std::string line; std::getline(std::cin, line);) {
    std::istringstream words(line);
    std::string name;
    std::size_t first = 1;
    std::size_t second = 1;
    words >> name >> first >> second;
    for (const auto& work : works())
      if (name == work.name) std::printf("%.9g\n", seconds(work, first, second));
    std::fflush(stdout);
  }
  return 0;
}
