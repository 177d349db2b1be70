// What decides a result is in the text of the options: pyramids are kept under it.
#include <gtest/gtest.h>

#include <functional>
#include <set>

#include "ndpool/base/eigen_blocking.hpp"
#include "ndpool/pyramid/methods_text.hpp"
#include "ndpool/pyramid/ndp/ndp_options.hpp"

namespace ndpool {
namespace {

template <typename Options>
using Changes = std::vector<std::function<void(Options&)>>;

/// Each change alone gives a text of its own, which leads back to the same options.
template <typename Options>
void expect_own_texts(const Changes<Options>& changes) {
    std::set<std::string> texts{to_json(Options{})};
    for (std::size_t i = 0; i < changes.size(); ++i) {
        Options options;
        changes[i](options);
        const std::string text = to_json(options);
        EXPECT_TRUE(texts.insert(text).second) << "change " << i << " does not show: " << text;
        EXPECT_EQ(to_json(pyramid_options_from_json(text)), text);
    }
}

TEST(OptionsKey, EveryOptionOfNdpShows) {
    // Whoever adds an option must name it here, and see that it is in the text.
    {
        const NdpOptions options;
        [[maybe_unused]] const auto& [levels, until, exactly, accuracy, cut, kron, threshold, sparsify, measure, unsparsified] =
            options;
        [[maybe_unused]] const auto& [method, components, keep, spectral, search, cut_parallel] = cut;
        [[maybe_unused]] const auto& [laplacian, random_below, random_tries, zero_below, eigen] = spectral;
        [[maybe_unused]] const auto& [solver, tolerance, most_iterations] = eigen;
        [[maybe_unused]] const auto& [sdp, power, tabu, reduce_up_to] = search;
        [[maybe_unused]] const auto& [memory_limit, kron_parallel, drop_tolerance, progress] = kron;
        [[maybe_unused]] const auto& [epsilon, relative] = threshold;
        EXPECT_EQ(levels.size(), 3U);
    }
    expect_own_texts<NdpOptions>({[](NdpOptions& o) { o.levels = {2}; },
                                  [](NdpOptions& o) { o.until_nodes = 5; },
                                  [](NdpOptions& o) { o.exactly_nodes = 5; },
                                  [](NdpOptions& o) { o.accuracy = Accuracy::faithful; },
                                  [](NdpOptions& o) { o.accuracy = Accuracy::lean; },
                                  [](NdpOptions& o) { o.measure = Measuring::never; },
                                  [](NdpOptions& o) { o.measure = Measuring::always; },
                                  [](NdpOptions& o) { o.measure = Measuring::certified; },
                                  [](NdpOptions& o) { o.sparsify = SparsifyWhen::each_level; },
                                  [](NdpOptions& o) { o.threshold.epsilon = 0.5; },
                                  [](NdpOptions& o) { o.threshold.relative = true; },
                                  [](NdpOptions& o) { o.kron.drop_tolerance = 1e-3; },
                                  [](NdpOptions& o) { o.cut.method = CutMethod::sdp; },
                                  [](NdpOptions& o) { o.cut.components = ComponentPolicy::whole; },
                                  [](NdpOptions& o) { o.cut.keep = KeptSide::smaller; },
                                  [](NdpOptions& o) { o.cut.keep = KeptSide::cheaper; },
                                  [](NdpOptions& o) { o.cut.spectral.laplacian = Laplacian::combinatorial; },
                                  [](NdpOptions& o) { o.cut.spectral.random_below = 0.7; },
                                  [](NdpOptions& o) { o.cut.spectral.random_tries = 3; },
                                  [](NdpOptions& o) { o.cut.spectral.zero_below = 0; },
                                  [](NdpOptions& o) { o.cut.spectral.eigen.solver = EigenSolver::dense; },
                                  [](NdpOptions& o) { o.cut.spectral.eigen.tolerance = 1e-3; },
                                  [](NdpOptions& o) { o.cut.spectral.eigen.most_iterations = 7; },
                                  [](NdpOptions& o) { o.cut.search.sdp.rank = 3; },
                                  [](NdpOptions& o) { o.cut.search.sdp.sweeps = 3; },
                                  [](NdpOptions& o) { o.cut.search.sdp.hyperplanes = 3; },
                                  [](NdpOptions& o) { o.cut.search.power.steps = 3; },
                                  [](NdpOptions& o) { o.cut.search.tabu.seconds = 3; },
                                  [](NdpOptions& o) { o.cut.search.tabu.steps = 3; },
                                  [](NdpOptions& o) { o.cut.search.reduce_up_to = 3; }});
}

TEST(OptionsKey, EveryOptionOfTheOtherMethodsShows) {
    expect_own_texts<GraclusOptions>(
        {[](GraclusOptions& o) { o.levels = {2}; }, [](GraclusOptions& o) { o.fake_nodes = !o.fake_nodes; }});
    expect_own_texts<NmfOptions>({[](NmfOptions& o) { o.levels = {2}; }, [](NmfOptions& o) { o.most_iterations = 3; },
                                  [](NmfOptions& o) { o.tolerance = 0.5; }, [](NmfOptions& o) { o.drop_below = 0.5; }});
    {
        const KmisOptions options;
        [[maybe_unused]] const auto& [levels, steps, connect, threshold, memory_limit, parallel] = options;
        EXPECT_EQ(levels.size(), 3U);
    }
    expect_own_texts<KmisOptions>({[](KmisOptions& o) { o.levels = {2}; }, [](KmisOptions& o) { o.steps = 3; },
                                   [](KmisOptions& o) { o.connect = KmisConnect::kron; },
                                   [](KmisOptions& o) { o.threshold.epsilon = 0.5; },
                                   [](KmisOptions& o) { o.threshold.relative = true; }});
}

TEST(EigenBlocking, DoesNotDependOnTheMachine) {
    EXPECT_TRUE(has_fixed_blocking);
    EXPECT_EQ(Eigen::l1CacheSize(), 32 * 1024);
    EXPECT_EQ(Eigen::l2CacheSize(), 512 * 1024);
}

}  // namespace
}  // namespace ndpool
