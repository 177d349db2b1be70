#pragma once

#include <cstddef>
#include <new>
#include <vector>

namespace ndpool {

/// Allocates memory that begins at a cache line, so that a vector register is loaded from one line and not from two.
template <typename Number>
struct CacheLineAllocator {
    using value_type = Number;
    static constexpr std::align_val_t alignment{64};

    CacheLineAllocator() = default;
    template <typename Other>
    CacheLineAllocator(const CacheLineAllocator<Other>& /*other*/) noexcept {}

    [[nodiscard]] Number* allocate(std::size_t count) {
        return static_cast<Number*>(::operator new(count * sizeof(Number), alignment));
    }
    void deallocate(Number* place, std::size_t /*count*/) noexcept { ::operator delete(place, alignment); }
    bool operator==(const CacheLineAllocator& /*other*/) const { return true; }
};

template <typename Number>
using AlignedVector = std::vector<Number, CacheLineAllocator<Number>>;

}  // namespace ndpool
