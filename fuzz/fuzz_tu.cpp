#include "fuzz_input.hpp"
#include "ndpool/io/archive/zip_archive.hpp"
#include "ndpool/io/tu/tu_files.hpp"
#include "ndpool/io/tu/tu_parse.hpp"

/// An archive as it is, or its members one after the other, so that no checksum stands in the way.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace ndpool;
    const std::string_view input = text_of(data, size);
    return read_or_refuse([&] {
        TuFiles files;
        std::string name = "X";
        if (is_zip(input)) {
            files = tu_files_in_zip(input, "f", name);
        } else {
            for (auto& [key, text] : files_in(input)) {
                files[key] = {key, text};
            }
        }
        (void)parse_tu_dataset(name, files);
    });
}
