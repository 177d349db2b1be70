#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "ndpool/base/stop.hpp"
#include "ndpool/graph/sparse_matrix.hpp"

namespace ndpool {

/// A place in a text file that is read number by number; all text formats are read with it. Blanks are space,
/// tab and carriage return. What is not as expected throws InvalidInput "FILE:LINE: what is wrong, what was
/// expected"; the line is counted only then. The text must outlive the cursor.
class TextCursor {
public:
    /// A line whose first character that is no blank is in `comment_marks` (two at most) is a comment.
    /// A byte order mark is skipped.
    TextCursor(std::string_view text, std::string_view file, std::string_view comment_marks = "");
    /// A cursor at the same place with other comment marks.
    [[nodiscard]] TextCursor with_comments(std::string_view comment_marks) const;

    /// To the first number of the next line that is neither blank nor a comment, from the start of a line;
    /// false if there is none.
    bool next_content();
    /// To the start of the next line that is no comment, from the start of a line.
    void skip_comments();
    /// Past the end of the line, which must have nothing but blanks left.
    void end_line();
    /// The rest of the line without its end; the cursor moves to the next line.
    std::string_view take_line();
    /// Skips blanks; true if nothing else is left on the line.
    bool at_line_end();
    [[nodiscard]] bool at_line_start() const { return position_ == begin_ || position_[-1] == '\n'; }
    [[nodiscard]] bool at_end() const { return position_ == end_; }
    /// The number of line feeds ahead: there is at most one line more.
    [[nodiscard]] std::size_t lines_left() const;
    [[nodiscard]] std::size_t bytes_left() const { return static_cast<std::size_t>(end_ - position_); }

    /// The rest of the line, without leading blanks and without its end.
    [[nodiscard]] std::string_view rest_of_line();
    /// Moves forward by `bytes` within the line.
    void advance(std::size_t bytes) { position_ += bytes; }
    /// Whether the next word is not a number, or a quote comes next.
    [[nodiscard]] bool at_name();

    /// Skips blanks and at most one comma or semicolon between two numbers.
    void skip_separator();
    /// `what` names the number in messages: "a node id".
    std::int64_t integer(std::string_view what);
    /// Any number, also an infinite one or NaN; a number below the smallest double is 0.
    double number(std::string_view what);
    double finite_number(std::string_view what);
    /// A finite number of at least 0.
    double weight();
    /// One of the ids first, first + 1, ... of `count` nodes, returned from 0.
    NodeId node(NodeId first, std::int64_t count);

    /// "FILE:LINE" of the cursor; at the end of the text the last line that is not blank.
    [[nodiscard]] std::string place() const;
    [[noreturn]] void refuse_here(std::string_view what) const;

private:
    void skip_blanks() {
        while (position_ != end_ && (*position_ == ' ' || *position_ == '\t' || *position_ == '\r')) {
            ++position_;
        }
    }
    static bool ends_token(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == ',' || c == ';'; }
    [[nodiscard]] bool is_comment(char c) const { return c == comment_marks_[0] || c == comment_marks_[1]; }
    void skip_line();
    void set_comment_marks(std::string_view marks);

    bool fast_number(double& value);
    double slow_number(std::string_view what);
    std::int64_t slow_integer(std::string_view what);
    [[nodiscard]] std::string_view token() const;
    [[noreturn]] void refuse_token(std::string_view what) const;
    [[noreturn]] void refuse_node(std::int64_t id, NodeId first, std::int64_t count) const;
    [[noreturn]] void refuse_weight(double value) const;

    const char* begin_;
    const char* position_;
    const char* end_;
    std::array<char, 2> comment_marks_{'\n', '\n'};  // a line feed begins no line
    std::string file_;
    std::uint32_t line_ends_ = 0;  ///< passed by next_content
};

inline bool TextCursor::next_content() {
    for (;;) {
        skip_blanks();
        if (position_ == end_) {
            return false;
        }
        if (*position_ == '\n') {
            ++position_;
            if (++line_ends_ % 65536 == 0) {
                stop_if_requested();
            }
        } else if (is_comment(*position_)) {
            skip_line();
        } else {
            return true;
        }
    }
}

inline bool TextCursor::at_line_end() {
    skip_blanks();
    return position_ == end_ || *position_ == '\n';
}

inline void TextCursor::end_line() {
    if (!at_line_end()) {
        refuse_token("the end of the line");
    }
    position_ += position_ == end_ ? 0 : 1;
}

inline void TextCursor::skip_separator() {
    skip_blanks();
    if (position_ != end_ && (*position_ == ',' || *position_ == ';')) {
        ++position_;
    }
}

inline std::int64_t TextCursor::integer(std::string_view what) {
    constexpr int safe_digits = 18;
    skip_blanks();
    std::int64_t value = 0;
    const char* digit = position_;
    for (; digit != end_ && static_cast<unsigned char>(*digit - '0') < 10; ++digit) {
        value = (digit - position_ < safe_digits) ? value * 10 + (*digit - '0') : value;
    }
    const auto digits = digit - position_;
    if (digits == 0 || digits > safe_digits || (digit != end_ && !ends_token(*digit))) {
        return slow_integer(what);
    }
    position_ = digit;
    return value;
}

inline NodeId TextCursor::node(NodeId first, std::int64_t count) {
    const std::int64_t id = integer("a node id");
    if (id < first || id - first >= count) {
        refuse_node(id, first, count);
    }
    return static_cast<NodeId>(id - first);
}

/// Exact for up to 2^53 times a power of ten of at most 22: both are doubles, so one rounding is all there is.
inline bool TextCursor::fast_number(double& value) {
    constexpr std::uint64_t largest_exact = std::uint64_t{1} << 53;
    constexpr std::array<double, 23> power_of_ten{1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                                  1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    const char* p = position_;
    std::uint64_t mantissa = 0;
    for (; p != end_ && static_cast<unsigned char>(*p - '0') < 10; ++p) {
        mantissa = mantissa * 10 + static_cast<std::uint64_t>(*p - '0');
    }
    auto digits = p - position_;
    std::ptrdiff_t decimals = 0;
    if (p != end_ && *p == '.') {
        const char* const point = p++;
        for (; p != end_ && static_cast<unsigned char>(*p - '0') < 10; ++p) {
            mantissa = mantissa * 10 + static_cast<std::uint64_t>(*p - '0');
        }
        decimals = p - point - 1;
        digits += decimals;
    }
    const bool complete = p == end_ || ends_token(*p);
    if (!complete || digits == 0 || digits > 18 || mantissa > largest_exact) {
        return false;
    }
    value = static_cast<double>(mantissa) / power_of_ten[static_cast<std::size_t>(decimals)];
    position_ = p;
    return true;
}

inline double TextCursor::number(std::string_view what) {
    skip_blanks();
    double value = 0;
    return fast_number(value) ? value : slow_number(what);
}

inline double TextCursor::weight() {
    const double value = number("a weight");
    if (!(value >= 0 && value <= 1.7976931348623157e308)) {
        refuse_weight(value);
    }
    return value;
}

}  // namespace ndpool
