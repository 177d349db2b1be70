#pragma once

#include <string>
#include <string_view>

#include "ndpool/pyramid/methods.hpp"

namespace ndpool {

/// "ndp", "graclus", "nmf" or "kmis": the word of a method on the command line and in files.
[[nodiscard]] std::string_view method_name(const PyramidOptions& options);

/// All options that decide the result, as a JSON object with the method's name; threads and memory limits are not among them.
[[nodiscard]] std::string to_json(const GraclusOptions& options);
[[nodiscard]] std::string to_json(const NmfOptions& options);
[[nodiscard]] std::string to_json(const KmisOptions& options);
[[nodiscard]] std::string to_json(const PyramidOptions& options);

/// What to_json wrote, by its key "method" ("ndp" if it is missing); a key that is missing has its default, one that is unknown
/// throws InvalidInput.
///
/// @code
/// const PyramidOptions options = GraclusOptions{.levels = {2, 4}};
/// assert(method_name(options) == "graclus");
/// assert(to_json(pyramid_options_from_json(to_json(options))) == to_json(options));
/// @endcode
[[nodiscard]] PyramidOptions pyramid_options_from_json(std::string_view json);

}  // namespace ndpool
