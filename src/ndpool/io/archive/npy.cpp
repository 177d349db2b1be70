#include "ndpool/io/archive/npy.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <limits>

#include "ndpool/base/memory.hpp"
#include "ndpool/io/place.hpp"

namespace ndpool {

namespace {

static_assert(std::endian::native == std::endian::little, "ndpool is written for little-endian machines");

constexpr std::string_view npy_magic = "\x93NUMPY";

/// The dictionary of a .npy file, a Python literal: {'descr': '<f8', 'fortran_order': False, 'shape': (3, 2), }
class HeaderReader {
public:
    HeaderReader(std::string_view text, std::string_view place) : text_(text), place_(place) {}

    void read(NpyArray& array) {
        expect('{');
        while (!skip('}')) {
            const std::string_view key = string();
            expect(':');
            if (key == "descr") {
                read_type(array);
            } else if (key == "shape") {
                read_shape(array);
            } else if (key == "fortran_order") {
                read_order(array);
            } else {
                broken();
            }
            keys_ += 1;
            if (!skip(',')) {
                expect('}');
                break;
            }
        }
        if (keys_ != 3 || !typed_ || !shaped_ || !ordered_) {
            broken();
        }
    }

private:
    [[noreturn]] void broken() const { refuse(place_, "the header of the array is broken, expected a NumPy .npy file"); }

    bool skip(char c) {
        text_.remove_prefix(std::min(text_.find_first_not_of(" \n"), text_.size()));
        if (text_.empty() || text_.front() != c) {
            return false;
        }
        text_.remove_prefix(1);
        return true;
    }
    void expect(char c) {
        if (!skip(c)) {
            broken();
        }
    }
    std::string_view until(std::size_t length) {
        if (length == std::string_view::npos) {
            broken();
        }
        const std::string_view piece = text_.substr(0, length);
        text_.remove_prefix(length);
        return piece;
    }
    std::string_view string() {
        const char quote = skip('\'') ? '\'' : '"';
        if (quote == '"') {
            expect('"');
        }
        const std::string_view piece = until(text_.find(quote));
        text_.remove_prefix(1);
        return piece;
    }
    void read_order(NpyArray& array) {
        skip(' ');
        const std::string_view word = until(text_.find_first_of(",}"));
        if (!word.starts_with("True") && !word.starts_with("False")) {
            broken();
        }
        array.fortran_order = word.starts_with("True");
        ordered_ = true;
    }

    void read_type(NpyArray& array) {
        if (skip('[')) {
            refuse(place_, "the array has named fields, expected plain numbers");
        }
        const std::string_view type = string();
        if (type.find('O') != std::string_view::npos) {
            refuse(place_, "the array holds pickled Python objects, expected plain numbers");
        }
        if (type.size() < 3 || std::string_view("<>|=").find(type[0]) == std::string_view::npos ||
            std::string_view("biufSU").find(type[1]) == std::string_view::npos) {
            refuse(place_,
                   fmt::format("the array's type is {}, expected bool, integers, float32, float64 or text", quoted(type)));
        }
        array.big_endian = type[0] == '>';
        array.kind = type[1];
        const auto [stop, error] = std::from_chars(type.data() + 2, type.data() + type.size(), array.item_bytes);
        constexpr std::size_t longest_item = 1 << 16;
        if (error != std::errc() || stop != type.data() + type.size() || array.item_bytes == 0 ||
            array.item_bytes > longest_item) {
            refuse(place_, fmt::format("the array's type is {}, expected a size of its items", quoted(type)));
        }
        array.item_bytes *= array.kind == 'U' ? 4 : 1;
        typed_ = true;
    }
    void read_shape(NpyArray& array) {
        array.shape.clear();
        expect('(');
        while (!skip(')')) {
            skip(' ');
            std::uint64_t length = 0;
            const auto [stop, error] = std::from_chars(text_.data(), text_.data() + text_.size(), length);
            if (error != std::errc()) {
                broken();
            }
            (void)until(static_cast<std::size_t>(stop - text_.data()));
            array.shape.push_back(length);
            if (!skip(',')) {
                expect(')');
                break;
            }
        }
        shaped_ = true;
    }

    std::string_view text_;
    std::string_view place_;
    int keys_ = 0;
    bool typed_ = false;
    bool shaped_ = false;
    bool ordered_ = false;
};

template <typename Stored>
std::span<char> bytes_under(std::span<Stored> items) {
    return {reinterpret_cast<char*>(items.data()), items.size_bytes()};  // NOLINT
}

template <typename Stored>
void swap_bytes(std::span<Stored> items) {
    for (Stored& item : items) {
        const auto bytes = bytes_under(std::span(&item, 1));
        std::reverse(bytes.begin(), bytes.end());
    }
}

template <typename Wanted, typename Stored>
void convert(std::span<const Stored> items, std::span<Wanted> values, const NpyArray& array) {
    for (std::size_t k = 0; k < items.size(); ++k) {
        if constexpr (std::is_same_v<Stored, std::uint64_t> && std::is_same_v<Wanted, std::int64_t>) {
            if (items[k] > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) {
                refuse(array.place, fmt::format("the array holds {}, expected smaller numbers", items[k]));
            }
        }
        values[k] = static_cast<Wanted>(items[k]);  // NOLINT(bugprone-signed-char-misuse): int8 is a number here
    }
}

/// Chunks are small enough to stay in the cache until they are copied to their place.
template <typename Stored, typename Wanted, typename Visit>
void for_each_chunk(const NpyArray& array, const Visit& visit) {
    constexpr std::uint64_t most = (std::uint64_t{1} << 16) / sizeof(Stored);
    std::vector<Stored> stored(std::min(most, array.size()));
    std::vector<Wanted> wanted(stored.size());
    for (std::uint64_t left = array.size(); left > 0;) {
        const auto items = std::span(stored).first(std::min(most, left));
        array.content.read(bytes_under(items));
        if (array.big_endian) {
            swap_bytes(items);
        }
        const auto values = std::span(wanted).first(items.size());
        convert<Wanted, Stored>(items, values, array);
        visit(std::span<const Wanted>(values));
        left -= items.size();
    }
}

/// Reads integers of any width and bool; returns false for other kinds.
template <typename Wanted, typename Visit>
bool visit_integers(const NpyArray& array, const Visit& visit) {
    const bool is_signed = array.kind == 'i';
    if (!is_signed && array.kind != 'u' && array.kind != 'b') {
        return false;
    }
    const auto read = [&]<typename Signed, typename Unsigned>(Signed /*type*/, Unsigned /*type*/) {
        is_signed ? for_each_chunk<Signed, Wanted>(array, visit) : for_each_chunk<Unsigned, Wanted>(array, visit);
        return true;
    };
    switch (array.item_bytes) {
        case 1: return read(std::int8_t{}, std::uint8_t{});
        case 2: return read(std::int16_t{}, std::uint16_t{});
        case 4: return read(std::int32_t{}, std::uint32_t{});
        case 8: return read(std::int64_t{}, std::uint64_t{});
        default: return false;
    }
}

/// Converts column-major to row-major order.
std::vector<double> in_rows(const std::vector<double>& columns, const NpyArray& array) {
    if (array.shape.size() != 2) {
        refuse(array.place,
               fmt::format("the array has {} dimensions in Fortran's order, expected at most two", array.shape.size()));
    }
    const std::size_t rows = array.shape[0];
    std::vector<double> values(columns.size());
    for (std::size_t i = 0; i < columns.size(); ++i) {
        values[i % rows * array.shape[1] + i / rows] = columns[i];
    }
    return values;
}

[[noreturn]] void refuse_type(const NpyArray& array, std::string_view expected) {
    refuse(array.place, fmt::format("the items are of type {}{}, expected {}", array.kind, array.item_bytes, expected));
}

}  // namespace

NpyArray parse_npy(ByteStream bytes, std::string_view place) {
    std::array<char, 12> start{};
    if (bytes.size >= start.size()) {
        bytes.read(start);
    }
    const auto byte = [&](std::size_t k) { return static_cast<std::size_t>(static_cast<unsigned char>(start[k])); };
    if (std::string_view(start.data(), npy_magic.size()) != npy_magic || byte(6) < 1 || byte(6) > 3) {
        refuse(place, "the file does not begin like an array, expected a NumPy .npy file of version 1, 2 or 3");
    }
    const bool short_length = byte(6) == 1;
    const std::size_t header_begin = short_length ? 10 : 12;
    const std::size_t header_length = byte(8) + 256 * byte(9) + (short_length ? 0 : (byte(10) << 16) + (byte(11) << 24));
    if (header_length > bytes.size - header_begin) {
        refuse(place, "the file ends within its header, expected a whole NumPy .npy file");
    }
    constexpr std::size_t longest_header = 1 << 16;
    if (header_length > longest_header) {
        refuse(place, fmt::format("the header has {} bytes, expected at most {}", header_length, longest_header));
    }
    // A header of a single byte is not valid, so the bytes read so far are never content.
    const std::size_t read_already = std::min(start.size() - header_begin, header_length);
    std::string header(start.data() + header_begin, read_already);
    header.resize(header_length);
    bytes.read(std::span(header).subspan(read_already));
    NpyArray array;
    array.place = place;
    HeaderReader(header, place).read(array);
    bytes.size -= header_begin + header_length;
    std::uint64_t expected = array.item_bytes;
    for (const std::uint64_t length : array.shape) {
        const bool overflow = length != 0 && expected > std::numeric_limits<std::uint64_t>::max() / length;
        expected = overflow ? std::numeric_limits<std::uint64_t>::max() : expected * length;
    }
    if (bytes.size != expected) {
        refuse(place, fmt::format("the array has {} bytes, expected {} by its header", bytes.size, expected));
    }
    bytes.likely = std::min(bytes.likely, bytes.size);
    array.content = std::move(bytes);
    return array;
}

NpyArray parse_npy(std::string_view bytes, std::string_view place) {
    return parse_npy(stream_of(bytes), place);
}

std::vector<double> npy_numbers(const NpyArray& array) {
    std::vector<double> values;
    values.reserve(array.likely_size());
    prefer_large_pages(values.data(), values.capacity() * sizeof(double));
    const auto keep = [&](std::span<const double> chunk) { values.insert(values.end(), chunk.begin(), chunk.end()); };
    if (array.kind == 'f' && array.item_bytes == 8) {
        for_each_chunk<double, double>(array, keep);
    } else if (array.kind == 'f' && array.item_bytes == 4) {
        for_each_chunk<float, double>(array, keep);
    } else if (!visit_integers<double>(array, keep)) {
        refuse_type(array, "bool, integers, float32 or float64");
    }
    if (array.fortran_order && array.shape.size() > 1) {
        return in_rows(values, array);
    }
    return values;
}

void for_each_npy_integers(const NpyArray& array, const std::function<void(std::span<const std::int64_t>)>& visit) {
    if (!visit_integers<std::int64_t>(array, visit)) {
        refuse_type(array, "integers");
    }
}

std::vector<std::int64_t> npy_integers(const NpyArray& array) {
    std::vector<std::int64_t> values;
    values.reserve(array.likely_size());
    for_each_npy_integers(array, [&](auto chunk) { values.insert(values.end(), chunk.begin(), chunk.end()); });
    return values;
}

std::string npy_text(const NpyArray& array) {
    if ((array.kind != 'S' && array.kind != 'U') || array.size() == 0) {
        refuse_type(array, "text");
    }
    std::string item(array.item_bytes, '\0');
    array.content.read(item);
    std::string text;
    const std::size_t step = array.kind == 'U' ? 4 : 1;
    for (std::size_t k = array.big_endian ? step - 1 : 0; k < array.item_bytes; k += step) {
        text += item[k];
    }
    return text.substr(0, text.find('\0'));
}

}  // namespace ndpool
