#pragma once

#include "ndpool/reproduce/stored/claim.hpp"

namespace ndpool {

/// Claims on accuracy, time and memory of training, from the tables of trained networks.
[[nodiscard]] std::vector<Claim> learning_claims(const ExperimentOptions& options);

}  // namespace ndpool
