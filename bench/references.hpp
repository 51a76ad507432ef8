#pragma once

#include <cstddef>

// What one would write by hand, compiled for the machine at hand: the marks that compiled equations are measured by.

/// Multiply-adds on as many accumulators as hide their latency.
void fma_loop_f32();
void fma_loop_f64();
double fma_flops_f32();
double fma_flops_f64();

/// One fused loop; β₁ 0.9, β₂ 0.999, η 0.001, ε 1e-8.
void adam_by_hand(std::size_t n, const float* m, const float* v, const float* g, const float* theta, float* m_out, float* v_out,
                  float* theta_out, float step);
/// Row by row: mean, spread, result.
void layer_norm_by_hand(std::size_t rows, std::size_t width, const float* x, const float* gamma, const float* beta, float epsilon,
                        float* out);
