#pragma once

#include "ndpool/experiments/experiment_list.hpp"

namespace ndpool {

/// The supplement's table of cut sizes: on 50 instances of each family the bound lambda_max^s / 2, the cuts by v_max and by
/// v_max^s, and a random cut. The paper gives no sizes; ours are chosen so that the bound matches the paper's.
[[nodiscard]] ResultTable cut_size_table(const ExperimentOptions& options, Seed seed);

}  // namespace ndpool
