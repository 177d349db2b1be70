#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "ndpool/distributed/ranks.hpp"
#include "ndpool/distributed/slice_input.hpp"
#include "ndpool/pyramid/level_summary.hpp"
#include "ndpool/pyramid/storage/pyramid_file.hpp"

namespace ndpool {

struct DistributedOptions {
    NdpOptions ndp = {.accuracy = Accuracy::lean};  ///< levels, until_nodes, cut.keep; exactly_nodes is refused
    std::int64_t gather_below = 200'000;  ///< graphs of at most so many nodes go to the first rank, which continues alone
    bool resume = false;                  ///< take the levels that an earlier run left
    std::uint64_t seed = 0;               ///< set by make_distributed_pyramid from the origin
};

/// A level that was just made; called on every rank.
struct LevelReport {
    LevelSummary level;
    std::int64_t ghosts = 0;  ///< of all ranks together, on the level before
    double nodes_before = 0;
    std::int64_t exchanges = 0;  ///< for this level
    int rounds = 0;              ///< of elimination
};
using DistributedProgress = std::function<void(const LevelReport&)>;

/// Makes the lean pyramid of one graph on all ranks of a communicator and writes the folder that save_pyramid writes, in the
/// format `mtx` or `ndg`. The bytes are the same for every number of ranks, times in the manifest aside. Large levels are made by
/// all ranks together; those that follow on a level of at most `gather_below` nodes by the first rank, as lean_pyramid does. The
/// lowest modes of the small levels are then extended back to the input, and every large level is scaled so that they have the
/// energies of the level before. Large levels are not measured.
///
/// Levels are kept on the disk while they are made (`.NAME.ranks` beside the result), so that a run that was ended can resume.
/// Returns the manifest on every rank. Throws InvalidInput, TooLarge or IoError, on all ranks the same. Collective.
[[nodiscard]] std::string make_distributed_pyramid(const Ranks& ranks, const std::string& input,
                                                   const std::function<Graph()>& read, const PyramidOrigin& origin,
                                                   const DistributedOptions& options, const std::filesystem::path& folder,
                                                   Format matrices = Format::mtx, const DistributedProgress& progress = {});

}  // namespace ndpool
