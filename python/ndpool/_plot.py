"""Pictures of pyramids: with matplotlib, and in notebooks."""
from __future__ import annotations

import html
from typing import TYPE_CHECKING, Any, Dict

if TYPE_CHECKING:
    from ._pyramid import Pyramid

#: Larger graphs are shown as a table in notebooks.
MOST_NODES_DRAWN = 1000
MOST_EDGES_DRAWN = 20000


def plot_level(pyramid: "Pyramid", number: int, ax: Any, style: Dict[str, Any]) -> Any:
    import matplotlib.pyplot as plt
    import numpy as np
    from matplotlib.collections import LineCollection

    index = pyramid._index(number)
    graph = pyramid.base if index == 0 else pyramid.levels[index - 1].adjacency
    nodes = np.arange(graph.nodes) if index == 0 else pyramid.levels[index - 1].nodes
    places = pyramid._core.layout()[nodes]
    if ax is None:
        ax = plt.figure().add_subplot()
    rows, columns = graph.edge_index
    once = rows < columns
    weights = graph.data[once]
    if len(weights):
        strength = weights / weights.max()
        lines = LineCollection(
            list(np.stack([places[rows[once]], places[columns[once]]], axis=1)),
            colors=[(0.35, 0.4, 0.5, 0.25 + 0.75 * s) for s in strength],
            linewidths=style.pop("linewidth", 1.0),
            zorder=1,
        )
        ax.add_collection(lines)
    options = {"s": 2000 / (20 + graph.nodes), "color": "tab:blue", "zorder": 2, **style}
    ax.scatter(places[:, 0], places[:, 1], **options)
    ax.set_aspect("equal")
    ax.set_axis_off()
    ax.set_title(f"level {number}: {graph.nodes} nodes, {graph.edges} edges" if index else f"{graph.nodes} nodes, {graph.edges} edges")
    return ax


def _table(pyramid: "Pyramid") -> str:
    rows = "".join(
        f"<tr><td>{level.number}</td><td>{level.adjacency.nodes}</td><td>{level.adjacency.edges}</td>"
        f"<td>{level.cut.fraction:.4f}</td><td>{html.escape(level.cut.origin)}</td></tr>"
        for level in pyramid.levels
    )
    head = "".join(f"<th>{name}</th>" for name in ("level", "nodes", "edges", "cut", "origin"))
    base = f"{pyramid.base.nodes} nodes, {pyramid.base.edges} edges"
    return f"<p>Pyramid of {html.escape(pyramid.input) or 'a graph'}: {base}</p><table><tr>{head}</tr>{rows}</table>"


def html_of(pyramid: "Pyramid") -> str:
    edges = sum(level.adjacency.edges for level in pyramid.levels) + pyramid.base.edges
    if pyramid.base.nodes > MOST_NODES_DRAWN or edges > MOST_EDGES_DRAWN or pyramid.base.nodes == 0:
        return _table(pyramid)
    return f'<div style="max-width:100%;overflow-x:auto;background:#fff">{pyramid.to_svg()}</div>{_table(pyramid)}'
