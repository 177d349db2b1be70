#pragma once

#include <string>
#include <string_view>

#include "ndpool/pyramid/ndp.hpp"

namespace ndpool {

/// The words that options have on the command line and in files, in both directions. The *_named functions throw
/// InvalidInput with the words they know.
[[nodiscard]] std::string_view name_of(CutMethod method);
[[nodiscard]] std::string_view name_of(Laplacian laplacian);
[[nodiscard]] std::string_view name_of(ComponentPolicy policy);
[[nodiscard]] std::string_view name_of(KeptSide side);
[[nodiscard]] std::string_view name_of(SparsifyWhen when);
[[nodiscard]] std::string_view name_of(Accuracy accuracy);
[[nodiscard]] CutMethod cut_method_named(std::string_view name);
[[nodiscard]] Laplacian laplacian_named(std::string_view name);
[[nodiscard]] ComponentPolicy component_policy_named(std::string_view name);
[[nodiscard]] KeptSide kept_side_named(std::string_view name);
[[nodiscard]] SparsifyWhen sparsify_when_named(std::string_view name);
[[nodiscard]] Accuracy accuracy_named(std::string_view name);

/// All options that decide the result, as a JSON object; threads and memory limits are not among them.
[[nodiscard]] std::string to_json(const NdpOptions& options);
/// What to_json wrote; a key that is missing has its default, one that is unknown throws InvalidInput.
[[nodiscard]] NdpOptions ndp_options_from_json(std::string_view json);

}  // namespace ndpool
