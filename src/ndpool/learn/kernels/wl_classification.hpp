#pragma once

#include <span>
#include <vector>

#include "ndpool/base/progress.hpp"
#include "ndpool/learn/data/folds.hpp"
#include "ndpool/learn/kernels/wl_kernel.hpp"

namespace ndpool {

/// The values that are tried for each fold. The paper gives none; these are usual for this kernel.
struct WlOptions {
    std::vector<int> rounds = {0, 1, 2, 3, 4, 5};                      ///< of refinement, ascending
    std::vector<double> costs = {1e-3, 1e-2, 1e-1, 1, 1e1, 1e2, 1e3};  ///< C of the support vector machine, ascending
};

/// What was chosen for a fold, and how well it did. Accuracies are fractions of graphs, in [0, 1].
struct WlFold {
    int rounds = 0;
    double cost = 0;
    double validation_accuracy = 0;
    double test_accuracy = 0;

    bool operator==(const WlFold&) const = default;
};

/// Classification of graphs by the normalised Weisfeiler-Lehman subtree kernel and support vector machines. For each fold,
/// rounds and cost are those that do best on its validation graphs when trained on its training graphs (fewer rounds, then a
/// smaller cost, if several do); then a machine is trained on both and tested. Throws InvalidInput if graphs have no labels, if
/// there are no values to try, or if there is a choice to make for a fold without validation graphs.
[[nodiscard]] std::vector<WlFold> wl_classification(const Dataset& dataset, std::span<const Fold> folds,
                                                    const WlOptions& options = {}, const Parallel& parallel = {},
                                                    const Progress& progress = {});

}  // namespace ndpool
