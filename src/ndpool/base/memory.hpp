#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace ndpool {

/// Bytes that can be allocated now without making the machine swap: what the kernel calls available, reduced to the limits of
/// the control group and of the process.
[[nodiscard]] std::uint64_t available_memory();

/// Bytes of address space that this process uses.
[[nodiscard]] std::uint64_t used_memory();

/// The memory that may be used: `limit` itself, or nine tenths of the available memory if `limit` is 0.
[[nodiscard]] double memory_budget(std::uint64_t limit);

/// Whether `bytes` are within memory_budget(limit). Does not ask the system about small amounts.
///
/// @code
/// assert(fits_in_memory(4096, 0) && !fits_in_memory(2e9, 1000000000));
/// @endcode
[[nodiscard]] bool fits_in_memory(double bytes, std::uint64_t limit);

/// Asks the system for large pages for memory that is about to be written for the first time: with small pages, mapping a large
/// result takes longer than computing it. A hint, without effect on small ranges or where large pages are not available.
void prefer_large_pages(void* begin, std::size_t bytes);

/// Returns to the system the freed memory that the C library keeps for later. Memory allocated afterwards has to be cleared
/// again.
void return_freed_memory();

/// "1.4 GB": for messages.
[[nodiscard]] std::string readable_bytes(double bytes);

}  // namespace ndpool
