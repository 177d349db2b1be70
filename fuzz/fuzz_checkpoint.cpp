#include "fuzz_folder.hpp"
#include "ndpool/base/content_hash.hpp"
#include "ndpool/learn/train/run_folder.hpp"

/// A checkpoint with the right checksum behind it, which would else stand in the way.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace ndpool;
    std::string bytes(text_of(data, size));
    bytes += ndpool::text_of(ndpool::content_hash(bytes));
    put("checkpoints/fold_1.cbor", bytes);
    const RunFolder folder(fuzz_folder());
    return read_or_refuse([&] { (void)folder.load(1); });
}
