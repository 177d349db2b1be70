#include "ndpool/distributed/shared_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace ndpool {

namespace {

std::string reason_of(int code) {
    std::array<char, MPI_MAX_ERROR_STRING> text{};
    int length = 0;
    MPI_Error_string(code, text.data(), &length);
    std::string reason(text.data(), static_cast<std::size_t>(length));
    std::replace(reason.begin(), reason.end(), '\n', ' ');
    return reason;
}

}  // namespace

SharedFile::SharedFile(const Ranks& ranks, std::filesystem::path path) : ranks_(ranks), path_(std::move(path)) {
    if (ranks.is_first()) {
        std::error_code ignored;
        std::filesystem::remove(path_, ignored);
    }
    ranks.barrier();
    const int code = MPI_File_open(ranks.comm(), path_.c_str(), MPI_MODE_CREATE | MPI_MODE_WRONLY, MPI_INFO_NULL, &file_);
    ranks.together([&] {
        if (code != MPI_SUCCESS) {
            throw IoError(fmt::format("{}: cannot make the file: {}", path_.string(), reason_of(code)));
        }
    });
}

SharedFile::~SharedFile() {
    // Closing is collective: after a failure of one rank the others might wait here for ever.
}

void SharedFile::write(std::uint64_t position, const void* bytes, std::uint64_t size) {
    constexpr std::uint64_t largest_piece = std::uint64_t{1} << 28U;
    for (std::uint64_t at = 0; at < size && failure_.empty(); at += largest_piece) {
        const auto piece = static_cast<int>(std::min(largest_piece, size - at));
        MPI_Status status;
        const int code = MPI_File_write_at(file_, static_cast<MPI_Offset>(position) + static_cast<MPI_Offset>(at),
                                           static_cast<const char*>(bytes) + at, piece, MPI_BYTE, &status);
        int written = 0;
        MPI_Get_count(&status, MPI_BYTE, &written);
        if (code != MPI_SUCCESS || written != piece) {
            failure_ = fmt::format("{}: cannot write the file: {}", path_.string(),
                                   code != MPI_SUCCESS ? reason_of(code) : "no space left on device");
        }
    }
}

void SharedFile::close() {
    const int synced = MPI_File_sync(file_);
    const int closed = MPI_File_close(&file_);
    ranks_.together([&] {
        if (!failure_.empty()) {
            throw IoError(failure_);
        }
        if (synced != MPI_SUCCESS || closed != MPI_SUCCESS) {
            throw IoError(
                fmt::format("{}: cannot write the file: {}", path_.string(), reason_of(synced != MPI_SUCCESS ? synced : closed)));
        }
    });
}

void rename_whole(const Ranks& ranks, const std::filesystem::path& partial, const std::filesystem::path& path) {
    ranks.together([&] {
        if (ranks.is_first()) {
            std::error_code error;
            std::filesystem::rename(partial, path, error);
            if (error) {
                throw IoError(fmt::format("{}: {}", path.string(), error.message()));
            }
        }
    });
}

void write_text(const Ranks& ranks, const std::filesystem::path& path, const std::string& header, std::int64_t items,
                const std::function<void(std::int64_t, std::string&)>& add_lines) {
    constexpr std::size_t enough_to_write = std::size_t{1} << 24U;
    std::string text;
    std::int64_t size = 0;
    for (std::int64_t i = 0; i < items; ++i) {
        text.clear();
        add_lines(i, text);
        size += static_cast<std::int64_t>(text.size());
    }
    SharedFile file(ranks, path);
    auto position = header.size() + static_cast<std::uint64_t>(ranks.sum_before(size));
    if (ranks.is_first()) {
        file.write(0, header.data(), header.size());
    }
    text.clear();
    for (std::int64_t i = 0; i < items; ++i) {
        add_lines(i, text);
        if (text.size() >= enough_to_write || i + 1 == items) {
            file.write(position, text.data(), text.size());
            position += text.size();
            text.clear();
        }
    }
    file.close();
}

}  // namespace ndpool
