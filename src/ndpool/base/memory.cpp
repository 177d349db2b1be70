#include "ndpool/base/memory.hpp"

#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <limits>
#include <optional>
#include <string_view>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace ndpool {

namespace {

constexpr std::uint64_t unlimited = std::numeric_limits<std::uint64_t>::max();

/// The number in a one-number file of the kernel; nothing if it is missing or says "max".
std::optional<std::uint64_t> number_in(const char* path) {
    std::ifstream file(path);
    std::uint64_t value = 0;
    if (file >> value) {
        return value;
    }
    return std::nullopt;
}

std::uint64_t kernel_available() {
    std::ifstream file("/proc/meminfo");
    std::string key;
    std::uint64_t kilobytes = 0;
    std::string unit;
    while (file >> key >> kilobytes >> unit) {
        if (key == "MemAvailable:") {
            return kilobytes * 1024;
        }
    }
    return unlimited;
}

std::uint64_t left_of(std::optional<std::uint64_t> limit, std::optional<std::uint64_t> used) {
    if (!limit) {
        return unlimited;
    }
    return *limit - std::min(*limit, used.value_or(0));
}

std::uint64_t process_left() {
    rlimit limit{};
    if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) {
        return unlimited;
    }
    return left_of(limit.rlim_cur, used_memory());
}

}  // namespace

std::uint64_t used_memory() {
    constexpr std::uint64_t bytes_per_page = 4096;
    return number_in("/proc/self/statm").value_or(0) * bytes_per_page;
}

std::uint64_t available_memory() {
    return std::min({
        kernel_available(),
        left_of(number_in("/sys/fs/cgroup/memory.max"), number_in("/sys/fs/cgroup/memory.current")),
        left_of(number_in("/sys/fs/cgroup/memory/memory.limit_in_bytes"),
                number_in("/sys/fs/cgroup/memory/memory.usage_in_bytes")),
        process_left(),
    });
}

double memory_budget(std::uint64_t limit) {
    return limit > 0 ? static_cast<double>(limit) : 0.9 * static_cast<double>(available_memory());
}

bool fits_in_memory(double bytes, std::uint64_t limit) {
    constexpr double always_there = 1e8;  // asking the system takes longer than small computations do
    return (limit == 0 && bytes < always_there) || bytes <= memory_budget(limit);
}

void prefer_large_pages([[maybe_unused]] void* begin, [[maybe_unused]] std::size_t bytes) {
#ifdef MADV_HUGEPAGE
    constexpr std::uintptr_t large_page = std::uintptr_t{1} << 21;
    const auto address = reinterpret_cast<std::uintptr_t>(begin);
    const std::uintptr_t first = (address + large_page - 1) / large_page * large_page;
    const std::uintptr_t last = (address + bytes) / large_page * large_page;
    if (first < last) {
        (void)madvise(static_cast<char*>(begin) + (first - address), last - first, MADV_HUGEPAGE);
    }
#endif
}

void return_freed_memory() {
#ifdef __GLIBC__
    (void)malloc_trim(0);
#endif
}

std::string readable_bytes(double bytes) {
    constexpr std::array<std::string_view, 5> units{"bytes", "kB", "MB", "GB", "TB"};
    std::size_t unit = 0;
    while (bytes >= 1000 && unit + 1 < units.size()) {
        bytes /= 1000;
        ++unit;
    }
    return unit == 0 ? fmt::format("{} bytes", bytes) : fmt::format("{:.1f} {}", bytes, units[unit]);
}

}  // namespace ndpool
