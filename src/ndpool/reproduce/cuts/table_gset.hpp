#pragma once

#include "ndpool/reproduce/experiment_list.hpp"

namespace ndpool {

/// Cuts of the Gset instances over the best known ones: run if a folder of them with best_known.csv is in `data`, else from
/// gset.txt in `results`.
[[nodiscard]] ReportFigure table_gset(const ExperimentOptions& options, Seed seed);

}  // namespace ndpool
