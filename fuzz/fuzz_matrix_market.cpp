#include "fuzz_input.hpp"
#include "ndpool/io/formats/matrix_market.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace ndpool;
    read_or_refuse([&] { (void)parse_matrix_market(text_of(data, size), "f", Symmetrize::max); });
    read_or_refuse([&] { (void)parse_matrix_market_matrix(text_of(data, size), "f"); });
    read_or_refuse([&] { (void)parse_positions(text_of(data, size), "f"); });
    return read_or_refuse([&] { (void)parse_matrix_market(text_of(data, size), "f"); });
}
