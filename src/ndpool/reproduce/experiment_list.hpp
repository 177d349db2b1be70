#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ndpool/base/parallel.hpp"
#include "ndpool/base/progress.hpp"
#include "ndpool/base/seed.hpp"
#include "ndpool/reproduce/report_figure.hpp"

namespace ndpool {

struct ExperimentOptions {
    bool quick = false;  ///< fewer repetitions and smaller graphs, to see that it works
    Parallel parallel = {};
    Progress progress = {};
    std::vector<std::filesystem::path> results = {};  ///< folders to search for finished results, the first one first
    std::vector<std::filesystem::path> data = {};     ///< folders to search for data sets
    std::optional<ReportFigure> earlier = {};         ///< the same figure, made before a file that it reads changed
};

/// A table or figure of the paper that can be reproduced. `run` fills in everything but the origin.
struct Experiment {
    std::string name;
    std::string meaning;  ///< one line
    std::function<ReportFigure(const ExperimentOptions&, Seed)> run;
    std::string alias = {};  ///< another name of it
    /// Shows what other commands left in `results`: quick to make, and made again each time, because that may have changed.
    bool from_results = false;
    std::vector<std::string> reads = {};  ///< files of `results` that it shows too: made again if they have changed
};

/// All experiments, in the paper's order, those that the paper lacks last. Nothing is trained: tables of trained networks are
/// shown as far as they are in `results`.
[[nodiscard]] std::vector<Experiment> experiment_list();

/// The experiment with this name or alias. Throws InvalidInput for other names.
[[nodiscard]] Experiment experiment_named(std::string_view name);

/// Name and meaning of the tables and figures whose networks the learning part trains if they are asked for by name.
struct LearnedExperiment {
    std::string name;
    std::string meaning;
};
[[nodiscard]] std::vector<LearnedExperiment> learned_experiment_list();

/// The first of these names that exists in one of the folders, or in a folder inside one of them; nothing if none does.
[[nodiscard]] std::optional<std::filesystem::path> found_in(const std::vector<std::filesystem::path>& folders,
                                                            const std::vector<std::string>& names);

}  // namespace ndpool
