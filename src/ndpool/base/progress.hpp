#pragma once

#include <cstddef>
#include <functional>
#include <string_view>

namespace ndpool {

/// Called with (what is being done, steps done, steps in all) by long work, possibly from several threads.
/// An empty function means nobody is watching.
using Progress = std::function<void(std::string_view stage, std::size_t done, std::size_t total)>;

}  // namespace ndpool
