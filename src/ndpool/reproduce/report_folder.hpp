#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "ndpool/reproduce/experiment_list.hpp"

namespace ndpool {

struct ReportOptions {
    std::vector<std::string> targets;  ///< names or aliases of experiments; one that is named twice is made once
    std::uint64_t seed = 0;
    ExperimentOptions experiments = {};  ///< its progress counts the steps of one experiment
};

/// Called before each target: its name, its number from 0, the number of targets, and whether it is read from the folder.
using ReportProgress = std::function<void(const std::string&, std::size_t, std::size_t, bool)>;

/// Makes tables and figures in a folder: TARGET.json, .csv and .svg of each, and manifest.json, which names what is finished.
/// Every file appears as a whole; after a kill the same call makes only what is missing: a target that is there with the same
/// version, seed, size and data is read from its JSON. Files of other targets stay. The folder itself is searched for finished
/// results, too, after those of the options. Throws InvalidInput for unknown targets before any work.
[[nodiscard]] std::vector<ReportFigure> make_report(const std::filesystem::path& folder, const ReportOptions& options,
                                                    const ReportProgress& progress = {});

}  // namespace ndpool
