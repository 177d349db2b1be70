#pragma once

#include <map>
#include <string>
#include <string_view>

#include "ndpool/graph/directed.hpp"

namespace ndpool {

/// The members of a file of scipy.sparse.save_npz by name without ".npy", as .npy files.
using NpzMembers = std::map<std::string, std::string>;

/// An adjacency matrix as SciPy stores it: csr, csc or coo. Throws InvalidInput "FILE: ..." or "FILE:MEMBER: ...".
[[nodiscard]] Graph parse_npz(std::string_view bytes, std::string_view file, Symmetrize how = Symmetrize::refuse);

/// Any real matrix of any shape and sign.
[[nodiscard]] SparseMatrix parse_npz_matrix(std::string_view bytes, std::string_view file);
/// The same from members that are unpacked already.
[[nodiscard]] SparseMatrix matrix_of_npz(const NpzMembers& members, std::string_view file);

/// What scipy.sparse.load_npz reads as csr; the same matrix gives the same bytes.
[[nodiscard]] std::string npz_bytes(const SparseMatrix& matrix);
[[nodiscard]] std::string npz_bytes(const Graph& graph);

}  // namespace ndpool
