#include "ndpool/analysis/perturbation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "ndpool/linalg/eigen/symmetric_eigen.hpp"

namespace ndpool {

PerturbationReport adjacency_perturbation(const Graph& original, const Graph& sparsified, double tolerance) {
    if (original.node_count() != sparsified.node_count()) {
        throw InvalidInput(fmt::format("the sparsified graph has {} nodes, expected the {} of the original",
                                       sparsified.node_count(), original.node_count()));
    }
    require_dense_fits(original.node_count(), 5, "the perturbation");
    const Eigen::MatrixXd adjacency = to_dense(original.adjacency());
    const Eigen::MatrixXd changed = to_dense(sparsified.adjacency());
    const Eigen::MatrixXd change = changed - adjacency;
    const EigenPairs before = symmetric_eigenpairs(adjacency);
    const Eigen::VectorXd after = symmetric_eigenvalues(changed);
    const Eigen::VectorXd of_change = symmetric_eigenvalues(change);

    PerturbationReport report;
    if (original.node_count() == 0) {
        return report;
    }
    const double rounding = tolerance * std::max(before.values.cwiseAbs().maxCoeff(), after.cwiseAbs().maxCoeff());
    for (Eigen::Index i = original.node_count() - 1; i >= 0; --i) {
        EigenvalueShift shift{.original = before.values[i], .sparsified = after[i]};
        shift.first_order = before.vectors.col(i).dot(change * before.vectors.col(i));
        shift.within_first_order = shift.sparsified <= shift.original + shift.first_order + rounding;
        report.beyond_first_order += shift.within_first_order ? 0 : 1;
        report.largest_shift = std::max(report.largest_shift, std::abs(shift.sparsified - shift.original));
        report.shifts.push_back(shift);
    }
    report.change_norm = of_change.cwiseAbs().maxCoeff();
    report.largest_dropped_row_sum = change.cwiseAbs().rowwise().sum().maxCoeff();
    report.within_weyl =
        report.largest_shift <= report.change_norm + rounding && report.change_norm <= report.largest_dropped_row_sum + rounding;
    return report;
}

}  // namespace ndpool
