#include "ndpool/io/npz.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "ndpool/io/entry_list.hpp"
#include "ndpool/io/npy.hpp"
#include "ndpool/io/place.hpp"
#include "ndpool/io/zip_archive.hpp"

namespace ndpool {

namespace {

/// The members with their names in the archive, for messages.
class Arrays {
public:
    Arrays(const NpzMembers& members, std::string_view file) : members_(members), file_(file) {}

    [[nodiscard]] NpyArray array(const std::string& name) const {
        const auto found = members_.find(name);
        if (found == members_.end()) {
            refuse(file_, fmt::format("the archive has no member {}.npy, expected a file of scipy.sparse.save_npz", name));
        }
        return parse_npy(found->second, place(name));
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
    const NpzMembers& members_;
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
    const auto integers = npy_integers(arrays.vector(name));
    std::vector<NodeId> ids(integers.size());
    for (std::size_t k = 0; k < ids.size(); ++k) {
        if (integers[k] < 0 || integers[k] >= count) {
            refuse(arrays.place(name), fmt::format("item {} is {}, expected 0 to {}", k, integers[k], std::int64_t{count} - 1));
        }
        ids[k] = static_cast<NodeId>(integers[k]);
    }
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
    // SciPy may keep room behind the last entry.
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

NpzMembers unpack(std::string_view bytes, std::string_view file) {
    constexpr std::string_view ending = ".npy";
    ZipArchive archive(bytes, file);
    NpzMembers members;
    for (const std::string name : {"format", "shape", "data", "indices", "indptr", "row", "col"}) {
        const std::string member = name + std::string(ending);
        if (archive.contains(member)) {
            members[name] = archive.read(member);
        }
    }
    return members;
}

}  // namespace

SparseMatrix matrix_of_npz(const NpzMembers& members, std::string_view file) {
    const Arrays arrays(members, file);
    const std::string format = npy_text(arrays.array("format"));
    const Shape shape = read_shape(arrays);
    if (format != "csr" && format != "csc" && format != "coo") {
        refuse(arrays.place("format"), fmt::format("the matrix is stored as {}, expected csr, csc or coo", quoted(format)));
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

SparseMatrix parse_npz_matrix(std::string_view bytes, std::string_view file) {
    return matrix_of_npz(unpack(bytes, file), file);
}

Graph parse_npz(std::string_view bytes, std::string_view file, Symmetrize how) {
    return assemble_graph(parse_npz_matrix(bytes, file), how, file);
}

std::string npz_bytes(const SparseMatrix& matrix) {
    // SciPy wants both index arrays of one type and 32 bits where they suffice.
    const bool narrow = matrix.offsets.back() <= std::numeric_limits<std::int32_t>::max();
    const std::vector<std::int64_t> shape{matrix.rows, matrix.columns};
    return zip_bytes({
        {"indices.npy",
         narrow ? npy_bytes(matrix.indices) : npy_bytes(std::vector<std::int64_t>(matrix.indices.begin(), matrix.indices.end()))},
        {"indptr.npy",
         narrow ? npy_bytes(std::vector<std::int32_t>(matrix.offsets.begin(), matrix.offsets.end())) : npy_bytes(matrix.offsets)},
        {"format.npy", npy_bytes("csr")},
        {"shape.npy", npy_bytes(shape)},
        {"data.npy", npy_bytes(matrix.values)},
    });
}

std::string npz_bytes(const Graph& graph) {
    return npz_bytes(graph.adjacency());
}

}  // namespace ndpool
