#include <array>

#include "fuzz_input.hpp"
#include "ndpool/learn/data/pyramid_bytes.hpp"

/// The levels of one graph and of two, as the cache of pyramids holds them.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace ndpool;
    static const std::array<Edge, 3> edges{{{0, 1, 1}, {1, 2, 1}, {2, 3, 1}}};
    static const std::array<Graph, 2> bases{Graph::from_edges(4, edges), Graph::from_edges(4, edges)};
    const std::string_view bytes = text_of(data, size);
    read_or_refuse([&] { (void)pyramids_of_bytes(bytes, std::span(bases).first(1)); });
    return read_or_refuse([&] { (void)pyramids_of_bytes(bytes, bases); });
}
