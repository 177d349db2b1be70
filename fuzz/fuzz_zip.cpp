#include "fuzz_input.hpp"
#include "ndpool/io/archive/zip_archive.hpp"
#include "ndpool/io/archive/zlib/zlib_contents.hpp"

/// By both readers.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace ndpool;
    const auto read_all = [](ZipArchive archive) {
        for (const std::string& name : archive.names()) {
            (void)archive.read(name);
        }
    };
    const std::string_view bytes = text_of(data, size);
    read_or_refuse([&] { read_all(ZipArchive(zlib_contents(bytes, "f"), "f")); });
    return read_or_refuse([&] { read_all(ZipArchive(bytes, "f")); });
}
