#pragma once

#include "ndpool/reproduce/experiment_list.hpp"

namespace ndpool {

/// What the paper only mentions: the threshold beside sampling by effective resistance (Spielman and Srivastava 2011), the
/// practical relative of the sparsification of Batson et al.: spectral distance against edges left.
[[nodiscard]] ReportFigure fig_sparsifiers(const ExperimentOptions& options, Seed seed);

}  // namespace ndpool
