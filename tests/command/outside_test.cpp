// With SciPy, and with public data sets where the folder with them is there.
#include <cstdlib>

#include "command/run_command.hpp"
#include "support/public_data.hpp"

namespace ndpool {
namespace {

namespace fs = std::filesystem;

constexpr const char* python = "/usr/bin/python3";

class SciPyReads : public CommandTest {
protected:
    void SetUp() override {
        if (!run_script("import scipy.io, scipy.sparse\n", " 2> /dev/null")) {
            GTEST_SKIP() << "SKIPPED: " << python << " has no SciPy, so nothing was compared with it";
        }
    }
    [[nodiscard]] bool run_script(const std::string& script, const std::string& more = "") const {
        put("script.py", script);
        const std::string line = "cd '" + folder.path().string() + "' && " + python + " script.py" + more;
        return std::system(line.c_str()) == 0;
    }
};

TEST_F(SciPyReads, MatricesOfBothFormatsAndTheyAreEqual) {
    run_well({"coarsen", "sensor:80", "-o", "text", "--levels", "1,3"});
    run_well({"coarsen", "sensor:80", "-o", "arrays", "--levels", "1,3", "--format", "npz"});
    EXPECT_TRUE(run_script(R"(
import json, numpy, scipy.io, scipy.sparse
def both(name):
    text = scipy.io.mmread('text/' + name + '.mtx').tocsr()
    arrays = scipy.sparse.load_npz('arrays/' + name + '.npz')
    arrays.check_format(full_check=True)
    assert text.shape == arrays.shape and (text != arrays).nnz == 0, name
    return arrays
nodes = numpy.arange(80)
for level in json.load(open('arrays/manifest.json'))['levels']:
    at = 'level_%d/' % level['level']
    adjacency, pool = both(at + 'adjacency'), both(at + 'pool')
    assert adjacency.shape == (level['nodes'], level['nodes'])
    assert (adjacency != adjacency.T).nnz == 0
    assert adjacency.nnz == 2 * level['edges']
    nodes = pool @ nodes
    assert (nodes == numpy.loadtxt('arrays/' + at + 'nodes.txt')).all()
)"));
}

TEST_F(SciPyReads, WhatSciPySavesIsAnInput) {
    ASSERT_TRUE(
        run_script("import scipy.sparse as s\n"
                   "s.save_npz('ring.npz', s.csr_matrix(([1.]*8, ([0,1,1,2,2,3,3,0], [1,0,2,1,3,2,0,3]))))\n"
                   "s.save_npz('arc.npz', s.csr_matrix(([1.], ([0], [1])), shape=(2, 2)))\n"));
    EXPECT_EQ(run_json({"info", "ring.npz"}).at("edges"), 4);
    EXPECT_EQ(run_json({"info", "ring.npz", "--format", "npz"}).at("bipartite"), true);
    expect_refusal(run({"info", "arc.npz"}), 2, {"arc.npz: ", "directed"});
    EXPECT_EQ(run_json({"info", "arc.npz", "--symmetrize", "sum"}).at("edges"), 1);
}

class PublicDataCommand : public CommandTest {
protected:
    void SetUp() override {
        data = public_data_folder();
        NDPOOL_SKIP_WITHOUT_DATA(data);
    }
    fs::path data;
};

TEST_F(PublicDataCommand, CoarsenedDataSetsAreReadBackWithTheirCounts) {
    const std::map<std::string, int> graphs{{"MUTAG", 188}, {"PROTEINS", 1113}, {"NCI1", 4110}};
    for (const auto& [name, count] : graphs) {
        SCOPED_TRACE(name);
        const Json input = run_json({"info", name, "--data", data.string()});
        EXPECT_EQ(input.at("graphs"), count);
        const Json manifest = run_json({"coarsen", name, "--data", data.string(), "-o", "out", "--levels", "1,2"});
        EXPECT_EQ(manifest.at("graphs"), count);
        for (const Json& level : manifest.at("levels")) {
            const std::string at = "out/level_" + level.at("level").dump();
            const Json info = run_json({"info", at});
            for (const std::string key : {"graphs", "classes", "node_label_columns", "node_attribute_columns"}) {
                EXPECT_EQ(info.at(key), input.at(key)) << key;
            }
            EXPECT_EQ(info.at("nodes"), level.at("nodes"));
            EXPECT_EQ(info.at("edges"), level.at("edges"));
            EXPECT_EQ(lines(at + "/" + name + "_nodes.txt").size(), level.at("nodes").get<std::size_t>());
        }
    }
}

TEST_F(PublicDataCommand, TheEnvironmentNamesTheFolderAsWell) {
    const Outcome outcome =
        run({"info", "MUTAG", "--json"}, {.folder = folder.path(), .variables = {{"NDPOOL_DATA", data.string()}}});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(Json::parse(outcome.out).at("graphs"), 188);
}

TEST_F(PublicDataCommand, GsetIsCutWithAndWithoutItsFormatSaid) {
    const std::string file = (data / "gset/G1.gz").string();
    const Json cut = run_json({"cut", file});
    EXPECT_EQ(cut.at("kept").get<int>() + cut.at("dropped").get<int>(), 800);
    EXPECT_LE(cut.at("cut_weight").get<double>(), 11624) << "the best cut that is known";
    EXPECT_GE(cut.at("cut_weight").get<double>(), 10000);
    EXPECT_EQ(run_json({"cut", file, "--format", "rudy"}).at("cut_weight"), cut.at("cut_weight"));
    expect_refusal(run({"cut", (data / "gset/G6.gz").string()}), 2, {"G6.gz:3: ", "negative"});
}

}  // namespace
}  // namespace ndpool
