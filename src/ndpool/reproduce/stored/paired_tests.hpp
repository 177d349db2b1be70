#pragma once

#include <span>
#include <vector>

namespace ndpool {

/// Two-sided p-value of the paired t-test for two lists of accuracies on the same folds. With `test_over_train` > 0 the variance
/// is corrected for training sets that overlap (Nadeau and Bengio 2003): 1/9 for ten folds. 1 if the lists are equal, 0 if they
/// differ by the same amount everywhere. Needs at least two folds and lists of one length.
[[nodiscard]] double paired_t_test(std::span<const double> a, std::span<const double> b, double test_over_train);

/// Holm's adjusted p-values, in the order given: the family-wise error is at most alpha if those of at most alpha are rejected.
[[nodiscard]] std::vector<double> holm_adjusted(std::span<const double> p_values);

}  // namespace ndpool
