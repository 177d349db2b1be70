#include "ndpool/pyramid/ndp/measured_pyramid.hpp"

#include <fmt/format.h>

#include "ndpool/base/memory.hpp"
#include "ndpool/pyramid/measure/measured_levels.hpp"
#include "ndpool/pyramid/ndp/lean/certified_levels.hpp"
#include "ndpool/pyramid/ndp/lean/lean_fit.hpp"

namespace ndpool {

namespace {

/// Above this, measuring takes more memory than everything else.
constexpr NodeId measured_up_to = 3'000'000;
/// What measuring takes beside the levels: sensor:300000 has a peak of 288 MB with it and of 150 MB without.
constexpr double bytes_per_node = 460;

bool is_measured(const NdpOptions& options, NodeId nodes) {
    switch (options.measure) {
        case Measuring::automatic: return options.accuracy == Accuracy::lean && nodes <= measured_up_to;
        case Measuring::never: return false;
        case Measuring::always:
        case Measuring::certified: break;
    }
    return true;
}

void require_memory(const Pyramid& pyramid, std::uint64_t limit) {
    const double bytes = bytes_per_node * pyramid.base.node_count();
    if (!fits_in_memory(bytes, limit)) {
        throw TooLarge(fmt::format("measuring takes about {}, more than the {} there are; levels that are not measured take less",
                                   readable_bytes(bytes), readable_bytes(memory_budget(limit))));
    }
}

}  // namespace

void measure_as_asked(Pyramid& pyramid, const NdpOptions& options, const Progress& progress) {
    if (!is_measured(options, pyramid.base.node_count())) {
        return;
    }
    require_memory(pyramid, options.kron.memory_limit);
    progress("measuring", 0, 1);
    const Parallel& parallel = options.kron.parallel;
    try {
        measure_levels(pyramid, {.parallel = parallel});
        if (options.accuracy == Accuracy::lean) {
            fit_measured_levels(pyramid, parallel);
        }
        if (options.measure == Measuring::certified) {
            certify_levels(pyramid, LevelErrorOptions{}.eigenvalues, parallel);
        }
    } catch (const NumericalFailure& failure) {
        pyramid.not_measured = failure.what();
    } catch (const TooLarge& failure) {
        pyramid.not_measured = failure.what();
    }
    progress("measuring", 1, 1);
}

}  // namespace ndpool
