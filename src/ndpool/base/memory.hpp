#pragma once

#include <cstdint>
#include <string>

namespace ndpool {

/// Bytes that can be taken now without making the machine swap: what the kernel calls available, cut down
/// to the limits of the control group and of the process.
[[nodiscard]] std::uint64_t available_memory();

/// "1.4 GB": for messages.
[[nodiscard]] std::string readable_bytes(double bytes);

}  // namespace ndpool
