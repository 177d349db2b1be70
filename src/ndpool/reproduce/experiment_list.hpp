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

/// A table or figure of the paper that can be made again.
struct Experiment {
    std::string name;
    std::string meaning;  ///< one line
    std::function<ResultTable(const ExperimentOptions&, Seed)> run;
};

/// All that need no training, in the paper's order.
[[nodiscard]] std::vector<Experiment> experiment_list();

/// Name and meaning of those that train networks, which the learning part makes.
struct LearnedExperiment {
    std::string name;
    std::string meaning;
};
[[nodiscard]] std::vector<LearnedExperiment> learned_experiment_list();

}  // namespace ndpool
