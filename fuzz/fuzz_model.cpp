#include "fuzz_folder.hpp"
#include "ndpool/learn/train/model_file.hpp"

/// The weights of a small network, as an archive.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace ndpool;
    static const ParameterPlan plan = [] {
        ParameterPlan small;
        small.add_matrix("layer_1", 2, 3, 2, 3, 1);
        small.add_constant("scale", 4, 1);
        return small;
    }();
    put("model.npz", text_of(data, size));
    return read_or_refuse([] { (void)read_model(fuzz_folder() / "model.npz", plan); });
}
