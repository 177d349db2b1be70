#include "ndpool/graph/locality_order.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>

#include "ndpool/graph/components.hpp"

namespace ndpool {

namespace {

constexpr int curve_bits = 31;
constexpr std::size_t smallest_piece = 1024;

/// The place of a cell on the Hilbert curve of a square with 2^31 cells per side.
std::uint64_t hilbert_place(std::uint64_t x, std::uint64_t y) {
    constexpr std::uint64_t last = (std::uint64_t{1} << curve_bits) - 1;
    std::uint64_t place = 0;
    for (std::uint64_t side = std::uint64_t{1} << (curve_bits - 1); side > 0; side /= 2) {
        const std::uint64_t right = (x & side) != 0 ? 1 : 0;
        const std::uint64_t upper = (y & side) != 0 ? 1 : 0;
        place += side * side * ((3 * right) ^ upper);
        if (upper == 0) {  // the lower quarters are turned
            if (right == 1) {
                x = last - x;
                y = last - y;
            }
            std::swap(x, y);
        }
    }
    return place;
}

/// A coordinate as the number of a cell; what is not finite goes to the first one.
std::uint64_t cell_of(double value, double least, double extent) {
    constexpr double cells = static_cast<double>((std::uint64_t{1} << curve_bits) - 1);
    return std::isfinite(value) && extent > 0 ? static_cast<std::uint64_t>(cells * ((value - least) / extent)) : 0;
}

/// Halves pieces of a graph by breadth-first levels. `piece_of` marks the nodes of the piece at hand.
class Bisection {
public:
    explicit Bisection(const Graph& graph) : graph_(graph), piece_of_(static_cast<std::size_t>(graph.node_count()), -1) {}

    /// Puts the nodes of a piece, which may have several components, in order.
    void arrange(std::span<NodeId> nodes) {
        while (nodes.size() > smallest_piece) {
            put_in_levels(nodes);
            const std::size_t half = nodes.size() / 2;
            arrange(nodes.first(half));
            nodes = nodes.subspan(half);
        }
        if (nodes.size() > 2) {
            put_in_levels(nodes);
        }
    }

private:
    /// Breadth-first order of the piece from a node that a first search reached last.
    void put_in_levels(std::span<NodeId> nodes) {
        const NodeId far = search(nodes, nodes.front(), false);
        search(nodes, far, true);
    }

    /// Searches the component of `start` in the piece and then the other components, and returns the last node of the first
    /// search; `stores` writes the order to `nodes`.
    NodeId search(std::span<NodeId> nodes, NodeId start, bool stores) {
        ++piece_;
        for (const NodeId node : nodes) {
            piece_of_[node] = piece_;
        }
        queue_.clear();
        const auto visit = [&](NodeId node) {
            piece_of_[node] = -1;
            queue_.push_back(node);
        };
        std::size_t done = 0;
        const auto drain = [&] {
            for (; done < queue_.size(); ++done) {
                for (const NodeId other : graph_.neighbors(queue_[done])) {
                    if (piece_of_[other] == piece_) {
                        visit(other);
                    }
                }
            }
        };
        visit(start);
        drain();
        const NodeId last = queue_.back();
        if (stores) {
            for (const NodeId node : nodes) {
                if (piece_of_[node] == piece_) {
                    visit(node);
                    drain();
                }
            }
            std::copy(queue_.begin(), queue_.end(), nodes.begin());
        }
        return last;
    }

    const Graph& graph_;
    std::vector<std::int64_t> piece_of_;
    std::int64_t piece_ = 0;
    std::vector<NodeId> queue_;
};

}  // namespace

std::vector<NodeId> hilbert_order(std::span<const Point> positions) {
    const auto extent_of = [&](double Point::*coordinate) {
        double least = 0;
        double most = 0;
        bool first = true;
        for (const Point& point : positions) {
            if (const double value = point.*coordinate; std::isfinite(value)) {
                least = first ? value : std::min(least, value);
                most = first ? value : std::max(most, value);
                first = false;
            }
        }
        return std::pair(least, most - least);
    };
    const auto [left, width] = extent_of(&Point::x);
    const auto [bottom, height] = extent_of(&Point::y);
    const double extent = std::max(width, height);
    std::vector<std::pair<std::uint64_t, NodeId>> places(positions.size());
    for (std::size_t i = 0; i < places.size(); ++i) {
        places[i] = {hilbert_place(cell_of(positions[i].x, left, extent), cell_of(positions[i].y, bottom, extent)),
                     static_cast<NodeId>(i)};
    }
    std::sort(places.begin(), places.end());
    std::vector<NodeId> order(places.size());
    std::transform(places.begin(), places.end(), order.begin(), [](const auto& place) { return place.second; });
    return order;
}

std::vector<NodeId> bisection_order(const Graph& graph) {
    Components components = connected_components(graph);
    Bisection bisection(graph);
    const std::span<NodeId> members(components.members);
    for (NodeId c = 0; c < components.count(); ++c) {
        const auto begin = static_cast<std::size_t>(components.offsets[c]);
        bisection.arrange(members.subspan(begin, static_cast<std::size_t>(components.offsets[c + 1]) - begin));
    }
    return std::move(components.members);
}

Graph reordered(const Graph& graph, std::span<const NodeId> order) {
    std::vector<NodeId> number(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
        number[order[i]] = static_cast<NodeId>(i);
    }
    SparseMatrix matrix{graph.node_count(), graph.node_count(), {0}, {}, {}};
    matrix.indices.reserve(static_cast<std::size_t>(graph.entry_count()));
    matrix.values.reserve(static_cast<std::size_t>(graph.entry_count()));
    std::vector<std::pair<NodeId, double>> row;
    for (const NodeId node : order) {
        row.clear();
        for (std::size_t k = 0; k < graph.neighbors(node).size(); ++k) {
            row.emplace_back(number[graph.neighbors(node)[k]], graph.weights(node)[k]);
        }
        std::sort(row.begin(), row.end());
        for (const auto& [column, weight] : row) {
            matrix.indices.push_back(column);
            matrix.values.push_back(weight);
        }
        matrix.offsets.push_back(static_cast<EntryIndex>(matrix.indices.size()));
    }
    return Graph::from_symmetric(std::move(matrix));
}

double ghost_share(const Graph& graph, int slices) {
    const auto nodes = static_cast<std::int64_t>(graph.node_count());
    std::vector<int> seen_by(static_cast<std::size_t>(nodes), -1);
    double largest = 0;
    for (int slice = 0; slice < slices; ++slice) {
        const auto begin = static_cast<NodeId>(nodes * slice / slices);
        const auto end = static_cast<NodeId>(nodes * (slice + 1) / slices);
        std::int64_t ghosts = 0;
        for (NodeId node = begin; node < end; ++node) {
            for (const NodeId other : graph.neighbors(node)) {
                if ((other < begin || other >= end) && seen_by[other] != slice) {
                    seen_by[other] = slice;
                    ++ghosts;
                }
            }
        }
        largest = std::max(largest, end > begin ? static_cast<double>(ghosts) / (end - begin) : 0.0);
    }
    return largest;
}

}  // namespace ndpool
