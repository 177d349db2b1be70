#include <fmt/format.h>

#include <algorithm>
#include <queue>

#include "ndpool/base/memory.hpp"
#include "ndpool/kron/elimination.hpp"

namespace ndpool {

namespace {

/// Rows longer than this are eliminated as a dense matrix: touching every column once in order beats merging.
constexpr std::size_t longest_sparse_row = 128;

/// row + factor-free star-mesh fill: adds (arm * weight) / total for every arm of `star` but the one to `self`,
/// and takes the arm to `eliminated` out. Both are sorted, so is the result.
void absorb(std::vector<Arm>& row, std::span<const Arm> star, NodeId self, NodeId eliminated, double weight, double total,
            std::vector<Arm>& merged) {
    merged.clear();
    auto old = row.begin();
    for (const Arm& arm : star) {
        if (arm.to == self) {
            continue;
        }
        for (; old != row.end() && old->to < arm.to; ++old) {
            if (old->to != eliminated) {
                merged.push_back(*old);
            }
        }
        double sum = (weight * arm.weight) / total;
        if (old != row.end() && old->to == arm.to) {
            sum += old->weight;
            ++old;
        }
        merged.push_back({arm.to, sum});
    }
    for (; old != row.end(); ++old) {
        if (old->to != eliminated) {
            merged.push_back(*old);
        }
    }
    row.swap(merged);
}

/// Adds the star of an eliminated node to the pairs of boundary nodes among its arms.
void mesh_boundary(std::span<const Arm> arms, double total, std::size_t boundary, Clique& clique) {
    for (std::size_t a = 0; a < arms.size(); ++a) {
        double* row = clique.weights.data() + static_cast<std::size_t>(arms[a].to) * boundary;
        for (std::size_t b = a + 1; b < arms.size(); ++b) {
            row[arms[b].to] += (arms[a].weight * arms[b].weight) / total;
        }
    }
}

/// Eliminates inside node `v`: every pair of its arms gets the weight product over the sum of all arms.
void eliminate_node(Mesh& mesh, NodeId v, Clique& clique, std::vector<Arm>& scratch) {
    const std::vector<Arm> star = std::move(mesh.arms[v]);
    mesh.arms[v].clear();
    double total = mesh.ground[v];
    for (const Arm& arm : star) {
        total += arm.weight;
    }
    const NodeId inside = mesh.inside();
    const auto first_outside = std::find_if(star.begin(), star.end(), [&](const Arm& arm) { return arm.to >= inside; });
    for (auto arm = star.begin(); arm != first_outside; ++arm) {
        absorb(mesh.arms[arm->to], star, arm->to, v, arm->weight, total, scratch);
        mesh.ground[arm->to] += (arm->weight * mesh.ground[v]) / total;
    }
    std::vector<Arm> outside(first_outside, star.end());
    for (Arm& arm : outside) {
        arm.to -= inside;
        clique.ground[arm.to] += (arm.weight * mesh.ground[v]) / total;
    }
    mesh_boundary(outside, total, mesh.boundary.size(), clique);
}

/// Eliminates nodes of least degree, the smaller number first among equals, until only long rows are left.
void eliminate_sparse(Mesh& mesh, Clique& clique) {
    using Candidate = std::pair<std::size_t, NodeId>;  // degree, node
    std::priority_queue<Candidate, std::vector<Candidate>, std::greater<>> queue;
    std::vector<bool> gone(static_cast<std::size_t>(mesh.inside()), false);
    for (NodeId v = 0; v < mesh.inside(); ++v) {
        queue.emplace(mesh.arms[v].size(), v);
    }
    std::vector<Arm> scratch;
    std::vector<NodeId> touched;
    while (!queue.empty()) {
        const auto [degree, v] = queue.top();
        if (!gone[v] && degree == mesh.arms[v].size() && degree > longest_sparse_row) {
            return;
        }
        queue.pop();
        if (gone[v] || degree != mesh.arms[v].size()) {
            continue;  // an older entry of a node whose degree has changed since
        }
        touched.clear();
        for (const Arm& arm : mesh.arms[v]) {
            if (arm.to < mesh.inside()) {
                touched.push_back(arm.to);
            }
        }
        eliminate_node(mesh, v, clique, scratch);
        gone[v] = true;
        for (const NodeId node : touched) {
            queue.emplace(mesh.arms[node].size(), node);
        }
    }
}

/// A small mesh, or one in which many pairs have an arm already, is not worth looking for sparse rows.
bool is_better_dense(const Mesh& mesh) {
    constexpr std::size_t small = 64;
    constexpr std::size_t share_of_pairs = 10;
    const std::size_t inside = mesh.arms.size();
    const std::size_t all = inside + mesh.boundary.size();
    std::size_t arms = 0;
    for (const auto& row : mesh.arms) {
        arms += row.size();
    }
    return all <= small || arms * share_of_pairs >= inside * all;
}

/// Hands the nodes that still have arms to the dense elimination.
void eliminate_rest(const Mesh& mesh, std::uint64_t memory_limit, Clique& clique) {
    std::vector<NodeId> left;
    std::vector<NodeId> renumbered(static_cast<std::size_t>(mesh.inside()), -1);
    for (NodeId v = 0; v < mesh.inside(); ++v) {
        if (!mesh.arms[v].empty()) {
            renumbered[v] = static_cast<NodeId>(left.size());
            left.push_back(v);
        }
    }
    if (left.empty()) {
        return;
    }
    const std::size_t boundary = mesh.boundary.size();
    const std::size_t width = left.size() + boundary + 1;
    const double needed = static_cast<double>(left.size()) * static_cast<double>(width) * sizeof(double);
    if (!fits_in_memory(needed, memory_limit)) {
        throw TooLarge(
            fmt::format("the exact Kron reduction would take {} for {} dropped nodes that are all joined, {} are available",
                        readable_bytes(needed), left.size(), readable_bytes(memory_budget(memory_limit))));
    }
    std::vector<double> rows(left.size() * width, 0.0);
    for (std::size_t i = 0; i < left.size(); ++i) {
        double* row = rows.data() + i * width;
        for (const Arm& arm : mesh.arms[left[i]]) {
            const bool is_inside = arm.to < mesh.inside();
            row[is_inside ? static_cast<std::size_t>(renumbered[arm.to])
                          : left.size() + static_cast<std::size_t>(arm.to - mesh.inside())] = arm.weight;
        }
        row[width - 1] = mesh.ground[left[i]];
    }
    eliminate_dense(left.size(), boundary, rows, clique);
}

}  // namespace

Clique eliminate(Mesh mesh, std::uint64_t memory_limit) {
    const std::size_t boundary = mesh.boundary.size();
    Clique clique{std::vector<double>(boundary * boundary, 0.0), std::vector<double>(boundary, 0.0)};
    if (!is_better_dense(mesh)) {
        eliminate_sparse(mesh, clique);
    }
    eliminate_rest(mesh, memory_limit, clique);
    for (std::size_t i = 0; i < boundary; ++i) {
        for (std::size_t j = i + 1; j < boundary; ++j) {
            clique.weights[j * boundary + i] = clique.weights[i * boundary + j];
        }
    }
    return clique;
}

}  // namespace ndpool
