// Every form of INPUT, where it is looked for, and what is said of one that is broken.
#include "command/run_command.hpp"
#include "ndpool/io/archive/gzip.hpp"
#include "ndpool/io/archive/zip_writer.hpp"

namespace ndpool {
namespace {

const std::string banner = "%%MatrixMarket matrix coordinate real ";

class InputForms : public CommandTest {
protected:
    /// A triangle with a tail and an isolated node 4: weights 1, 2, 3 and 4 on the tail.
    void expect_sample(Words words) const {
        SCOPED_TRACE(words.front());
        words.insert(words.begin(), "info");
        const Json info = run_json(words);
        EXPECT_EQ(info.at("nodes"), 5);
        EXPECT_EQ(info.at("edges"), 4);
        EXPECT_EQ(info.at("components"), 2);
        EXPECT_EQ(info.at("isolated"), 1);
        EXPECT_EQ(info.at("self_loops"), 0);
        EXPECT_EQ(info.at("bipartite"), false);
        EXPECT_EQ(info.at("weight_min"), 1);
        EXPECT_EQ(info.at("weight_max"), 4);
        EXPECT_FALSE(info.contains("graphs"));
    }

    void put_tiny_dataset(const std::string& in, const std::string& name) const {
        put(in + "/" + name + "_A.txt", "1, 2\n2, 1\n3, 4\n4, 3\n4, 5\n5, 4\n");
        put(in + "/" + name + "_graph_indicator.txt", "1\n1\n2\n2\n2\n");
        put(in + "/" + name + "_graph_labels.txt", "1\n-1\n");
    }
};

TEST_F(InputForms, AllFileFormatsTellTheSameGraph) {
    const std::string matrix = banner + "symmetric\n5 5 4\n2 1 1\n3 2 2\n3 1 3\n4 3 4\n";
    put("a.mtx", matrix);
    put("a.mtx.gz", gzip(matrix));
    put("general.mtx", banner + "general\n5 5 8\n2 1 1\n3 2 2\n3 1 3\n4 3 4\n1 2 1\n2 3 2\n1 3 3\n3 4 4\n");
    put("a.graph", "5 4 001\n2 1 3 3\n1 1 3 2\n1 3 2 2 4 4\n3 4\n\n");
    put("a.txt", "# ndpool nodes=5\n0 1 1\n1 2 2\n% more\n0\t2 3\n2 3 4\n");
    put("a.csv", "# ndpool nodes=5\nsource,target,weight\n0,1,1\n1,2,2\n0,2,3\n2,3,4\n");
    put("a.rudy", "5 4\n1 2 1\n2 3 2\n1 3 3\n3 4 4\n");
    put("G1", text("a.rudy"));
    for (const std::string name : {"a.mtx", "a.mtx.gz", "general.mtx", "a.graph", "a.txt", "a.csv", "a.rudy", "G1"}) {
        expect_sample({name});
    }
    expect_sample({"G1", "--format", "rudy"});
    put("odd.name", text("a.graph"));
    expect_sample({"odd.name", "--format", "metis"});
    put("odd.mtx", text("a.txt"));
    expect_sample({"odd.mtx", "--format", "edges"});
    run_well({"coarsen", "odd.mtx", "--format", "edges", "-o", "out"});
}

TEST_F(InputForms, ADatasetIsAFolderOrAnArchive) {
    put_tiny_dataset("TINY", "TINY");
    std::vector<ZipMember> members;
    for (const auto& [name, content] : tree("TINY")) {
        members.push_back({"TINY/" + name, content});
    }
    put("TINY.zip", zip_bytes(members));
    for (const std::string input : {"TINY", "TINY/", "TINY.zip"}) {
        SCOPED_TRACE(input);
        const Json info = run_json({"info", input});
        EXPECT_EQ(info.at("nodes"), 5);
        EXPECT_EQ(info.at("edges"), 3);
        EXPECT_EQ(info.at("components"), 2);
        EXPECT_EQ(info.at("graphs"), 2);
        EXPECT_EQ(info.at("classes"), 2);
        EXPECT_EQ(info.at("mean_nodes"), 2.5);
        EXPECT_EQ(info.at("mean_edges"), 1.5);
        EXPECT_EQ(info.at("bipartite"), true);
    }
}

TEST_F(InputForms, GeneratorsHaveTheirSizes) {
    const std::map<std::string, int> nodes{{"grid:10x10", 100},
                                           {"ring:100", 100},
                                           {"sensor:200", 200},
                                           {"sbm:100", 100},
                                           {"erdos-renyi:100,0.1", 100},
                                           {"community:100", 100},
                                           {"knn-grid:28x28,8", 784},
                                           {"barabasi-albert:100,3", 100},
                                           {"road:1000", 1000},
                                           {"delaunay:1000", 1000},
                                           {"path:9", 9},
                                           {"star:10", 10},
                                           {"complete:6", 6}};
    for (const auto& [spec, count] : nodes) {
        EXPECT_EQ(run_json({"info", spec}).at("nodes"), count) << spec;
    }
    EXPECT_EQ(run_json({"info", "grid:10x10"}).at("edges"), 180);
    EXPECT_EQ(run_json({"info", "complete:6"}).at("edges"), 15);
    EXPECT_EQ(run_json({"info", "bench:easy-small,12"}).at("graphs"), 12);
}

TEST_F(InputForms, SelfLoopsAreCountedAndDoNotSpoilBipartiteness) {
    put("loops.txt", "0 0 3\n0 1 1\n");
    const Json info = run_json({"info", "loops.txt"});
    EXPECT_EQ(info.at("self_loops"), 1);
    EXPECT_EQ(info.at("isolated"), 0);
    const Json cut = run_json({"cut", "loops.txt"});
    EXPECT_EQ(cut.at("cut_fraction"), 1) << "self-loops are no part of it";
}

TEST_F(InputForms, SmallestGraphsGoThroughEveryCommand) {
    put("zero.mtx", banner + "general\n0 0 0\n");
    put("edgeless.mtx", banner + "general\n3 3 0\n");
    put("one.graph", "1 0\n\n");
    const std::map<std::string, int> nodes{{"zero.mtx", 0}, {"edgeless.mtx", 3}, {"one.graph", 1}};
    for (const auto& [file, count] : nodes) {
        SCOPED_TRACE(file);
        EXPECT_EQ(run_json({"info", file}).at("nodes"), count);
        EXPECT_EQ(run_json({"info", file}).at("isolated"), count);
        const Json cut = run_json({"cut", file, "-o", "partition.txt"});
        EXPECT_EQ(cut.at("kept"), count) << "an isolated node is kept";
        EXPECT_EQ(lines("partition.txt").size(), static_cast<std::size_t>(count));
        const Json manifest = run_json({"coarsen", file, "-o", "out", "--levels", "1,40"});
        ASSERT_EQ(manifest.at("levels").size(), 2U);
        EXPECT_EQ(manifest.at("levels").at(1).at("nodes"), count);
        run_well({"view", file, "-o", "out.svg"});
    }
}

TEST_F(InputForms, DirectedGraphsAreRefusedUnlessSymmetrized) {
    put("a.mtx", banner + "general\n3 3 4\n1 2 2\n2 1 4\n2 3 1\n3 2 7\n");
    put("a.txt", "0 1 2\n1 0 4\n1 2 1\n2 1 7\n");
    put("a.csv", "0,1,2\n1,0,4\n1,2,1\n2,1,7\n");
    for (const std::string file : {"a.mtx", "a.txt", "a.csv"}) {
        SCOPED_TRACE(file);
        for (const std::string command : {"info", "cut"}) {
            expect_refusal(run({command, file}), 2, {file + ":", "directed", "symmetrize", "max, mean, sum or chung"});
        }
        expect_refusal(run({"coarsen", file, "-o", "out"}), 2, {file + ":", "directed"});
        EXPECT_FALSE(std::filesystem::exists(folder / "out"));
        const std::map<std::string, std::pair<double, double>> ranges{{"max", {4, 7}}, {"mean", {3, 4}}, {"sum", {6, 8}}};
        for (const auto& [how, range] : ranges) {
            const Json info = run_json({"info", file, "--symmetrize", how});
            EXPECT_EQ(info.at("weight_min"), range.first) << how;
            EXPECT_EQ(info.at("weight_max"), range.second) << how;
        }
        // Chung's walk moves 0 -> 1 always, 1 -> 0 with 4/5, 1 -> 2 with 1/5, 2 -> 1 always: stationary (4, 5, 1)/10.
        const Json chung = run_json({"info", file, "--symmetrize", "chung"});
        EXPECT_EQ(chung.at("edges"), 2);
        EXPECT_NEAR(chung.at("weight_max").get<double>() / chung.at("weight_min").get<double>(), 4, 1e-9);
        EXPECT_EQ(run_json({"coarsen", file, "--symmetrize", "max", "-o", "out"}).at("symmetrize"), "max");
        std::filesystem::remove_all(folder / "out");
    }
    put("oneway.txt", "0 1\n1 0\n1 2\n");
    expect_refusal(run({"info", "oneway.txt"}), 2, {"oneway.txt:3: ", "directed"});
    expect_refusal(run({"info", "oneway.txt", "--symmetrize", "chung"}), 2, {"oneway.txt: ", "try max, mean or sum"});
}

TEST_F(InputForms, APathComesBeforeDataAndDataBeforeTheEnvironment) {
    put_tiny_dataset("here/SET", "SET");
    put_tiny_dataset("data/SET", "SET");
    put("data/SET/SET_graph_labels.txt", "1\n1\n");
    put_tiny_dataset("env/SET", "SET");
    put("env/SET/SET_graph_labels.txt", "1\n1\n");
    put("env/SET/SET_node_labels.txt", "1\n1\n1\n1\n1\n");
    const auto info = [&](const std::string& working_folder, const Words& more) {
        Words words{"info", "SET", "--json"};
        words.insert(words.end(), more.begin(), more.end());
        const Outcome outcome =
            run(words, {.folder = folder / working_folder, .variables = {{"NDPOOL_DATA", (folder / "env").string()}}});
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        return Json::parse(outcome.out);
    };
    EXPECT_EQ(info("here", {"--data", "../data"}).at("classes"), 2) << "the path in the working folder";
    EXPECT_EQ(info(".", {"--data", "data"}).at("classes"), 1);
    EXPECT_EQ(info(".", {"--data", "data"}).at("node_label_columns"), 0) << "the one in --data";
    EXPECT_EQ(info(".", {}).at("node_label_columns"), 1) << "the one in the environment";
    EXPECT_EQ(info(".", {"--data", "here/SET"}).at("node_label_columns"), 1) << "not in --data, so in the environment";
}

TEST_F(InputForms, WhatIsNowhereIsReportedWithThePlacesSearched) {
    std::filesystem::create_directory(folder / "data");
    expect_refusal(run({"info", "MISSING"}), 2, {"MISSING: no such file or folder", "generate --help"});
    expect_refusal(run({"info", "MISSING", "--data", "data"}), 2, {"MISSING", "nor in data"});
    expect_refusal(run({"info", "MISSING", "--data", "nowhere"}), 2, {"--data", "no folder nowhere"});
    expect_refusal(run({"info", "MISSING"}, {.folder = folder.path(), .variables = {{"NDPOOL_DATA", "elsewhere"}}}), 2,
                   {"nor in elsewhere"});
    expect_refusal(run({"info", ""}), 2, {"INPUT ''"});
    expect_refusal(run({"info", "data"}), 2, {"data: ", "NAME_A.txt"});
    run_well({"coarsen", "path:9", "-o", "pyramid"});
    expect_refusal(run({"info", "pyramid"}), 2, {"pyramid: this is a whole pyramid", "level_1/adjacency.mtx"});
}

struct BrokenFile {
    std::string name;
    std::string content;
    std::string place;  ///< the message begins with it
    std::string words;
};

TEST_F(InputForms, BrokenFilesAreRefusedWithFileAndLine) {
    const std::vector<BrokenFile> all{
        {"a.mtx", banner + "general\n2 2 1\n1 x 1\n", "a.mtx:3: ", ""},
        {"b.mtx", banner + "symmetric\n2 2 1\n2 1 -4\n", "b.mtx:3: ", "negative"},
        {"c.mtx", banner + "symmetric\n2 2 1\n2 1 nan\n", "c.mtx:3: ", ""},
        {"d.mtx", banner + "symmetric\n2 2 1\n3 1 1\n", "d.mtx:3: ", "1..2"},
        {"e.mtx", banner + "symmetric\n2 2 2\n2 1 1\n", "e.mtx:", ""},
        {"f.mtx", "no banner\n", "f.mtx:1: ", "MatrixMarket"},
        {"g.graph", "2 1\n2\n3\n", "g.graph:3: ", "1..2"},
        {"h.graph", "2 5\n2\n1\n", "h.graph:1: ", ""},
        {"i.txt", "0 1\n1 1.5\n", "i.txt:2: ", ""},
        {"j.txt", "", "j.txt:1: ", "no edges"},
        {"k.csv", "0,1,1\n1,2,inf\n", "k.csv:2: ", ""},
        {"l.rudy", "3 1\n1 4 1\n", "l.rudy:2: ", ""},
        {"m.npz", "PK no archive", "m.npz: ", ""},
        {"n.zip", "no archive", "n.zip: ", "TU data set"},
        {"o.mtx.gz", "\x1f\x8b broken", "o.mtx.gz", ""},
        {"SET/SET_A.txt", "1, 2\n2, 3\n", "SET", "graph_indicator"},
    };
    for (const BrokenFile& broken : all) {
        put("in/" + broken.name, broken.content);
        const std::string input = broken.name.substr(0, broken.name.find('/'));
        for (const Words& words : {Words{"info", input}, Words{"cut", input, "-o", "../p.txt"},
                                   Words{"coarsen", input, "-o", "../out"}, Words{"view", input, "-o", "../v.html"}}) {
            SCOPED_TRACE(words.front() + " " + broken.name);
            const Outcome outcome = run(words, {folder / "in"});
            expect_refusal(outcome, 2, {broken.words});
            EXPECT_TRUE(outcome.err.starts_with("ndpool: " + broken.place)) << outcome.err;
        }
        EXPECT_EQ(folder.file_count(), 1U) << "something was left behind";
    }
}

TEST_F(InputForms, ANameThatIsNoUtf8IsNoTrouble) {
    const std::string name = "net\xff.txt";
    put(name, "0 1\n1 2\n");
    EXPECT_EQ(run_json({"info", name}).at("nodes"), 3);
    EXPECT_EQ(run_json({"coarsen", name, "-o", "out"}).at("nodes"), 3);
    EXPECT_TRUE(Json::accept(text("out/manifest.json")));
}

TEST_F(InputForms, ADashIsStandardInput) {
    run_well({"generate", "grid:4x5", "-o", "grid.mtx"});
    run_well({"generate", "grid:4x5", "-o", "grid.mtx.gz"});
    run_well({"generate", "grid:4x5", "-o", "grid.npz"});
    run_well({"generate", "grid:4x5", "-o", "grid.graphml"});
    run_well({"generate", "bench:easy-small,6", "-o", "set.zip"});
    const std::string expected = run({"info", "grid.mtx"}).out;
    for (const std::string name : {"grid.mtx", "grid.mtx.gz", "grid.npz", "grid.graphml"}) {
        EXPECT_EQ(run({"info", "-"}, {.folder = folder.path(), .standard_input = (folder / name).string()}).out, expected)
            << name;
    }
    EXPECT_EQ(run({"info", "-"}, {.folder = folder.path(), .standard_input = (folder / "set.zip").string()}).out,
              run({"info", "set.zip"}).out);
    put("words.txt", "a b\nb c\n");
    const Surroundings words{.folder = folder.path(), .standard_input = (folder / "words.txt").string()};
    expect_refusal(run({"info", "-"}, words), 2, {"standard input", "--format"});
    EXPECT_EQ(run({"info", "-", "--format", "edges"}, words).code, 0);
    EXPECT_EQ(run({"coarsen", "-", "--format", "edges", "-o", "out"}, words).code, 0);
    EXPECT_EQ(text("out/nodes.txt"), "a\nb\nc\n");
    EXPECT_EQ(run({"view", "-", "--format", "edges", "-o", "out.html"}, words).code, 0);
    EXPECT_EQ(run({"cut", "-", "--format", "edges", "-o", "partition.txt"}, words).code, 0);
    EXPECT_EQ(text("partition.nodes.txt"), "a\nb\nc\n");
    put("negative.rudy", "3 2\n1 2 -1\n2 3 1\n");
    EXPECT_EQ(
        run({"cut", "-", "--method", "sdp"}, {.folder = folder.path(), .standard_input = (folder / "negative.rudy").string()})
            .code,
        0);
    put("empty", "");
    expect_refusal(run({"info", "-"}, {.folder = folder.path(), .standard_input = (folder / "empty").string()}), 2,
                   {"standard input", "nothing"});
}

}  // namespace
}  // namespace ndpool
