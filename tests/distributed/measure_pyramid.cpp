// measure_pyramid FOLDER: loads a pyramid that ndpool or ndpool-mpi wrote and prints, as JSON, how far the ten smallest
// eigenvalues of each level are from those of the exact Kron reduction onto its nodes: their distance, and the quotient of each.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "ndpool/base/error.hpp"
#include "ndpool/pyramid/measure/measured_levels.hpp"
#include "ndpool/pyramid/storage/pyramid_file.hpp"

namespace {

std::vector<double> quotients(const ndpool::LevelSpectrum& spectrum) {
    std::vector<double> all;
    for (std::size_t k = 0; k < spectrum.exact.size(); ++k) {
        all.push_back(spectrum.here[k] / spectrum.exact[k]);
    }
    return all;
}

}  // namespace

int main(int count, char** words) {
    if (count != 2) {
        return 2;
    }
    try {
        ndpool::Pyramid pyramid = ndpool::load_pyramid(words[1]).pyramid;
        ndpool::measure_levels(pyramid, {});
        std::string text;
        for (const ndpool::Level& level : pyramid.levels) {
            text += fmt::format("{}{{\"level\": {}, \"nodes\": {}, \"distance\": {}, \"quotients\": [{:.4f}]}}",
                                text.empty() ? "" : ", ", level.number, level.graph.node_count(), level.spectrum->distance,
                                fmt::join(quotients(*level.spectrum), ", "));
        }
        fmt::print("[{}]\n", text);
        return 0;
    } catch (const ndpool::Error& error) {
        fmt::print(stderr, "measure_pyramid: {}\n", error.what());
        return 1;
    }
}
