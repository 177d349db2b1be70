"""A sparse matrix in, ever smaller sparse matrices out: for users of SciPy.

    python scipy_user.py
"""
import numpy as np
import scipy.sparse.linalg
from scipy import sparse

import ndpool

# Any sparse matrix of SciPy that is the adjacency matrix of an undirected graph: here points joined with their neighbours.
random = np.random.default_rng(0)
points = random.random((500, 2))
distance = np.linalg.norm(points[:, None] - points[None, :], axis=2)
near = (distance < 0.08) & (distance > 0)
a = sparse.csr_array(near * np.exp(-((distance / 0.04) ** 2)))

p = ndpool.pyramid(a, levels=[1, 2, 3])
for level in p.levels:
    small = level.adjacency.to_scipy()
    print(f"level {level.number}: {small.shape[0]} nodes, {small.nnz} entries, the cut has {level.cut.fraction:.0%} of the weight")

# The parts alone. The resistance between kept nodes does not change.
cut = ndpool.cut(a, method="auto")
reduced = ndpool.kron_reduce(a, keep=cut.kept)
pair = (0, len(cut.kept) - 1)
print("resistance in the input:  ", ndpool.resistance(a, [cut.kept[list(pair)]])[0])
print("resistance in the level:  ", ndpool.resistance(reduced, [pair])[0])

# A solver of SciPy on a level.
values = sparse.linalg.eigsh(p[3].adjacency.laplacian(), k=3, sigma=-1e-6, return_eigenvectors=False)
print("smallest eigenvalues of level 3:", np.sort(values).round(6))
