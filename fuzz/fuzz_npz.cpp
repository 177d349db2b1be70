#include "fuzz_input.hpp"
#include "ndpool/io/archive/zip_archive.hpp"
#include "ndpool/io/formats/npz.hpp"

/// An archive as it is, or its members one after the other, so that no checksum stands in the way.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace ndpool;
    const std::string_view input = text_of(data, size);
    if (is_zip(input)) {
        return read_or_refuse([&] { (void)parse_npz(input, "f"); });
    }
    return read_or_refuse([&] { (void)Graph::from_adjacency(matrix_of_npz(files_in(input), "f")); });
}
