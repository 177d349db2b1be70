#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "ndpool/pyramid/storage/dataset_part.hpp"

namespace ndpool::command {

/// "2/8", the second of eight parts, for Option::check.
[[nodiscard]] CLI::Validator part_of_many();

/// The part that a text names which part_of_many accepts.
[[nodiscard]] DatasetPart parse_part(const std::string& text);

}  // namespace ndpool::command
