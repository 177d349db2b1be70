#include "fuzz_folder.hpp"
#include "ndpool/learn/train/run_folder.hpp"

/// The configuration of a run, with all that is read of it before anything is trained or predicted.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace ndpool;
    put("config.json", text_of(data, size));
    const RunFolder folder(fuzz_folder());
    read_or_refuse([&] { (void)folder.encoding(); });
    read_or_refuse([&] { (void)folder.labels(); });
    return read_or_refuse([&] {
        const DataFacts facts = folder.facts();
        (void)network_of(folder.description().options, facts);
    });
}
