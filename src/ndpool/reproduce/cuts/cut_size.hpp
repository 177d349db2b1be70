#pragma once

#include "ndpool/reproduce/experiment_list.hpp"

namespace ndpool {

/// The supplement's table of cut sizes: on 50 instances of each family the bound lambda_max^s / 2, the cuts by the signs of v_max
/// and of v_max^s (Eq. 5), and a random cut; then the cuts by both vectors with our sign rule, which places entries too small to
/// have a sign (round_signs). The paper gives no sizes; ours are chosen so that the bound matches the paper's.
[[nodiscard]] ResultTable cut_size_table(const ExperimentOptions& options, Seed seed);

/// The same as a figure, with a verdict.
[[nodiscard]] ReportFigure table_cuts(const ExperimentOptions& options, Seed seed);

}  // namespace ndpool
