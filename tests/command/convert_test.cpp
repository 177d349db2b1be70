// ndpool convert and ndpool order.
#include <algorithm>

#include "command/run_command.hpp"
#include "ndpool/io/graph_file.hpp"

namespace ndpool {
namespace {

class Convert : public CommandTest {};

TEST_F(Convert, GoesThroughEveryFormatAndBack) {
    run_well({"generate", "sensor:60", "-o", "first.ndg"});
    const Graph graph = read_graph(folder / "first.ndg");
    std::string before = "first.ndg";
    for (const std::string name : {"a.mtx", "b.txt", "c.csv.gz", "d.npz", "e.rudy", "f.graphml", "g.gml", "h.ndg.gz", "i.ndg"}) {
        run_well({"convert", before, "-o", name});
        EXPECT_EQ(read_graph(folder / name), graph) << name;
        before = name;
    }
    EXPECT_EQ(read_positions(folder / "first.ndg").size(), 60U);
    EXPECT_TRUE(read_positions(folder / "i.ndg").empty());
    run_well({"convert", "grid:5x4", "-o", "grid.graph"});
    EXPECT_EQ(read_graph(folder / "grid.graph").edge_count(), 31);
}

TEST_F(Convert, KeepsNamesOfNodesBesideTheGraph) {
    put("named.txt", "anna bert 2\nbert carl 1\n");
    run_well({"convert", "named.txt", "-o", "named.ndg"});
    EXPECT_EQ(lines("named.nodes.txt"), (std::vector<std::string>{"anna", "bert", "carl"}));
}

TEST_F(Convert, DatasetsBecomeFoldersAndArchives) {
    run_well({"convert", "bench:easy-small,5", "-o", "five.zip"});
    run_well({"convert", "five.zip", "-o", "five"});
    EXPECT_EQ(read_dataset(folder / "five"), read_dataset(folder / "five.zip"));
    expect_refusal(run({"convert", "five.zip", "-o", "five.mtx"}), 2, {"five.mtx", "dataset of many"});
}

TEST_F(Convert, RefusesToReplaceItsInput) {
    run_well({"generate", "path:9", "-o", "p.ndg"});
    const std::string before = text("p.ndg");
    expect_refusal(run({"convert", "p.ndg", "-o", "p.ndg"}), 2, {"p.ndg", "replace the input"});
    expect_refusal(run({"order", "p.ndg", "-o", "p.ndg"}), 2, {"p.ndg", "replace the input"});
    expect_refusal(run({"convert", "p.ndg", "-o", "p.unknown"}), 2, {"p.unknown", "cannot tell the format"});
    EXPECT_EQ(text("p.ndg"), before);
}

TEST_F(Convert, OrderFollowsPositionsWhereThereAreAny) {
    const Json placed = run_json({"order", "sensor:3000", "-o", "s.ndg"});
    EXPECT_EQ(placed.at("order"), "hilbert");
    EXPECT_LT(placed.at("ghosts_after").get<double>(), 0.15);
    run_well({"convert", "sensor:3000", "-o", "plain.mtx"});
    const Json plain = run_json({"order", "plain.mtx", "-o", "b.ndg"});
    EXPECT_EQ(plain.at("order"), "bisection");
    const Graph input = read_graph(folder / "plain.mtx");
    for (const std::string name : {"s", "b"}) {
        const Graph ordered = read_graph(folder / (name + ".ndg"));
        std::vector<NodeId> nodes;
        for (const std::string& line : lines(name + ".nodes.txt")) {
            nodes.push_back(std::stoi(line));
        }
        ASSERT_EQ(nodes.size(), 3000U);
        EXPECT_EQ(ordered.entry_count(), input.entry_count());
        for (NodeId node = 0; node < ordered.node_count(); ++node) {
            for (std::size_t k = 0; k < ordered.neighbors(node).size(); ++k) {
                ASSERT_EQ(input.weight(nodes[node], nodes[ordered.neighbors(node)[k]]), ordered.weights(node)[k]);
            }
        }
    }
    expect_refusal(run({"order", "bench:easy-small,5", "-o", "x.ndg"}), 2, {"dataset of many"});
    expect_refusal(run({"order", "path:9", "-o", "x.ndg", "--positions", "s.ndg"}), 2, {"3000 positions, expected 9"});
}

TEST_F(Convert, PyramidsCanBeBinary) {
    run_well({"coarsen", "sensor:500", "-o", "binary", "--format", "ndg", "--quiet"});
    run_well({"coarsen", "sensor:500", "-o", "plain", "--quiet"});
    EXPECT_EQ(read_graph(folder / "binary/level_2/adjacency.ndg"), read_graph(folder / "plain/level_2/adjacency.mtx"));
    EXPECT_EQ(read_matrix(folder / "binary/level_2/pool.ndg"), read_matrix(folder / "plain/level_2/pool.mtx"));
    run_well({"view", "binary", "-o", "page.html"});
}

}  // namespace
}  // namespace ndpool
