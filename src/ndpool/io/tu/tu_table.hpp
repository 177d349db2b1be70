#pragma once

#include <string>
#include <string_view>

#include "ndpool/graph/dataset.hpp"
#include "ndpool/io/tu/tu_files.hpp"

// Internal to io/: the files of a TU data set that hold one row of numbers per line.
namespace ndpool {

/// The number of lines that are not blank.
[[nodiscard]] std::size_t content_lines(const TuFile& file);
/// "FILE:LINE" of one of these lines, which count from 0 here.
[[nodiscard]] std::string place_of_content(const TuFile& file, std::size_t number);
/// The number of columns of the first of these lines; 0 if there is none.
[[nodiscard]] std::size_t columns_in(const TuFile& file);

/// Reads a table with one line for each of `rows` things, all with the same number of columns, of finite numbers (double) or
/// whole ones (long). A missing file is an empty table. Throws InvalidInput "FILE:LINE: ...".
template <typename Number>
[[nodiscard]] Table<Number> read_table(const TuFile* file, std::size_t rows, std::string_view thing);

extern template Table<long> read_table<long>(const TuFile*, std::size_t, std::string_view);
extern template Table<double> read_table<double>(const TuFile*, std::size_t, std::string_view);

}  // namespace ndpool
