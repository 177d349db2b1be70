#include "ndpool/io/archive/zip_writer.hpp"

#include <zlib.h>

#include <algorithm>
#include <limits>

#include "ndpool/io/archive/deflate_stream.hpp"

namespace ndpool {

namespace {

constexpr std::size_t chunk_size = std::size_t{1} << 16;
constexpr std::uint32_t in_zip64 = std::numeric_limits<std::uint32_t>::max();
constexpr std::uint16_t many_in_zip64 = std::numeric_limits<std::uint16_t>::max();

/// A record of a zip archive: little-endian numbers one after the other.
class Record {
public:
    Record& u16(std::uint64_t value) { return number(value, 2); }
    Record& u32(std::uint64_t value) { return number(value, 4); }
    Record& u64(std::uint64_t value) { return number(value, 8); }
    Record& text(std::string_view text) {
        bytes_.append(text);
        return *this;
    }
    [[nodiscard]] std::string take() { return std::move(bytes_); }

private:
    Record& number(std::uint64_t value, int length) {
        for (int k = 0; k < length; ++k) {
            bytes_ += static_cast<char>(value >> (8 * k) & 0xff);
        }
        return *this;
    }

    std::string bytes_;
};

class Deflater {
public:
    explicit Deflater(int memory_level) : deflate_(quickest, no_header, memory_level) {}

    /// Passes on the compressed form of a chunk; the last chunk ends the stream.
    template <typename Take>
    void add(std::span<char> chunk, bool last, const Take& take) {
        z_stream& stream = deflate_.stream;
        stream.next_in = reinterpret_cast<Bytef*>(chunk.data());  // NOLINT
        stream.avail_in = static_cast<uInt>(chunk.size());
        do {
            stream.next_out = reinterpret_cast<Bytef*>(packed_.data());  // NOLINT
            stream.avail_out = static_cast<uInt>(packed_.size());
            (void)::deflate(&stream, last ? Z_FINISH : Z_NO_FLUSH);  // cannot fail on a sound stream with room
            take(std::string_view(packed_.data(), packed_.size() - stream.avail_out));
        } while (stream.avail_out == 0);
    }

    /// The next chunk begins a new stream.
    void restart() { (void)::deflateReset(&deflate_.stream); }  // cannot fail on a sound stream

private:
    static constexpr int quickest = 1;  // digits of weights hardly shrink further
    static constexpr int no_header = -15;
    DeflateStream deflate_;
    std::string packed_ = std::string(chunk_size, '\0');
};

template <typename Take>
void for_each_chunk(const ByteSource& content, const Take& take) {
    std::string chunk(std::min<std::uint64_t>(content.size, chunk_size), '\0');
    for (std::uint64_t begin = 0; begin < content.size; begin += chunk.size()) {
        const auto part = std::span(chunk).first(std::min<std::uint64_t>(chunk.size(), content.size - begin));
        content.copy(begin, part);
        take(part, begin + part.size() == content.size);
    }
}

std::uint32_t extended(std::uint32_t checksum, std::span<const char> chunk) {
    return static_cast<std::uint32_t>(
        crc32(checksum, reinterpret_cast<const Bytef*>(chunk.data()), static_cast<uInt>(chunk.size())));  // NOLINT
}

/// The share of its size that deflate leaves of some samples, spread evenly. Floating-point numbers shrink by a tenth to a
/// quarter, and that takes as long as all the rest of writing; ids and offsets shrink to a third, equal weights to almost
/// nothing.
double share_deflated(const ByteSource& content) {
    constexpr std::uint64_t most_samples = 4;
    // As long as the shares of ids, offsets and weights are told apart by them; four times as much took 2 % of the time of a
    // lean pyramid of 10^5 nodes.
    constexpr std::uint64_t sample_size = std::uint64_t{1} << 12;
    constexpr std::uint64_t sampled_part = 8;  // at most one byte in this many is tried
    const std::uint64_t samples = std::clamp<std::uint64_t>(content.size / (sampled_part * sample_size), 1, most_samples);
    std::string sample(std::min<std::uint64_t>(content.size, sample_size), '\0');
    std::uint64_t packed_size = 0;
    // Every sample clears the hash table: the smallest one that has a place for each byte.
    constexpr int memory_for_a_sample = 6;
    Deflater deflater(memory_for_a_sample);
    for (std::uint64_t k = 0; k < samples; ++k) {
        content.copy((content.size - sample.size()) / samples * k, sample);
        deflater.add(sample, true, [&](std::string_view packed) { packed_size += packed.size(); });
        deflater.restart();
    }
    return static_cast<double>(packed_size) / static_cast<double>(samples * sample.size());
}

}  // namespace

void ZipWriter::append(std::string_view bytes) {
    sink_.append(bytes);
    written_ += bytes.size();
}

std::string ZipWriter::local_header(const Entry& entry) {
    constexpr std::uint16_t plain_version = 20;
    constexpr std::uint16_t zip64_version = 45;
    Record record;
    record.text("PK\x03\x04").u16(entry.large ? zip64_version : plain_version).u16(0).u16(entry.deflated ? 8 : 0);
    record.u16(0).u16((1 << 5) + 1);  // 1 January 1980, 0:00: the beginning of time in a zip archive
    record.u32(entry.checksum).u32(entry.large ? in_zip64 : entry.packed_size).u32(entry.large ? in_zip64 : entry.size);
    record.u16(entry.name.size()).u16(entry.large ? 20 : 0).text(entry.name);
    if (entry.large) {
        record.u16(1).u16(16).u64(entry.size).u64(entry.packed_size);
    }
    return record.take();
}

std::string ZipWriter::directory_entry(const Entry& entry) {
    const bool zip64 = entry.large || entry.position >= in_zip64;
    constexpr std::uint16_t made_on_unix = (3 << 8) + 45;
    constexpr std::uint32_t file_for_all_to_read = 0100644U << 16;
    Record record;
    record.text("PK\x01\x02").u16(made_on_unix).u16(zip64 ? 45 : 20).u16(0).u16(entry.deflated ? 8 : 0);
    record.u16(0).u16((1 << 5) + 1);
    record.u32(entry.checksum).u32(zip64 ? in_zip64 : entry.packed_size).u32(zip64 ? in_zip64 : entry.size);
    record.u16(entry.name.size()).u16(zip64 ? 28 : 0).u16(0).u16(0).u16(0).u32(file_for_all_to_read);
    record.u32(zip64 ? in_zip64 : entry.position).text(entry.name);
    if (zip64) {
        record.u16(1).u16(24).u64(entry.size).u64(entry.packed_size).u64(entry.position);
    }
    return record.take();
}

void ZipWriter::store(const ByteSource& content, Entry& entry) {
    for_each_chunk(content, [&](std::span<char> chunk, bool /*last*/) {
        entry.checksum = extended(entry.checksum, chunk);
        append({chunk.data(), chunk.size()});
    });
}

void ZipWriter::deflate(const ByteSource& content, Entry& entry) {
    constexpr int most_memory = 9;
    Deflater deflater(most_memory);
    for_each_chunk(content, [&](std::span<char> chunk, bool last) {
        entry.checksum = extended(entry.checksum, chunk);
        deflater.add(chunk, last, [&](std::string_view packed) { append(packed); });
    });
}

void ZipWriter::add(const std::string& name, const ByteSource& content) {
    constexpr std::uint64_t surely_small = 0xf0000000;  // deflate never makes a smaller member longer than 4 GB
    Entry entry{.name = name, .large = content.size > surely_small, .size = content.size, .position = written_};
    entry.deflated = content.size > 0 && share_deflated(content) <= deflated_share_;
    append(local_header(entry));
    const std::uint64_t begin = written_;
    if (entry.deflated) {
        deflate(content, entry);
    } else {
        store(content, entry);
    }
    entry.packed_size = written_ - begin;
    sink_.replace(entry.position, local_header(entry));
    entries_.push_back(std::move(entry));
}

void ZipWriter::finish() {
    const std::uint64_t begin = written_;
    for (const Entry& entry : entries_) {
        append(directory_entry(entry));
    }
    const std::uint64_t size = written_ - begin;
    const std::uint64_t count = entries_.size();
    const bool zip64 = begin >= in_zip64 || size >= in_zip64 || count >= many_in_zip64;
    if (zip64) {
        const std::uint64_t position = written_;
        constexpr std::uint64_t rest_of_record = 44;
        Record record;
        record.text("PK\x06\x06").u64(rest_of_record).u16(45).u16(45).u32(0).u32(0).u64(count).u64(count).u64(size).u64(begin);
        record.text("PK\x06\x07").u32(0).u64(position).u32(1);
        append(record.take());
    }
    Record record;
    record.text("PK\x05\x06").u16(0).u16(0).u16(zip64 ? many_in_zip64 : count).u16(zip64 ? many_in_zip64 : count);
    record.u32(zip64 ? in_zip64 : size).u32(zip64 ? in_zip64 : begin).u16(0);
    append(record.take());
}

std::string zip_bytes(const std::vector<ZipMember>& members) {
    StringSink sink;
    ZipWriter writer(sink);
    for (const ZipMember& member : members) {
        writer.add(member.name, source_of(member.content));
    }
    writer.finish();
    return sink.take();
}

}  // namespace ndpool
