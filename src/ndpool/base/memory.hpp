#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace ndpool {

/// Bytes that can be taken now without making the machine swap: what the kernel calls available, cut down
/// to the limits of the control group and of the process.
[[nodiscard]] std::uint64_t available_memory();

/// Bytes of address space that this process has taken.
[[nodiscard]] std::uint64_t used_memory();

/// How much of a limit there is: the limit itself, or nine tenths of what is available where it is 0.
[[nodiscard]] double memory_budget(std::uint64_t limit);

/// Whether so many bytes are within memory_budget(limit). Does not ask the system about small amounts.
[[nodiscard]] bool fits_in_memory(double bytes, std::uint64_t limit);

/// Asks the system for large pages behind memory that is about to be written for the first time: with small ones, a
/// large result takes longer to map than to compute. A hint, without effect on small ranges or where there are none.
void prefer_large_pages(void* begin, std::size_t bytes);

/// Gives the system back what the C library keeps of freed memory for later. What is taken afterwards has to be cleared again.
void return_freed_memory();

/// "1.4 GB": for messages.
[[nodiscard]] std::string readable_bytes(double bytes);

}  // namespace ndpool
