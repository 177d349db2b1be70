#include "fuzz_folder.hpp"
#include "ndpool/pyramid/storage/pyramid_file.hpp"

/// The manifest of a pyramid whose matrices are right: a path of three nodes, of which two stay.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace ndpool;
    static const bool is_ready = [] {
        put("input/adjacency.mtx", "%%MatrixMarket matrix coordinate real symmetric\n3 3 2\n2 1 1\n3 2 1\n");
        put("level_1/adjacency.mtx", "%%MatrixMarket matrix coordinate real symmetric\n2 2 1\n2 1 0.5\n");
        put("level_1/pool.mtx", "%%MatrixMarket matrix coordinate real general\n2 3 2\n1 1 1\n2 3 1\n");
        put("level_1/nodes.txt", "0\n2\n");
        return true;
    }();
    (void)is_ready;
    put("manifest.json", text_of(data, size));
    return read_or_refuse([] { (void)load_pyramid(fuzz_folder()); });
}
