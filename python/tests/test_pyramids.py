"""What pyramids promise: the Schur complement, signals down and up, parts alone, many graphs."""
import numpy as np
import pytest

import ndpool

sparse = pytest.importorskip("scipy.sparse")


def random_graph(random):
    """Connected or not, weighted over some magnitudes, sometimes with self-loops; dense adjacency matrix."""
    nodes = int(random.integers(2, 40))
    density = random.uniform(0.05, 0.6)
    upper = np.triu(random.random((nodes, nodes)) < density, 1) * 10.0 ** random.uniform(-2, 2, (nodes, nodes))
    dense = upper + upper.T
    if random.random() < 0.3:
        dense += np.diag((random.random(nodes) < 0.3) * random.random(nodes))
    return dense


def loopy_laplacian(dense):
    return np.diag(dense.sum(axis=1)) - dense + np.diag(np.diag(dense))


def schur(dense, kept):
    """The slow way: the Schur complement of the loopy Laplacian, by a pseudo-inverse."""
    rest = np.setdiff1d(np.arange(len(dense)), kept)
    full = loopy_laplacian(dense)
    return full[np.ix_(kept, kept)] - full[np.ix_(kept, rest)] @ np.linalg.pinv(full[np.ix_(rest, rest)], rcond=1e-14) @ full[np.ix_(rest, kept)]


@pytest.mark.parametrize("seed", range(200))
def test_levels_are_the_schur_complement(seed):
    dense = random_graph(np.random.default_rng(seed))
    p = ndpool.pyramid(sparse.csr_array(dense), [1, 2], epsilon=0, seed=seed)
    for level in p.levels:
        expected = schur(dense, level.nodes)
        found = loopy_laplacian(level.adjacency.to_scipy().toarray())
        assert np.abs(found - expected).max() <= 1e-9 * max(1, np.abs(expected).max())
        dropped = np.setdiff1d(np.arange(len(dense)), level.nodes)
        assert len(dropped) + len(level.nodes) == len(dense)


@pytest.mark.parametrize("seed", range(20))
def test_the_parts_alone_make_the_first_level(seed):
    a = sparse.csr_array(random_graph(np.random.default_rng(seed)))
    p = ndpool.pyramid(a, [1], cut_method="sdp")
    kept = p.levels[0].nodes
    mask = np.zeros(a.shape[0], dtype=bool)
    mask[kept] = True
    reduced = ndpool.kron_reduce(a, keep=kept)
    assert reduced == ndpool.kron_reduce(a, keep=mask) == ndpool.kron_reduce(a, keep=list(kept[::-1]))
    assert ndpool.sparsify(reduced) == p.levels[0].adjacency


def test_signals_go_down_and_up():
    p = ndpool.pyramid("sensor:200", [1, 2, 4])
    x = np.random.default_rng(0).random((200, 3))
    low = p.pool(x, 0, 4)
    assert (low == x[p[4].nodes]).all()
    assert (p.pool(p.pool(x, 0, 2), 2, 4) == low).all()
    for how in ("transpose", "harmonic"):
        assert np.allclose(p.pool(p.lift(low, 4, 0, how), 0, 4), low)
    constant = p.lift(np.ones(p[4].adjacency.nodes), 4, 0, how="harmonic")
    assert constant.shape == (200,) and np.allclose(constant, 1)
    with pytest.raises(ndpool.InvalidInput, match="level 3 is not stored"):
        p.pool(x, 0, 3)
    with pytest.raises(ndpool.InvalidInput, match="row"):
        p.pool(x[:50], 0, 1)
    with pytest.raises(ndpool.InvalidInput, match="how"):
        p.lift(low, 4, 0, how="guess")


def test_the_assignment_matrix_pools_as_pool_does():
    x = np.random.default_rng(0).random((60, 2))
    for p in (ndpool.pyramid("sensor:60", [1, 2]), ndpool.graclus("sensor:60", [1, 2], fake_nodes=False), ndpool.nmf("sensor:60", [1, 2])):
        pooled = x
        for level in p.levels:
            pooled = level.assignment_matrix @ pooled
        assert np.allclose(pooled, p.pool(x, 0, 2))


def test_every_node_is_assigned_to_a_kept_one_of_its_component():
    p = ndpool.pyramid("sensor:200", [1])
    assigned = p.levels[0].assignment
    assert assigned.min() == 0 and len(np.unique(assigned)) == p.levels[0].adjacency.nodes
    assert (assigned[p.levels[0].nodes] == np.arange(p.levels[0].adjacency.nodes)).all()


def test_fake_nodes_are_told():
    p = ndpool.graclus("path:5", [1, 2])
    assert p.base.nodes == 8 and p.levels[0].nodes[-p.levels[0].fake_nodes :].tolist() == [-1] * p.levels[0].fake_nodes


def test_many_graphs_are_those_of_a_dataset():
    d = ndpool.dataset("bench:easy-small,8")
    listed = ndpool.pyramids([g.to_scipy() for g in d], [1, 2], threads=2)
    whole = ndpool.pyramids(d, [1, 2], threads=1)
    named = ndpool.pyramids("bench:easy-small,8", [1, 2])
    for a, b, c in zip(listed, whole, named):
        assert a.levels[1].adjacency == b.levels[1].adjacency == c.levels[1].adjacency
    with pytest.raises(ndpool.InvalidInput, match="different levels"):
        ndpool.pyramids(d, until=5)


def test_progress_is_reported_on_the_calling_thread():
    import threading

    seen = []
    ndpool.pyramids("bench:easy-small,8", [1], threads=2, progress=lambda *report: seen.append((threading.get_ident(), report)))
    assert {thread for thread, _ in seen} == {threading.get_ident()}
    stage, done, total = seen[-1][1]
    assert stage == "coarsening" and done == total == len(ndpool.dataset("bench:easy-small,8"))
    ndpool.pyramids("bench:easy-small,8", [1], progress=True)  # no terminal: no bar

    def refuse(*report):
        raise RuntimeError("no")

    with pytest.raises(RuntimeError, match="no"):
        ndpool.pyramids("bench:easy-small,8", [1], progress=refuse)


def test_lean_levels_tell_how_far_they_are():
    p = ndpool.pyramid("sensor:3000", [1, 2], accuracy="lean")
    spectrum = p.levels[0].spectrum
    assert spectrum.distance < 0.05 and len(spectrum.exact) == len(spectrum.here) == 10
    assert ndpool.pyramid("sensor:200", [1]).levels[0].spectrum is None


def test_what_users_measure():
    g = ndpool.generate("sensor:100")
    values = np.linalg.eigvalsh(g.laplacian().toarray())
    assert np.allclose(ndpool.spectra(g), values) and np.allclose(ndpool.spectra(g, 5), values[1:6])
    inverse = np.linalg.inv(g.laplacian().toarray() + 1 / g.nodes)  # g is connected: only constants have eigenvalue 0
    expected = inverse[3, 3] + inverse[7, 7] - 2 * inverse[3, 7]
    assert np.isclose(ndpool.resistance(g, [(3, 7)])[0], expected)
    kept = ndpool.cut(g).kept
    reduced = ndpool.kron_reduce(g, keep=kept)
    assert np.isclose(ndpool.resistance(reduced, [(0, 1)])[0], ndpool.resistance(g, [(kept[0], kept[1])])[0])
    assert ndpool.spectral_distance(g, g) == 0


def test_negative_weights_can_be_cut_but_not_coarsened():
    a = sparse.csr_array(np.array([[0, 1.0, -2.0], [1.0, 0, 1.0], [-2.0, 1.0, 0]]))
    assert ndpool.cut(a, "sdp").weight == 2
    with pytest.raises(ndpool.InvalidInput, match="-2"):
        ndpool.cut(a, "spectral")


def test_pictures():
    p = ndpool.pyramid("grid:5x5", [1, 2])
    assert p.to_svg().startswith("<svg") or "<svg" in p.to_svg()[:200]
    assert "<svg" in p._repr_html_() and "<table>" in p._repr_html_()
    assert "<svg" not in ndpool.pyramid("path:2000", [1])._repr_html_()
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("agg")
    assert p.plot(level=2).get_title() == f"level 2: {p[2].adjacency.nodes} nodes, {p[2].adjacency.edges} edges"
    p.plot()


def test_parts_of_a_dataset_have_the_pyramids_of_the_whole():
    dataset = ndpool.dataset("bench:easy-small,12")
    whole = ndpool.pyramids(dataset, [1, 2], seed=3)
    parts = [p for first in (0, 5, 10) for p in ndpool.pyramids(dataset.graphs[first : first + 5], [1, 2], seed=3, first_number=first)]
    assert len(parts) == len(whole)
    for one, other in zip(parts, whole):
        assert one.levels[1].adjacency == other.levels[1].adjacency and (one.levels[1].nodes == other.levels[1].nodes).all()
    with pytest.raises(ndpool.InvalidInput, match="first_number"):
        ndpool.pyramids(dataset, [1], first_number=5)


@pytest.mark.parametrize("method", ["ndp", "graclus", "nmf"])
def test_pyramids_are_pickled(method):
    import pickle

    a = ndpool.generate("sensor:60").to_scipy(copy=True)
    p = ndpool.pyramid(a, [1, 2], method=method, seed=4)
    q = pickle.loads(pickle.dumps(p))
    assert q.base == p.base and q.options == p.options and q.seed == p.seed
    for one, other in zip(p.levels, q.levels):
        assert one.adjacency == other.adjacency and (one.pool == other.pool).all() and one.cut == other.cut
        assert (one.assignment_matrix != other.assignment_matrix).nnz == 0


def test_names_of_networkx_are_pickled():
    nx = pytest.importorskip("networkx")
    import pickle

    p = ndpool.pyramid(nx.Graph([("b", "a"), ("a", "c")]), [1])
    assert pickle.loads(pickle.dumps(p)).base.names == ["b", "a", "c"]
