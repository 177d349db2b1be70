#include "fuzz_input.hpp"
#include "ndpool/io/archive/gzip.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace ndpool;
    return read_or_refuse([&] { (void)gunzip(text_of(data, size), "f"); });
}
