#include "ndpool/pyramid/storage/pyramid_folder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "ndpool/base/version.hpp"
#include "ndpool/graph/assemble.hpp"
#include "ndpool/io/file.hpp"
#include "ndpool/io/place.hpp"
#include "ndpool/pyramid/level_summary.hpp"
#include "ndpool/pyramid/methods_text.hpp"
#include "ndpool/pyramid/node_lists.hpp"
#include "ndpool/pyramid/storage/pyramid_file.hpp"

namespace ndpool {

namespace fs = std::filesystem;

namespace {

Manifest json_of(const LevelSummary& level) {
    Manifest result{{"level", level.level}, {"nodes", level.nodes}};
    if (level.fake_nodes > 0) {
        result["fake_nodes"] = level.fake_nodes;
    }
    result["edges"] = level.edges;
    result["edges_before_sparsify"] = level.edges_before_sparsify;
    if (level.has_cuts) {
        result["cut_fraction"] = level.cut_fraction;
        result["upper_bound"] = level.upper_bound;
    }
    result["origin"] = level.origin();
    result["origins"] = level.origins;
    result["converged"] = level.converged;
    result["components"] = level.components;
    result["vanished_components"] = level.vanished_components;
    if (level.spectral_distance) {
        result["spectral_distance"] = *level.spectral_distance;
        result["worst_spectral_distance"] = *level.worst_spectral_distance;
    }
    if (level.certified > 0) {
        result["certified_graphs"] = level.certified;
        result["proved_graphs"] = level.proved;
    }
    result["seconds"] = {{"eigen", level.seconds.eigen},
                         {"cut", level.seconds.cut},
                         {"kron", level.seconds.kron},
                         {"sparsify", level.seconds.sparsify}};
    return result;
}

std::string manifest_text(Manifest manifest, Manifest levels) {
    Manifest numbers = Manifest::array();
    for (const Manifest& level : levels) {
        numbers.push_back(level.at("level"));
    }
    manifest["options"]["levels"] = std::move(numbers);  // those there are, also where the options go by nodes
    manifest["levels"] = std::move(levels);
    // The input's name may be in any encoding; JSON is UTF-8.
    return manifest.dump(2, ' ', false, Manifest::error_handler_t::replace) + "\n";
}

}  // namespace

Manifest spectrum_json(const LevelSpectrum& spectrum) {
    Manifest result{{"distance", spectrum.distance},   {"exact", spectrum.exact},   {"here", spectrum.here},
                    {"converged", spectrum.converged}, {"fitted", spectrum.fitted}, {"method", spectrum.method}};
    if (!spectrum.lower.empty() || !spectrum.upper.empty()) {
        result["lower"] = spectrum.lower;
        result["upper"] = spectrum.upper;
        result["bounds_proved"] = spectrum.bounds_proved;
    }
    return result;
}

LevelSpectrum spectrum_from(const Manifest& facts) {
    return {facts.at("distance"),
            facts.at("exact"),
            facts.at("here"),
            facts.at("converged"),
            facts.at("method"),
            facts.value("lower", std::vector<double>{}),
            facts.value("upper", std::vector<double>{}),
            facts.value("bounds_proved", false),
            facts.value("fitted", false)};
}

fs::path level_folder(const fs::path& folder, int number) {
    return folder / fmt::format("level_{}", number);
}

void make_folder(const fs::path& path) {
    std::error_code error;
    fs::create_directories(path, error);
    if (error) {
        throw IoError(fmt::format("{}: {}", path.string(), error.message()));
    }
}

Manifest manifest_head(const PyramidOrigin& origin) {
    Manifest head{{"program", "ndpool"},
                  {"version", version()},
                  {"input", origin.input},
                  {"options", Manifest::parse(to_json(origin.options))},
                  {"seed", origin.seed.value()}};
    if (!origin.symmetrize.empty()) {
        head["symmetrize"] = origin.symmetrize;
    }
    return head;
}

PyramidOrigin origin_from(const Manifest& manifest) {
    return {manifest.at("input"), pyramid_options_from_json(manifest.at("options").dump()),
            Seed(manifest.at("seed").get<std::uint64_t>()), manifest.value("symmetrize", "")};
}

std::string manifest_text(Manifest manifest, std::span<const Pyramid> pyramids) {
    Manifest levels = Manifest::array();
    for (const LevelSummary& level : summaries_of(pyramids)) {
        levels.push_back(json_of(level));
    }
    for (std::size_t i = 0; i < levels.size(); ++i) {
        if (pyramids.front().levels[i].assignment_matrix) {
            levels[i]["shares"] = true;
        }
        if (const auto& spectrum = pyramids.front().levels[i].spectrum; spectrum && pyramids.size() == 1) {
            levels[i]["spectrum"] = spectrum_json(*spectrum);
        }
    }
    return manifest_text(std::move(manifest), std::move(levels));
}

std::string manifest_text(Manifest manifest, std::span<const LevelSummary> summaries) {
    Manifest levels = Manifest::array();
    for (const LevelSummary& level : summaries) {
        levels.push_back(json_of(level));
    }
    return manifest_text(std::move(manifest), std::move(levels));
}

std::string finish_folder(AtomicFolder& out, Manifest manifest, std::span<const Pyramid> pyramids) {
    std::string text = manifest_text(std::move(manifest), pyramids);
    write_file(out.path() / "manifest.json", text);
    out.commit();
    return text;
}

std::int64_t count_of(const Manifest& facts, const std::string& key, std::int64_t most, const fs::path& folder) {
    const Manifest& value = facts.at(key);
    if (!value.is_number_unsigned() || value.get<std::uint64_t>() > static_cast<std::uint64_t>(most)) {
        refuse((folder / "manifest.json").string(),
               fmt::format("{} is {}, expected a whole number from 0 to {}", key, value.dump(), most));
    }
    return value.get<std::int64_t>();
}

double share_of(const Manifest& facts, const std::string& key, const fs::path& folder) {
    const double share = facts.at(key);
    if (!(share >= 0 && share <= 1 + 1e-6)) {
        refuse((folder / "manifest.json").string(), fmt::format("{} is {}, expected a number from 0 to 1", key, share));
    }
    return share;
}

Manifest read_manifest(const fs::path& folder) {
    const fs::path path = folder / "manifest.json";
    std::error_code ignored;
    if (fs::is_directory(folder, ignored) && !fs::exists(path, ignored)) {
        throw InvalidInput(
            fmt::format("{}: the folder has no manifest.json, expected one that ndpool coarsen wrote", folder.string()));
    }
    try {
        Manifest manifest = Manifest::parse(read_file(path));
        if (!manifest.is_object() || !manifest.contains("levels") || !manifest.contains("options")) {
            throw InvalidInput(fmt::format("{}: there are no levels in it, expected what ndpool coarsen wrote", path.string()));
        }
        return manifest;
    } catch (const Manifest::exception& error) {
        throw InvalidInput(fmt::format("{}: {}", path.string(), error.what()));
    }
}

std::vector<NodeId> base_nodes(const Pyramid& pyramid) {
    std::vector<NodeId> nodes = identity(pyramid.base.node_count());
    std::fill(nodes.begin() + real_node_count(pyramid), nodes.end(), -1);
    return nodes;
}

std::vector<NodeId> pool_of(SparseMatrix matrix, const fs::path& path) {
    for (NodeId row = 0; row < matrix.rows; ++row) {
        if (matrix.offsets[row + 1] != row + 1 || matrix.values[row] != 1) {
            throw InvalidInput(
                fmt::format("{}: row {} is not a row of the identity, expected a decimation matrix", path.string(), row));
        }
    }
    return std::move(matrix.indices);
}

SparseMatrix assignment_matrix_of(SparseMatrix matrix, const fs::path& path) {
    sort_rows(matrix);
    for (NodeId row = 0; row < matrix.rows; ++row) {
        const auto begin = matrix.values.begin() + matrix.offsets[row];
        const auto end = matrix.values.begin() + matrix.offsets[row + 1];
        if (begin == end || !std::all_of(begin, end, [](double share) { return share > 0 && std::isfinite(share); })) {
            throw InvalidInput(fmt::format("{}: row {} has no shares or one that is not positive, expected shares of nodes",
                                           path.string(), row));
        }
    }
    return matrix;
}

}  // namespace ndpool
