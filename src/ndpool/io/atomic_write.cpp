#include "ndpool/io/atomic_write.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <new>
#include <system_error>
#include <vector>

#include "ndpool/base/error.hpp"
#include "ndpool/base/stop.hpp"
#include "ndpool/io/file_descriptor.hpp"
#include "ndpool/io/place.hpp"

namespace ndpool {

namespace fs = std::filesystem;

namespace {

[[noreturn]] void fail(const fs::path& path, std::string_view what, int reason) {
    throw IoError(fmt::format("{}: {}: {}", path.string(), what, std::generic_category().message(reason)));
}

/// The path that is really written to: links followed, no trailing slash, with a file name.
fs::path resolved(const fs::path& target) {
    std::error_code error;
    fs::path path = fs::weakly_canonical(fs::absolute(target), error);
    if (error) {
        fail(target, "cannot find the place", error.value());
    }
    if (!path.has_filename()) {
        path = path.parent_path();
    }
    if (!path.has_filename()) {
        refuse(target.string(), "this is the root of the file system, expected a name in it");
    }
    return path;
}

std::string partial_prefix(const fs::path& target) {
    return fmt::format(".{}.partial-", target.filename().string());
}

fs::path partial_of(const fs::path& target) {
    return target.parent_path() / (partial_prefix(target) + std::to_string(getpid()));
}

/// Whether a file belongs to a folder that is not committed yet: then it is flushed to the disk together with all the others.
bool is_in_partial_folder(const fs::path& path) {
    const std::string ending = fmt::format(".partial-{}", getpid());
    const fs::path folder = path.parent_path();
    return std::any_of(folder.begin(), folder.end(), [&](const fs::path& part) {
        const std::string name = part.string();
        return name.starts_with('.') && name.ends_with(ending);
    });
}

/// Flushes a file to the disk. Some file systems cannot.
void synchronize(const FileDescriptor& file, const fs::path& target) {
    if (fsync(file.number()) != 0 && errno != EINVAL && errno != ENOTSUP) {
        fail(target, "cannot write", errno);
    }
}

/// Flushes one file after the other when all are written: the first call then does most of the work for the others.
void synchronize_all_in(const fs::path& folder) {
    std::error_code error;
    for (fs::recursive_directory_iterator entry(folder, error), end; entry != end; entry.increment(error)) {
        if (entry->is_regular_file(error)) {
            const FileDescriptor file(open(entry->path().c_str(), O_RDONLY | O_CLOEXEC));
            if (!file.is_open()) {
                fail(entry->path(), "cannot write", errno);
            }
            synchronize(file, entry->path());
        }
    }
    if (error) {
        fail(folder, "cannot look into the folder", error.value());
    }
}

/// A process of another user is alive too, though it may not be signalled.
bool is_alive(pid_t process) {
    return process > 0 && process != getpid() && (kill(process, 0) == 0 || errno == EPERM);
}

/// Removes partial files and folders that interrupted processes left for the same target. One with the id of this process is
/// from an earlier process, because this one has none yet.
void remove_stale_partials(const fs::path& target) {
    const std::string prefix = partial_prefix(target);
    std::vector<fs::path> stale;
    std::error_code ignored;
    for (fs::directory_iterator entry(target.parent_path(), ignored), end; entry != end; entry.increment(ignored)) {
        const std::string name = entry->path().filename().string();
        if (!name.starts_with(prefix)) {
            continue;
        }
        pid_t process = 0;
        const char* const last = name.data() + name.size();
        const auto [stop, error] = std::from_chars(name.data() + prefix.size(), last, process);
        if (error == std::errc() && stop == last && !is_alive(process)) {
            stale.push_back(entry->path());
        }
    }
    for (const fs::path& path : stale) {
        fs::remove_all(path, ignored);
    }
}

/// Removes a folder where nothing may be thrown. Listing folders takes memory; if there was none, unwinding has freed some
/// since.
void remove_quietly(const fs::path& folder) noexcept {
    constexpr int attempts = 3;
    for (int attempt = 0; attempt < attempts; ++attempt) {
        try {
            std::error_code ignored;
            fs::remove_all(folder, ignored);
            return;
        } catch (const std::bad_alloc&) {
            continue;
        }
    }
}

void write_all(const FileDescriptor& file, std::string_view content, const fs::path& target) {
    while (!content.empty()) {
        const ssize_t written = write(file.number(), content.data(), content.size());
        if (written < 0 && errno == EINTR) {
            continue;
        }
        if (written < 0) {
            fail(target, "cannot write", errno);
        }
        content.remove_prefix(static_cast<std::size_t>(written));
    }
}

void write_directly(const fs::path& target, std::string_view content) {
    FileDescriptor file(open(target.c_str(), O_WRONLY | O_CLOEXEC));
    if (!file.is_open()) {
        fail(target, "cannot write", errno);
    }
    write_all(file, content, target);
    if (!file.close()) {
        fail(target, "cannot write", errno);
    }
}

void require_replaceable(const fs::path& target) {
    std::error_code error;
    const fs::file_status status = fs::status(target, error);
    if (!fs::exists(status)) {
        return;
    }
    if (!fs::is_directory(status)) {
        refuse(target.string(), "this is a file, expected a folder or nothing");
    }
    const bool empty = fs::is_empty(target, error);
    if (error) {
        fail(target, "cannot look into the folder", error.value());
    }
    if (!empty && !fs::exists(target / "manifest.json", error)) {
        refuse(target.string(), "the folder holds other things, expected an empty one or one with a manifest.json to replace");
    }
}

}  // namespace

struct AtomicFile::Partial {
    fs::path target;  ///< links followed
    fs::path path;
    FileDescriptor file;

    Partial(fs::path real_target, fs::path partial, FileDescriptor opened)
        : target(std::move(real_target)), path(std::move(partial)), file(std::move(opened)) {}
    Partial(const Partial&) = delete;
    Partial& operator=(const Partial&) = delete;
    ~Partial() {
        if (!path.empty()) {
            unlink(path.c_str());
        }
    }
};

AtomicFile::AtomicFile(const fs::path& target) : target_(target) {
    struct stat status {};
    const bool exists = stat(target.c_str(), &status) == 0;
    if (exists && S_ISDIR(status.st_mode)) {
        refuse(target.string(), "this is a folder, expected the name of a file");
    }
    if (exists && !S_ISREG(status.st_mode)) {
        return;
    }
    const fs::path path = resolved(target);
    remove_stale_partials(path);
    const fs::path partial = partial_of(path);
    constexpr mode_t read_and_write_for_all = 0666;  // cut down by the user's umask
    const mode_t mode = exists ? status.st_mode & 0777 : read_and_write_for_all;
    FileDescriptor file(open(partial.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode));
    if (!file.is_open()) {
        fail(path, "cannot write", errno);
    }
    partial_ = std::make_unique<Partial>(path, partial, std::move(file));
}

AtomicFile::~AtomicFile() = default;

void AtomicFile::append(std::string_view bytes) {
    stop_if_requested();
    if (!partial_) {
        direct_.append(bytes);
        return;
    }
    write_all(partial_->file, bytes, partial_->target);
}

void AtomicFile::replace(std::uint64_t position, std::string_view bytes) {
    if (!partial_) {
        direct_.replace(position, bytes);
        return;
    }
    while (!bytes.empty()) {
        const ssize_t written = pwrite(partial_->file.number(), bytes.data(), bytes.size(), static_cast<off_t>(position));
        if (written < 0 && errno != EINTR) {
            fail(partial_->target, "cannot write", errno);
        }
        const std::size_t done = written < 0 ? 0 : static_cast<std::size_t>(written);
        bytes.remove_prefix(done);
        position += done;
    }
}

void AtomicFile::commit() {
    if (!partial_) {
        write_directly(target_, direct_.take());  // under its own name: where /dev/stdout leads, a pipe has no path
        return;
    }
    FileDescriptor& file = partial_->file;
    if (!is_in_partial_folder(partial_->target)) {
        synchronize(file, partial_->target);  // before the rename, or a power cut could leave the new name with no content
    }
    if (!file.close()) {
        fail(partial_->target, "cannot write", errno);
    }
    if (std::rename(partial_->path.c_str(), partial_->target.c_str()) != 0) {
        fail(partial_->target, "cannot write", errno);
    }
    partial_->path.clear();
}

void write_file(const fs::path& target, std::string_view content) {
    AtomicFile file(target);
    file.append(content);
    file.commit();
}

AtomicFolder::AtomicFolder(const fs::path& target) : target_(resolved(target)), partial_(partial_of(target_)) {
    require_replaceable(target_);
    remove_stale_partials(target_);
    std::error_code error;
    if (!fs::create_directory(partial_, error)) {
        fail(target, "cannot make the folder", error ? error.value() : EEXIST);
    }
}

AtomicFolder::~AtomicFolder() {
    if (!partial_.empty()) {
        remove_quietly(partial_);
    }
}

void AtomicFolder::commit() {
    require_replaceable(target_);
    synchronize_all_in(partial_);
    if (renameat2(AT_FDCWD, partial_.c_str(), AT_FDCWD, target_.c_str(), RENAME_EXCHANGE) == 0) {
        return;  // the old content is now the partial folder, which the destructor removes
    }
    if (errno != ENOENT && errno != EINVAL && errno != ENOSYS) {
        fail(target_, "cannot put the folder in its place", errno);
    }
    // There is no target, or the file system cannot exchange the two: then an old target is moved aside for a moment.
    const fs::path old = partial_.string() + "-old";
    const bool stepped_aside = std::rename(target_.c_str(), old.c_str()) == 0;
    if (std::rename(partial_.c_str(), target_.c_str()) != 0) {
        const int reason = errno;
        if (stepped_aside) {
            std::rename(old.c_str(), target_.c_str());
        }
        fail(target_, "cannot put the folder in its place", reason);
    }
    partial_ = stepped_aside ? old : fs::path();
}

}  // namespace ndpool
