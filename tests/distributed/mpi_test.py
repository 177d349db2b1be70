"""mpi_test.py BUILD [TEST...]: what ndpool-mpi promises. Same bytes for every number of ranks, levels near the exact ones, errors that all
ranks agree on, and runs that were ended and resume. BUILD has bin/ndpool, bin/ndpool-mpi and bin/measure_pyramid."""
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

BUILD = os.path.abspath(sys.argv[1]) if len(sys.argv) > 1 else "build-mpi"
LEAN = ["--accuracy", "lean", "--quiet"]


def environment():
    as_root = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
    here = {k: v for k, v in os.environ.items() if k != "NDPOOL_DATA"}
    return {**here, **as_root, "OMPI_MCA_rmaps_base_oversubscribe": "1", "OMPI_MCA_mpi_yield_when_idle": "1",
            "OMPI_MCA_btl_base_warn_component_unused": "0", "ASAN_OPTIONS": "detect_leaks=0"}


def mpirun(ranks, words, folder, **options):
    command = ["mpirun", "--oversubscribe", "-n", str(ranks), BUILD + "/bin/ndpool-mpi", *words]
    return subprocess.run(command, cwd=folder, env=environment(), capture_output=True, text=True, timeout=300, **options)


def ndpool(words, folder):
    return subprocess.run([BUILD + "/bin/ndpool", *words], cwd=folder, env=environment(), capture_output=True, text=True, timeout=300)


def tree(folder):
    """Every file with its bytes; of the manifest all but the times."""
    files = {}
    for place, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(place, name)
            content = open(path, "rb").read()
            if name == "manifest.json":
                manifest = json.loads(content)
                for level in manifest["levels"]:
                    del level["seconds"]
                content = json.dumps(manifest).encode()
            files[os.path.relpath(path, folder)] = content
    return files


def entries_of(path):
    """Nodes and edges of a Matrix Market file."""
    lines = [line for line in open(path) if not line.startswith("%")]
    nodes = int(lines[0].split()[0])
    return nodes, {(int(a), int(b)): float(w) for a, b, w in (line.split() for line in lines[1:])}


def components_of(nodes, edges):
    parent = list(range(nodes + 1))

    def root(i):
        while parent[i] != i:
            parent[i] = parent[parent[i]]
            i = parent[i]
        return i
    for a, b in edges:
        parent[root(a)] = root(b)
    return sum(1 for i in range(1, nodes + 1) if root(i) == i)


def write_edges(path, nodes, edges):
    with open(path, "w") as file:
        file.write("# ndpool nodes=%d\n" % nodes)
        for a, b, w in edges:
            file.write("%d %d %r\n" % (a, b, w))


class MpiTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp()

    def tearDown(self):
        shutil.rmtree(self.folder, ignore_errors=True)

    def at(self, *names):
        return os.path.join(self.folder, *names)

    def run_well(self, ranks, words):
        outcome = mpirun(ranks, words, self.folder)
        self.assertEqual(outcome.returncode, 0, outcome.stderr + outcome.stdout)
        return outcome

    def coarsen_alike(self, graph, more, ranks=(1, 2, 3, 4)):
        """Coarsens on several numbers of ranks and expects the same bytes; returns the folder."""
        first = None
        for count in ranks:
            self.run_well(count, ["coarsen", graph, "-o", "out%d" % count, *LEAN, *more])
            now = tree(self.at("out%d" % count))
            if first is None:
                first = now
            self.assertEqual(first.keys(), now.keys())
            for name in first:
                self.assertTrue(first[name] == now[name], "%s: %s differs on %d ranks" % (graph, name, count))
        self.assertEqual([name for name in os.listdir(self.folder) if name.endswith(".ranks") or ".partial" in name], [])
        return self.at("out%d" % ranks[0])

    def expect_whole_levels(self, folder, components):
        """Every level that the serial program reads has the components of the input."""
        for level in json.load(open(os.path.join(folder, "manifest.json")))["levels"]:
            path = os.path.join(folder, "level_%d" % level["level"], "adjacency.mtx")
            nodes, edges = entries_of(path)
            self.assertEqual(nodes, level["nodes"])
            self.assertEqual(len(edges), level["edges"])
            self.assertEqual(components_of(nodes, edges), components)
            self.assertEqual(level["components"], components)
            self.assertTrue(all(w > 0 for w in edges.values()))
            names = [int(line) for line in open(os.path.join(folder, "level_%d" % level["level"], "nodes.txt"))]
            self.assertEqual(len(names), nodes)
            self.assertEqual(sorted(set(names)), names)

    def test_same_bytes_on_every_kind_of_graph(self):
        for graph in ["grid:70x60", "sensor:4000", "road:4000", "barabasi-albert:3000,3", "erdos-renyi:2000,0.004"]:
            with self.subTest(graph):
                info = json.loads(ndpool(["info", graph, "--json"], self.folder).stdout)
                out = self.coarsen_alike(graph, ["--until", "300", "--gather-below", "700"])
                self.expect_whole_levels(out, info["components"])

    def test_thousands_of_shuffled_components_keep_a_node_each(self):
        random.seed(3)
        nodes = 6000
        names = list(range(nodes))
        random.shuffle(names)
        edges = []
        begin = 0
        while begin + 1 < nodes - 300:  # the last 300 are isolated
            size = random.choice([1, 2, 2, 3, 4, 7])
            size = min(size, nodes - 300 - begin)
            edges += [(names[begin + i], names[begin + i + 1], random.uniform(0.5, 2)) for i in range(size - 1)]
            if size > 2 and random.random() < 0.5:
                edges.append((names[begin], names[begin + size - 1], 1.5))
            begin += size
        write_edges(self.at("g.txt"), nodes, edges)
        components = components_of(nodes, [(a + 1, b + 1) for a, b, _ in edges])
        self.assertGreater(components, 2000)
        out = self.coarsen_alike("g.txt", ["--levels", "1,2,3", "--gather-below", "10"])
        self.expect_whole_levels(out, components)

    def test_self_loops_lead_to_ground(self):
        random.seed(4)
        edges = [(i, i + 1, 1.0) for i in range(199)] + [(i, i, random.uniform(0.1, 1)) for i in range(0, 200, 7)]
        write_edges(self.at("g.txt"), 200, edges)
        self.coarsen_alike("g.txt", ["--levels", "1", "--gather-below", "20"])
        exact = ndpool(["coarsen", "g.txt", "-o", "exact", "--levels", "1", "--epsilon", "0", "--quiet"], self.folder)
        self.assertEqual(exact.returncode, 0, exact.stderr)
        self.expect_same_levels("out1", "exact", 1)

    def expect_same_levels(self, one, other, level, tolerance=1e-4):
        """Levels on the same nodes with the same edges; a common factor near 1 may differ."""
        place = "level_%d" % level
        self.assertEqual(open(self.at(one, place, "nodes.txt")).read(), open(self.at(other, place, "nodes.txt")).read())
        _, here = entries_of(self.at(one, place, "adjacency.mtx"))
        _, there = entries_of(self.at(other, place, "adjacency.mtx"))
        self.assertEqual(here.keys(), there.keys())
        quotients = [here[key] / there[key] for key in here]
        self.assertLess(max(quotients) / min(quotients) - 1, 1e-9)
        self.assertLess(abs(quotients[0] - 1), tolerance)

    def test_a_bipartite_graph_is_reduced_exactly(self):
        for graph in ["grid:40x30", "path:600"]:
            with self.subTest(graph):
                self.coarsen_alike(graph, ["--levels", "1", "--gather-below", "100"], ranks=(1, 3))
                exact = ndpool(["coarsen", graph, "-o", "exact", "--levels", "1", "--epsilon", "0", "--quiet"], self.folder)
                self.assertEqual(exact.returncode, 0, exact.stderr)
                self.expect_same_levels("out1", "exact", 1)

    def test_tiny_graphs_and_more_ranks_than_nodes(self):
        write_edges(self.at("one.txt"), 1, [])
        write_edges(self.at("three.txt"), 3, [(0, 1, 1.0), (1, 2, 1.0)])
        for graph in ["one.txt", "three.txt"]:
            self.coarsen_alike(graph, ["--levels", "1", "--gather-below", "2"], ranks=(1, 4))
            self.coarsen_alike(graph, ["--levels", "1"], ranks=(1, 4))

    def test_small_graphs_are_coarsened_as_ndpool_does(self):
        self.run_well(2, ["coarsen", "sensor:3000", "-o", "here", "--levels", "1,3", *LEAN])
        serial = ndpool(["coarsen", "sensor:3000", "-o", "there", "--levels", "1,3", *LEAN], self.folder)
        self.assertEqual(serial.returncode, 0, serial.stderr)
        self.assertEqual(tree(self.at("here")), tree(self.at("there")))

    def test_levels_are_as_good_as_those_of_one_process(self):
        for graph in ["grid:300x300", "sensor:90000", "road:90000"]:
            with self.subTest(graph):
                self.run_well(2, ["coarsen", graph, "-o", "here", "--until", "1000", "--gather-below", "20000", *LEAN])
                serial = ndpool(["coarsen", graph, "-o", "there", "--until", "1000", *LEAN], self.folder)
                self.assertEqual(serial.returncode, 0, serial.stderr)
                measured = subprocess.run([BUILD + "/bin/measure_pyramid", self.at("here")], capture_output=True, text=True)
                self.assertEqual(measured.returncode, 0, measured.stderr)
                for level in json.loads(measured.stdout):
                    self.assertLess(level["distance"], 0.01, (graph, level))
                here, there = (json.load(open(self.at(name, "manifest.json")))["levels"] for name in ("here", "there"))
                self.assertGreater(here[0]["cut_fraction"], there[0]["cut_fraction"] - 0.005, graph)

    def test_binary_levels_are_those_of_text(self):
        more = ["--levels", "1,3", "--gather-below", "700"]
        self.coarsen_alike("sensor:3000", more, ranks=(2,))
        self.run_well(3, ["coarsen", "sensor:3000", "-o", "binary", "--format", "ndg", *LEAN, *more])
        for name in ["input/adjacency", "level_1/adjacency", "level_3/adjacency"]:
            outcome = ndpool(["convert", "binary/%s.ndg" % name, "-o", "x.mtx"], self.folder)
            self.assertEqual(outcome.returncode, 0, outcome.stderr)
            self.assertEqual(open(self.at("x.mtx")).read(), open(self.at("out2", name + ".mtx")).read())
        self.assertEqual(ndpool(["view", "binary", "-o", "p.html"], self.folder).returncode, 0)

    def test_info_cut_and_generate(self):
        outcome = self.run_well(3, ["generate", "grid:50x40", "-o", "g.ndg"])
        self.assertEqual(ndpool(["generate", "grid:50x40", "-o", "h.ndg"], self.folder).returncode, 0, outcome.stderr)
        self.assertEqual(ndpool(["convert", "g.ndg", "-o", "g.mtx"], self.folder).returncode, 0)
        self.assertEqual(ndpool(["convert", "h.ndg", "-o", "h.mtx"], self.folder).returncode, 0)
        self.assertEqual(open(self.at("g.mtx")).read(), open(self.at("h.mtx")).read())
        for graph in ["g.ndg", "sensor:500"]:
            here = json.loads(self.run_well(3, ["info", graph, "--json"]).stdout)
            there = json.loads(ndpool(["info", graph, "--json"], self.folder).stdout)
            for key in ["nodes", "edges", "components", "isolated", "self_loops", "bipartite", "weight_min", "weight_max"]:
                self.assertEqual(here[key], there[key], (graph, key))
            cuts = [json.loads(self.run_well(n, ["cut", graph, "--json", "-o", "p%d.txt" % n]).stdout) for n in (1, 3)]
            self.assertEqual(open(self.at("p1.txt")).read(), open(self.at("p3.txt")).read())
            self.assertEqual(cuts[0]["cut_weight"], cuts[1]["cut_weight"])
            self.assertEqual(cuts[0]["kept"], open(self.at("p1.txt")).read().count("1"))

    def test_errors_are_one_line_and_leave_nothing(self):
        write_edges(self.at("g.txt"), 50, [(i, i + 1, 1.0) for i in range(49)])
        self.assertEqual(ndpool(["convert", "g.txt", "-o", "g.ndg"], self.folder).returncode, 0)
        whole = open(self.at("g.ndg"), "rb").read()
        open(self.at("short.ndg"), "wb").write(whole[:-8])
        open(self.at("bent.ndg"), "wb").write(whole[:64 + 8 * 51] + b"\x05" + whole[64 + 8 * 51 + 1:])
        before = sorted(os.listdir(self.folder))
        for words in [["coarsen", "short.ndg", "-o", "out", *LEAN], ["coarsen", "bent.ndg", "-o", "out", "--gather-below", "5", *LEAN],
                      ["coarsen", "nothing.mtx", "-o", "out", *LEAN], ["coarsen", "g.ndg", "-o", "out"],
                      ["coarsen", "g.ndg", "-o", "out", "--nodes", "7", *LEAN], ["coarsen", "bench:easy-small", "-o", "out", *LEAN]]:
            outcome = mpirun(3, words, self.folder)
            self.assertNotEqual(outcome.returncode, 0, words)
            ours = [line for line in outcome.stderr.splitlines() if line.startswith("ndpool: ")]
            self.assertEqual(len(ours), 1, outcome.stderr)
        left = [name for name in sorted(os.listdir(self.folder)) if name not in before and not name.endswith(".ranks")]
        self.assertEqual(left, [])

    def test_too_little_memory_is_found_by_all_ranks_before_work(self):
        outcome = mpirun(3, ["coarsen", "grid:1000x1000", "-o", "out", "--memory-limit", "0.05", *LEAN], self.folder)
        self.assertEqual(outcome.returncode, 1, outcome.stderr)
        ours = [line for line in outcome.stderr.splitlines() if line.startswith("ndpool: ")]
        self.assertEqual(len(ours), 1, outcome.stderr)
        self.assertRegex(ours[0], "rank 0 would take about .* more than the 50.0 MB")
        self.assertEqual(os.listdir(self.folder), [])

    def wait_for(self, condition):
        for _ in range(1200):
            if condition():
                return True
            time.sleep(0.05)
        return False

    def levels_stored(self):
        try:
            return len(json.load(open(self.at(".out.ranks", "state.json")))["levels"])
        except (OSError, ValueError):
            return 0

    def kill_rank(self, job, rank):
        """Kills a rank of a job and expects that the job ends soon, with one line of ours, and leaves no result."""
        children = subprocess.run(["pgrep", "-P", str(job.pid), "-f", "ndpool-mpi"], capture_output=True, text=True).stdout.split()
        self.assertEqual(len(children), 3)
        os.kill(int(children[rank]), signal.SIGKILL)
        began = time.time()
        _, errors = job.communicate(timeout=60)
        self.assertNotEqual(job.returncode, 0)
        self.assertLess(time.time() - began, 30)
        ours = [line for line in errors.splitlines() if line.startswith("ndpool-mpi: ")]
        self.assertEqual(len(ours), 1, errors)
        self.assertIn("a rank died", ours[0])
        self.assertIn("--resume", ours[0])
        self.assertFalse(os.path.exists(self.at("out")))

    def test_a_killed_rank_ends_the_job_and_the_run_resumes(self):
        words = ["coarsen", "sensor:60000", "-o", "out", "--until", "1000", "--gather-below", "1500", *LEAN]
        self.run_well(2, ["coarsen", "sensor:60000", "-o", "whole", *words[4:]])
        command = ["mpirun", "--oversubscribe", "-n", "3", BUILD + "/bin/ndpool-mpi", *words]
        job = subprocess.Popen(command, cwd=self.folder, env=environment(), stderr=subprocess.PIPE, text=True)
        self.assertTrue(self.wait_for(lambda: self.levels_stored() >= 2 or job.poll() is not None))
        self.kill_rank(job, -1)
        stored = self.levels_stored()
        self.assertGreaterEqual(stored, 2)
        outcome = mpirun(2, ["coarsen", "sensor:50000", *words[2:], "--resume"], self.folder)
        self.assertEqual(outcome.returncode, 2, outcome.stderr)
        self.assertIn("another run", outcome.stderr)
        job = subprocess.Popen([*command, "--resume"], cwd=self.folder, env=environment(), stderr=subprocess.PIPE, text=True)
        self.assertTrue(self.wait_for(lambda: self.levels_stored() > stored or job.poll() is not None))
        self.kill_rank(job, 0)
        self.run_well(2, [*words, "--resume"])
        self.assertEqual(tree(self.at("out")), tree(self.at("whole")))


if __name__ == "__main__":
    result = unittest.main(argv=[sys.argv[0], "-v", *sys.argv[2:]], warnings="ignore", exit=False).result
    if "NDPOOL_TEST_COUNTS" in os.environ:
        failed, skipped = len(result.failures) + len(result.errors), len(result.skipped)
        with open(os.environ["NDPOOL_TEST_COUNTS"], "w") as counts:
            print(result.testsRun - failed - skipped, failed, skipped, file=counts)
    sys.exit(0 if result.wasSuccessful() else 1)
