#include "ndpool/distributed/slice_input.hpp"

#include "ndpool/io/file.hpp"
#include "ndpool/io/formats/binary.hpp"
#include "ndpool/io/graph_file.hpp"
#include "ndpool/io/mapped_file.hpp"

namespace ndpool {

namespace fs = std::filesystem;

SliceInput slice_input(const Ranks& ranks, const std::string& name, const fs::path& spare, const std::function<Graph()>& read) {
    std::error_code ignored;
    enum class Kind : char { grid, binary, other };
    Kind kind = Kind::other;
    ranks.together([&] {
        const bool exists = fs::is_regular_file(name, ignored);
        if (exists) {
            kind = is_binary_graph(read_beginning(name, 8)) ? Kind::binary : Kind::other;
        } else if (is_grid(name)) {
            kind = Kind::grid;
        }
    });
    // All ranks do what the first one found, also where only that one sees the file.
    kind = static_cast<Kind>(ranks.from_first(std::string(1, static_cast<char>(kind)))[0]);
    if (kind == Kind::grid) {
        return {name, name, {}};
    }
    if (kind == Kind::binary) {
        return {name, std::nullopt, name};
    }
    ranks.together([&] {
        if (ranks.is_first() && !fs::exists(spare, ignored)) {
            write_graph(read(), spare, Format::ndg);
        }
    });
    return {name, std::nullopt, spare};
}

std::int64_t input_node_count(const Ranks& ranks, const SliceInput& input) {
    std::int64_t nodes = 0;
    ranks.together([&] {
        if (input.generator) {
            nodes = grid_node_count(*input.generator);
        } else {
            const MappedFile file(input.file);
            nodes = static_cast<std::int64_t>(BinaryReader(file.bytes(), input.file.string()).header().rows);
        }
    });
    return nodes;
}

OwnRows rows_of(const Ranks& ranks, const SliceInput& input) {
    return input.generator ? *grid_rows(ranks, *input.generator) : read_rows(ranks, input.file, own_range(ranks, input.file));
}

OwnRows rows_of(const Ranks& ranks, const SliceInput& input, const RowRange& range) {
    return input.generator ? *grid_rows(ranks, *input.generator, range) : read_rows(ranks, input.file, range);
}

}  // namespace ndpool
