#include "fuzz_input.hpp"
#include "ndpool/io/format.hpp"
#include "ndpool/io/formats/rudy.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace ndpool;
    read_or_refuse([&] { (void)guess_format("f", text_of(data, size)); });
    return read_or_refuse([&] { (void)parse_rudy(text_of(data, size), "f"); });
}
