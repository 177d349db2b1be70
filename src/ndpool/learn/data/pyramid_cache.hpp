#pragma once

#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "ndpool/base/seed.hpp"
#include "ndpool/pyramid/pyramid.hpp"

namespace ndpool {

/// What the pyramids depend on besides the graphs and the version of ndpool.
struct PyramidRecipe {
    std::string method;   ///< "ndp"
    std::string options;  ///< all that decide the result, as text, for example to_json(NdpOptions)
    Seed seed;
};

/// $NDPOOL_CACHE, else $XDG_CACHE_HOME/ndpool, else $HOME/.cache/ndpool. Empty, which means no cache, if NDPOOL_CACHE is set to
/// nothing or none of them is set.
[[nodiscard]] std::filesystem::path default_cache_folder();

/// The name of the file for these graphs and this recipe: a hash of both.
[[nodiscard]] std::string cache_file_name(std::span<const Graph> graphs, const PyramidRecipe& recipe);

/// The pyramids of these graphs by this recipe. They are read from the folder if they are there; otherwise `make` computes
/// them, and they are stored in the folder for the next time. Measured spectra and unsparsified graphs are not stored. A file
/// is used only if its version, its recipe and its checksum are right, and is replaced otherwise. If the file cannot be read or
/// written, or the folder name is empty, nothing is stored, which is no failure. Throws what `make` throws.
[[nodiscard]] std::vector<Pyramid> cached_pyramids(std::span<const Graph> graphs, const PyramidRecipe& recipe,
                                                   const std::filesystem::path& folder,
                                                   const std::function<std::vector<Pyramid>()>& make);

}  // namespace ndpool
