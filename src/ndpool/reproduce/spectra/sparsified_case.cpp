#include "ndpool/reproduce/spectra/sparsified_case.hpp"

#include "ndpool/generate/generate.hpp"
#include "ndpool/pyramid/ndp/ndp.hpp"

namespace ndpool {

ExactLevel exact_level(const SparsifiedCase& of, std::size_t number, int level, const ExperimentOptions& options, Seed seed) {
    const char* spec = options.quick ? of.quick_spec : of.spec;
    const Graph graph = generate_graph(spec, seed.child(of.name)).graph;
    const NdpOptions exact{.levels = {level}, .threshold = {.epsilon = 0}};
    return {spec, ndp_pyramid(graph, exact, seed.child("pyramid", number)).levels.front().graph};
}

}  // namespace ndpool
