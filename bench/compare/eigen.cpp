// What one would write by hand with Eigen, compiled for the machine at hand: answers compare.py as worker.cpp does.

#include <Eigen/Dense>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <functional>
#include <iostream>
#include <sstream>
#include <string>

namespace {

using Matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Row = Eigen::Array<float, Eigen::Dynamic, 1>;
using Eigen::Index;

Matrix drawn(Index rows, Index columns) { return Matrix::Random(rows, columns); }

std::function<void()> attention(Index tokens, Index width) {
  return [q = drawn(tokens, width), k = drawn(tokens, width), v = drawn(tokens, width), scores = Matrix(tokens, tokens),
          out = Matrix(tokens, width)]() mutable {
    scores.noalias() = q * k.transpose() / std::sqrt(static_cast<float>(q.cols()));
    scores.colwise() -= scores.rowwise().maxCoeff().eval();
    scores = scores.array().exp().matrix();
    scores.array().colwise() /= scores.rowwise().sum().array().eval();
    out.noalias() = scores * v;
  };
}

std::function<void()> adam(Index count, Index) {
  struct State {
    Row m, v, g, theta, first, second, moved;
  };
  State state;
  for (Row* row : {&state.m, &state.g, &state.theta, &state.first, &state.second, &state.moved}) *row = Row::Random(count);
  state.v = Row::Random(count).abs();
  return [s = std::move(state)]() mutable {
    s.first = 0.9f * s.m + 0.1f * s.g;
    s.second = 0.999f * s.v + 0.001f * s.g.square();
    s.moved = s.theta - 0.001f * (s.first / (1 - std::pow(0.9f, 3.0f))) / ((s.second / (1 - std::pow(0.999f, 3.0f))).sqrt() + 1e-8f);
  };
}

std::function<void()> layernorm(Index rows, Index width) {
  return [x = drawn(rows, width), gamma = Row(Row::Random(width)), beta = Row(Row::Random(width)), out = Matrix(rows, width)]() mutable {
    for (Index i = 0; i < x.rows(); ++i) {
      const auto row = x.row(i).transpose().array();
      const float mean = row.mean();
      const float share = 1 / std::sqrt((row - mean).square().mean() + 1e-5f);
      out.row(i).transpose().array() = gamma * (row - mean) * share + beta;
    }
  };
}

std::function<void()> formula(Index count, Index) {
  return [x = Row(Row::Random(count)), y = Row(count)]() mutable { y = x.square() / (1 + (-x).exp()); };
}

std::function<void()> product(Index size, Index) {
  return [a = drawn(size, size), b = drawn(size, size), c = Matrix(size, size)]() mutable { c.noalias() = a * b; };
}

struct Work {
  const char* name;
  std::function<void()> (*make)(Index, Index);
};
constexpr Work works[] = {{"attention", attention}, {"adam", adam}, {"layernorm", layernorm}, {"formula", formula}, {"product", product}};

double best_of_five(const std::function<void()>& work) {
  double best = 1e9;
  for (int round = 0; round < 5; ++round) {
    const auto begin = std::chrono::steady_clock::now();
    work();
    best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
  }
  return best;
}

}  // namespace

int main() {
  for (std::string line; std::getline(std::cin, line);) {
    std::istringstream words(line);
    std::string name;
    Index first = 1;
    Index second = 1;
    words >> name >> first >> second;
    for (const auto& work : works)
      if (name == work.name) std::printf("%.9g\n", best_of_five(work.make(first, second)));
    std::fflush(stdout);
  }
  return 0;
}
