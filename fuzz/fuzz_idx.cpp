#include "fuzz_input.hpp"
#include "ndpool/io/formats/idx.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace ndpool;
    return read_or_refuse([&] {
        const std::string_view bytes = text_of(data, size);
        if (idx_bytes(parse_idx(bytes, "f")) != bytes) {
            __builtin_trap();
        }
    });
}
