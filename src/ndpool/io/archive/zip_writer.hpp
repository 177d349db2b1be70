#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ndpool/io/archive/byte_stream.hpp"

namespace ndpool {

/// Writes a zip archive member by member, holding none of them in memory. All members have the same fixed time: the same
/// content gives the same bytes. A member is deflated if that shrinks a sample of it enough, and stored as it is otherwise.
/// Sizes and positions above 4 GB are written as Zip64.
class ZipWriter {
public:
    /// The sink must be empty and outlive the writer. Members are deflated if at most this share of their size is left.
    explicit ZipWriter(ByteSink& sink, double deflated_share = 2.0 / 3) : sink_(sink), deflated_share_(deflated_share) {}

    void add(const std::string& name, const ByteSource& content);
    /// Writes the directory. To be called once, last.
    void finish();

private:
    struct Entry {
        std::string name;
        bool deflated = false;
        bool large = false;  ///< has Zip64 fields in its own header
        std::uint32_t checksum = 0;
        std::uint64_t packed_size = 0;
        std::uint64_t size = 0;
        std::uint64_t position = 0;
    };

    void append(std::string_view bytes);
    void store(const ByteSource& content, Entry& entry);
    void deflate(const ByteSource& content, Entry& entry);
    static std::string local_header(const Entry& entry);
    static std::string directory_entry(const Entry& entry);

    ByteSink& sink_;
    double deflated_share_;
    std::uint64_t written_ = 0;
    std::vector<Entry> entries_;
};

struct ZipMember {
    std::string name;
    std::string content;
};

/// The archive of members that are in memory.
[[nodiscard]] std::string zip_bytes(const std::vector<ZipMember>& members);

}  // namespace ndpool
