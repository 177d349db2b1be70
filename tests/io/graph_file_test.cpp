#include "ndpool/io/graph_file.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "io/random_graphs.hpp"
#include "io/refusal.hpp"
#include "ndpool/io/archive/gzip.hpp"
#include "ndpool/io/archive/zip_writer.hpp"
#include "ndpool/io/atomic_write.hpp"
#include "ndpool/io/file.hpp"
#include "ndpool/io/formats/npz.hpp"
#include "support/scratch_folder.hpp"

namespace ndpool {
namespace {

TEST(Format, HasAName) {
    for (const Format format : {Format::mtx, Format::metis, Format::edges, Format::npz, Format::rudy, Format::tu, Format::graphml,
                                Format::gml, Format::ndg}) {
        EXPECT_EQ(format_named(format_name(format)), format);
    }
    EXPECT_NE(refusal([] { (void)format_named("dot"); }).find("mtx, metis, edges, npz, rudy, tu"), std::string::npos);
}

TEST(Format, IsToldByTheEnding) {
    EXPECT_EQ(format_of_ending("a/road.mtx"), Format::mtx);
    EXPECT_EQ(format_of_ending("road.MTX.gz"), Format::mtx);
    EXPECT_EQ(format_of_ending("mesh.graph"), Format::metis);
    EXPECT_EQ(format_of_ending("net.csv"), Format::edges);
    EXPECT_EQ(format_of_ending("net.el.gz"), Format::edges);
    EXPECT_EQ(format_of_ending("adj.npz"), Format::npz);
    EXPECT_EQ(format_of_ending("MUTAG.zip"), Format::tu);
    EXPECT_EQ(format_of_ending("net.GraphML.gz"), Format::graphml);
    EXPECT_EQ(format_of_ending("net.gml"), Format::gml);
    EXPECT_EQ(format_of_ending("G1"), std::nullopt);
    EXPECT_EQ(format_of_ending("folder.mtx/G1.gz"), std::nullopt);
}

TEST(Format, IsToldByTheContentWhereTheEndingIsSilent) {
    EXPECT_EQ(guess_format("G1", "3 2\n1 2 1\n2 3 1\n"), Format::rudy);
    EXPECT_EQ(guess_format("G1", "3 2\n1 2\n2 3\n"), Format::rudy);
    EXPECT_EQ(guess_format("G1", "3 9\n1 2 1\n2 3 1\n"), Format::rudy) << "a broken one is still best read as rudy";
    EXPECT_EQ(guess_format("G1.txt", "3 2\n1 2 1\n2 3 1\n"), Format::rudy) << "no edge list has two columns and then three";
    EXPECT_EQ(guess_format("mesh", "3 2\n2\n1 3\n2\n"), Format::metis);
    EXPECT_EQ(guess_format("net", "0 1\n1 2\n2 3\n"), Format::edges);
    EXPECT_EQ(guess_format("net.txt", "1 2\n1 2\n"), Format::edges);
    EXPECT_EQ(guess_format("net", "%%MatrixMarket matrix coordinate"), Format::mtx);
    EXPECT_EQ(guess_format("net.txt", "%%MatrixMarket matrix coordinate"), Format::mtx);
    EXPECT_EQ(guess_format("net", npz_bytes(Graph())), Format::npz);
    EXPECT_EQ(guess_format("net", "<?xml version=\"1.0\"?><graphml/>"), Format::graphml);
    EXPECT_EQ(guess_format("net", "graph [ ]"), Format::gml);
    EXPECT_EQ(guess_format("net", zip_bytes({{"X_A.txt", ""}})), Format::tu);
    EXPECT_TRUE(refusal([] { (void)guess_format("net", "hello"); }).starts_with("net: cannot tell the format"));
    EXPECT_TRUE(refusal([] { (void)guess_format("net", ""); }).starts_with("net: cannot tell the format"));
}

TEST(GraphFile, EveryFormatGivesBackWhatWasWritten) {
    const ScratchFolder folder;
    Random random{Seed(3)};
    for (int trial = 0; trial < 6; ++trial) {
        const Graph whole = random_graph(random, true);
        const Graph real = random_graph(random, false);
        for (const std::string name : {"a.mtx", "a.mtx.gz", "a.txt", "a.csv", "a.tsv.gz", "a.npz", "a.rudy", "a.graph",
                                       "a.graphml", "a.gml.gz", "a.ndg", "a.ndg.gz"}) {
            for (const Graph& graph : {whole, name == "a.graph" ? whole : real}) {
                write_graph(graph, folder / name);
                EXPECT_EQ(read_graph(folder / name), graph) << name;
                const std::string bytes = read_bytes(folder / name);
                write_graph(graph, folder / name);
                EXPECT_EQ(read_bytes(folder / name), bytes) << name << " must not change from one writing to the next";
                EXPECT_EQ(is_gzip(bytes), name.ends_with(".gz"));
            }
        }
    }
}

TEST(GraphFile, DatasetsComeBackAsTheyWere) {
    const ScratchFolder folder;
    Random random{Seed(4)};
    for (int trial = 0; trial < 8; ++trial) {
        const Dataset dataset = random_dataset(random);
        const auto place = folder / ("data" + std::to_string(trial));
        write_dataset(dataset, place);
        EXPECT_EQ(read_dataset(place), dataset);
    }
}

TEST(GraphFile, TheFormatGivenOutweighsTheEnding) {
    const ScratchFolder folder;
    const Graph graph = Graph::from_edges(3, std::vector<Edge>{{0, 1, 1}});
    write_graph(graph, folder / "G1", Format::rudy);
    EXPECT_EQ(read_file(folder / "G1"), "3 1\n1 2 1\n");
    EXPECT_EQ(read_graph(folder / "G1"), graph);
    EXPECT_EQ(read_graph(folder / "G1", {.format = Format::rudy}), graph);
    EXPECT_THROW((void)read_graph(folder / "G1", {.format = Format::mtx}), InvalidInput);
    EXPECT_THROW((void)read_graph(folder / "G1", {.format = Format::tu}), InvalidInput);
}

TEST(GraphFile, MatricesAreReadAndWrittenAsMatrixMarketAndNpz) {
    const ScratchFolder folder;
    const SparseMatrix matrix{2, 3, {0, 1, 2}, {2, 0}, {1, -0.5}};
    for (const std::string name : {"p.mtx", "p.mtx.gz", "p.npz", "p.ndg"}) {
        write_matrix(matrix, folder / name);
        EXPECT_EQ(read_matrix(folder / name), matrix) << name;
    }
    EXPECT_THROW(write_matrix(matrix, folder / "p.txt"), InvalidInput);
}

TEST(GraphFile, RefusesToWriteWhatItCannot) {
    const ScratchFolder folder;
    const Graph fraction = Graph::from_edges(2, std::vector<Edge>{{0, 1, 0.5}});
    for (const std::string name : {"a.graph", "a.unknown", "a.zip", "a"}) {
        const std::string message = refusal([&] { write_graph(fraction, folder / name); });
        EXPECT_TRUE(message.starts_with((folder / name).string() + ": ")) << message;
    }
    EXPECT_EQ(folder.file_count(), 0U);
    EXPECT_THROW(write_graph(fraction, "/dev/full", Format::mtx), IoError);
}

TEST(GraphFile, ErrorsNameTheFileAndTheLine) {
    const ScratchFolder folder;
    write_file(folder / "a.mtx.gz", gzip("%%MatrixMarket matrix coordinate real general\n2 2 1\n1 2 -1\n"));
    const std::string message = refusal([&] { (void)read_graph(folder / "a.mtx.gz"); });
    EXPECT_TRUE(message.starts_with((folder / "a.mtx.gz").string() + ":3: ")) << message;
    EXPECT_TRUE(refusal([&] { (void)read_graph(folder.path()); }).starts_with(folder.path().string() + ": this is a folder"));
}

}  // namespace
}  // namespace ndpool
