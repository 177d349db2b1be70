#pragma once

#include <array>
#include <string_view>

#include "ndpool/reproduce/experiment_list.hpp"

namespace ndpool {

/// What the paper's figure shows: data sets and pools by the names of their folders, and for how many epochs.
constexpr std::array<std::string_view, 4> curve_data{"hard_recreated", "NCI1", "MUTAG", "Mutagenicity"};
constexpr std::array<std::string_view, 5> curve_methods{"diffpool", "topk", "graclus", "nmf", "ndp"};
constexpr int curve_epochs = 1000;

/// Supplement, training curves: accuracy in training and validation over the epochs, from runs/DATA/METHOD/curve.csv in a folder
/// fig-curves of the results or in one of the results itself.
[[nodiscard]] ReportFigure fig_curves(const ExperimentOptions& options, Seed seed);

}  // namespace ndpool
