// The largest eigenpair of a small dense symmetric matrix: Householder tridiagonalisation, bisection on Sturm
// counts for the value, inverse iteration for the vector.
#include <algorithm>
#include <cmath>
#include <limits>

#include "ndpool/cut/eigen_solvers.hpp"
#include "ndpool/cut/vector_kernels.hpp"

namespace ndpool {

namespace {

/// T = Q^T A Q with diagonal and off_diagonal[i] = T(i, i + 1). Column k of `reflectors` (stored as row k) holds
/// the Householder vector of step k, with Q = H_0 H_1 ... and H_k = I - 2 v v^T.
struct Tridiagonal {
    std::vector<double> diagonal;
    std::vector<double> off_diagonal;
    std::vector<double> reflectors;
};

Tridiagonal tridiagonalise(std::vector<double> a, std::size_t n) {
    Tridiagonal t{std::vector<double>(n), std::vector<double>(n, 0.0), std::vector<double>(n * n, 0.0)};
    std::vector<double> p(n);
    for (std::size_t k = 0; k + 2 < n; ++k) {
        // v reflects the part of row k right of the diagonal onto a multiple of the first unit vector.
        const std::span<double> v(t.reflectors.data() + k * n + k + 1, n - k - 1);
        std::copy_n(a.begin() + static_cast<std::ptrdiff_t>(k * n + k + 1), v.size(), v.begin());
        const double length = norm(v);
        if (length == 0) {
            continue;
        }
        t.off_diagonal[k] = v[0] > 0 ? -length : length;
        v[0] -= t.off_diagonal[k];
        scale(1 / norm(v), v);
        // A <- H A H = A - 2 v q^T - 2 q v^T with p = A v and q = p - (v^T p) v.
        const std::span<double> q(p.data(), v.size());
        for (std::size_t i = 0; i < v.size(); ++i) {
            q[i] = dot({a.data() + (k + 1 + i) * n + k + 1, v.size()}, v);
        }
        add_scaled(-dot(v, q), v, q);
        for (std::size_t i = 0; i < v.size(); ++i) {
            double* row = a.data() + (k + 1 + i) * n + k + 1;
            const double vi = 2 * v[i];
            const double qi = 2 * q[i];
            for (std::size_t j = 0; j < v.size(); ++j) {
                row[j] -= vi * q[j] + qi * v[j];
            }
        }
    }
    for (std::size_t i = 0; i < n; ++i) {
        t.diagonal[i] = a[i * n + i];
    }
    if (n >= 2) {
        t.off_diagonal[n - 2] = a[(n - 2) * n + n - 1];
    }
    return t;
}

/// Whether T has an eigenvalue above x: a pivot of the elimination of T - x I is then positive.
bool has_eigenvalue_above(const Tridiagonal& t, double x) {
    double pivot = t.diagonal[0] - x;
    for (std::size_t i = 1; pivot < 0 && i < t.diagonal.size(); ++i) {
        pivot = t.diagonal[i] - x - t.off_diagonal[i - 1] * t.off_diagonal[i - 1] / pivot;
    }
    return pivot >= 0;
}

double largest_eigenvalue(const Tridiagonal& t) {
    double low = *std::max_element(t.diagonal.begin(), t.diagonal.end());  // a Rayleigh quotient
    double high = low;
    for (std::size_t i = 0; i < t.diagonal.size(); ++i) {  // Gershgorin
        const double left = i > 0 ? std::abs(t.off_diagonal[i - 1]) : 0;
        high = std::max(high, t.diagonal[i] + left + std::abs(t.off_diagonal[i]));
    }
    while (true) {
        const double middle = 0.5 * (low + high);
        if (middle <= low || middle >= high) {
            return high;
        }
        (has_eigenvalue_above(t, middle) ? low : high) = middle;
    }
}

/// Solves (T - shift I) x = b in place by elimination with row exchanges; tiny pivots are replaced, which
/// is what makes inverse iteration at an eigenvalue work.
void solve_shifted(const Tridiagonal& t, double shift, std::span<double> b) {
    const std::size_t n = b.size();
    std::vector<double> d(t.diagonal);  // pivots
    std::vector<double> u(t.off_diagonal);
    std::vector<double> uu(n, 0.0);  // second superdiagonal, filled by exchanges
    for (double& value : d) {
        value -= shift;
    }
    double largest = std::numeric_limits<double>::min();
    for (std::size_t i = 0; i < n; ++i) {
        largest = std::max({largest, std::abs(d[i]), std::abs(u[i])});
    }
    const double tiny = largest * std::numeric_limits<double>::epsilon();
    for (std::size_t i = 0; i + 1 < n; ++i) {
        double below = t.off_diagonal[i];
        if (std::abs(below) > std::abs(d[i])) {
            std::swap(d[i], below);
            std::swap(u[i], d[i + 1]);
            uu[i] = u[i + 1];
            u[i + 1] = 0;
            std::swap(b[i], b[i + 1]);
        }
        if (std::abs(d[i]) < tiny) {
            d[i] = tiny;
        }
        const double factor = below / d[i];
        d[i + 1] -= factor * u[i];
        u[i + 1] -= factor * uu[i];
        b[i + 1] -= factor * b[i];
    }
    if (std::abs(d[n - 1]) < tiny) {
        d[n - 1] = tiny;
    }
    for (std::size_t i = n; i-- > 0;) {
        double value = b[i];
        value -= i + 1 < n ? u[i] * b[i + 1] : 0.0;
        value -= i + 2 < n ? uu[i] * b[i + 2] : 0.0;
        b[i] = value / d[i];
    }
}

void back_transform(const Tridiagonal& t, std::span<double> x) {
    const std::size_t n = x.size();
    for (std::size_t k = n >= 2 ? n - 2 : 0; k-- > 0;) {
        const std::span<const double> v(t.reflectors.data() + k * n + k + 1, n - k - 1);
        const std::span<double> tail = x.subspan(k + 1);
        add_scaled(-2 * dot(v, tail), v, tail);
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
    for (pair.iterations = 0; pair.iterations < inverse_iterations; ++pair.iterations) {
        solve_shifted(t, pair.value, pair.vector);
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
