#include "ndpool/io/formats/text_cursor.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>

#include "ndpool/io/place.hpp"

namespace ndpool {

namespace {

constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
constexpr std::string_view white_space = " \t\r\n";

/// std::from_chars does not accept a plus sign.
std::string_view without_plus(std::string_view token) {
    const bool plus = token.size() > 1 && token[0] == '+' && token[1] != '-' && token[1] != '+';
    return plus ? token.substr(1) : token;
}

/// The value of a number that no double can hold: 0 if it is too small, infinity if it is too large.
double value_out_of_range(std::string_view token) {
    const auto exponent = token.find_first_of("eE");
    if (exponent != std::string_view::npos) {
        return token.substr(exponent + 1, 1) == "-" ? 0.0 : std::numeric_limits<double>::infinity();
    }
    const auto digit = token.find_first_not_of("+-0");
    return digit != std::string_view::npos && token[digit] == '.' ? 0.0 : std::numeric_limits<double>::infinity();
}

}  // namespace

TextCursor::TextCursor(std::string_view text, std::string_view file, std::string_view comment_marks)
    : begin_(text.data()), position_(text.data()), end_(text.data() + text.size()), file_(file) {
    set_comment_marks(comment_marks);
    if (text.starts_with(byte_order_mark)) {
        position_ += byte_order_mark.size();
    }
}

void TextCursor::set_comment_marks(std::string_view marks) {
    std::copy_n(marks.begin(), std::min(marks.size(), comment_marks_.size()), comment_marks_.begin());
}

TextCursor TextCursor::with_comments(std::string_view comment_marks) const {
    TextCursor cursor = *this;
    cursor.set_comment_marks(comment_marks);
    return cursor;
}

std::size_t TextCursor::lines_left() const {
    return static_cast<std::size_t>(std::count(position_, end_, '\n'));
}

void TextCursor::skip_line() {
    const auto* const line_feed = static_cast<const char*>(std::memchr(position_, '\n', bytes_left()));
    position_ = line_feed == nullptr ? end_ : line_feed + 1;
}

std::string_view TextCursor::take_line() {
    const char* const start = position_;
    skip_line();
    std::string_view line(start, static_cast<std::size_t>(position_ - start));
    while (!line.empty() && (line.back() == '\n' || line.back() == '\r')) {
        line.remove_suffix(1);
    }
    return line;
}

std::string_view TextCursor::rest_of_line() {
    skip_blanks();
    TextCursor behind = *this;
    return behind.take_line();
}

bool TextCursor::at_name() {
    skip_blanks();
    const std::string_view word = without_plus(token());
    double ignored = 0;
    const char* const stop = std::from_chars(word.data(), word.data() + word.size(), ignored).ptr;
    const bool number = stop == word.data() + word.size() && (word.empty() || word.front() <= '9');  // "Nan" may be a name
    return !word.empty() && !number;
}

void TextCursor::skip_comments() {
    for (;;) {
        const char* const start = position_;
        skip_blanks();
        if (position_ == end_ || *position_ == '\n' || !is_comment(*position_)) {
            position_ = start;
            return;
        }
        skip_line();
    }
}

double TextCursor::slow_number(std::string_view what) {
    const std::string_view full = token();
    const std::string_view digits = without_plus(full);
    double value = 0;
    const auto [stop, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (stop != digits.data() + digits.size() || error == std::errc::invalid_argument) {
        refuse_token(what);
    }
    position_ += full.size();
    return error == std::errc::result_out_of_range ? value_out_of_range(digits) : value;
}

std::int64_t TextCursor::slow_integer(std::string_view what) {
    const std::string_view full = token();
    const std::string_view digits = without_plus(full);
    std::int64_t value = 0;
    const auto [stop, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (stop != digits.data() + digits.size() || error != std::errc()) {
        refuse_token(what);
    }
    position_ += full.size();
    return value;
}

double TextCursor::finite_number(std::string_view what) {
    const double value = number(what);
    if (!std::isfinite(value)) {
        refuse_here(fmt::format("{} is {}, expected a finite number", what, value));
    }
    return value;
}

std::string_view TextCursor::token() const {
    return {position_, static_cast<std::size_t>(std::find_if(position_, end_, ends_token) - position_)};
}

std::string TextCursor::place() const {
    const std::string_view all(begin_, static_cast<std::size_t>(end_ - begin_));
    auto read = static_cast<std::size_t>(position_ - begin_);
    if (position_ == end_) {
        const auto last = all.find_last_not_of(white_space);
        read = last == std::string_view::npos ? 0 : last + 1;
    }
    return place_of(file_, 1 + static_cast<std::size_t>(std::count(begin_, begin_ + read, '\n')));
}

void TextCursor::refuse_here(std::string_view what) const {
    refuse(place(), what);
}

void TextCursor::refuse_token(std::string_view what) const {
    if (position_ == end_) {
        refuse_here(fmt::format("the file ends here, expected {}", what));
    }
    if (*position_ == '\n') {
        refuse_here(fmt::format("the line ends too early, expected {}", what));
    }
    const std::string_view found = token();
    refuse_here(fmt::format("found {}, expected {}", quoted(found.empty() ? std::string_view(position_, 1) : found), what));
}

void TextCursor::refuse_node(std::int64_t id, NodeId first, std::int64_t count) const {
    if (count == 0) {
        refuse_here(fmt::format("node {} is there, expected none because there are 0 nodes", id));
    }
    refuse_here(fmt::format("node {} is outside {}..{}, expected a node that exists", id, first, first + count - 1));
}

void TextCursor::refuse_weight(double value) const {
    if (value < 0) {
        refuse_here(fmt::format("the weight {} is negative, expected a weight of at least 0", value));
    }
    refuse_here(fmt::format("the weight is {}, expected a finite number", value));
}

}  // namespace ndpool
