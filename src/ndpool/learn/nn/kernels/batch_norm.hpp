#pragma once

#include <cstdint>

namespace ndpool {

/// Batch normalisation (Ioffe and Szegedy, ICML 2015): each column is brought to mean zero and variance one over all rows of a
/// batch, then scaled and shifted by trained numbers.
inline constexpr double batch_norm_epsilon = 1e-5;        ///< added to variances
inline constexpr double batch_norm_momentum = 0.1;        ///< weight of a batch in the running means and variances
inline constexpr std::int64_t batch_norm_least_rows = 2;  ///< a single row has no variance; the running numbers are used instead

/// The mean of every column and one over the root of its variance plus epsilon, `width` numbers each.
struct ColumnMoments {
    float* mean;
    float* inverse;
};

/// Computes the moments over the rows, and moves the running mean and (unbiased) variance towards them.
void find_moments(const float* x, std::int64_t rows, std::int64_t width, const ColumnMoments& moments, float* running_mean,
                  float* running_variance);
/// The moments that the running numbers stand for.
void moments_of_running(const float* running_mean, const float* running_variance, std::int64_t width,
                        const ColumnMoments& moments);

/// y = (x - mean) * inverse * scale + shift.
void normalise_columns(const float* x, std::int64_t rows, std::int64_t width, const ColumnMoments& moments, const float* scale,
                       const float* shift, float* y);

/// Adds to the gradients of scale and shift, and replaces the gradient of y by that of x, whose moments are over the same rows.
void normalise_columns_gradient(const float* x, std::int64_t rows, std::int64_t width, const ColumnMoments& moments,
                                const float* scale, float* gradient, float* scale_gradient, float* shift_gradient);

}  // namespace ndpool
