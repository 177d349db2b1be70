#include "fuzz_input.hpp"
#include "ndpool/io/formats/binary.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace ndpool;
    return read_or_refuse([&] { (void)parse_binary_graph(text_of(data, size), "f"); });
}
