#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "ndpool/io/format.hpp"
#include "terminal.hpp"

// Commands check here, before they begin long work, that they can write its result.
namespace ndpool::command {

/// Throws InvalidInput if the path is a folder, IoError if the folder for the file does not exist.
void require_place_for_file(const std::filesystem::path& path);

/// Throws InvalidInput if the path is a file, or a folder with content that no ndpool command wrote (a folder that ndpool wrote
/// has a manifest.json that says so). Throws IoError if the folder cannot be made.
void require_place_for_folder(const std::filesystem::path& path);

/// Throws InvalidInput if a folder that is to be replaced is the input or has it inside.
void require_input_outside(const std::filesystem::path& input, const std::filesystem::path& output);
/// Throws InvalidInput if writing this file would replace the input.
void require_other_file(const std::filesystem::path& input, const std::filesystem::path& output);

/// The format of this name; nothing if the name is empty. Throws InvalidInput for a name that is none.
[[nodiscard]] std::optional<Format> format_asked_for(const std::string& name);

/// Whether a folder was written by an ndpool command.
[[nodiscard]] bool is_our_folder(const std::filesystem::path& path);

}  // namespace ndpool::command
