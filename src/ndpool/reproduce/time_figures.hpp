#pragma once

#include "ndpool/reproduce/result_table.hpp"

namespace ndpool {

/// The paper's figures of training time, as <figure> elements: the seconds per epoch of every method on every dataset, and
/// their means against the mean accuracies, over the datasets that all methods were run on. Both tables have the same rows and
/// columns; a figure that would be empty is left out.
[[nodiscard]] std::vector<std::string> time_figures(const ResultTable& accuracy, const ResultTable& seconds);

}  // namespace ndpool
