#pragma once

#include <functional>
#include <string>
#include <vector>

#include "ndpool/base/parallel.hpp"
#include "ndpool/base/progress.hpp"
#include "ndpool/base/seed.hpp"
#include "ndpool/reproduce/result_table.hpp"

namespace ndpool {

struct ExperimentOptions {
    bool quick = false;  ///< fewer repetitions, to see that it works
    Parallel parallel = {};
    Progress progress = {};
};

/// A table or figure of the paper that can be reproduced.
struct Experiment {
    std::string name;
    std::string meaning;  ///< one line
    std::function<ResultTable(const ExperimentOptions&, Seed)> run;
};

/// All experiments that need no training, in the paper's order.
[[nodiscard]] std::vector<Experiment> experiment_list();

/// Name and meaning of the experiments that train networks, which the learning part runs.
struct LearnedExperiment {
    std::string name;
    std::string meaning;
};
[[nodiscard]] std::vector<LearnedExperiment> learned_experiment_list();

}  // namespace ndpool
