#include "ndpool/base/stop.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "ndpool/base/parallel.hpp"
#include "ndpool/cut/cut_graph.hpp"
#include "ndpool/generate/generate.hpp"
#include "ndpool/pyramid/methods.hpp"

namespace ndpool {
namespace {

TEST(Stop, WithoutAScopeNothingStops) {
    StopSource source;
    source.request();

    EXPECT_NO_THROW(stop_if_requested());
}

TEST(Stop, AScopeListensUntilItEnds) {
    StopSource source;
    {
        const StopScope scope(source);
        EXPECT_NO_THROW(stop_if_requested());
        source.request();
        EXPECT_THROW(stop_if_requested(), Stopped);
    }
    EXPECT_NO_THROW(stop_if_requested());
}

TEST(Stop, AnInnerScopeHidesTheOuterOneForAWhile) {
    StopSource outer;
    StopSource inner;
    outer.request();
    const StopScope outer_scope(outer);
    {
        const StopScope inner_scope(inner);
        EXPECT_NO_THROW(stop_if_requested());
    }
    EXPECT_THROW(stop_if_requested(), Stopped);
}

TEST(Stop, ThreadsOfALoopListenToo) {
    StopSource source;
    const StopScope scope(source);
    std::atomic<int> begun{0};
    const auto body = [&](std::size_t) {
        if (++begun == 3) {
            source.request();
        }
        while (begun >= 3) {
            stop_if_requested();
        }
    };

    EXPECT_THROW(parallel_for(1000, {4}, body), Stopped);
    EXPECT_LT(begun, 1000);
}

TEST(Stop, ThePollRunsOnTheThreadOfTheScopeEvenIfOthersDoTheWork) {
    const std::thread::id caller = std::this_thread::get_id();
    std::atomic<int> polls{0};
    std::atomic<bool> elsewhere{false};
    StopSource source([&] {
        elsewhere = elsewhere || std::this_thread::get_id() != caller;
        return ++polls == 3;
    });
    const StopScope scope(source);
    const auto body = [&](std::size_t index) {
        while (index != 0 || std::this_thread::get_id() != caller) {  // the calling thread has nothing to do
            stop_if_requested();
            std::this_thread::yield();
            if (std::this_thread::get_id() == caller) {
                return;
            }
        }
    };

    EXPECT_THROW(
        {
            parallel_for(2, {2}, body);
            while (true) {
                stop_if_requested();
            }
        },
        Stopped);
    EXPECT_EQ(polls, 3);
    EXPECT_FALSE(elsewhere);
}

/// Every method stops at its first look, wherever that is.
TEST(Stop, EveryMethodThatMakesPyramidsStops) {
    const Graph graph = generate_graph("sensor:400", Seed(1)).graph;
    StopSource source;
    source.request();
    const StopScope scope(source);
    NdpOptions faithful;
    faithful.accuracy = Accuracy::faithful;
    NdpOptions lean;
    lean.accuracy = Accuracy::lean;
    for (const PyramidOptions& options :
         {PyramidOptions(NdpOptions{}), PyramidOptions(faithful), PyramidOptions(lean), PyramidOptions(GraclusOptions{}),
          PyramidOptions(NmfOptions{}), PyramidOptions(KmisOptions{})}) {
        EXPECT_THROW(static_cast<void>(make_pyramid(graph, options, Seed(1))), Stopped) << options.index();
        EXPECT_THROW(static_cast<void>(make_pyramids({&graph, 1}, options, Seed(1), {2})), Stopped) << options.index();
    }
}

TEST(Stop, EveryCutAndTheReductionStop) {
    const Graph graph = generate_graph("sensor:400", Seed(1)).graph;
    const Cut cut = cut_graph(graph, {}, Seed(1));
    StopSource source;
    source.request();
    const StopScope scope(source);
    for (const CutMethod method : {CutMethod::spectral, CutMethod::random, CutMethod::trevisan, CutMethod::sdp, CutMethod::power,
                                   CutMethod::tabu, CutMethod::automatic}) {
        CutOptions options;
        options.method = method;
        EXPECT_THROW(static_cast<void>(cut_graph(graph, options, Seed(1))), Stopped) << name_of(method);
    }
    EXPECT_THROW(static_cast<void>(kron_reduce(graph, cut)), Stopped);
}

TEST(Stop, ResultsDoNotDependOnWhoListens) {
    const Graph graph = generate_graph("sensor:400", Seed(1)).graph;
    const Pyramid alone = ndp_pyramid(graph, {}, Seed(1));
    StopSource source([] { return false; });
    const StopScope scope(source);

    const Pyramid watched = ndp_pyramid(graph, {}, Seed(1));

    ASSERT_EQ(watched.levels.size(), alone.levels.size());
    for (std::size_t i = 0; i < alone.levels.size(); ++i) {
        EXPECT_EQ(watched.levels[i].graph, alone.levels[i].graph);
    }
}

}  // namespace
}  // namespace ndpool
