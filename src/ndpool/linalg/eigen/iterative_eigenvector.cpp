// The largest eigenpair of a Laplacian by Lanczos' method. Nothing is reorthogonalised: rounding makes the basis lose
// its orthogonality only towards eigenvectors that have been found already (Paige), which costs copies of them and no
// accuracy of the largest, and each step is one product and three passes over a vector.
#include "ndpool/linalg/eigen/iterative_eigenvector.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "ndpool/base/lanes.hpp"
#include "ndpool/base/memory.hpp"
#include "ndpool/base/run_vectorised.hpp"
#include "ndpool/base/stop.hpp"
#include "ndpool/linalg/eigen/tridiagonal.hpp"
#include "ndpool/linalg/vector_kernels.hpp"

namespace ndpool {

namespace {

constexpr int lanes = 8;

/// w -= factor * x, eight numbers from i on, which are returned too.
template <int bytes>
[[gnu::always_inline]] inline Lanes<double, lanes, bytes> subtract(double factor, const double* x, std::size_t i, double* w) {
    using Eight = Lanes<double, lanes, bytes>;
    const Eight result = Eight::load(w + i) - Eight::load(x + i) * factor;
    result.store(w + i);
    return result;
}

/// w -= factor * x, then the inner product of w and y.
struct SubtractThenDot {
    template <int bytes>
    [[gnu::always_inline]] static double run(double factor, const double* x, const double* y, std::size_t n, double* w) {
        auto sums = Lanes<double, lanes, bytes>::zero();
        for (std::size_t i = 0; i < n; i += lanes) {
            sums += subtract<bytes>(factor, x, i, w) * Lanes<double, lanes, bytes>::load(y + i);
        }
        return sum_of(sums);
    }
};

/// w -= factor * x, then the squared length of w.
struct SubtractThenSquare {
    template <int bytes>
    [[gnu::always_inline]] static double run(double factor, const double* x, std::size_t n, double* w) {
        auto sums = Lanes<double, lanes, bytes>::zero();
        for (std::size_t i = 0; i < n; i += lanes) {
            const auto value = subtract<bytes>(factor, x, i, w);
            sums += value * value;
        }
        return sum_of(sums);
    }
};

/// w *= factor
struct MultiplyBy {
    template <int bytes>
    [[gnu::always_inline]] static void run(double factor, std::size_t n, double* w) {
        for (std::size_t i = 0; i < n; i += lanes) {
            (Lanes<double, lanes, bytes>::load(w + i) * factor).store(w + i);
        }
    }
};

/// w -= factor * x
struct SubtractMultiple {
    template <int bytes>
    [[gnu::always_inline]] static void run(double factor, const double* x, std::size_t n, double* w) {
        for (std::size_t i = 0; i < n; i += lanes) {
            subtract<bytes>(factor, x, i, w);
        }
    }
};

/// The Lanczos vectors v_0, v_1, ... and T, the projection of the Laplacian onto them. As many vectors as fit are stored; the
/// later ones are computed a second time when they are needed, by the same operations and so with the same bits.
class LanczosBasis {
public:
    /// `start` is of unit length; couplings below `negligible` times the matrix end the recurrence.
    LanczosBasis(const LaplacianOperator& matrix, std::span<const double> start, double negligible, std::size_t most_numbers)
        : matrix_(matrix),
          length_(matrix.padded_size()),
          kept_(std::max<std::size_t>(2, most_numbers / length_)),
          negligible_(negligible) {
        constexpr std::size_t usual_steps = 64;
        constexpr std::size_t long_vector = 1024;
        constexpr std::size_t many_steps = 256;  // reserved memory that stays unused costs nothing if it is large
        vectors_.reserve(std::min(kept_, length_ < long_vector ? usual_steps : many_steps) * length_);
        prefer_large_pages(vectors_.data(), vectors_.capacity() * sizeof(double));
        projection_.diagonal.reserve(usual_steps);
        projection_.off_diagonal.reserve(usual_steps);
        vectors_.assign(start.begin(), start.end());
        vectors_.resize(length_, 0.0);
    }

    [[nodiscard]] const Tridiagonal& projection() const { return projection_; }
    [[nodiscard]] std::size_t steps() const { return projection_.size(); }
    [[nodiscard]] std::size_t size() const { return matrix_.size(); }

    /// Adds a row to T; false if the vectors span the whole Krylov space of the start vector, so that there is no further one.
    bool extend() {
        const std::size_t j = steps();
        make_room_for(j + 1);
        double* next = vector(j + 1);
        matrix_.apply(vector(j), next);
        const double before = j > 0 ? projection_.off_diagonal[j - 1] : 0;
        const double alpha = run_vectorised<SubtractThenDot>(before, vector(j > 0 ? j - 1 : 0), vector(j), length_, next);
        const double beta = std::sqrt(run_vectorised<SubtractThenSquare>(alpha, vector(j), length_, next));
        projection_.diagonal.push_back(alpha);
        projection_.off_diagonal.push_back(beta);
        largest_ = std::max(largest_, std::abs(alpha) + beta);
        if (beta <= negligible_ * largest_) {
            return false;
        }
        run_vectorised<MultiplyBy>(1 / beta, length_, next);
        return true;
    }

    /// Whether the last coupling is so small that the Krylov space may be complete: more steps would add rounding errors, which
    /// pick an arbitrary vector in the space of a multiple eigenvalue.
    [[nodiscard]] bool is_nearly_complete() const { return projection_.off_diagonal.back() < 0.02 * largest_; }

    /// The sum of coefficients[j] v_j. Vectors that were not stored are computed again.
    std::vector<double> combination(std::span<const double> coefficients) {
        std::vector<double> sum(length_, 0.0);
        for (std::size_t j = 0; j < coefficients.size(); ++j) {
            if (j >= kept_) {
                remake(j);
            }
            run_vectorised<SubtractMultiple>(-coefficients[j], vector(j), length_, sum.data());
        }
        return sum;
    }

private:
    double* vector(std::size_t j) {
        return j < kept_ ? vectors_.data() + j * length_ : later_.data() + (j - kept_) % 3 * length_;
    }

    void make_room_for(std::size_t j) {
        if (j < kept_) {
            vectors_.resize((j + 1) * length_);
        } else if (later_.empty()) {
            later_.resize(3 * length_);
        }
    }

    void remake(std::size_t j) {
        double* next = vector(j);
        matrix_.apply(vector(j - 1), next);
        const double before = j > 1 ? projection_.off_diagonal[j - 2] : 0;
        run_vectorised<SubtractMultiple>(before, vector(j > 1 ? j - 2 : 0), length_, next);
        run_vectorised<SubtractMultiple>(projection_.diagonal[j - 1], vector(j - 1), length_, next);
        run_vectorised<MultiplyBy>(1 / projection_.off_diagonal[j - 1], length_, next);
    }

    const LaplacianOperator& matrix_;
    std::size_t length_;
    std::size_t kept_;
    double negligible_;
    std::vector<double> vectors_;
    std::vector<double> later_;  ///< the last three of those that are not stored
    Tridiagonal projection_;
    double largest_ = 0;
};

/// When to compute the top of T again: at the step where the residual will have reached its goal if it falls at the same rate
/// as between the last two times, counted in whole powers of two.
class LookAhead {
public:
    std::size_t next_after(std::size_t steps, double residual, double goal) {
        const int exponent = std::ilogb(std::max(residual, std::numeric_limits<double>::min()));
        const int missing = exponent - std::ilogb(goal);
        const int gained = exponent_before_ - exponent;
        std::size_t wait = steps / 4;
        if (gained > 0 && missing > 0) {
            wait = std::min(steps / 2,
                            (steps - steps_before_) * static_cast<std::size_t>(missing) / static_cast<std::size_t>(gained));
        }
        steps_before_ = steps;
        exponent_before_ = exponent;
        return steps + std::max(least_wait, wait);
    }

private:
    static constexpr std::size_t least_wait = 3;
    std::size_t steps_before_ = 0;
    int exponent_before_ = 0;
};

/// Extends the basis until the top of T is within the tolerance, as estimated from T alone, or the steps are used up.
TridiagonalTop settled_top(LanczosBasis& basis, double tolerance, std::size_t most_steps) {
    const std::size_t first_look = std::min(basis.size(), std::clamp<std::size_t>(basis.size() * 3 / 4, 10, 32));
    LookAhead look_ahead;
    TridiagonalTop top;
    double guess = std::numeric_limits<double>::infinity();
    for (std::size_t look = first_look;;) {
        bool ended = false;
        look = std::min(look, most_steps);
        do {
            stop_if_requested();
            ended = !basis.extend();
        } while (!ended && basis.steps() < look && !basis.is_nearly_complete());
        find_top(basis.projection(), guess, top);
        const double residual = basis.projection().off_diagonal.back() * std::abs(top.vector.back());
        const double goal = 0.5 * tolerance * top.value;  // half: this residual does not contain all rounding errors
        if (ended || residual <= goal || basis.steps() >= most_steps) {
            return top;
        }
        guess = top.value + residual;
        look = look_ahead.next_after(basis.steps(), residual, goal);
    }
}

/// Value and residual of a vector that is made of unit length.
void judge(const LaplacianOperator& matrix, std::vector<double>& vector, TopEigenpair& pair) {
    std::vector<double> product(matrix.padded_size());
    scale(1 / norm(vector), vector);
    matrix.apply(vector.data(), product.data());
    pair.value = dot(vector, product);
    add_scaled(-pair.value, vector, product);
    pair.residual = norm(product);
}

}  // namespace

TopEigenpair iterative_top_eigenpair(const LaplacianOperator& matrix, double tolerance, int most_steps, Seed seed,
                                     std::size_t most_numbers) {
    TopEigenpair pair;
    pair.vector = random_unit_vector(matrix.size(), seed);
    pair.converged = false;
    // A second round is rare: it is needed if rounding errors spoilt a vector that has converged according to T.
    while (!pair.converged && pair.iterations < most_steps) {
        LanczosBasis basis(matrix, pair.vector, 0.1 * tolerance, most_numbers);
        const TridiagonalTop top = settled_top(basis, tolerance, static_cast<std::size_t>(most_steps - pair.iterations));
        pair.iterations += static_cast<int>(basis.steps());
        pair.vector = basis.combination(top.vector);
        judge(matrix, pair.vector, pair);
        pair.converged = pair.residual <= tolerance * pair.value;
    }
    pair.vector.resize(matrix.size());
    return pair;
}

}  // namespace ndpool
