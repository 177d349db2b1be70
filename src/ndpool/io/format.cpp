#include "ndpool/io/format.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <string>

#include "ndpool/base/error.hpp"
#include "ndpool/io/archive/zip_archive.hpp"
#include "ndpool/io/formats/binary.hpp"
#include "ndpool/io/formats/text_cursor.hpp"
#include "ndpool/io/place.hpp"

namespace ndpool {

namespace {

constexpr std::array<std::string_view, 9> names{"mtx", "metis", "edges", "npz", "rudy", "tu", "graphml", "gml", "ndg"};

struct Ending {
    std::string_view ending;
    Format format;
};
constexpr std::array<Ending, 17> endings{{{".mtx", Format::mtx},
                                          {".mm", Format::mtx},
                                          {".graph", Format::metis},
                                          {".metis", Format::metis},
                                          {".txt", Format::edges},
                                          {".csv", Format::edges},
                                          {".tsv", Format::edges},
                                          {".edges", Format::edges},
                                          {".edgelist", Format::edges},
                                          {".el", Format::edges},
                                          {".npz", Format::npz},
                                          {".rudy", Format::rudy},
                                          {".rud", Format::rudy},
                                          {".graphml", Format::graphml},
                                          {".gml", Format::gml},
                                          {".ndg", Format::ndg},
                                          {".zip", Format::tu}}};

std::string lower_case(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    return text;
}

/// Ignores case, and a byte order mark at the beginning.
bool begins_with(std::string_view content, std::string_view word) {
    content.remove_prefix(content.starts_with("\xef\xbb\xbf") ? 3 : 0);
    return lower_case(std::string(content.substr(0, word.size()))) == word;
}

/// What distinguishes formats that begin with two numbers.
struct Shape {
    std::int64_t first = 0;
    std::int64_t second = 0;
    int numbers_below = 0;         ///< in the second line; at most four are counted
    std::int64_t lines_below = 0;  ///< lines after the first that are not blank
};

std::optional<Shape> shape_of(std::string_view content) {
    try {
        TextCursor cursor(content, "", "%#");
        Shape shape;
        if (!cursor.next_content()) {
            return std::nullopt;
        }
        shape.first = cursor.integer("a number");
        shape.second = cursor.integer("a number");
        cursor.end_line();
        if (!cursor.next_content()) {
            return shape;
        }
        TextCursor second_line = cursor;
        for (; shape.numbers_below < 4 && !second_line.at_line_end(); ++shape.numbers_below) {
            (void)second_line.number("a number");
        }
        for (; cursor.next_content(); (void)cursor.take_line()) {
            ++shape.lines_below;
        }
        return shape;
    } catch (const InvalidInput&) {
        return std::nullopt;
    }
}

bool begins_with_number(std::string_view content) {
    TextCursor cursor(content, "", "%#");
    if (!cursor.next_content()) {
        return false;
    }
    const char first = cursor.take_line().front();
    return first >= '0' && first <= '9';
}

Format guess_from_numbers(const std::string& file, std::string_view content) {
    const auto shape = shape_of(content);
    const bool three_columns = shape && shape->numbers_below == 3;
    if (shape && shape->lines_below == shape->second && shape->numbers_below >= 2 && shape->numbers_below <= 3) {
        return Format::rudy;
    }
    if (shape && shape->lines_below == shape->first && shape->first != 0) {
        return Format::metis;
    }
    if (three_columns) {
        return Format::rudy;
    }
    if (!begins_with_number(content)) {
        refuse(file, fmt::format("cannot tell the format of the file, expected a known ending or one of the formats {}",
                                 fmt::join(names, ", ")));
    }
    return Format::edges;
}

bool is_archive_of_arrays(std::string_view content, const std::string& file) {
    const ZipArchive archive(content, file);
    return std::any_of(archive.names().begin(), archive.names().end(), [](const auto& name) { return name.ends_with(".npy"); });
}

}  // namespace

std::string_view format_name(Format format) {
    return names[static_cast<std::size_t>(format)];
}

Format format_named(std::string_view name) {
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end()) {
        throw InvalidInput(fmt::format("there is no format {}, expected one of {}", quoted(name), fmt::join(names, ", ")));
    }
    return static_cast<Format>(found - names.begin());
}

std::optional<Format> format_of_ending(const std::filesystem::path& path) {
    std::filesystem::path name = lower_case(path.filename().string());
    if (name.extension() == ".gz") {
        name = name.stem();
    }
    const std::string ending = name.extension().string();
    const auto found = std::find_if(endings.begin(), endings.end(), [&](const Ending& known) { return known.ending == ending; });
    return found == endings.end() ? std::nullopt : std::optional(found->format);
}

Format guess_format(const std::filesystem::path& path, std::string_view content) {
    const std::string file = path.string();
    if (begins_with(content, "%%matrixmarket")) {
        return Format::mtx;
    }
    if (is_binary_graph(content)) {
        return Format::ndg;
    }
    const auto by_ending = format_of_ending(path);
    if (is_zip(content) && by_ending != Format::npz) {
        return is_archive_of_arrays(content, file) ? Format::npz : Format::tu;
    }
    if (begins_with(content, "<?xml") || begins_with(content, "<graphml")) {
        return Format::graphml;
    }
    if (!by_ending && (begins_with(content, "graph") || begins_with(content, "creator"))) {
        return Format::gml;
    }
    if (!by_ending) {
        return guess_from_numbers(file, content);
    }
    if (by_ending == Format::edges) {
        // Lines with two columns followed by lines with three are no edge list.
        const auto shape = shape_of(content);
        return shape && shape->numbers_below == 3 ? Format::rudy : Format::edges;
    }
    return *by_ending;
}

}  // namespace ndpool
