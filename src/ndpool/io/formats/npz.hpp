#pragma once

#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <string_view>

#include "ndpool/graph/directed.hpp"
#include "ndpool/io/archive/byte_stream.hpp"

namespace ndpool {

/// The members of a file of scipy.sparse.save_npz: from the name without ".npy" to the bytes of the .npy file.
using NpzMembers = std::map<std::string, std::string>;

/// An adjacency matrix as SciPy stores it: csr, csc or coo. Throws InvalidInput "FILE: ..." or "FILE:MEMBER: ...".
[[nodiscard]] Graph parse_npz(std::string_view bytes, std::string_view file, Symmetrize how = Symmetrize::refuse);

/// Any real matrix of any shape and sign.
[[nodiscard]] SparseMatrix parse_npz_matrix(std::string_view bytes, std::string_view file);
/// The same from a file, which is read in chunks: no more than one chunk is in memory beside the matrix. Throws IoError too.
[[nodiscard]] SparseMatrix read_npz_matrix(const std::filesystem::path& path);
/// The same from members that are already unpacked.
[[nodiscard]] SparseMatrix matrix_of_npz(const NpzMembers& members, std::string_view file);

/// Writes a file that scipy.sparse.load_npz reads as csr; the same matrix gives the same bytes. Takes no additional memory of
/// the matrix's size.
void write_npz(const SparseMatrix& matrix, ByteSink& sink);
/// The same for the matrix whose rows are rows of the identity: row i has a single 1, in column picked[i].
void write_npz_selection(std::span<const NodeId> picked, NodeId columns, ByteSink& sink);

/// The bytes of such a file in memory.
[[nodiscard]] std::string npz_bytes(const SparseMatrix& matrix);
[[nodiscard]] std::string npz_bytes(const Graph& graph);

}  // namespace ndpool
