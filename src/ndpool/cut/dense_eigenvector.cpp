// The largest eigenpair of a small dense symmetric matrix: Householder tridiagonalisation, Laguerre's
// iteration for the value, inverse iteration for the vector.
#include <algorithm>
#include <cmath>
#include <limits>

#include "ndpool/base/wide_vectors.hpp"
#include "ndpool/cut/eigen_solvers.hpp"
#include "ndpool/cut/vector_kernels.hpp"

namespace ndpool {

namespace {

/// T = Q^T A Q with its diagonal and off_diagonal[i] = T(i, i + 1). Row i of `reflectors` holds, left of the
/// diagonal, the unit vector v of the reflection H_i = I - 2 v v^T on the nodes before i, and Q = H_(n-1) ... H_2.
struct Tridiagonal {
    std::vector<double> diagonal;
    std::vector<double> off_diagonal;
    std::vector<double> reflectors;
};

/// product = A v for the symmetric matrix of which rows have `stride` numbers and only the lower triangle is read. Each
/// row is read once, for its own sum and for the columns above.
[[gnu::always_inline]] inline void multiply_lower(const double* a, std::size_t stride, std::span<const double> v,
                                                  std::span<double> product) {
    for (std::size_t i = 0; i < v.size(); ++i) {
        const double* row = a + i * stride;
        product[i] = dot({row, i}, v.first(i)) + row[i] * v[i];
        add_scaled(v[i], {row, i}, product.first(i));
    }
}

/// Householder's reduction from the last row up; takes the matrix, of which the lower triangle is read.
NDPOOL_FOR_WIDE_VECTORS
Tridiagonal tridiagonalise(std::vector<double> a, std::size_t n) {
    Tridiagonal t{std::vector<double>(n), std::vector<double>(n, 0.0), {}};
    std::vector<double> buffer(n);
    for (std::size_t i = n - 1; i >= 2 && i < n; --i) {
        // v reflects row i left of the diagonal onto a multiple of the last unit vector.
        const std::span<double> v(a.data() + i * n, i);
        const double length = norm(v);
        if (length == 0) {
            continue;
        }
        t.off_diagonal[i - 1] = v[i - 1] > 0 ? -length : length;
        v[i - 1] -= t.off_diagonal[i - 1];
        scale(1 / norm(v), v);
        // A <- H A H = A - 2 v q^T - 2 q v^T with q = A v - (v^T A v) v.
        const std::span<double> q(buffer.data(), i);
        multiply_lower(a.data(), n, v, q);
        add_scaled(-dot(v, q), v, q);
        for (std::size_t r = 0; r < i; ++r) {
            double* row = a.data() + r * n;
            const double vr = 2 * v[r];
            const double qr = 2 * q[r];
            for (std::size_t c = 0; c <= r; ++c) {
                row[c] -= vr * q[c] + qr * v[c];
            }
        }
    }
    for (std::size_t i = 0; i < n; ++i) {
        t.diagonal[i] = a[i * n + i];
    }
    if (n >= 2) {
        t.off_diagonal[0] = a[n];
    }
    t.reflectors = std::move(a);
    return t;
}

/// Whether T has an eigenvalue of at least x: a pivot of the elimination of T - x I is then not negative.
bool reaches(const Tridiagonal& t, double x) {
    double pivot = t.diagonal[0] - x;
    for (std::size_t i = 1; pivot < 0 && i < t.diagonal.size(); ++i) {
        pivot = t.diagonal[i] - x - t.off_diagonal[i - 1] * t.off_diagonal[i - 1] / pivot;
    }
    return pivot >= 0;
}

/// One step of Laguerre's iteration for the largest root of the characteristic polynomial, from x above it. The pivots
/// of x I - T, whose product the polynomial is, and their first two derivatives come from one recurrence. From
/// above the iteration never passes the root.
double laguerre_step(const Tridiagonal& t, double x) {
    double pivot = x - t.diagonal[0];
    double first = 1;
    double second = 0;
    double ratio = 1 / pivot;
    double g = ratio;          // sum of 1 / (x - lambda)
    double h = ratio * ratio;  // sum of 1 / (x - lambda)^2
    for (std::size_t i = 1; i < t.diagonal.size(); ++i) {
        const double u = t.off_diagonal[i - 1] * t.off_diagonal[i - 1] * ratio;
        const double next_second = u * ratio * (second - 2 * first * first * ratio);
        first = 1 + u * ratio * first;
        second = next_second;
        pivot = (x - t.diagonal[i]) - u;
        ratio = 1 / pivot;
        g += first * ratio;
        h += first * ratio * (first * ratio) - second * ratio;
    }
    const auto n = static_cast<double>(t.diagonal.size());
    return x - n / (g + std::sqrt(std::max(0.0, (n - 1) * (n * h - g * g))));
}

double largest_eigenvalue(const Tridiagonal& t) {
    constexpr int most_steps = 30;  // cubic convergence takes five; multiple roots are linear
    double low = *std::max_element(t.diagonal.begin(), t.diagonal.end());  // a Rayleigh quotient
    double high = low;
    for (std::size_t i = 0; i < t.diagonal.size(); ++i) {  // Gershgorin
        const double left = i > 0 ? std::abs(t.off_diagonal[i - 1]) : 0;
        high = std::max(high, t.diagonal[i] + left + std::abs(t.off_diagonal[i]));
    }
    double above = high * (1 + 1e-14) + std::numeric_limits<double>::min();
    for (int step = 0; step < most_steps && !reaches(t, above); ++step) {
        const double next = laguerre_step(t, above);
        if (!(next < above)) {
            break;
        }
        const bool settled = above - next <= 4 * std::numeric_limits<double>::epsilon() * above;
        high = above;
        above = next;
        if (settled) {
            break;
        }
    }
    (reaches(t, above) ? low : high) = above;
    // What rounding left open is a few bits; a multiple root may leave more.
    while (true) {
        const double middle = 0.5 * (low + high);
        if (middle <= low || middle >= high || high - low <= 4 * std::numeric_limits<double>::epsilon() * high) {
            return high;
        }
        (reaches(t, middle) ? low : high) = middle;
    }
}

/// T - shift I as a product of factors, rows exchanged for stability; tiny pivots are replaced, which is what makes inverse
/// iteration at an eigenvalue work.
class ShiftedFactors {
public:
    ShiftedFactors(const Tridiagonal& t, double shift)
        : pivots_(t.diagonal),
          above_(t.off_diagonal),
          second_(t.diagonal.size(), 0.0),
          factors_(t.diagonal.size()),
          exchanged_(t.diagonal.size(), false) {
        const std::size_t n = pivots_.size();
        double largest = std::numeric_limits<double>::min();
        for (std::size_t i = 0; i < n; ++i) {
            pivots_[i] -= shift;
            largest = std::max({largest, std::abs(pivots_[i]), std::abs(above_[i])});
        }
        const double tiny = largest * std::numeric_limits<double>::epsilon();
        for (std::size_t i = 0; i + 1 < n; ++i) {
            double below = t.off_diagonal[i];
            if (std::abs(below) > std::abs(pivots_[i])) {
                exchanged_[i] = true;
                std::swap(pivots_[i], below);
                std::swap(above_[i], pivots_[i + 1]);
                second_[i] = above_[i + 1];
                above_[i + 1] = 0;
            }
            keep_away_from_zero(pivots_[i], tiny);
            factors_[i] = below / pivots_[i];
            pivots_[i + 1] -= factors_[i] * above_[i];
            above_[i + 1] -= factors_[i] * second_[i];
        }
        keep_away_from_zero(pivots_[n - 1], tiny);
    }

    void solve(std::span<double> b) const {
        const std::size_t n = b.size();
        for (std::size_t i = 0; i + 1 < n; ++i) {
            if (exchanged_[i]) {
                std::swap(b[i], b[i + 1]);
            }
            b[i + 1] -= factors_[i] * b[i];
        }
        for (std::size_t i = n; i-- > 0;) {
            double value = b[i];
            value -= i + 1 < n ? above_[i] * b[i + 1] : 0.0;
            value -= i + 2 < n ? second_[i] * b[i + 2] : 0.0;
            b[i] = value / pivots_[i];
        }
    }

private:
    static void keep_away_from_zero(double& pivot, double tiny) {
        if (std::abs(pivot) < tiny) {
            pivot = tiny;
        }
    }

    std::vector<double> pivots_;
    std::vector<double> above_;   ///< first superdiagonal
    std::vector<double> second_;  ///< second superdiagonal, filled by exchanges
    std::vector<double> factors_;
    std::vector<bool> exchanged_;
};

NDPOOL_FOR_WIDE_VECTORS
void back_transform(const Tridiagonal& t, std::span<double> x) {
    const std::size_t n = x.size();
    for (std::size_t i = 2; i < n; ++i) {
        const std::span<const double> v(t.reflectors.data() + i * n, i);
        if (t.off_diagonal[i - 1] != 0) {
            add_scaled(-2 * dot(v, x.first(i)), v, x.first(i));
        }
    }
}

}  // namespace

TopEigenpair dense_top_eigenpair(LaplacianOperator& matrix, Seed seed) {
    constexpr int inverse_iterations = 3;
    const std::size_t n = matrix.size();
    const Tridiagonal t = tridiagonalise(matrix.dense(), n);

    TopEigenpair pair;
    pair.value = largest_eigenvalue(t);
    pair.vector = random_unit_vector(n, seed);
    const ShiftedFactors factors(t, pair.value);
    for (pair.iterations = 0; pair.iterations < inverse_iterations; ++pair.iterations) {
        factors.solve(pair.vector);
        const double largest = std::abs(*std::max_element(pair.vector.begin(), pair.vector.end(),
                                                          [](double a, double b) { return std::abs(a) < std::abs(b); }));
        scale(1 / largest, pair.vector);  // first by the largest entry: squares of the solution could overflow
        scale(1 / norm(pair.vector), pair.vector);
    }
    back_transform(t, pair.vector);

    std::vector<double> product(n);
    matrix.apply(pair.vector, product);
    add_scaled(-pair.value, pair.vector, product);
    pair.residual = norm(product);
    return pair;
}

}  // namespace ndpool
