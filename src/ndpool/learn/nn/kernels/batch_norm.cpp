#include "ndpool/learn/nn/kernels/batch_norm.hpp"

#include <cmath>
#include <vector>

#include "ndpool/base/run_vectorised.hpp"

namespace ndpool {

namespace {

/// Sums of columns in double precision, row after row.
struct ColumnSums {
    template <int bytes>
    [[gnu::always_inline]] static void run(const float* x, std::int64_t rows, std::int64_t width, double* sums) {
        for (std::int64_t row = 0; row < rows; ++row) {
            for (std::int64_t c = 0; c < width; ++c) {
                sums[c] += x[row * width + c];
            }
        }
    }
};

struct ColumnSquares {
    template <int bytes>
    [[gnu::always_inline]] static void run(const float* x, std::int64_t rows, std::int64_t width, const double* means,
                                           double* sums) {
        for (std::int64_t row = 0; row < rows; ++row) {
            for (std::int64_t c = 0; c < width; ++c) {
                const double centred = x[row * width + c] - means[c];
                sums[c] += centred * centred;
            }
        }
    }
};

struct Normalise {
    template <int bytes>
    [[gnu::always_inline]] static void run(const float* x, std::int64_t rows, std::int64_t width, const float* factor,
                                           const float* offset, float* y) {
        for (std::int64_t row = 0; row < rows; ++row) {
            for (std::int64_t c = 0; c < width; ++c) {
                y[row * width + c] = x[row * width + c] * factor[c] + offset[c];
            }
        }
    }
};

/// Sums of the gradient, and of the gradient times the normalised numbers.
struct GradientSums {
    template <int bytes>
    [[gnu::always_inline]] static void run(const float* x, const float* gradient, std::int64_t rows, std::int64_t width,
                                           const float* mean, const float* inverse, double* sums, double* products) {
        for (std::int64_t row = 0; row < rows; ++row) {
            for (std::int64_t c = 0; c < width; ++c) {
                const float g = gradient[row * width + c];
                sums[c] += g;
                products[c] += g * ((x[row * width + c] - mean[c]) * inverse[c]);
            }
        }
    }
};

/// gradient = gradient * factor + x * slope + offset.
struct PutGradient {
    template <int bytes>
    [[gnu::always_inline]] static void run(const float* x, float* gradient, std::int64_t rows, std::int64_t width,
                                           const float* factor, const float* slope, const float* offset) {
        for (std::int64_t row = 0; row < rows; ++row) {
            for (std::int64_t c = 0; c < width; ++c) {
                float& g = gradient[row * width + c];
                g = g * factor[c] + x[row * width + c] * slope[c] + offset[c];
            }
        }
    }
};

}  // namespace

void find_moments(const float* x, std::int64_t rows, std::int64_t width, const ColumnMoments& moments, float* running_mean,
                  float* running_variance) {
    std::vector<double> means(static_cast<std::size_t>(width), 0);
    std::vector<double> squares(means.size(), 0);
    run_vectorised<ColumnSums>(x, rows, width, means.data());
    const auto count = static_cast<double>(rows);
    for (double& mean : means) {
        mean /= count;
    }
    run_vectorised<ColumnSquares>(x, rows, width, means.data(), squares.data());
    for (std::int64_t c = 0; c < width; ++c) {
        moments.mean[c] = static_cast<float>(means[c]);
        moments.inverse[c] = static_cast<float>(1 / std::sqrt(squares[c] / count + batch_norm_epsilon));
        running_mean[c] = static_cast<float>((1 - batch_norm_momentum) * running_mean[c] + batch_norm_momentum * means[c]);
        running_variance[c] =
            static_cast<float>((1 - batch_norm_momentum) * running_variance[c] + batch_norm_momentum * squares[c] / (count - 1));
    }
}

void moments_of_running(const float* running_mean, const float* running_variance, std::int64_t width,
                        const ColumnMoments& moments) {
    for (std::int64_t c = 0; c < width; ++c) {
        moments.mean[c] = running_mean[c];
        moments.inverse[c] = static_cast<float>(1 / std::sqrt(running_variance[c] + batch_norm_epsilon));
    }
}

void normalise_columns(const float* x, std::int64_t rows, std::int64_t width, const ColumnMoments& moments, const float* scale,
                       const float* shift, float* y) {
    std::vector<float> factor(static_cast<std::size_t>(width));
    std::vector<float> offset(factor.size());
    for (std::int64_t c = 0; c < width; ++c) {
        factor[c] = scale[c] * moments.inverse[c];
        offset[c] = shift[c] - moments.mean[c] * factor[c];
    }
    run_vectorised<Normalise>(x, rows, width, factor.data(), offset.data(), y);
}

void normalise_columns_gradient(const float* x, std::int64_t rows, std::int64_t width, const ColumnMoments& moments,
                                const float* scale, float* gradient, float* scale_gradient, float* shift_gradient) {
    std::vector<double> sums(static_cast<std::size_t>(width), 0);
    std::vector<double> products(sums.size(), 0);
    run_vectorised<GradientSums>(x, gradient, rows, width, moments.mean, moments.inverse, sums.data(), products.data());
    std::vector<float> factor(sums.size());
    std::vector<float> slope(sums.size());
    std::vector<float> offset(sums.size());
    const auto count = static_cast<double>(rows);
    for (std::int64_t c = 0; c < width; ++c) {
        scale_gradient[c] += static_cast<float>(products[c]);
        shift_gradient[c] += static_cast<float>(sums[c]);
        const double whole = static_cast<double>(scale[c]) * moments.inverse[c];
        const double by_deviation = whole * products[c] / count * moments.inverse[c];
        factor[c] = static_cast<float>(whole);
        slope[c] = static_cast<float>(-by_deviation);
        offset[c] = static_cast<float>(by_deviation * moments.mean[c] - whole * sums[c] / count);
    }
    run_vectorised<PutGradient>(x, gradient, rows, width, factor.data(), slope.data(), offset.data());
}

}  // namespace ndpool
