#include "ndpool/io/tu/tu_table.hpp"

#include <fmt/format.h>

#include <cmath>
#include <type_traits>

#include "ndpool/io/formats/text_cursor.hpp"

namespace ndpool {

namespace {

template <typename Number>
Number read_item(TextCursor& cursor) {
    if constexpr (std::is_same_v<Number, double>) {
        return cursor.finite_number("an attribute");
    } else {
        // Some tools write labels as 1.0.
        constexpr double largest = 9007199254740992.0;  // 2^53
        const double value = cursor.finite_number("a label");
        if (value != std::trunc(value) || std::abs(value) > largest) {
            cursor.refuse_here(fmt::format("the label is {}, expected a whole number", value));
        }
        return static_cast<Number>(value);
    }
}

}  // namespace

std::size_t content_lines(const TuFile& file) {
    TextCursor cursor(file.text, file.place);
    std::size_t lines = 0;
    for (; cursor.next_content(); (void)cursor.take_line()) {
        ++lines;
    }
    return lines;
}

std::string place_of_content(const TuFile& file, std::size_t number) {
    TextCursor cursor(file.text, file.place);
    for (std::size_t line = 0; cursor.next_content() && line < number; ++line) {
        (void)cursor.take_line();
    }
    return cursor.place();
}

std::size_t columns_in(const TuFile& file) {
    TextCursor cursor(file.text, file.place);
    std::size_t columns = 0;
    if (cursor.next_content()) {
        for (; !cursor.at_line_end(); cursor.skip_separator()) {
            (void)cursor.number("an attribute");
            ++columns;
        }
    }
    return columns;
}

template <typename Number>
Table<Number> read_table(const TuFile* file, std::size_t rows, std::string_view thing) {
    Table<Number> table;
    if (file == nullptr) {
        return table;
    }
    TextCursor cursor(file->text, file->place);
    for (std::size_t row = 0; row < rows; ++row) {
        if (!cursor.next_content()) {
            cursor.refuse_here(fmt::format("the file ends after {} lines, expected {}, one for each {}", row, rows, thing));
        }
        std::size_t columns = 0;
        do {
            table.values.push_back(read_item<Number>(cursor));
            cursor.skip_separator();
            ++columns;
        } while (!cursor.at_line_end());
        table.columns = row == 0 ? columns : table.columns;
        if (columns != table.columns) {
            cursor.refuse_here(fmt::format("the line has {} columns, expected {} like the lines above", columns, table.columns));
        }
        cursor.end_line();
    }
    if (cursor.next_content()) {
        cursor.refuse_here(fmt::format("there are more than {} lines, expected one for each {}", rows, thing));
    }
    return table;
}

template Table<long> read_table<long>(const TuFile*, std::size_t, std::string_view);
template Table<double> read_table<double>(const TuFile*, std::size_t, std::string_view);

}  // namespace ndpool
