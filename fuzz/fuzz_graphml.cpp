#include "fuzz_input.hpp"
#include "ndpool/io/formats/graphml.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace ndpool;
    read_or_refuse([&] { (void)parse_graphml(text_of(data, size), "f", Symmetrize::max); });
    return read_or_refuse([&] { (void)parse_graphml(text_of(data, size), "f"); });
}
