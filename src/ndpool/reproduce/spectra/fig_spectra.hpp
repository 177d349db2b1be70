#pragma once

#include "ndpool/reproduce/experiment_list.hpp"

namespace ndpool {

/// Fig. 5: the Laplacian spectra of a sensor network and of its levels 1 to 3, of the sparsified levels, and the differences of
/// the two. Exact levels interlace.
[[nodiscard]] ReportFigure fig_spectra(const ExperimentOptions& options, Seed seed);

}  // namespace ndpool
