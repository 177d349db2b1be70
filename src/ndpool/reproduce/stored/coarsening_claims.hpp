#pragma once

#include "ndpool/reproduce/stored/claim.hpp"

namespace ndpool {

/// Claims on cuts, spectra and sparsification, from figures of `results` and from measurements on one sensor network.
[[nodiscard]] std::vector<Claim> coarsening_claims(const ExperimentOptions& options, Seed seed);

}  // namespace ndpool
