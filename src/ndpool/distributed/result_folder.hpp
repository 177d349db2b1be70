#pragma once

#include "ndpool/distributed/distributed_pyramid.hpp"
#include "ndpool/distributed/level_store.hpp"

// Internal to distributed/.
namespace ndpool {

/// Writes the folder of a pyramid from the levels of the store, those that the options ask for, with the weights of the large
/// ones multiplied by these factors and those of the small ones by the last of them. Returns the manifest. Collective.
[[nodiscard]] std::string write_result(const Ranks& ranks, const SliceInput& input, const LevelStore& store,
                                       const std::vector<double>& factors, const PyramidOrigin& origin, const NdpOptions& options,
                                       const std::filesystem::path& folder, Format matrices);

}  // namespace ndpool
