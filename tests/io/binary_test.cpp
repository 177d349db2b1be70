// The binary format: what was written comes back, any range of rows by itself, and broken files are refused.
#include "ndpool/io/formats/binary.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <limits>

#include "io/random_graphs.hpp"
#include "io/refusal.hpp"
#include "ndpool/io/file.hpp"
#include "ndpool/io/graph_file.hpp"
#include "support/scratch_folder.hpp"

namespace ndpool {
namespace {

std::string bytes_of(const SparseMatrix& matrix, std::span<const Point> positions = {}) {
    StringSink sink;
    write_binary(matrix, positions, sink);
    return sink.take();
}

const SparseMatrix path3{3, 3, {0, 1, 3, 4}, {1, 0, 2, 1}, {0.5, 0.5, 2, 2}};

template <typename Number>
std::string with_number(std::string bytes, std::size_t position, Number number) {
    std::memcpy(bytes.data() + position, &number, sizeof number);
    return bytes;
}

TEST(BinaryGraph, HasTheBytesThatTheDocumentationSays) {
    const std::string bytes = bytes_of(path3);
    EXPECT_EQ(bytes.size(), 64 + 4 * 8 + 4 * 4 + 4 * 8U);
    EXPECT_EQ(bytes.substr(0, 8), "NDPGRAPH");
    EXPECT_EQ(bytes, with_number(bytes, 8, std::uint32_t{1}));
    EXPECT_EQ(bytes, with_number(bytes, 12, std::uint32_t{1}));
    EXPECT_EQ(bytes, with_number(bytes, 16, std::uint64_t{3}));
    EXPECT_EQ(bytes, with_number(bytes, 32, std::uint64_t{4}));
    EXPECT_EQ(bytes, with_number(bytes, 64 + 8, std::uint64_t{1}));
    EXPECT_EQ(bytes, with_number(bytes, 64 + 32 + 8, std::int32_t{2}));
    EXPECT_EQ(bytes, with_number(bytes, 64 + 32 + 16 + 16, 2.0));
}

TEST(BinaryGraph, LeavesOutWeightsThatAreAllOne) {
    const SparseMatrix edge{2, 2, {0, 1, 2}, {1, 0}, {1, 1}};
    EXPECT_EQ(bytes_of(edge).size(), 64 + 3 * 8 + 2 * 4U);
    EXPECT_EQ(parse_binary_matrix(bytes_of(edge), "f"), edge);
    EXPECT_EQ(parse_binary_matrix(bytes_of(SparseMatrix{}), "f"), SparseMatrix{});
}

TEST(BinaryGraph, AnyRowsAreReadByThemselves) {
    Random random{Seed(5)};
    for (int trial = 0; trial < 10; ++trial) {
        const Graph graph = random_graph(random, trial % 2 == 0);
        std::vector<Point> positions;
        for (NodeId node = 0; node < graph.node_count(); ++node) {
            positions.push_back({static_cast<double>(node), 0.5 * node});
        }
        const std::string bytes = bytes_of(graph.adjacency(), positions);
        const BinaryReader reader(bytes, "f");
        const auto nodes = static_cast<std::uint64_t>(graph.node_count());
        for (std::uint64_t begin = 0; begin <= nodes; ++begin) {
            for (std::uint64_t end = begin; end <= nodes; ++end) {
                const SparseMatrix rows = reader.rows(begin, end);
                ASSERT_EQ(rows.rows, static_cast<NodeId>(end - begin));
                for (NodeId row = 0; row < rows.rows; ++row) {
                    const auto node = static_cast<NodeId>(begin) + row;
                    const auto expected = graph.neighbors(node);
                    ASSERT_EQ(std::vector<NodeId>(rows.indices.begin() + rows.offsets[row],
                                                  rows.indices.begin() + rows.offsets[row + 1]),
                              std::vector<NodeId>(expected.begin(), expected.end()));
                }
                EXPECT_EQ(reader.positions(begin, end), std::vector<Point>(positions.begin() + begin, positions.begin() + end));
            }
        }
    }
}

TEST(BinaryGraph, KeepsPositionsInFiles) {
    const ScratchFolder folder;
    const PlacedGraph placed{Graph::from_adjacency(path3), {{0, 1}, {2, 3}, {-4, 5}}};
    write_graph(placed, folder / "g.ndg");
    EXPECT_EQ(read_graph(folder / "g.ndg"), placed.graph);
    EXPECT_EQ(read_positions(folder / "g.ndg"), placed.positions);
    EXPECT_EQ(read_matrix(folder / "g.ndg"), path3);
}

TEST(BinaryGraph, BrokenFilesAreRefused) {
    const std::string good = bytes_of(path3);
    const auto refused = [&](const std::string& bytes, const std::string& words) {
        const std::string message = refusal([&] { (void)parse_binary_graph(bytes, "f"); });
        EXPECT_TRUE(message.starts_with("f: ")) << message;
        EXPECT_NE(message.find(words), std::string::npos) << message;
    };
    for (std::size_t length = 0; length < good.size(); ++length) {
        refused(good.substr(0, length), "");
    }
    refused(good + "x", "bytes, expected");
    refused(with_number(good, 8, std::uint32_t{2}), "version 2");
    refused(with_number(good, 12, std::uint32_t{8}), "flags 8");
    refused(with_number(good, 16, std::numeric_limits<std::uint64_t>::max()), "the header says");
    refused(with_number(good, 32, std::numeric_limits<std::uint64_t>::max()), "the header says");
    refused(with_number(good, 64, std::uint64_t{1}), "offsets");
    refused(with_number(good, 64 + 8, std::uint64_t{4}), "the offset of row 2");
    refused(with_number(good, 64 + 8, std::numeric_limits<std::uint64_t>::max()), "the offset of row 1");
    refused(with_number(good, 64 + 32, std::int32_t{3}), "row 0 has column 3");
    refused(with_number(good, 64 + 32, std::int32_t{-1}), "row 0 has column -1");
    refused(with_number(good, 64 + 32 + 8, std::int32_t{0}), "row 1 has column 0");
    refused(with_number(good, 64 + 32 + 16, std::numeric_limits<double>::quiet_NaN()), "finite");
    refused(with_number(good, 64 + 32 + 16, 0.25), "directed");
    refused(with_number(good, 64 + 32 + 16, -0.5), "negative");
    refused(bytes_of(SparseMatrix{1, 2, {0, 1}, {1}, {1}}), "expected a square one");
}

}  // namespace
}  // namespace ndpool
