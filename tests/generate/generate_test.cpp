#include "ndpool/generate/generate.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "ndpool/base/error.hpp"
#include "ndpool/generate/generator_table.hpp"
#include "ndpool/generate/lattice.hpp"
#include "ndpool/generate/random_graph.hpp"
#include "ndpool/generate/sensor.hpp"

namespace ndpool {
namespace {

TEST(GenerateGraph, BuildsWhatTheSpecSays) {
    EXPECT_EQ(generate_graph("grid:3x5", Seed(1)).graph, grid_graph(3, 5).graph);
    EXPECT_EQ(generate_graph("torus:10x12", Seed(1)).graph, torus_graph(10, 12).graph);
    EXPECT_EQ(generate_graph("ring:7", Seed(1)).graph, ring_graph(7).graph);
    EXPECT_EQ(generate_graph("path:9", Seed(1)).graph, path_graph(9));
    EXPECT_EQ(generate_graph("star:10", Seed(1)).graph, star_graph(10));
    EXPECT_EQ(generate_graph("complete:6", Seed(1)).graph, complete_graph(6));
    EXPECT_EQ(generate_graph("knn-grid:28x28,8", Seed(1)).graph, knn_grid_graph(28, 28, 8).graph);
    EXPECT_EQ(generate_graph("erdos-renyi:100,1e-1", Seed(1)).graph, erdos_renyi_graph(100, 0.1, Seed(1)));
    EXPECT_EQ(generate_graph("barabasi-albert:100,3", Seed(1)).graph, barabasi_albert_graph(100, 3, Seed(1)));
}

TEST(GenerateGraph, ParametersLeftOutHaveTheirDefaults) {
    EXPECT_EQ(generate_graph("sensor:100", Seed(1)).graph, generate_graph("sensor:100,6", Seed(1)).graph);
    EXPECT_EQ(generate_graph("sensor:100,4", Seed(1)).graph, sensor_graph(100, Seed(1), {.neighbors = 4}).graph);
    EXPECT_EQ(generate_graph("sbm:100", Seed(1)).graph, generate_graph("sbm:100,5,0.7,0.06", Seed(1)).graph);
    EXPECT_EQ(generate_graph("sbm:100,4", Seed(1)).graph, stochastic_block_graph(100, Seed(1), {.classes = 4}));
    EXPECT_EQ(generate_graph("sbm:100,4,0.5", Seed(1)).graph,
              stochastic_block_graph(100, Seed(1), {.classes = 4, .inside = 0.5}));
}

TEST(GenerateGraph, SensorsHaveNoMoreNeighboursThanThereAre) {
    EXPECT_EQ(generate_graph("sensor:5,2000000000", Seed(1)).graph.edge_count(), 10);
}

TEST(GenerateGraph, GeometricFamiliesHavePositions) {
    for (const char* spec :
         {"grid:4x5", "torus:4x5", "knn-grid:4x5,3", "ring:20", "sensor:20", "community:20", "road:20", "delaunay:20"}) {
        EXPECT_EQ(generate_graph(spec, Seed(1)).positions.size(), 20U) << spec;
    }
    for (const char* spec : {"path:20", "sbm:20", "erdos-renyi:20,0.5", "barabasi-albert:20,2"}) {
        EXPECT_TRUE(generate_graph(spec, Seed(1)).positions.empty()) << spec;
    }
}

std::string refusal(std::string_view spec) {
    try {
        (void)generate_graph(spec, Seed(1));
    } catch (const InvalidInput& error) {
        return error.what();
    }
    return "nothing was refused";
}

TEST(GenerateGraph, RefusesBadSpecsAndSaysWhichParameterAndWhatWasExpected) {
    const std::pair<const char*, const char*> bad[] = {
        {"grid:0x5", "rows is 0, expected at least 1"},
        {"grid:5x0", "columns is 0, expected at least 1"},
        {"grid:-3x5", "rows is -3, expected at least 1"},
        {"grid:5", "columns is missing"},
        {"grid:", "rows is missing"},
        {"grid", "rows is missing"},
        {"grid:5x", "columns is '', expected a whole number"},
        {"grid:x5", "rows is '', expected a whole number"},
        {"grid:5,5", "rows is '5,5', expected a whole number"},
        {"grid:axb", "rows is 'a', expected a whole number"},
        {"grid:5x5x5", "columns is '5x5', expected a whole number"},
        {"grid:5x5,5", "'5' is too much, expected at most 2 parameters"},
        {"grid:5.5x5", "rows is '5.5', expected a whole number"},
        {"grid: 5x5", "rows is ' 5', expected a whole number"},
        {"grid:99999999999999999999x5", "rows is 99999999999999999999, expected a whole number of at most 2147483647"},
        {"torus:0x0", "rows is 0, expected at least 1"},
        {"ring:0", "nodes is 0, expected at least 1"},
        {"ring:abc", "nodes is 'abc', expected a whole number"},
        {"ring:3000000000", "nodes is 3000000000, expected a whole number of at most 2147483647"},
        {"path:-1", "nodes is -1, expected at least 1"},
        {"star:0", "nodes is 0, expected at least 1"},
        {"complete:1e3", "nodes is '1e3', expected a whole number"},
        {"knn-grid:28x28", "neighbours is missing"},
        {"knn-grid:2x2,4", "neighbours is 4, expected at most 3"},
        {"knn-grid:2x2,2000000000", "neighbours is 2000000000, expected at most 3"},
        {"knn-grid:2x2,0", "neighbours is 0, expected at least 1"},
        {"sensor:0", "nodes is 0, expected at least 1"},
        {"sensor:100,0", "neighbours is 0, expected at least 1"},
        {"sensor:100,6,7", "'7' is too much, expected at most 2 parameters"},
        {"sensor:100,", "neighbours is '', expected a whole number"},
        {"sbm:4", "classes is 5, expected at most 4"},
        {"sbm:100,0", "classes is 0, expected at least 1"},
        {"sbm:100,5,1.5", "inside is 1.5, expected a probability between 0 and 1"},
        {"sbm:100,5,0.5,-0.1", "across is -0.1, expected a probability between 0 and 1"},
        {"sbm:100,5,x", "inside is 'x', expected a number"},
        {"erdos-renyi:100", "probability is missing"},
        {"erdos-renyi:100,2", "probability is 2, expected a probability between 0 and 1"},
        {"erdos-renyi:100,nan", "probability is 'nan', expected a number"},
        {"erdos-renyi:100,inf", "probability is 'inf', expected a number"},
        {"erdos-renyi:100,0.1.2", "probability is '0.1.2', expected a number"},
        {"barabasi-albert:3,3", "links is 3, expected at most 2"},
        {"barabasi-albert:3,0", "links is 0, expected at least 1"},
        {"barabasi-albert:1,1", "nodes is 1, expected at least 2"},
        {"community:0", "nodes is 0, expected at least 1"},
        {"community:-7", "nodes is -7, expected at least 1"},
        {"road:0", "nodes is 0, expected at least 1"},
        {"delaunay:0", "nodes is 0, expected at least 1"},
        {"hexagon:5", "'hexagon' is no known generator of a graph, expected one like grid:100x100"},
        {"bench:easy", "'bench' is no known generator of a graph"},
        {"", "'' is no known generator of a graph"},
        {":5", "'' is no known generator of a graph"},
        {"Grid:5x5", "'Grid' is no known generator of a graph"},
    };
    for (const auto& [spec, reason] : bad) {
        EXPECT_EQ(refusal(spec).find(std::string(spec) + ": "), 0U) << refusal(spec);
        EXPECT_NE(refusal(spec).find(reason), std::string::npos) << refusal(spec);
    }
}

TEST(GenerateGraph, TheMessageEndsWithTheFormAndAnExample) {
    EXPECT_EQ(refusal("grid:0x5"), "grid:0x5: rows is 0, expected at least 1 (grid:ROWSxCOLUMNS, for example grid:100x100)");
}

TEST(GenerateGraph, RefusesWhatWouldNotFit) {
    for (const char* spec :
         {"grid:100000x100000", "complete:2000000000", "erdos-renyi:2000000000,0.5", "sbm:1000000000",
          "knn-grid:40000x40000,2000000", "barabasi-albert:2000000000,1000000000", "sensor:2000000000,1000000"}) {
        EXPECT_THROW((void)generate_graph(spec, Seed(1)), TooLarge) << spec;
    }
    EXPECT_THROW((void)generate_dataset("bench:easy,2000000000", Seed(1)), TooLarge);
}

TEST(GenerateDataset, KnowsTheFourSetsOfTheBenchmark) {
    const Dataset easy = generate_dataset("bench:easy,30", Seed(1));
    EXPECT_EQ(easy.name, "bench_easy");
    EXPECT_EQ(easy.graphs.size(), 30U);
    EXPECT_EQ(generate_dataset("bench:easy_small,6", Seed(1)), generate_dataset("bench:easy-small,6", Seed(1)));
    EXPECT_EQ(generate_dataset("bench:hard,3", Seed(1)).name, "bench_hard");
    EXPECT_EQ(generate_dataset("bench:easy-small", Seed(1)).graphs.size(), 300U);
    EXPECT_EQ(generate_dataset("bench:hard-small", Seed(1)).name, "bench_hard_small");
    EXPECT_LT(generate_dataset("bench:hard,3", Seed(1)).graphs[0].entry_count(), easy.graphs[0].entry_count());
}

TEST(GenerateDataset, RefusesBadSpecs) {
    for (const char* spec : {"bench:medium", "bench:", "bench", "bench:easy,0", "bench:easy,-3", "bench:easy,many",
                             "bench:easy,3,4", "bench:easy,", "grid:5x5", "tu:MUTAG"}) {
        EXPECT_THROW((void)generate_dataset(spec, Seed(1)), InvalidInput) << spec;
    }
}

TEST(GeneratorSpec, IsKnownByItsNameAndColon) {
    EXPECT_TRUE(is_generator_spec("grid:100x100"));
    EXPECT_TRUE(is_generator_spec("grid:nonsense"));
    EXPECT_FALSE(is_generator_spec("grid"));
    EXPECT_FALSE(is_generator_spec("grids:5"));
    EXPECT_FALSE(is_generator_spec("road.mtx"));
    EXPECT_FALSE(is_generator_spec("C:/road.mtx"));
    EXPECT_FALSE(is_generator_spec(""));
    EXPECT_FALSE(is_generator_spec("bench:easy"));
    EXPECT_TRUE(is_dataset_spec("bench:easy"));
    EXPECT_FALSE(is_dataset_spec("grid:5x5"));
}

TEST(GeneratorList, ItsExamplesWorkAndFitTheirForms) {
    for (const GeneratorHelp& help : generator_list()) {
        EXPECT_FALSE(help.meaning.empty());
        EXPECT_EQ(help.form.find(help.name + ":"), 0U);
        EXPECT_EQ(help.example.find(help.name + ":"), 0U);
        if (help.dataset) {
            EXPECT_FALSE(generate_dataset(help.example, Seed(1)).graphs.empty());
        } else {
            EXPECT_GT(generate_graph(help.example, Seed(1)).graph.node_count(), 0);
        }
    }
}

TEST(GeneratorList, ShowsOptionalParametersInBrackets) {
    std::string sbm;
    for (const GeneratorHelp& help : generator_list()) {
        sbm = help.name == "sbm" ? help.form : sbm;
    }
    EXPECT_EQ(sbm, "sbm:NODES[,CLASSES[,INSIDE[,ACROSS]]]");
}

TEST(GeneratorTable, AGridIsTakenToNeedTheMemoryOfItsMatrixAndPositions) {
    const auto table = generator_table();
    const auto grid = std::find_if(table.begin(), table.end(), [](const Generator& entry) { return entry.name == "grid"; });
    ASSERT_NE(grid, table.end());
    ParameterValues sides;
    sides.add(10000.0);
    sides.add(10000.0);

    const Extent extent = grid->extent(sides);

    EXPECT_DOUBLE_EQ(extent.nodes * extent.bytes_per_node + extent.edges * extent.bytes_an_edge, 72e8);
}

}  // namespace
}  // namespace ndpool
