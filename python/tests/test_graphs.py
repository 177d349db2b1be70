"""What becomes a graph, and what is refused."""
import gc
import pickle

import numpy as np
import pytest

import ndpool

sparse = pytest.importorskip("scipy.sparse")

FORMATS = ["csr", "csc", "coo", "lil", "dok", "bsr", "dia"]


def matrix():
    return ndpool.generate("sensor:60", seed=3).to_scipy(copy=True)


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("kind", ["array", "matrix"])
def test_every_format_of_scipy_is_the_same_graph(name, kind):
    a = matrix()
    given = getattr(sparse, f"{name}_{kind}")(a)
    assert ndpool.pyramid(given, [1]).base == ndpool.generate("sensor:60", seed=3)


@pytest.mark.parametrize("dtype", [np.float64, np.float32, np.int64, np.int32, np.int8, bool])
@pytest.mark.parametrize("index", [np.int32, np.int64])
def test_every_type_of_numbers_is_taken(dtype, index):
    a = ndpool.generate("grid:4x5").to_scipy(copy=True).astype(dtype)
    a.indices, a.indptr = a.indices.astype(index), a.indptr.astype(index)
    assert ndpool.cut(a).fraction == 1


def test_entries_of_the_same_place_are_summed_as_scipy_does():
    a = sparse.coo_array(([1.0, 2.0, 3.0], ([0, 0, 1], [1, 1, 0])), shape=(2, 2))
    assert ndpool.pyramid(a, [1]).base.data.tolist() == [3.0, 3.0]


def test_unsorted_rows_are_sorted():
    a = sparse.csr_array((np.ones(4), [2, 1, 0, 0], [0, 2, 3, 4]), shape=(3, 3))
    assert ndpool.pyramid(a, [1]).base.indices.tolist() == [1, 2, 0, 0]


def test_an_edge_index_is_a_graph():
    g = ndpool.generate("sensor:60", seed=3)
    assert ndpool.pyramid(g.edge_index, [1], edge_weight=g.data).base == g
    assert ndpool.pyramid((g.edge_index, g.data), [1]).base == g
    assert ndpool.pyramid(np.zeros((2, 0), dtype=int), [1], num_nodes=3).levels[0].nodes.tolist() == [0, 1, 2]
    assert ndpool.pyramid([[0, 1], [1, 0]], [1], num_nodes=4).base.nodes == 4


def test_a_dense_matrix_of_floats_is_a_graph():
    assert ndpool.pyramid(matrix().toarray(), [1]).base == ndpool.generate("sensor:60", seed=3)


def test_networkx_keeps_names_and_weights():
    nx = pytest.importorskip("networkx")
    graph = nx.Graph()
    graph.add_edge("b", "a", weight=2.5)
    graph.add_edge("b", "c")
    base = ndpool.pyramid(graph, [1]).base
    assert base.names == ["b", "a", "c"] and base.to_scipy().toarray().tolist() == [[0, 2.5, 1], [2.5, 0, 0], [1, 0, 0]]
    back = base.to_networkx()
    assert dict(back["b"]) == {"a": {"weight": 2.5}, "c": {"weight": 1.0}}
    with pytest.raises(ndpool.InvalidInput, match=r"entry \(0, 1\)"):
        ndpool.pyramid(nx.DiGraph([(0, 1)]))
    assert ndpool.pyramid(nx.DiGraph([(0, 1)]), [1], symmetrize="max").base.edges == 1


@pytest.mark.parametrize(
    "change, place",
    [
        (lambda a: a.__setitem__((3, 5), 7.0), r"entry \(3, 5\)|entry \(5, 3\)"),
        (lambda a: (a.__setitem__((3, 5), -7.0), a.__setitem__((5, 3), -7.0)), r"entry \(3, 5\): .*-7"),
        (lambda a: (a.__setitem__((3, 5), np.nan), a.__setitem__((5, 3), np.nan)), r"entry \(3, 5\): .*nan"),
        (lambda a: (a.__setitem__((3, 5), np.inf), a.__setitem__((5, 3), np.inf)), r"entry \(3, 5\): .*inf"),
    ],
)
def test_directed_negative_and_nan_raise_with_the_place(change, place):
    a = matrix().tolil()
    change(a)
    with pytest.raises(ndpool.InvalidInput, match=place):
        ndpool.pyramid(a)


@pytest.mark.parametrize("how", ["max", "mean", "sum"])
def test_directed_graphs_are_symmetrized_as_asked(how):
    a = sparse.csr_array(np.array([[0, 4.0, 0], [2.0, 0, 1.0], [0, 0, 0]]))
    expected = {"max": [4, 1], "mean": [3, 0.5], "sum": [6, 1]}[how]
    base = ndpool.pyramid(a, [1], symmetrize=how).base.to_scipy()
    assert [base[0, 1], base[1, 2]] == expected


def test_errors_are_of_the_usual_kinds():
    assert issubclass(ndpool.InvalidInput, ValueError) and issubclass(ndpool.TooLarge, MemoryError)
    for kind in (ndpool.InvalidInput, ndpool.TooLarge, ndpool.IoError, ndpool.NumericalFailure):
        assert issubclass(kind, ndpool.Error)
    with pytest.raises(ndpool.TooLarge):
        ndpool.pyramid("sensor:2000", [1], memory_limit=1e-6)
    with pytest.raises(OSError):
        ndpool.generate("path:3").save("/nowhere/at/all.mtx")


@pytest.mark.parametrize(
    "wrong", [None, 7, object(), np.zeros(3), np.zeros((3, 4)), sparse.csr_array(np.ones((2, 3))), np.array([[0.5], [1.5]]), b"x"]
)
def test_wrong_types_raise(wrong):
    with pytest.raises((TypeError, ValueError)):
        ndpool.pyramid(wrong)


def test_wrong_options_raise_before_any_work():
    for options, message in [
        ({"accuracy": "fine"}, "fine"),
        ({"levels": [2, 1]}, "out of order"),
        ({"epsilon": -1}, "epsilon|threshold|negative"),
        ({"cut_method": "guess"}, "guess"),
        ({"levels": [1], "until": 10}, "exclude"),
        ({"method": "graclus", "epsilon": 0.1}, "belongs to the method ndp"),
        ({"method": "best"}, "best"),
        ({"random_below": 2}, "random_below"),
        ({"accuracy": "lean", "epsilon": 0.1}, "lean"),
    ]:
        with pytest.raises(ndpool.InvalidInput, match=message):
            ndpool.pyramid("path:9", **options)
    with pytest.raises(TypeError, match="no option"):
        ndpool.pyramid("path:9", levles=[1])


def test_a_missing_file_says_where_it_was_searched():
    with pytest.raises(ndpool.InvalidInput, match="nowhere.mtx: no such file"):
        ndpool.read("nowhere.mtx")


def test_a_broken_file_names_the_line(tmp_path):
    (tmp_path / "bad.graph").write_text("2 1\nx\n1\n")
    with pytest.raises(ndpool.InvalidInput, match="bad.graph:2:"):
        ndpool.read(tmp_path / "bad.graph")


def test_index_arrays_are_32_bits_wide_and_scipy_copies_nothing():
    a = ndpool.generate("sensor:60")
    assert a.indices.dtype == np.int32 and a.indptr.dtype == np.int32
    given = a.indices
    assert np.shares_memory(sparse.csr_array((a.data, given, a.indptr), shape=a.shape).indices, given)


def test_views_cannot_be_written_to_and_keep_their_pyramid_alive():
    p = ndpool.pyramid("sensor:200", [1, 2])
    level = p.levels[1]
    data, pool, nodes = level.adjacency.data, level.pool, level.nodes
    expected = data.copy()
    for array in (data, pool, nodes, level.adjacency.indices):
        with pytest.raises(ValueError):
            array[0] = 1
    del p, level
    gc.collect()
    junk = [np.ones(1000) for _ in range(1000)]  # would take the place of freed memory
    assert (data == expected).all() and len(junk) == 1000


def test_graphs_are_pickled():
    g = ndpool.generate("sensor:60")
    assert pickle.loads(pickle.dumps(g)) == g


def test_every_format_is_written_and_read(tmp_path):
    g = ndpool.generate("grid:4x4")
    for ending in ("mtx", "graph", "txt", "npz", "graphml", "gml", "mtx.gz"):
        g.save(tmp_path / f"g.{ending}")
        assert ndpool.read(tmp_path / f"g.{ending}") == g, ending
    loaded = sparse.load_npz(tmp_path / "g.npz")
    assert (abs(loaded - g.to_scipy())).sum() == 0


def test_what_scipy_and_zipfile_write_is_read(tmp_path):
    import zipfile

    a = matrix()
    for compressed in (True, False):
        sparse.save_npz(tmp_path / "a.npz", a.tocsr(), compressed=compressed)
        assert ndpool.read(tmp_path / "a.npz") == ndpool.generate("sensor:60", seed=3)
    bytes_of = (tmp_path / "a.npz").read_bytes()
    (tmp_path / "cut.npz").write_bytes(bytes_of[: len(bytes_of) // 2])
    with pytest.raises(ndpool.InvalidInput, match="cut.npz"):
        ndpool.read(tmp_path / "cut.npz")
    damaged = bytearray(bytes_of)
    damaged[len(damaged) // 3] ^= 255
    (tmp_path / "damaged.npz").write_bytes(bytes(damaged))
    with pytest.raises(ndpool.InvalidInput, match="damaged.npz"):
        ndpool.read(tmp_path / "damaged.npz")
    with zipfile.ZipFile(tmp_path / "packed.zip", "w", zipfile.ZIP_BZIP2) as packed:
        packed.writestr("X/X_A.txt", "1, 2\n2, 1\n" * 100)
    with pytest.raises(ndpool.InvalidInput, match="packed.zip:X/X_A.txt: the member .*expected stored or deflate"):
        ndpool.dataset(tmp_path / "packed.zip")


def test_a_dataset_has_graphs_and_labels():
    d = ndpool.dataset("bench:easy-small,5")
    assert len(d) == len(d.graphs) == len(d.labels) and d.node_labels(0).shape[0] == d[0].nodes
    with pytest.raises(ndpool.InvalidInput, match="expected one graph"):
        ndpool.pyramid("bench:easy-small,5")
    with pytest.raises(ndpool.InvalidInput, match="expected a dataset"):
        ndpool.dataset("path:4")


@pytest.mark.parametrize(
    "arguments, message",
    [
        ({"levels": "1,2"}, "levels: found '1,2', expected numbers"),
        ({"levels": [1.5]}, "levels: found 1.5, expected a whole number"),
        ({"seed": "x"}, "seed: found 'x', expected a whole number"),
        ({"seed": -1}, "seed: found -1, expected at least 0"),
        ({"seed": 2**64}, "seed: found .*, expected at most"),
        ({"threads": "2"}, "threads: found '2', expected a whole number"),
        ({"epsilon": "0.1"}, "epsilon: found '0.1', expected a number"),
        ({"until": 10.5}, "until: found 10.5, expected a whole number"),
        ({"accuracy": 3}, "accuracy: found 3, expected a word"),
        ({"relative_epsilon": 1}, "relative_epsilon: found 1, expected True or False"),
        ({"method": None}, "method: found None, expected a word"),
        ({"progress": 3}, "progress: found 3, expected True, False or a function"),
    ],
)
def test_arguments_of_wrong_types_are_named_in_one_line(arguments, message):
    with pytest.raises((TypeError, ValueError), match=message) as caught:
        ndpool.pyramid("path:9", **arguments)
    assert "\n" not in str(caught.value)


def test_numbers_of_numpy_are_numbers():
    expected = ndpool.pyramid("sensor:60", [1], seed=3).levels[0].adjacency
    given = ndpool.pyramid("sensor:60", np.array([1]), seed=np.int64(3), threads=np.int32(1), epsilon=np.float64(0.01))
    assert given.levels[0].adjacency == expected


def test_signals_of_the_wrong_kind_or_direction_raise():
    p = ndpool.pyramid("path:9", [1])
    for x in (3.0, np.zeros(9, dtype=complex), np.array(["a"] * 9), np.zeros(7)):
        with pytest.raises(ndpool.InvalidInput, match="signal"):
            p.pool(x, 0, 1)
    with pytest.raises(ndpool.InvalidInput, match="use lift"):
        p.pool(np.zeros(5), 1, 0)
    with pytest.raises(ndpool.InvalidInput, match="use pool"):
        p.lift(np.zeros(9), 0, 1)


def test_one_graph_is_not_many():
    for one in (matrix(), ndpool.generate("path:3")):
        with pytest.raises(TypeError, match="pyramid\\(\\) takes one"):
            ndpool.pyramids(one)


def test_a_cut_of_negative_weights_names_the_methods_that_take_them():
    with pytest.raises(ndpool.InvalidInput, match="negative.*tabu or auto"):
        ndpool.cut(-matrix())
    assert ndpool.cut(-matrix(), "sdp").bound_from == "positive weights"
