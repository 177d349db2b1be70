// Loaded before a program ($LD_PRELOAD), this makes one call of the system fail: $NDPOOL_FAIL is "write:7" for the seventh. When
// it has, the file $NDPOOL_FAIL_MARK exists, and no later call fails. "kill:7" ends the process, as kill -9 does, before its
// seventh call that changes a file. "memory:7" lets the seventh request for 40,000 bytes or more fail and, as when there are no
// more, all later ones. Calls are counted from main() on.
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

std::atomic<bool> is_counting = false;
std::atomic<long> calls = 0;
char kind[32] = "";
long failing_call = 0;

void read_environment() {
    const char* const wanted = std::getenv("NDPOOL_FAIL");
    const char* const mark = std::getenv("NDPOOL_FAIL_MARK");
    if (wanted == nullptr || mark == nullptr || access(mark, F_OK) == 0) {
        return;
    }
    const char* const colon = std::strchr(wanted, ':');
    if (colon == nullptr || colon - wanted >= static_cast<long>(sizeof kind)) {
        return;
    }
    std::memcpy(kind, wanted, static_cast<std::size_t>(colon - wanted));
    failing_call = std::atol(colon + 1);
    is_counting = true;
}

/// Whether this call is the one; leaves the mark by a call that nobody can intercept.
bool must_fail(const char* call) {
    if (!is_counting || std::strcmp(call, kind) != 0 || ++calls != failing_call) {
        return false;
    }
    const long mark = syscall(SYS_openat, AT_FDCWD, std::getenv("NDPOOL_FAIL_MARK"), O_CREAT | O_WRONLY, 0600);
    syscall(SYS_close, mark);
    return true;
}

void die_if_it_is_time() {
    if (must_fail("kill")) {
        syscall(SYS_kill, getpid(), SIGKILL);
    }
}

template <typename Function>
Function* next(const char* name) {
    return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

int (*real_main)(int, char**, char**) = nullptr;

int counted_main(int count, char** words, char** environment) {
    read_environment();
    return real_main(count, words, environment);
}

}  // namespace

extern "C" {

void* __libc_malloc(size_t size);

int __libc_start_main(int (*main)(int, char**, char**), int count, char** words, void (*init)(), void (*finish)(),
                      void (*loader_finish)(), void* stack) {
    real_main = main;
    return next<decltype(__libc_start_main)>("__libc_start_main")(counted_main, count, words, init, finish, loader_finish, stack);
}

ssize_t write(int file, const void* bytes, size_t size) {
    die_if_it_is_time();
    if (must_fail("write")) {
        errno = ENOSPC;
        return -1;
    }
    return syscall(SYS_write, file, bytes, size);
}

ssize_t pwrite(int file, const void* bytes, size_t size, off_t position) {
    die_if_it_is_time();
    if (must_fail("write")) {
        errno = ENOSPC;
        return -1;
    }
    return syscall(SYS_pwrite64, file, bytes, size, position);
}

int fsync(int file) {
    if (must_fail("fsync")) {
        errno = EIO;
        return -1;
    }
    return static_cast<int>(syscall(SYS_fsync, file));
}

int rename(const char* from, const char* to) noexcept {
    die_if_it_is_time();
    if (must_fail("rename")) {
        errno = EACCES;
        return -1;
    }
    return static_cast<int>(syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0));
}

int renameat2(int from_folder, const char* from, int to_folder, const char* to, unsigned flags) noexcept {
    die_if_it_is_time();
    if (must_fail("rename")) {
        errno = EACCES;
        return -1;
    }
    return static_cast<int>(syscall(SYS_renameat2, from_folder, from, to_folder, to, flags));
}

int mkdir(const char* path, mode_t mode) noexcept {
    die_if_it_is_time();
    if (must_fail("mkdir")) {
        errno = ENOSPC;
        return -1;
    }
    return static_cast<int>(syscall(SYS_mkdirat, AT_FDCWD, path, mode));
}

int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*work)(void*), void* argument) noexcept {
    if (must_fail("thread")) {
        return EAGAIN;
    }
    return next<decltype(pthread_create)>("pthread_create")(thread, attributes, work, argument);
}

void* malloc(size_t size) {
    constexpr size_t large = 40000;  // more than a list of files takes, which cleaning up needs
    static std::atomic<bool> is_exhausted = false;
    if (size >= large && (is_exhausted || must_fail("memory"))) {
        is_exhausted = true;
        errno = ENOMEM;
        return nullptr;
    }
    if (must_fail("malloc")) {
        errno = ENOMEM;
        return nullptr;
    }
    return __libc_malloc(size);
}
}
