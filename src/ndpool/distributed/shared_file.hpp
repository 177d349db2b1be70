#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>

#include "ndpool/distributed/ranks.hpp"

namespace ndpool {

/// A file that all ranks write together with MPI-IO, each its own part of it. Throws IoError on all ranks if one of them fails;
/// the caller makes sure that nobody takes a file that is not whole for a result.
class SharedFile {
public:
    /// Makes the file, or empties it. Collective, as is `close`.
    SharedFile(const Ranks& ranks, std::filesystem::path path);
    ~SharedFile();
    SharedFile(const SharedFile&) = delete;
    SharedFile& operator=(const SharedFile&) = delete;

    /// Writes bytes of this rank alone; a failure is reported by `close`.
    void write(std::uint64_t position, const void* bytes, std::uint64_t size);
    /// Flushes everything to the disk.
    void close();

private:
    const Ranks& ranks_;
    std::filesystem::path path_;
    MPI_File file_ = MPI_FILE_NULL;
    std::string failure_;
};

/// Gives a file that all ranks wrote under another name its own one, so that a file of this name is whole. Collective.
void rename_whole(const Ranks& ranks, const std::filesystem::path& partial, const std::filesystem::path& path);

/// Writes a text: the header, and then lines that each rank makes, one rank after the other. `add_lines` appends the lines of the
/// item of that number; it is called twice for each, first to find out where the lines of each rank begin.
void write_text(const Ranks& ranks, const std::filesystem::path& path, const std::string& header, std::int64_t items,
                const std::function<void(std::int64_t, std::string&)>& add_lines);

/// Writes the numbers of all ranks, one rank after the other, as they are in memory.
template <typename Number>
void write_numbers_of_all(const Ranks& ranks, const std::filesystem::path& path, std::span<const Number> numbers) {
    SharedFile file(ranks, path);
    file.write(static_cast<std::uint64_t>(ranks.sum_before(static_cast<std::int64_t>(numbers.size_bytes()))), numbers.data(),
               numbers.size_bytes());
    file.close();
}

}  // namespace ndpool
