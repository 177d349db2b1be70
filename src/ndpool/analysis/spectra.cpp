#include "ndpool/analysis/spectra.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "ndpool/graph/subgraph.hpp"
#include "ndpool/linalg/eigen/symmetric_eigen.hpp"
#include "ndpool/linalg/laplacian/small_eigenvalues.hpp"

namespace ndpool {

std::vector<double> laplacian_spectrum(const Graph& graph, Laplacian kind) {
    std::vector<double> spectrum;
    spectrum.reserve(static_cast<std::size_t>(graph.node_count()));
    for (const Graph& part : component_graphs(graph, connected_components(graph))) {
        require_dense_fits(part.node_count(), 2, "the spectrum");
        Eigen::VectorXd eigenvalues = symmetric_eigenvalues(to_dense(laplacian_matrix(part, kind)));
        // A connected graph has the eigenvalue zero just once, and no negative one: the rest is rounding.
        eigenvalues[0] = 0;
        eigenvalues = eigenvalues.cwiseMax(0.0);
        spectrum.insert(spectrum.end(), eigenvalues.begin(), eigenvalues.end());
    }
    std::sort(spectrum.begin(), spectrum.end());
    return spectrum;
}

std::vector<double> smallest_nonzero_eigenvalues(const Graph& graph, int count) {
    if (count < 1) {
        throw InvalidInput(fmt::format("{} eigenvalues were asked for, expected at least one", count));
    }
    std::vector<double> smallest;
    for (const Graph& part : component_graphs(graph, connected_components(graph))) {
        const std::vector<double> values = small_eigenvalues(part, count);
        smallest.insert(smallest.end(), values.begin(), values.end());
    }
    std::sort(smallest.begin(), smallest.end());
    smallest.resize(std::min(smallest.size(), static_cast<std::size_t>(count)));
    return smallest;
}

}  // namespace ndpool
