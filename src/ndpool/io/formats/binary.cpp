#include "ndpool/io/formats/binary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "ndpool/io/formats/entry_list.hpp"
#include "ndpool/io/place.hpp"

namespace ndpool {

namespace {

static_assert(std::endian::native == std::endian::little, "files are little-endian, and are read as they are");

constexpr std::string_view magic = "NDPGRAPH";
constexpr std::uint32_t known_version = 1;
constexpr std::uint32_t weighted_flag = 1;
constexpr std::uint32_t placed_flag = 2;
constexpr std::size_t header_size = 64;

template <typename Number>
Number number_at(std::string_view bytes, std::uint64_t position) {
    Number number;
    std::memcpy(&number, bytes.data() + position, sizeof number);
    return number;
}

template <typename Number>
void put_number(std::string& bytes, std::size_t position, Number number) {
    std::memcpy(bytes.data() + position, &number, sizeof number);
}

template <typename Number>
std::string_view bytes_of_numbers(std::span<const Number> numbers) {
    return {reinterpret_cast<const char*>(numbers.data()), numbers.size_bytes()};
}

/// Appends in pieces of some megabytes, as a file takes them.
void append_in_pieces(ByteSink& sink, std::string_view bytes) {
    constexpr std::size_t piece = std::size_t{8} << 20U;
    for (std::size_t at = 0; at < bytes.size(); at += piece) {
        sink.append(bytes.substr(at, piece));
    }
}

BinaryHeader header_of(std::string_view bytes, const std::string& file) {
    if (bytes.size() < header_size || !is_binary_graph(bytes)) {
        refuse(file, "the file does not begin as a binary graph does, expected the 64 bytes of its header");
    }
    const auto version = number_at<std::uint32_t>(bytes, 8);
    const auto flags = number_at<std::uint32_t>(bytes, 12);
    if (version != known_version || (flags & ~(weighted_flag | placed_flag)) != 0) {
        refuse(file, fmt::format("this is version {} with flags {} of the binary format, expected version {} and flags up to 3",
                                 version, flags, known_version));
    }
    return {number_at<std::uint64_t>(bytes, 16), number_at<std::uint64_t>(bytes, 24), number_at<std::uint64_t>(bytes, 32),
            (flags & weighted_flag) != 0, (flags & placed_flag) != 0};
}

}  // namespace

BinaryLayout layout_of(const BinaryHeader& header) {
    BinaryLayout layout;
    layout.offsets = header_size;
    layout.columns = layout.offsets + 8 * (header.rows + 1);
    layout.weights = layout.columns + (4 * header.entries + 7) / 8 * 8;
    layout.positions = layout.weights + (header.weighted ? 8 * header.entries : 0);
    layout.size = layout.positions + (header.placed ? 16 * header.rows : 0);
    return layout;
}

std::string header_bytes(const BinaryHeader& header) {
    std::string bytes(header_size, '\0');
    std::copy(magic.begin(), magic.end(), bytes.begin());
    put_number(bytes, 8, known_version);
    put_number(bytes, 12, (header.weighted ? weighted_flag : 0) | (header.placed ? placed_flag : 0));
    put_number(bytes, 16, header.rows);
    put_number(bytes, 24, header.columns);
    put_number(bytes, 32, header.entries);
    return bytes;
}

bool is_binary_graph(std::string_view content) {
    return content.starts_with(magic);
}

BinaryReader::BinaryReader(std::string_view bytes, std::string file)
    : bytes_(bytes), file_(std::move(file)), header_(header_of(bytes, file_)) {
    constexpr std::uint64_t most_nodes = std::numeric_limits<NodeId>::max();
    if (header_.rows > most_nodes || header_.columns > most_nodes || header_.entries > bytes.size()) {
        refuse(file_, fmt::format("the header says {} x {} with {} entries, expected at most {} nodes and entries that are there",
                                  header_.rows, header_.columns, header_.entries, most_nodes));
    }
    layout_ = layout_of(header_);
    if (layout_.size != bytes.size()) {
        refuse(file_, fmt::format("the file has {} bytes, expected {} as its header says", bytes.size(), layout_.size));
    }
    if (entries_before(0) != 0 || entries_before(header_.rows) != static_cast<EntryIndex>(header_.entries)) {
        refuse(file_, "the offsets do not go from 0 to the number of entries");
    }
}

EntryIndex BinaryReader::entries_before(std::uint64_t row) const {
    return static_cast<EntryIndex>(number_at<std::uint64_t>(bytes_, layout_.offsets + 8 * row));
}

SparseMatrix BinaryReader::rows(std::uint64_t begin, std::uint64_t end) const {
    SparseMatrix matrix;
    matrix.rows = static_cast<NodeId>(end - begin);
    matrix.columns = static_cast<NodeId>(header_.columns);
    matrix.offsets.resize(end - begin + 1);
    const EntryIndex first = entries_before(begin);
    EntryIndex before = first;
    for (std::uint64_t row = begin; row <= end; ++row) {
        const EntryIndex here = entries_before(row);
        if (here < before || here > static_cast<EntryIndex>(header_.entries) || first < 0) {
            refuse(file_,
                   fmt::format("the offset of row {} is {}, expected one that is not below that of the row before", row, here));
        }
        matrix.offsets[row - begin] = here - first;
        before = here;
    }
    const auto count = static_cast<std::size_t>(matrix.offsets.back());
    matrix.indices.resize(count);
    matrix.values.assign(header_.weighted ? count : 0, 0.0);
    if (count > 0) {
        std::memcpy(matrix.indices.data(), bytes_.data() + layout_.columns + 4 * static_cast<std::uint64_t>(first), 4 * count);
        if (header_.weighted) {
            std::memcpy(matrix.values.data(), bytes_.data() + layout_.weights + 8 * static_cast<std::uint64_t>(first), 8 * count);
        } else {
            matrix.values.assign(count, 1.0);
        }
    }
    for (NodeId row = 0; row < matrix.rows; ++row) {
        NodeId last = -1;
        for (EntryIndex k = matrix.offsets[row]; k < matrix.offsets[row + 1]; ++k) {
            if (matrix.indices[k] <= last || matrix.indices[k] >= matrix.columns || !std::isfinite(matrix.values[k])) {
                refuse(file_,
                       fmt::format("row {} has column {} with weight {}, expected ascending columns below {} and finite weights",
                                   begin + static_cast<std::uint64_t>(row), matrix.indices[k], matrix.values[k], matrix.columns));
            }
            last = matrix.indices[k];
        }
    }
    return matrix;
}

std::vector<Point> BinaryReader::positions(std::uint64_t begin, std::uint64_t end) const {
    std::vector<Point> positions(header_.placed ? end - begin : 0);
    if (!positions.empty()) {
        std::memcpy(positions.data(), bytes_.data() + layout_.positions + 16 * begin, 16 * positions.size());
    }
    return positions;
}

SparseMatrix parse_binary_matrix(std::string_view bytes, const std::string& file) {
    const BinaryReader reader(bytes, file);
    return reader.rows(0, reader.header().rows);
}

Graph parse_binary_graph(std::string_view bytes, const std::string& file, Symmetrize how) {
    SparseMatrix matrix = parse_binary_matrix(bytes, file);
    if (matrix.rows != matrix.columns) {
        refuse(file, fmt::format("the matrix is {} x {}, expected a square one as adjacency", matrix.rows, matrix.columns));
    }
    return assemble_graph(std::move(matrix), how, file);
}

void write_binary(const SparseMatrix& matrix, std::span<const Point> positions, ByteSink& sink) {
    const bool weighted = !std::all_of(matrix.values.begin(), matrix.values.end(), [](double weight) { return weight == 1; });
    const BinaryHeader header{static_cast<std::uint64_t>(matrix.rows), static_cast<std::uint64_t>(matrix.columns),
                              matrix.indices.size(), weighted, !positions.empty()};
    sink.append(header_bytes(header));
    append_in_pieces(sink, bytes_of_numbers(std::span<const EntryIndex>(matrix.offsets)));
    append_in_pieces(sink, bytes_of_numbers(std::span<const NodeId>(matrix.indices)));
    if (matrix.indices.size() % 2 == 1) {
        sink.append(std::string(4, '\0'));
    }
    if (weighted) {
        append_in_pieces(sink, bytes_of_numbers(std::span<const double>(matrix.values)));
    }
    append_in_pieces(sink, bytes_of_numbers(positions));
}

}  // namespace ndpool
