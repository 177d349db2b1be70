#pragma once

#include <span>
#include <vector>

// Internal to linalg/eigen/: the end of both eigensolvers.
namespace ndpool {

/// A symmetric tridiagonal matrix T: diagonal[i] = T(i, i) and off_diagonal[i] = T(i, i + 1), at least size() - 1 of them.
struct Tridiagonal {
    std::vector<double> diagonal;
    std::vector<double> off_diagonal;

    [[nodiscard]] std::size_t size() const { return diagonal.size(); }
};

/// The largest eigenvalue of a tridiagonal matrix and its unit eigenvector.
struct TridiagonalTop {
    double value = 0;  ///< not below the eigenvalue and above it by a few roundings
    std::vector<double> vector;
    std::vector<double> factors;  ///< room for the work
};

/// By Laguerre's iteration from above and inverse iteration. `guess` is tried first as a number above the eigenvalue, and does
/// no harm if it is not; without one, use infinity.
void find_top(const Tridiagonal& t, double guess, TridiagonalTop& top);

}  // namespace ndpool
