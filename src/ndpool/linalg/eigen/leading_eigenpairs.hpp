// Internal: the largest eigenvalues of an operator that is given by its products with vectors.
#pragma once

#include <functional>

#include "ndpool/linalg/eigen/symmetric_eigen.hpp"

namespace ndpool {

/// A symmetric operator whose eigenvalues are positive, except that of the constant vectors if it maps these to zero.
struct SymmetricOperator {
    Eigen::Index size = 0;
    bool constants_vanish = false;
    std::function<Eigen::VectorXd(const Eigen::VectorXd&)> times;

    [[nodiscard]] Eigen::Index rank() const { return constants_vanish ? size - 1 : size; }
};

/// How the eigenvectors are found.
enum class EigenMethod : std::uint8_t {
    automatic,  ///< dense up to 200 rows or if a quarter of the spectrum is wanted, Lanczos beyond
    dense,
    lanczos,
};

/// The `count` largest eigenvalues, descending, with unit eigenvectors, or all positive ones if there are fewer. Multiple
/// eigenvalues are repeated by multiplicity. Throws NumericalFailure if Lanczos does not converge, TooLarge if a full matrix
/// does not fit.
[[nodiscard]] EigenPairs leading_eigenpairs(const SymmetricOperator& symmetric, Eigen::Index count,
                                            EigenMethod method = EigenMethod::automatic);

}  // namespace ndpool
