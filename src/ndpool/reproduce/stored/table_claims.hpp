#pragma once

#include "ndpool/reproduce/experiment_list.hpp"

namespace ndpool {

/// The paper's claims one by one with what we see, from tables and figures in `results` and from small measurements made here.
[[nodiscard]] ReportFigure table_claims(const ExperimentOptions& options, Seed seed);

}  // namespace ndpool
