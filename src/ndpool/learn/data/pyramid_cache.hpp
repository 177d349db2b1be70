#pragma once

#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "ndpool/base/seed.hpp"
#include "ndpool/pyramid/pyramid.hpp"

namespace ndpool {

/// What decides pyramids beside the graphs and the version of ndpool.
struct PyramidRecipe {
    std::string method;   ///< "ndp"
    std::string options;  ///< all that decide the result, as text, for example to_json(NdpOptions)
    Seed seed;
};

/// $NDPOOL_CACHE, else $XDG_CACHE_HOME/ndpool, else $HOME/.cache/ndpool. Empty, which means no cache, if NDPOOL_CACHE is set to
/// nothing or none of them is set.
[[nodiscard]] std::filesystem::path default_cache_folder();

/// The name of the file for these graphs and this recipe: a hash of all of it.
[[nodiscard]] std::string cache_file_name(std::span<const Graph> graphs, const PyramidRecipe& recipe);

/// The pyramids of these graphs by this recipe: from the folder if they are there, else from `make`, and then they are put there
/// for the next time. Measured spectra and unsparsified graphs are not kept. A file is believed only if its version, its recipe
/// and its checksum are right, and is replaced otherwise; one that cannot be read or written, like an empty folder name, means
/// that nothing is kept, and is no failure. Throws what `make` throws.
[[nodiscard]] std::vector<Pyramid> cached_pyramids(std::span<const Graph> graphs, const PyramidRecipe& recipe,
                                                   const std::filesystem::path& folder,
                                                   const std::function<std::vector<Pyramid>()>& make);

}  // namespace ndpool
