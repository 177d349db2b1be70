// Lean levels are the same through every door: the library, ndpool coarsen and ndpool view, one graph or a dataset.
#include "command/run_command.hpp"
#include "ndpool/generate/generate.hpp"
#include "ndpool/io/graph_file.hpp"
#include "ndpool/pyramid/methods.hpp"
#include "ndpool/pyramid/storage/dataset_file.hpp"
#include "ndpool/pyramid/storage/pyramid_file.hpp"

namespace ndpool {
namespace {

class LeanDoors : public CommandTest {
protected:
    /// What the library makes of options of a stored pyramid.
    [[nodiscard]] static Pyramid made_again(const StoredPyramid& stored) {
        return make_pyramid(stored.pyramid.base, stored.origin.options, stored.origin.seed.child("pyramid"));
    }
    /// A dataset of three weighted graphs.
    void put_dataset() const {
        Dataset dataset;
        dataset.name = "THREE";
        for (const std::uint64_t seed : {1, 2, 3}) {
            dataset.graphs.push_back(generate_graph("sensor:300", Seed(seed)).graph);
            dataset.graph_labels.push_back(static_cast<long>(seed));
        }
        write_dataset(dataset, folder / "THREE");
    }
};

TEST_F(LeanDoors, TheLibraryGivesTheLevelsThatCoarsenWrites) {
    for (const Words& more : {Words{"--levels", "1,3"}, Words{"--until", "50"}, Words{"--levels", "2", "--no-measure"}}) {
        Words words{"coarsen", "sensor:1500", "-o", "out", "--accuracy", "lean", "--seed", "5", "--quiet"};
        words.insert(words.end(), more.begin(), more.end());
        ASSERT_EQ(run(words).code, 0);
        const StoredPyramid stored = load_pyramid(folder / "out");
        const Pyramid again = made_again(stored);
        ASSERT_EQ(again.levels.size(), stored.pyramid.levels.size());
        for (std::size_t i = 0; i < again.levels.size(); ++i) {
            EXPECT_EQ(again.levels[i].graph, stored.pyramid.levels[i].graph) << "level " << again.levels[i].number;
            EXPECT_EQ(again.levels[i].spectrum, stored.pyramid.levels[i].spectrum);
        }
    }
}

TEST_F(LeanDoors, TheManifestSaysHowLevelsWereMeasuredAndWhichWereFitted) {
    const Json measured = run_json({"coarsen", "grid:40x40", "-o", "out", "--accuracy", "lean", "--levels", "1,2,3"});
    EXPECT_EQ(measured.at("options").at("measure"), "auto");
    for (const Json& level : measured.at("levels")) {
        EXPECT_TRUE(level.at("spectrum").at("fitted").is_boolean());
    }
    const Json bare = run_json({"coarsen", "grid:40x40", "-o", "out", "--accuracy", "lean", "--no-measure"});
    EXPECT_EQ(bare.at("options").at("measure"), "never");
    const Json exact = run_json({"coarsen", "grid:20x20", "-o", "out", "--measure"});
    EXPECT_EQ(exact.at("options").at("measure"), "always");
    EXPECT_FALSE(exact.at("levels").at(0).at("spectrum").at("fitted"));
}

TEST_F(LeanDoors, AGraphOfADatasetHasTheLevelsThatItHasAlone) {
    put_dataset();
    ASSERT_EQ(run({"coarsen", "THREE", "-o", "out", "--accuracy", "lean", "--levels", "3", "--seed", "4", "--quiet"}).code, 0);
    const StoredPyramids stored = load_pyramids(folder / "out");
    ASSERT_EQ(stored.pyramids.size(), 3U);
    const Dataset dataset = read_dataset(folder / "THREE");
    for (std::size_t i = 0; i < 3; ++i) {
        const Pyramid alone =
            make_pyramid(dataset.graphs[i], stored.origin.options, stored.origin.seed.child("pyramid").child("graph", i));
        EXPECT_EQ(alone.levels.at(0).graph, stored.pyramids[i].levels.at(0).graph) << "graph " << i;
    }
}

TEST_F(LeanDoors, DatasetsAreCertifiedToo) {
    put_dataset();
    const Json written = run_json({"coarsen", "THREE", "-o", "out", "--accuracy", "lean", "--levels", "1", "--certify"});
    EXPECT_EQ(written.at("options").at("measure"), "certified");
    EXPECT_EQ(written.at("levels").at(0).at("certified_graphs"), 3);
    EXPECT_LE(written.at("levels").at(0).at("proved_graphs"), 3);
}

TEST_F(LeanDoors, MemoryLimitsHold) {
    const Words lean{"coarsen", "grid:100x100", "-o", "out", "--accuracy", "lean", "--levels", "1", "--memory-limit"};
    Words small = lean;
    small.emplace_back("0.001");
    expect_refusal(run(small), 1, {"lean levels of 10000 nodes", "MB"});
    EXPECT_FALSE(std::filesystem::exists(folder / "out"));
    Words large = lean;
    large.emplace_back("0.1");
    EXPECT_EQ(run(large).code, 0);
}

}  // namespace
}  // namespace ndpool
