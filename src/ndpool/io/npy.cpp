#include "ndpool/io/npy.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstring>
#include <limits>
#include <optional>

#include "ndpool/io/place.hpp"

namespace ndpool {

namespace {

static_assert(std::endian::native == std::endian::little, "ndpool is written for little-endian machines");

constexpr std::string_view magic = "\x93NUMPY";

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
            } else {
                word();  // fortran_order: the same for the vectors that are read here
            }
            keys_ += 1;
            if (!skip(',')) {
                expect('}');
                break;
            }
        }
        if (keys_ != 3 || !typed_ || !shaped_) {
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
    void word() { (void)until(text_.find_first_of(",}")); }

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
};

template <typename Stored, typename Wanted>
std::vector<Wanted> converted(const NpyArray& array) {
    std::vector<Wanted> values(array.size());
    const char* item = array.content.data();
    for (Wanted& value : values) {
        char bytes[sizeof(Stored)];
        std::memcpy(bytes, item, sizeof(Stored));
        if (array.big_endian) {
            std::reverse(bytes, bytes + sizeof(Stored));
        }
        Stored stored;
        std::memcpy(&stored, bytes, sizeof(Stored));
        if constexpr (std::is_same_v<Stored, std::uint64_t> && std::is_same_v<Wanted, std::int64_t>) {
            if (stored > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) {
                refuse(array.place, fmt::format("the array holds {}, expected smaller numbers", stored));
            }
        }
        value = static_cast<Wanted>(stored);  // NOLINT(bugprone-signed-char-misuse): int8 is a number here
        item += sizeof(Stored);
    }
    return values;
}

/// The integers of any width and bool; nothing for other kinds.
template <typename Wanted>
std::optional<std::vector<Wanted>> from_integers(const NpyArray& array) {
    const bool is_signed = array.kind == 'i';
    if (!is_signed && array.kind != 'u' && array.kind != 'b') {
        return std::nullopt;
    }
    switch (array.item_bytes) {
        case 1: return is_signed ? converted<std::int8_t, Wanted>(array) : converted<std::uint8_t, Wanted>(array);
        case 2: return is_signed ? converted<std::int16_t, Wanted>(array) : converted<std::uint16_t, Wanted>(array);
        case 4: return is_signed ? converted<std::int32_t, Wanted>(array) : converted<std::uint32_t, Wanted>(array);
        case 8: return is_signed ? converted<std::int64_t, Wanted>(array) : converted<std::uint64_t, Wanted>(array);
        default: return std::nullopt;
    }
}

[[noreturn]] void refuse_type(const NpyArray& array, std::string_view expected) {
    refuse(array.place, fmt::format("the items are of type {}{}, expected {}", array.kind, array.item_bytes, expected));
}

std::string npy_file(std::string_view type, std::string_view shape, std::string_view content) {
    constexpr std::size_t alignment = 64;
    constexpr std::size_t before_header = 10;
    std::string header = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': {}, }}", type, shape);
    const std::size_t unpadded = before_header + header.size() + 1;
    header.append((alignment - unpadded % alignment) % alignment, ' ').append("\n");
    std::string file(magic);
    file.append({'\x01', '\x00', static_cast<char>(header.size() % 256), static_cast<char>(header.size() / 256)});
    return file.append(header).append(content);
}

template <typename Number>
std::string npy_vector(std::string_view type, const std::vector<Number>& values) {
    return npy_file(type, fmt::format("({},)", values.size()),
                    {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(Number)});  // NOLINT
}

}  // namespace

NpyArray parse_npy(std::string_view bytes, std::string_view place) {
    const auto byte = [&](std::size_t k) { return static_cast<std::size_t>(static_cast<unsigned char>(bytes[k])); };
    if (!bytes.starts_with(magic) || bytes.size() < 12 || byte(6) < 1 || byte(6) > 3) {
        refuse(place, "the file does not begin like an array, expected a NumPy .npy file of version 1, 2 or 3");
    }
    const bool short_length = byte(6) == 1;
    const std::size_t header_begin = short_length ? 10 : 12;
    const std::size_t header_length = byte(8) + 256 * byte(9) + (short_length ? 0 : (byte(10) << 16) + (byte(11) << 24));
    if (header_length > bytes.size() - header_begin) {
        refuse(place, "the file ends within its header, expected a whole NumPy .npy file");
    }
    NpyArray array;
    array.place = place;
    HeaderReader(bytes.substr(header_begin, header_length), place).read(array);
    array.content = bytes.substr(header_begin + header_length);
    std::uint64_t expected = array.item_bytes;
    for (const std::uint64_t length : array.shape) {
        const bool overflow = length != 0 && expected > std::numeric_limits<std::uint64_t>::max() / length;
        expected = overflow ? std::numeric_limits<std::uint64_t>::max() : expected * length;
    }
    if (array.content.size() != expected) {
        refuse(place, fmt::format("the array has {} bytes, expected {} by its header", array.content.size(), expected));
    }
    return array;
}

std::vector<double> npy_numbers(const NpyArray& array) {
    if (array.kind == 'f' && array.item_bytes == 8) {
        return converted<double, double>(array);
    }
    if (array.kind == 'f' && array.item_bytes == 4) {
        return converted<float, double>(array);
    }
    if (auto values = from_integers<double>(array)) {
        return *std::move(values);
    }
    refuse_type(array, "bool, integers, float32 or float64");
}

std::vector<std::int64_t> npy_integers(const NpyArray& array) {
    if (auto values = from_integers<std::int64_t>(array)) {
        return *std::move(values);
    }
    refuse_type(array, "integers");
}

std::string npy_text(const NpyArray& array) {
    if ((array.kind != 'S' && array.kind != 'U') || array.content.empty()) {
        refuse_type(array, "text");
    }
    std::string text;
    const std::size_t step = array.kind == 'U' ? 4 : 1;
    for (std::size_t k = array.big_endian ? step - 1 : 0; k < array.item_bytes; k += step) {
        text += array.content[k];
    }
    return text.substr(0, text.find('\0'));
}

std::string npy_bytes(const std::vector<double>& values) {
    return npy_vector("<f8", values);
}

std::string npy_bytes(const std::vector<std::int32_t>& values) {
    return npy_vector("<i4", values);
}

std::string npy_bytes(const std::vector<std::int64_t>& values) {
    return npy_vector("<i8", values);
}

std::string npy_bytes(std::string_view text) {
    return npy_file(fmt::format("|S{}", text.size()), "()", text);
}

}  // namespace ndpool
