#include "part_input.hpp"

#include <fmt/format.h>

#include "ndpool/base/error.hpp"
#include "ndpool/io/atomic_write.hpp"
#include "ndpool/io/file.hpp"

namespace ndpool::command {

namespace {

namespace fs = std::filesystem;

constexpr const char* file_name = "input.json";

}  // namespace

void require_readable_again(const InputOptions& input) {
    if (is_standard_input(input)) {
        throw InvalidInput("--part: a dataset from standard input cannot be read again, expected a name or a path");
    }
}

void write_part_input(const fs::path& run, const InputOptions& input) {
    const std::optional<fs::path> path = input_path(input);
    const Json json{{"input", path ? fs::absolute(*path).string() : input.input},
                    {"input_format", input.format},
                    {"symmetrize", input.symmetrize}};
    write_file(run / file_name, json.dump(2) + "\n");
}

InputOptions read_part_input(const fs::path& run) {
    const fs::path file = run / file_name;
    std::error_code ignored;
    if (!fs::exists(file, ignored)) {
        throw InvalidInput(fmt::format("{}: this is no part of a run, expected a folder that train --part wrote", run.string()));
    }
    try {
        const Json json = Json::parse(read_bytes(file));
        return {json.at("input"), json.at("input_format"), json.at("symmetrize"), ""};
    } catch (const Json::exception&) {
        throw InvalidInput(fmt::format("{}: this is not what ndpool train wrote", file.string()));
    }
}

}  // namespace ndpool::command
