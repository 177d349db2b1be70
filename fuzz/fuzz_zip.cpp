#include "fuzz_input.hpp"
#include "ndpool/io/archive/zip_archive.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace ndpool;
    return read_or_refuse([&] {
        ZipArchive archive(text_of(data, size), "f");
        for (const std::string& name : archive.names()) {
            (void)archive.read(name);
        }
    });
}
