#include "ndpool/distributed/slice_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <numeric>

#include "ndpool/distributed/shared_file.hpp"
#include "ndpool/distributed/slice_vectors.hpp"
#include "ndpool/io/formats/binary.hpp"
#include "ndpool/io/formats/number_text.hpp"
#include "ndpool/io/mapped_file.hpp"
#include "ndpool/io/place.hpp"

namespace ndpool {

namespace fs = std::filesystem;

namespace {

std::pair<std::int64_t, std::int64_t> grid_sides(const std::string& spec) {
    constexpr std::string_view word = "grid:";
    if (!spec.starts_with(word)) {
        return {0, 0};
    }
    std::pair<std::int64_t, std::int64_t> sides{0, 0};
    const char* const end = spec.data() + spec.size();
    const auto [middle, failed] = std::from_chars(spec.data() + word.size(), end, sides.first);
    if (failed != std::errc() || middle == end || *middle != 'x') {
        return {0, 0};
    }
    const auto [last, failed_too] = std::from_chars(middle + 1, end, sides.second);
    const bool fits = failed_too == std::errc() && last == end && sides.first > 0 && sides.second > 0 &&
                      sides.first <= std::numeric_limits<NodeId>::max() / sides.second;
    return fits ? sides : std::pair<std::int64_t, std::int64_t>{0, 0};
}

}  // namespace

RowRange own_range(const Ranks& ranks, const fs::path& path) {
    RowRange range;
    ranks.together([&] {
        const MappedFile file(path);
        const BinaryReader reader(file.bytes(), path.string());
        const auto rows = static_cast<std::int64_t>(reader.header().rows);
        const auto work = [&](std::int64_t row) { return reader.entries_before(static_cast<std::uint64_t>(row)) + row; };
        const auto begin_of = [&](int rank) {
            const auto wanted = static_cast<std::int64_t>(static_cast<double>(work(rows)) / ranks.count() * rank);
            std::int64_t low = 0;
            std::int64_t high = rows;
            while (low < high) {
                const std::int64_t middle = (low + high) / 2;
                if (work(middle) < wanted) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            return low;
        };
        range = {ranks.is_first() ? 0 : begin_of(ranks.rank()),
                 ranks.rank() + 1 == ranks.count() ? rows : begin_of(ranks.rank() + 1)};
    });
    return range;
}

OwnRows read_rows(const Ranks& ranks, const fs::path& path, const RowRange& range) {
    OwnRows rows;
    ranks.together([&] {
        const MappedFile file(path);
        const BinaryReader reader(file.bytes(), path.string());
        if (reader.header().rows != reader.header().columns) {
            refuse(path.string(), "the matrix is not square, expected the adjacency matrix of a graph");
        }
        SparseMatrix matrix = reader.rows(static_cast<std::uint64_t>(range.first), static_cast<std::uint64_t>(range.second));
        for (NodeId row = 0; row < matrix.rows; ++row) {
            for (EntryIndex k = matrix.offsets[row]; k < matrix.offsets[row + 1]; ++k) {
                if (!(matrix.values[k] > 0)) {
                    refuse(path.string(), fmt::format("entry ({}, {}) has the weight {}, expected a positive one",
                                                      range.first + row, matrix.indices[k], matrix.values[k]));
                }
            }
        }
        rows.offsets = std::move(matrix.offsets);
        rows.columns = std::move(matrix.indices);
        rows.weights = std::move(matrix.values);
        rows.names.resize(static_cast<std::size_t>(rows.count()));
        std::iota(rows.names.begin(), rows.names.end(), static_cast<NodeId>(range.first));
    });
    return rows;
}

void require_symmetric(const GraphSlice& slice, const std::string& file) {
    slice.ranks().together([&] {
        for (NodeId node = slice.first_own(); node < slice.end_own(); ++node) {
            for (EntryIndex e = slice.first_entry(node); e < slice.end_entry(node); ++e) {
                const NodeId other = slice.to(e);
                const EntryIndex back = slice.find(other, node);
                if (back >= slice.end_entry(other) || slice.global_to(back) != slice.global(node) ||
                    slice.weight(back) != slice.weight(e)) {
                    refuse(file, fmt::format(
                                     "entry ({}, {}) is not that of ({}, {}): the graph is directed, expected an undirected one",
                                     slice.global(node), slice.global(other), slice.global(other), slice.global(node)));
                }
            }
        }
    });
}

bool is_grid(const std::string& spec) {
    return grid_sides(spec).first > 0;
}

std::int64_t grid_node_count(const std::string& spec) {
    const auto [height, width] = grid_sides(spec);
    return height * width;
}

std::optional<OwnRows> grid_rows(const Ranks& ranks, const std::string& spec, std::optional<RowRange> range) {
    const auto [height, width] = grid_sides(spec);
    if (height == 0) {
        return std::nullopt;
    }
    const std::int64_t nodes = height * width;
    const auto [begin, end] =
        range.value_or(RowRange{nodes * ranks.rank() / ranks.count(), nodes * (ranks.rank() + 1) / ranks.count()});
    OwnRows rows;
    rows.offsets.reserve(static_cast<std::size_t>(end - begin) + 1);
    rows.names.reserve(static_cast<std::size_t>(end - begin));
    rows.columns.reserve(4 * static_cast<std::size_t>(end - begin));
    for (std::int64_t node = begin; node < end; ++node) {
        const std::int64_t column = node % width;
        const std::array<std::pair<bool, std::int64_t>, 4> neighbors{{{node >= width, node - width},
                                                                      {column > 0, node - 1},
                                                                      {column + 1 < width, node + 1},
                                                                      {node + width < nodes, node + width}}};
        for (const auto& [is_there, other] : neighbors) {
            if (is_there) {
                rows.columns.push_back(static_cast<NodeId>(other));
            }
        }
        rows.offsets.push_back(static_cast<EntryIndex>(rows.columns.size()));
        rows.names.push_back(static_cast<NodeId>(node));
    }
    rows.weights.assign(rows.columns.size(), 1.0);
    return rows;
}

void write_rows(const Ranks& ranks, const fs::path& path, const OwnRows& rows, double factor) {
    const bool is_unit = factor == 1 && std::all_of(rows.weights.begin(), rows.weights.end(), [](double w) { return w == 1; });
    BinaryHeader header;
    header.rows = static_cast<std::uint64_t>(ranks.sum(rows.count()));
    header.columns = header.rows;
    header.entries = static_cast<std::uint64_t>(ranks.sum(rows.offsets.back()));
    header.weighted = ranks.sum(is_unit ? 0 : 1) > 0;
    const BinaryLayout layout = layout_of(header);
    const auto first_row = static_cast<std::uint64_t>(ranks.sum_before(rows.count()));
    const auto first_entry = static_cast<std::uint64_t>(ranks.sum_before(rows.offsets.back()));
    SharedFile file(ranks, path);
    if (ranks.is_first()) {
        const std::string bytes = header_bytes(header);
        file.write(0, bytes.data(), bytes.size());
    }
    std::vector<EntryIndex> offsets = rows.offsets;
    std::for_each(offsets.begin(), offsets.end(), [&](EntryIndex& offset) { offset += static_cast<EntryIndex>(first_entry); });
    file.write(layout.offsets + 8 * first_row, offsets.data(), 8 * offsets.size());
    file.write(layout.columns + 4 * first_entry, rows.columns.data(), 4 * rows.columns.size());
    if (ranks.is_first() && header.entries % 2 == 1) {
        constexpr std::uint32_t padding = 0;
        file.write(layout.columns + 4 * header.entries, &padding, 4);
    }
    if (header.weighted) {
        constexpr std::size_t piece = std::size_t{1} << 20U;
        std::vector<double> scaled;
        for (std::size_t at = 0; at < rows.weights.size(); at += piece) {
            scaled.assign(rows.weights.begin() + static_cast<std::ptrdiff_t>(at),
                          rows.weights.begin() + static_cast<std::ptrdiff_t>(std::min(at + piece, rows.weights.size())));
            std::for_each(scaled.begin(), scaled.end(), [&](double& weight) { weight *= factor; });
            file.write(layout.weights + 8 * (first_entry + at), scaled.data(), 8 * scaled.size());
        }
    }
    file.close();
}

void write_rows_as_text(const Ranks& ranks, const fs::path& path, const OwnRows& rows, double factor) {
    const std::int64_t nodes = ranks.sum(rows.count());
    const std::int64_t loops = self_loop_count(ranks, rows);
    const std::int64_t edges = (ranks.sum(rows.offsets.back()) - loops) / 2 + loops;
    const std::int64_t first = ranks.sum_before(rows.count());
    const std::string header = fmt::format("%%MatrixMarket matrix coordinate real symmetric\n{} {} {}\n", nodes, nodes, edges);
    write_text(ranks, path, header, rows.count(), [&](std::int64_t row, std::string& text) {
        for (EntryIndex k = rows.offsets[row]; k < rows.offsets[row + 1] && rows.columns[k] <= first + row; ++k) {
            append_integer(text, first + row + 1);
            text += ' ';
            append_integer(text, std::int64_t{rows.columns[k]} + 1);
            text += ' ';
            append_number(text, rows.weights[k] * factor);
            text += '\n';
        }
    });
}

template <typename Number>
std::vector<Number> read_numbers(const fs::path& path, const RowRange& range) {
    const MappedFile file(path);
    if (file.bytes().size() < static_cast<std::size_t>(range.second) * sizeof(Number)) {
        refuse(path.string(), "the file is too short");
    }
    std::vector<Number> numbers(static_cast<std::size_t>(range.second - range.first));
    if (!numbers.empty()) {
        std::memcpy(numbers.data(), file.bytes().data() + static_cast<std::size_t>(range.first) * sizeof(Number),
                    numbers.size() * sizeof(Number));
    }
    return numbers;
}

template std::vector<NodeId> read_numbers(const fs::path&, const RowRange&);
template std::vector<NodeValues> read_numbers(const fs::path&, const RowRange&);

std::int64_t self_loop_count(const Ranks& ranks, const OwnRows& rows) {
    const std::int64_t first = ranks.sum_before(rows.count());
    std::int64_t loops = 0;
    for (NodeId row = 0; row < rows.count(); ++row) {
        const auto begin = rows.columns.begin() + rows.offsets[row];
        const auto end = rows.columns.begin() + rows.offsets[row + 1];
        loops += std::binary_search(begin, end, static_cast<NodeId>(first + row)) ? 1 : 0;
    }
    return ranks.sum(loops);
}

}  // namespace ndpool
