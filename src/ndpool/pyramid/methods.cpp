#include "ndpool/pyramid/methods.hpp"

#include <utility>

namespace ndpool {

namespace {

/// One function for each method.
template <typename... Functions>
struct Overloaded : Functions... {
    using Functions::operator()...;
};
template <typename... Functions>
Overloaded(Functions...) -> Overloaded<Functions...>;

}  // namespace

Pyramid make_pyramid(Graph graph, const PyramidOptions& options, Seed seed, const Progress& progress) {
    return std::visit(Overloaded{[&](const NdpOptions& ndp) { return ndp_pyramid(std::move(graph), ndp, seed, progress); },
                                 [&](const GraclusOptions& graclus) { return graclus_pyramid(graph, graclus, seed, progress); },
                                 [&](const NmfOptions& nmf) { return nmf_pyramid(graph, nmf, seed, progress); },
                                 [&](const KmisOptions& kmis) { return kmis_pyramid(graph, kmis, progress); }},
                      options);
}

std::vector<Pyramid> make_pyramids(std::span<const Graph> graphs, const PyramidOptions& options, Seed seed,
                                   const Parallel& parallel, const Progress& progress, std::size_t first_number) {
    return std::visit(
        Overloaded{[&](const NdpOptions& ndp) { return ndp_pyramids(graphs, ndp, seed, parallel, progress, first_number); },
                   [&](const GraclusOptions& graclus) {
                       return graclus_pyramids(graphs, graclus, seed, parallel, progress, first_number);
                   },
                   [&](const NmfOptions& nmf) { return nmf_pyramids(graphs, nmf, seed, parallel, progress, first_number); },
                   [&](const KmisOptions& kmis) { return kmis_pyramids(graphs, kmis, parallel, progress); }},
        options);
}

}  // namespace ndpool
