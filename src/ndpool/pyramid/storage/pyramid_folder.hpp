#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

#include "ndpool/io/atomic_write.hpp"
#include "ndpool/pyramid/level_summary.hpp"
#include "ndpool/pyramid/storage/pyramid_file.hpp"

// Internal to pyramid/ and distributed/: what the folders of one graph's pyramid and of a data set's have in common.
namespace ndpool {

using Manifest = nlohmann::ordered_json;

/// level_3 in the folder.
[[nodiscard]] std::filesystem::path level_folder(const std::filesystem::path& folder, int number);
void make_folder(const std::filesystem::path& path);

/// Program, version, input, options and seed.
[[nodiscard]] Manifest manifest_head(const PyramidOrigin& origin);
/// The origin that manifest_head wrote.
[[nodiscard]] PyramidOrigin origin_from(const Manifest& manifest);
/// The manifest with what is known of the levels.
[[nodiscard]] std::string manifest_text(Manifest manifest, std::span<const Pyramid> pyramids);
/// The same for levels that are not in memory.
[[nodiscard]] std::string manifest_text(Manifest manifest, std::span<const LevelSummary> summaries);
/// Writes the manifest with its levels, which is the last thing a folder needs, and puts the folder in its place.
std::string finish_folder(AtomicFolder& out, Manifest manifest, std::span<const Pyramid> pyramids);
/// What was measured of a level, and the same from JSON.
[[nodiscard]] Manifest spectrum_json(const LevelSpectrum& spectrum);
[[nodiscard]] LevelSpectrum spectrum_from(const Manifest& facts);
/// The manifest of a pyramid's folder. Throws InvalidInput if there is none.
[[nodiscard]] Manifest read_manifest(const std::filesystem::path& folder);

/// The whole number under this key, from 0 to `most`. Throws InvalidInput for anything else; the folder is for messages.
[[nodiscard]] std::int64_t count_of(const Manifest& facts, const std::string& key, std::int64_t most,
                                    const std::filesystem::path& folder);
/// The number under this key, a share from 0 to 1, up to rounding.
[[nodiscard]] double share_of(const Manifest& facts, const std::string& key, const std::filesystem::path& folder);

/// The nodes of the input behind the nodes of the base, -1 for fake ones.
[[nodiscard]] std::vector<NodeId> base_nodes(const Pyramid& pyramid);

/// A decimation matrix as the list of its columns; every row must have a single one. `path` is for messages.
[[nodiscard]] std::vector<NodeId> pool_of(SparseMatrix matrix, const std::filesystem::path& path);
/// An assignment matrix as it was written; no row may be empty, and all entries must be positive.
[[nodiscard]] SparseMatrix assignment_matrix_of(SparseMatrix matrix, const std::filesystem::path& path);

}  // namespace ndpool
