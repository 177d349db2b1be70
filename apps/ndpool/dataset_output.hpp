#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "ndpool/graph/dataset.hpp"
#include "ndpool/io/format.hpp"

namespace ndpool::command {

/// Where a dataset is written to and what its manifest says.
struct DatasetOutput {
    std::string input;
    std::uint64_t seed = 0;
    std::string output;
    std::optional<Format> format = {};  ///< anything but tu is refused
};

/// Throws InvalidInput if the name or the format is that of a single graph, and as require_place_for_file and
/// require_place_for_folder do.
void require_place_for_dataset(const DatasetOutput& where);

/// Writes a TU dataset as a .zip, or as a folder with a manifest that marks it as ndpool's, so that a later command may replace
/// it.
void write_dataset_output(const Dataset& dataset, const DatasetOutput& where);

}  // namespace ndpool::command
