// The largest eigenpair of a small dense symmetric matrix: Householder tridiagonalisation, Laguerre's
// iteration for the value, inverse iteration for the vector.
#include "ndpool/linalg/eigen/dense_eigenvector.hpp"

#include <limits>
#include <utility>

#include "ndpool/base/aligned_vector.hpp"
#include "ndpool/base/lanes.hpp"
#include "ndpool/base/run_vectorised.hpp"
#include "ndpool/linalg/eigen/laplacian_operator.hpp"
#include "ndpool/linalg/eigen/tridiagonal.hpp"
#include "ndpool/linalg/vector_kernels.hpp"

namespace ndpool {

namespace {

/// The rows of a matrix in one piece. Those of a large one begin at cache lines: with AVX-512 the eigenvector of 100 nodes then
/// takes a quarter less time. Small ones, where asking for such memory would cost more than it saves, are as long as the matrix
/// is wide.
class Rows {
public:
    explicit Rows(std::size_t n) {
        constexpr std::size_t worth_padding = 64;
        if (n < worth_padding) {
            stride_ = n;
            values_.resize(n * n);
            begin_ = values_.data();
        } else {
            stride_ = padded(n);
            padded_values_.resize(n * stride_);
            begin_ = padded_values_.data();
        }
    }
    Rows(Rows&&) noexcept = default;  // a copy would need its own begin_
    [[nodiscard]] std::size_t stride() const { return stride_; }
    [[nodiscard]] double* operator[](std::size_t row) { return begin_ + row * stride_; }
    [[nodiscard]] const double* operator[](std::size_t row) const { return begin_ + row * stride_; }

private:
    std::size_t stride_ = 0;
    std::vector<double> values_;
    AlignedVector<double> padded_values_;
    double* begin_ = nullptr;  // moves with the vectors
};

/// T = Q^T A Q. Row i of `reflectors` holds, left of the diagonal, the unit vector v of the reflection H_i = I - 2 v v^T
/// on the nodes before i, and Q = H_(n-1) ... H_2.
struct Reduced {
    Tridiagonal t;
    Rows reflectors;
};

/// product = A v for the symmetric matrix of which rows have `stride` numbers and only the lower triangle is read. Each
/// row is read once, for its own sum and for the columns above; two rows at a time, so that v and the product are read once for
/// both. The first of the two is an even one: both then have the same whole groups of eight numbers.
template <int bytes>
[[gnu::always_inline]] inline void multiply_lower(const double* a, std::size_t stride, std::span<const double> v,
                                                  std::span<double> product) {
    using Eight = Lanes<double, 8, bytes>;
    std::size_t r = 0;
    for (; r + 2 <= v.size(); r += 2) {
        const double* const first = a + r * stride;
        const double* const second = first + stride;
        Eight sums = Eight::zero();
        Eight second_sums = Eight::zero();
        std::size_t c = 0;
        for (; c + 8 <= r; c += 8) {
            const Eight row = Eight::load(first + c);
            const Eight second_row = Eight::load(second + c);
            const Eight vs = Eight::load(v.data() + c);
            sums += row * vs;
            second_sums += second_row * vs;
            (Eight::load(product.data() + c) + row * v[r] + second_row * v[r + 1]).store(product.data() + c);
        }
        double tail = 0;
        double second_tail = 0;
        for (; c < r; ++c) {
            tail += first[c] * v[c];
            second_tail += second[c] * v[c];
            product[c] = product[c] + v[r] * first[c] + v[r + 1] * second[c];
        }
        second_tail += second[r] * v[r];
        product[r] = sum_of(sums) + tail + first[r] * v[r] + v[r + 1] * second[r];
        product[r + 1] = sum_of(second_sums) + second_tail + second[r + 1] * v[r + 1];
    }
    if (r < v.size()) {
        const std::span<const double> row(a + r * stride, r);
        product[r] = dot_and_add_scaled<bytes>(row, v.first(r), v[r], product.first(r)) + a[r * stride + r] * v[r];
    }
}

/// Lower triangle of A -= 2 v q^T + 2 q v^T, two rows at a time, so that v and q are read once for both. Entries right of the
/// diagonal are overwritten with meaningless values.
template <int bytes>
[[gnu::always_inline]] inline void subtract_products(double* a, std::size_t stride, std::span<const double> v,
                                                     std::span<const double> q) {
    constexpr std::size_t lanes = bytes / sizeof(double);
    using Part = Lanes<double, lanes, bytes>;
    for (std::size_t r = 0; r < v.size(); r += 2) {
        double* const first = a + r * stride;
        const bool is_last = r + 1 == v.size();
        double* const second = is_last ? first : first + stride;
        const double factors[] = {2 * v[r], 2 * q[r], 2 * v[is_last ? r : r + 1], 2 * q[is_last ? r : r + 1]};
        std::size_t c = 0;
        for (; !is_last && c <= r + 1 && c + lanes <= v.size(); c += lanes) {
            const Part qs = Part::load(q.data() + c);
            const Part vs = Part::load(v.data() + c);
            (Part::load(first + c) - (qs * factors[0] + vs * factors[1])).store(first + c);
            (Part::load(second + c) - (qs * factors[2] + vs * factors[3])).store(second + c);
        }
        for (std::size_t rest = c; rest <= r; ++rest) {
            first[rest] -= factors[0] * q[rest] + factors[1] * v[rest];
        }
        for (std::size_t rest = c; !is_last && rest <= r + 1; ++rest) {
            second[rest] -= factors[2] * q[rest] + factors[3] * v[rest];
        }
    }
}

/// Householder's reduction from the last row up; overwrites the matrix, of which the lower triangle is read.
struct ReduceByReflections {
    template <int bytes>
    [[gnu::always_inline]] static void run(Rows& a, std::size_t n, std::span<double> buffer, Tridiagonal& t) {
        for (std::size_t i = n - 1; i >= 2 && i < n; --i) {
            // v reflects row i left of the diagonal onto a multiple of the last unit vector.
            const std::span<double> v(a[i], i);
            const double length = norm<bytes>(v);
            if (length == 0) {
                continue;
            }
            t.off_diagonal[i - 1] = v[i - 1] > 0 ? -length : length;
            v[i - 1] -= t.off_diagonal[i - 1];
            scale(1 / norm<bytes>(v), v);
            // A <- H A H = A - 2 v q^T - 2 q v^T with q = A v - (v^T A v) v.
            const std::span<double> q = buffer.first(i);
            multiply_lower<bytes>(a[0], a.stride(), v, q);
            add_scaled(-dot<bytes>(v, q), v, q);
            subtract_products<bytes>(a[0], a.stride(), v, q);
        }
    }
};

Reduced tridiagonalise(Rows a, std::size_t n) {
    Tridiagonal t{std::vector<double>(n), std::vector<double>(n, 0.0)};
    std::vector<double> buffer(n);
    run_vectorised<ReduceByReflections>(a, n, std::span<double>(buffer), t);
    for (std::size_t i = 0; i < n; ++i) {
        t.diagonal[i] = a[i][i];
    }
    if (n >= 2) {
        t.off_diagonal[0] = a[1][0];
    }
    return {std::move(t), std::move(a)};
}

struct BackTransform {
    template <int bytes>
    [[gnu::always_inline]] static void run(const Reduced& reduced, std::span<double> x) {
        const std::size_t n = x.size();
        for (std::size_t i = 2; i < n; ++i) {
            const std::span<const double> v(reduced.reflectors[i], i);
            if (reduced.t.off_diagonal[i - 1] != 0) {
                add_scaled(-2 * dot<bytes>(v, x.first(i)), v, x.first(i));
            }
        }
    }
};

}  // namespace

TopEigenpair dense_top_eigenpair(const Graph& graph, Laplacian laplacian) {
    const auto n = static_cast<std::size_t>(graph.node_count());
    Rows matrix(n);
    write_full_laplacian(graph, laplacian, matrix.stride(), matrix[0]);
    const Reduced reduced = tridiagonalise(std::move(matrix), n);
    const Tridiagonal& t = reduced.t;
    TridiagonalTop top;
    find_top(t, std::numeric_limits<double>::infinity(), top);

    TopEigenpair pair;
    pair.vector = std::move(top.vector);
    std::span<const double> x = pair.vector;
    std::vector<double> product(n);
    for (std::size_t i = 0; i < n; ++i) {
        product[i] = t.diagonal[i] * x[i];
        product[i] += i > 0 ? t.off_diagonal[i - 1] * x[i - 1] : 0.0;
        product[i] += i + 1 < n ? t.off_diagonal[i] * x[i + 1] : 0.0;
    }
    // Reflections change no length: the residual of T is that of the whole matrix.
    pair.value = dot(x, product);
    add_scaled(-pair.value, x, product);
    pair.residual = norm(product);
    run_vectorised<BackTransform>(reduced, pair.vector);
    return pair;
}

}  // namespace ndpool
