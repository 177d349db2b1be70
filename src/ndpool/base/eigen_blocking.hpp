#pragma once

#include <Eigen/Core>

// Internal: for every file that multiplies with Eigen.
namespace ndpool {

/// Eigen divides products into blocks that fit into the caches it detects, and the blocks decide the order of additions. With
/// block sizes that do not depend on the machine, all processors with the same vector instructions give the same bits.
inline const bool has_fixed_blocking = [] {
    constexpr std::ptrdiff_t kilobyte = 1024;
    Eigen::setCpuCacheSizes(32 * kilobyte, 512 * kilobyte, 4096 * kilobyte);
    return true;
}();

}  // namespace ndpool
