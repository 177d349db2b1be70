"""A signal on a road network, pooled down and lifted up again.

    python signals_on_roads.py          # writes signals_on_roads.png where matplotlib is installed
"""
import sys

import numpy as np

import ndpool

nodes = 2000 if "--quick" in sys.argv else 20000
roads = ndpool.generate(f"road:{nodes}", seed=1)
places = roads.positions
print(roads)

# A smooth signal, such as a temperature, and what is left of it after three levels.
signal = np.sin(places[:, 0] / np.ptp(places[:, 0]) * 6) + np.cos(places[:, 1] / np.ptp(places[:, 1]) * 4)
p = ndpool.pyramid(roads, levels=[1, 2, 3], accuracy="auto")
low = p.pool(signal, 0, 3)
print(f"level 3 has {len(low)} of {nodes} numbers")
for how in ("transpose", "harmonic"):
    error = np.linalg.norm(p.lift(low, 3, 0, how=how) - signal) / np.linalg.norm(signal)
    print(f"lifted by {how}: relative error {error:.3f}")

try:
    import matplotlib.pyplot as plt
except ImportError:
    sys.exit()
figure, axes = plt.subplots(1, 2, figsize=(10, 5))
for ax, values, title in zip(axes, (signal, p.lift(low, 3, 0, how="harmonic")), ("the signal", "lifted from level 3")):
    ax.scatter(places[:, 0], places[:, 1], c=values, s=3)
    ax.set_title(title)
    ax.set_aspect("equal")
    ax.set_axis_off()
figure.savefig("signals_on_roads.png", dpi=100)
