#include "ndpool/io/formats/npz.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>

#include "ndpool/io/archive/npy.hpp"
#include "ndpool/io/archive/npy_write.hpp"
#include "ndpool/io/archive/zip_archive.hpp"
#include "ndpool/io/archive/zip_writer.hpp"
#include "ndpool/io/formats/entry_list.hpp"
#include "ndpool/io/place.hpp"

namespace ndpool {

namespace {

/// Opens a member by its name without ".npy"; nothing if it is not there.
using OpenMember = std::function<std::optional<ByteStream>(const std::string&)>;

/// The members with their names in the archive, for messages.
class Arrays {
public:
    Arrays(OpenMember open, std::string_view file) : open_(std::move(open)), file_(file) {}

    [[nodiscard]] NpyArray array(const std::string& name) const {
        auto member = open_(name);
        if (!member) {
            refuse(file_, fmt::format("the archive has no member {}.npy, expected a file of scipy.sparse.save_npz", name));
        }
        return parse_npy(*std::move(member), place(name));
    }
    [[nodiscard]] NpyArray vector(const std::string& name) const {
        NpyArray result = array(name);
        if (result.shape.size() != 1) {
            refuse(result.place, fmt::format("the array has {} dimensions, expected 1", result.shape.size()));
        }
        return result;
    }
    [[nodiscard]] std::string place(const std::string& name) const { return fmt::format("{}:{}.npy", file_, name); }
    [[nodiscard]] const std::string& file() const { return file_; }

private:
    OpenMember open_;
    std::string file_;
};

struct Shape {
    NodeId rows = 0;
    NodeId columns = 0;
};

Shape read_shape(const Arrays& arrays) {
    const auto lengths = npy_integers(arrays.vector("shape"));
    constexpr std::int64_t most = std::numeric_limits<NodeId>::max();
    if (lengths.size() != 2 || std::any_of(lengths.begin(), lengths.end(), [](auto n) { return n < 0 || n > most; })) {
        refuse(arrays.place("shape"),
               fmt::format("the shape is ({}), expected two numbers from 0 to {}", fmt::join(lengths, ", "), most));
    }
    return {static_cast<NodeId>(lengths[0]), static_cast<NodeId>(lengths[1])};
}

std::vector<NodeId> read_ids(const Arrays& arrays, const std::string& name, NodeId count) {
    const NpyArray array = arrays.vector(name);
    std::vector<NodeId> ids;
    ids.reserve(array.likely_size());
    for_each_npy_integers(array, [&](std::span<const std::int64_t> chunk) {
        const auto odd = std::find_if(chunk.begin(), chunk.end(), [&](std::int64_t id) { return id < 0 || id >= count; });
        if (odd != chunk.end()) {
            refuse(array.place, fmt::format("item {} is {}, expected 0 to {}", ids.size() + (odd - chunk.begin()), *odd,
                                            std::int64_t{count} - 1));
        }
        ids.insert(ids.end(), chunk.begin(), chunk.end());
    });
    return ids;
}

std::vector<double> read_values(const Arrays& arrays, std::size_t count) {
    auto values = npy_numbers(arrays.vector("data"));
    if (values.size() != count) {
        refuse(arrays.place("data"), fmt::format("there are {} values, expected {}, one for each index", values.size(), count));
    }
    const auto odd = std::find_if_not(values.begin(), values.end(), [](double value) { return std::isfinite(value); });
    if (odd != values.end()) {
        refuse(arrays.place("data"), fmt::format("item {} is {}, expected a finite number", odd - values.begin(), *odd));
    }
    return values;
}

void require_no_duplicates(const SparseMatrix& matrix, bool swapped, const std::string& file) {
    for (NodeId row = 0; row < matrix.rows; ++row) {
        const auto end = matrix.indices.begin() + matrix.offsets[row + 1];
        const auto twice = std::adjacent_find(matrix.indices.begin() + matrix.offsets[row], end);
        if (twice != end) {
            refuse(file, fmt::format("entry ({}, {}) is there a second time, expected every entry once", swapped ? *twice : row,
                                     swapped ? row : *twice));
        }
    }
}

/// Compressed rows, or columns as the rows of the transposed matrix.
SparseMatrix read_compressed(const Arrays& arrays, NodeId rows, NodeId columns) {
    SparseMatrix matrix{rows, columns, npy_integers(arrays.vector("indptr")), read_ids(arrays, "indices", columns), {}};
    matrix.values = read_values(arrays, matrix.indices.size());
    const auto& offsets = matrix.offsets;
    if (offsets.size() != static_cast<std::size_t>(rows) + 1) {
        refuse(arrays.place("indptr"), fmt::format("there are {} offsets, expected {}", offsets.size(), std::int64_t{rows} + 1));
    }
    if (offsets.front() != 0 || !std::is_sorted(offsets.begin(), offsets.end()) ||
        offsets.back() > static_cast<EntryIndex>(matrix.indices.size())) {
        refuse(arrays.place("indptr"),
               fmt::format("the offsets do not rise from 0 to at most {}, expected row offsets", matrix.indices.size()));
    }
    // SciPy may have unused space after the last entry.
    matrix.indices.resize(static_cast<std::size_t>(offsets.back()));
    matrix.values.resize(matrix.indices.size());
    sort_rows(matrix);
    return matrix;
}

SparseMatrix read_coordinates(const Arrays& arrays, Shape shape) {
    const auto rows = read_ids(arrays, "row", shape.rows);
    const auto columns = read_ids(arrays, "col", shape.columns);
    if (rows.size() != columns.size()) {
        refuse(arrays.place("col"),
               fmt::format("there are {} columns, expected {}, one for each row", columns.size(), rows.size()));
    }
    const auto values = read_values(arrays, rows.size());
    (void)backed_node_count(shape.rows, rows.size(), arrays.place("shape"));
    std::vector<Entry> entries(rows.size());
    for (std::size_t k = 0; k < entries.size(); ++k) {
        entries[k] = {rows[k], columns[k], values[k]};
    }
    return matrix_from_entries(shape.rows, shape.columns, entries);
}

SparseMatrix matrix_of(const Arrays& arrays) {
    const std::string format = npy_text(arrays.array("format"));
    const Shape shape = read_shape(arrays);
    if (format != "csr" && format != "csc" && format != "coo") {
        refuse(arrays.place("format"),
               fmt::format("the matrix is stored as {}, expected csr, csc or coo", ndpool::quoted(format)));
    }
    if (format == "coo") {
        SparseMatrix matrix = read_coordinates(arrays, shape);
        require_no_duplicates(matrix, false, arrays.file());
        return matrix;
    }
    const bool by_columns = format == "csc";
    SparseMatrix matrix =
        by_columns ? read_compressed(arrays, shape.columns, shape.rows) : read_compressed(arrays, shape.rows, shape.columns);
    require_no_duplicates(matrix, by_columns, arrays.file());
    if (!by_columns) {
        return matrix;
    }
    (void)backed_node_count(shape.rows, matrix.indices.size(), arrays.place("shape"));
    return transpose(matrix);
}

SparseMatrix matrix_in(ZipArchive& archive, std::string_view file) {
    const auto open = [&](const std::string& name) -> std::optional<ByteStream> {
        const std::string member = name + ".npy";
        return archive.contains(member) ? std::optional(archive.open(member)) : std::nullopt;
    };
    return matrix_of(Arrays(open, file));
}

/// The arrays of a csr matrix; the offsets are requested by row.
struct CsrSources {
    NodeId rows = 0;
    NodeId columns = 0;
    std::uint64_t entries = 0;
    std::function<EntryIndex(std::uint64_t)> offset;
    std::span<const NodeId> indices;
    ByteSource values;
};

void write_csr(const CsrSources& csr, ByteSink& sink) {
    // Equal weights are deflated, ids of neighbours are not: files would be smaller by a quarter to a third, but that took a
    // quarter of the time of a lean pyramid of 10^6 nodes (results/lean_profile.txt).
    constexpr double deflated_share = 0.25;
    // SciPy wants both index arrays to have one type, and 32 bits where they suffice.
    const bool narrow = csr.entries <= std::numeric_limits<std::int32_t>::max();
    const std::vector<std::int64_t> shape{csr.rows, csr.columns};
    const std::uint64_t offsets = static_cast<std::uint64_t>(csr.rows) + 1;
    const std::string format = npy_bytes("csr");
    ZipWriter writer(sink, deflated_share);
    writer.add("indices.npy", narrow ? npy_source(csr.indices)
                                     : npy_source_of_items<std::int64_t>(
                                           csr.indices.size(), [&](std::uint64_t k) { return std::int64_t{csr.indices[k]}; }));
    writer.add("indptr.npy", narrow ? npy_source_of_items<std::int32_t>(
                                          offsets, [&](std::uint64_t k) { return static_cast<std::int32_t>(csr.offset(k)); })
                                    : npy_source_of_items<std::int64_t>(offsets, csr.offset));
    writer.add("format.npy", source_of(format));
    writer.add("shape.npy", npy_source(shape));
    writer.add("data.npy", csr.values);
    writer.finish();
}

}  // namespace

SparseMatrix matrix_of_npz(const NpzMembers& members, std::string_view file) {
    const auto open = [&](const std::string& name) -> std::optional<ByteStream> {
        const auto found = members.find(name);
        return found == members.end() ? std::nullopt : std::optional(stream_of(found->second));
    };
    return matrix_of(Arrays(open, file));
}

SparseMatrix parse_npz_matrix(std::string_view bytes, std::string_view file) {
    ZipArchive archive(bytes, file);
    return matrix_in(archive, file);
}

SparseMatrix read_npz_matrix(const std::filesystem::path& path) {
    ZipArchive archive(path);
    return matrix_in(archive, path.string());
}

Graph parse_npz(std::string_view bytes, std::string_view file, Symmetrize how) {
    return assemble_graph(parse_npz_matrix(bytes, file), how, file);
}

void write_npz(const SparseMatrix& matrix, ByteSink& sink) {
    const auto offset = [&](std::uint64_t row) { return matrix.offsets[row]; };
    write_csr({matrix.rows, matrix.columns, matrix.indices.size(), offset, matrix.indices, npy_source(matrix.values)}, sink);
}

void write_npz_selection(std::span<const NodeId> picked, NodeId columns, ByteSink& sink) {
    const auto offset = [](std::uint64_t row) { return static_cast<EntryIndex>(row); };
    const auto ones = npy_source_of_items<double>(picked.size(), [](std::uint64_t) { return 1.0; });
    write_csr({static_cast<NodeId>(picked.size()), columns, picked.size(), offset, picked, ones}, sink);
}

std::string npz_bytes(const SparseMatrix& matrix) {
    StringSink sink;
    write_npz(matrix, sink);
    return sink.take();
}

std::string npz_bytes(const Graph& graph) {
    return npz_bytes(graph.adjacency());
}

}  // namespace ndpool
