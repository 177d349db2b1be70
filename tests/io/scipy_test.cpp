// What SciPy and ndpool write, the other one reads.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>

#include "io/random_graphs.hpp"
#include "ndpool/io/atomic_write.hpp"
#include "ndpool/io/graph_file.hpp"
#include "support/scratch_folder.hpp"

namespace ndpool {
namespace {

constexpr const char* python = "/usr/bin/python3";

int run(const std::filesystem::path& script) {
    return std::system((std::string(python) + " " + script.string()).c_str());
}

class SciPy : public ::testing::Test {
protected:
    void SetUp() override {
        write_file(folder / "probe.py", "import scipy.io, scipy.sparse\n");
        if (run((folder / "probe.py").string() + " 2> /dev/null") != 0) {
            GTEST_SKIP() << "SKIPPED: " << python << " has no SciPy, so nothing was compared with it";
        }
    }
    ScratchFolder folder;
};

TEST_F(SciPy, ReadsWhatWeWrite) {
    Random random{Seed(5)};
    const Graph graph = random_graph(random, false);
    const SparseMatrix pool{2, 3, {0, 1, 2}, {2, 0}, {1, 0.5}};
    SparseMatrix large{1, 100'000, {0, 100'000}, {}, {}};  // ids and values that are stored
    for (NodeId k = 0; k < large.columns; ++k) {
        large.indices.push_back(k);
        large.values.push_back(std::sqrt(k));
    }
    write_matrix(large, folder / "large.npz");
    large.values.assign(large.values.size(), 0.5);
    write_matrix(large, folder / "equal.npz");
    for (const std::string ending : {".mtx", ".mtx.gz", ".npz"}) {
        write_graph(graph, folder / ("graph" + ending));
        write_matrix(pool, folder / ("pool" + ending));
    }
    std::string dense = "[";
    for (NodeId i = 0; i < graph.node_count(); ++i) {
        for (NodeId j = 0; j < graph.node_count(); ++j) {
            char text[32];
            std::snprintf(text, sizeof text, "%.17g,", graph.weight(i, j));
            dense += text;
        }
    }
    write_file(folder / "check.py", "import os, zipfile, numpy, scipy.io, scipy.sparse\nos.chdir('" + folder.path().string() +
                                        "')\n" + "n = " + std::to_string(graph.node_count()) + "\nexpected = numpy.array(" +
                                        dense +
                                        "]).reshape(n, n)\n"
                                        "pool = numpy.array([[0, 0, 1], [0.5, 0, 0]])\n"
                                        "for name, want in (('graph', expected), ('pool', pool)):\n"
                                        "    for ending in ('.mtx', '.mtx.gz'):\n"
                                        "        assert (scipy.io.mmread(name + ending).toarray() == want).all()\n"
                                        "    matrix = scipy.sparse.load_npz(name + '.npz')\n"
                                        "    matrix.check_format(full_check=True)\n"
                                        "    assert (matrix.toarray() == want).all()\n"
                                        "large = scipy.sparse.load_npz('large.npz')\n"
                                        "assert (large.toarray()[0] == numpy.sqrt(numpy.arange(100000))).all()\n"
                                        "assert (scipy.sparse.load_npz('equal.npz').toarray() == 0.5).all()\n"
                                        "for name, values in (('large', zipfile.ZIP_STORED), ('equal', zipfile.ZIP_DEFLATED)):\n"
                                        "    members = zipfile.ZipFile(name + '.npz')\n"
                                        "    assert members.testzip() is None\n"
                                        "    packing = {m.filename: m.compress_type for m in members.infolist()}\n"
                                        "    assert packing['indices.npy'] == zipfile.ZIP_STORED, packing\n"
                                        "    assert packing['data.npy'] == values, packing\n");
    EXPECT_EQ(run(folder / "check.py"), 0);
}

TEST_F(SciPy, WritesWhatWeRead) {
    write_file(folder / "write.py", "import gzip, os, numpy, scipy.io, scipy.sparse\nos.chdir('" + folder.path().string() +
                                        "')\n"
                                        "rng = numpy.random.default_rng(1)\n"
                                        "a = scipy.sparse.random(20, 20, 0.1, random_state=1)\n"
                                        "a = (a + a.T).tocsr()\n"
                                        "scipy.io.mmwrite('expected.mtx', a, precision=17, symmetry='general')\n"
                                        "scipy.io.mmwrite('symmetric.mtx', a, precision=17)\n"
                                        "scipy.io.mmwrite('dense.mtx', a.toarray(), precision=17)\n"
                                        "open('packed.mtx.gz', 'wb').write(gzip.compress(open('symmetric.mtx', 'rb').read()))\n"
                                        "for kind in ('csr', 'csc', 'coo'):\n"
                                        "    scipy.sparse.save_npz(kind + '.npz', a.asformat(kind))\n"
                                        "scipy.sparse.save_npz('stored.npz', a, compressed=False)\n"
                                        "b = a.copy()\n"
                                        "b.data = b.data.astype('>f8')\n"
                                        "scipy.sparse.save_npz('big.npz', b)\n"
                                        "scipy.sparse.save_npz('bool.npz', a != 0)\n"
                                        "scipy.sparse.save_npz('small.npz', (a != 0).astype('int8'))\n"
                                        "scipy.sparse.save_npz('float.npz', (a != 0).astype('float32'))\n"
                                        "scipy.io.mmwrite('ones.mtx', (a != 0).astype('int64'))\n"
                                        "scipy.io.mmwrite('pattern.mtx', a, field='pattern')\n");
    ASSERT_EQ(run(folder / "write.py"), 0);
    const Graph expected = read_graph(folder / "expected.mtx");
    EXPECT_GT(expected.edge_count(), 10);
    for (const std::string name :
         {"symmetric.mtx", "dense.mtx", "packed.mtx.gz", "csr.npz", "csc.npz", "coo.npz", "stored.npz", "big.npz"}) {
        const Graph graph = read_graph(folder / name);
        ASSERT_EQ(graph.adjacency().indices, expected.adjacency().indices) << name;
        for (std::size_t k = 0; k < expected.adjacency().values.size(); ++k) {
            EXPECT_NEAR(graph.adjacency().values[k], expected.adjacency().values[k], 1e-15) << name;
        }
    }
    const Graph ones = read_graph(folder / "ones.mtx");
    EXPECT_EQ(ones.adjacency().indices, expected.adjacency().indices);
    for (const std::string name : {"bool.npz", "small.npz", "float.npz", "pattern.mtx"}) {
        EXPECT_EQ(read_graph(folder / name), ones) << name;
    }
}

}  // namespace
}  // namespace ndpool
