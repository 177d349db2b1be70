#pragma once

#include <filesystem>

#include "input.hpp"

// A part of a run remembers how its dataset was read, so that the merged run can be completed without asking again.
namespace ndpool::command {

/// Throws InvalidInput for standard input, which cannot be read again.
void require_readable_again(const InputOptions& input);
/// Writes input.json to the folder of a run.
void write_part_input(const std::filesystem::path& run, const InputOptions& input);
/// Throws InvalidInput if the folder is not that of a part.
[[nodiscard]] InputOptions read_part_input(const std::filesystem::path& run);

}  // namespace ndpool::command
