#pragma once

#include <filesystem>
#include <span>

#include "ndpool/graph/dataset.hpp"
#include "ndpool/io/format.hpp"
#include "ndpool/pyramid/pyramid.hpp"

// Internal to pyramid/storage/.
namespace ndpool {

/// Writes input/ and every level_L/ of a dataset's pyramids into a folder, as save_pyramids describes; no manifest.
void write_dataset_levels(const Dataset& dataset, std::span<const Pyramid> pyramids, const std::filesystem::path& folder,
                          Format format);

}  // namespace ndpool
