#include "ndpool/learn/data/pyramid_cache.hpp"

#include <fmt/format.h>

#include <bit>
#include <cstdlib>
#include <optional>

#include "ndpool/base/content_hash.hpp"
#include "ndpool/base/version.hpp"
#include "ndpool/io/atomic_write.hpp"
#include "ndpool/io/file.hpp"
#include "ndpool/learn/data/pyramid_bytes.hpp"

namespace ndpool {

namespace {

namespace fs = std::filesystem;

/// Must be increased whenever pyramid_bytes.cpp changes what it writes. Machines of the other byte order have separate files.
constexpr int format_version = 2;
constexpr std::string_view byte_order = std::endian::native == std::endian::little ? "little" : "big";
constexpr std::size_t checksum_length = 32;

template <typename Number>
std::string hash_text(const std::vector<Number>& list) {
    return text_of(content_hash({reinterpret_cast<const char*>(list.data()), list.size() * sizeof(Number)}));
}

/// A hash of hashes, so that no second copy of the graphs is needed.
std::string hash_text(std::span<const Graph> graphs) {
    std::string parts;
    for (const Graph& graph : graphs) {
        const SparseMatrix& matrix = graph.adjacency();
        parts += hash_text(matrix.offsets) + hash_text(matrix.indices) + hash_text(matrix.values);
    }
    return text_of(content_hash(parts));
}

/// Everything that decides the content, in lines; a file begins with it.
std::string heading(std::span<const Graph> graphs, const PyramidRecipe& recipe) {
    return fmt::format("ndpool {} pyramids, format {}, {} end first\nmethod {}\noptions {}\nseed {}\ngraphs {} {}\n", version(),
                       format_version, byte_order, recipe.method, recipe.options, recipe.seed.value(), graphs.size(),
                       hash_text(graphs));
}

std::string name_for(const std::string& heading) {
    return text_of(content_hash(heading)) + ".pyramids";
}

std::optional<std::vector<Pyramid>> stored_pyramids(const fs::path& file, const std::string& heading,
                                                    std::span<const Graph> graphs) {
    try {
        const std::string bytes = read_bytes(file);
        std::string_view content = bytes;
        if (content.size() < heading.size() + checksum_length || !content.starts_with(heading)) {
            return std::nullopt;
        }
        const std::string_view checksum = content.substr(content.size() - checksum_length);
        content.remove_suffix(checksum_length);
        if (text_of(content_hash(content)) != checksum) {
            return std::nullopt;
        }
        return pyramids_of_bytes(content.substr(heading.size()), graphs);
    } catch (const Error&) {
        return std::nullopt;  // missing or not readable: then the pyramids are computed
    }
}

void store(const fs::path& file, const std::string& heading, std::span<const Pyramid> pyramids) {
    std::error_code error;
    fs::create_directories(file.parent_path(), error);
    try {
        const std::string content = heading + bytes_of_pyramids(pyramids);
        AtomicFile out(file);
        out.append(content);
        out.append(text_of(content_hash(content)));
        out.commit();
    } catch (const Error&) {
        return;  // a cache that cannot be written only costs time
    }
}

/// A variable of the environment; none if it is not set.
std::optional<std::string> variable(const char* name) {
    const char* const value = std::getenv(name);
    return value == nullptr ? std::nullopt : std::optional<std::string>(value);
}

}  // namespace

fs::path default_cache_folder() {
    if (const auto named = variable("NDPOOL_CACHE")) {
        return *named;
    }
    // As the XDG base directory specification says: relative paths are to be ignored.
    if (const fs::path caches = variable("XDG_CACHE_HOME").value_or(""); caches.is_absolute()) {
        return caches / "ndpool";
    }
    const fs::path home = variable("HOME").value_or("");
    return home.empty() ? fs::path() : home / ".cache" / "ndpool";
}

std::string cache_file_name(std::span<const Graph> graphs, const PyramidRecipe& recipe) {
    return name_for(heading(graphs, recipe));
}

std::vector<Pyramid> cached_pyramids(std::span<const Graph> graphs, const PyramidRecipe& recipe, const fs::path& folder,
                                     const std::function<std::vector<Pyramid>()>& make) {
    if (folder.empty()) {
        return make();
    }
    const std::string head = heading(graphs, recipe);
    const fs::path file = folder / name_for(head);
    if (auto stored = stored_pyramids(file, head, graphs)) {
        return std::move(*stored);
    }
    std::vector<Pyramid> made = make();
    store(file, head, made);
    return made;
}

}  // namespace ndpool
