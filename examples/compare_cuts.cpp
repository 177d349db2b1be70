// Prints the fraction of the edge weight that each method cuts, beside an upper bound for all cuts.
#include <cstdio>
#include <utility>

#include "ndpool/cut/cut_graph.hpp"
#include "ndpool/generate/generate.hpp"

int main() {
    using namespace ndpool;
    const std::pair<const char*, CutMethod> methods[] = {
        {"spectral", CutMethod::spectral}, {"trevisan", CutMethod::trevisan}, {"random", CutMethod::random}};

    for (const char* spec : {"grid:30x30", "sensor:500", "sbm:200", "complete:20"}) {
        const Graph graph = generate_graph(spec, Seed(3)).graph;
        for (const auto& [name, method] : methods) {
            const Cut cut = cut_graph(graph, {.method = method}, Seed(4));
            std::printf("%-12s %-9s %.3f of at most %.3f  %s\n", spec, name, cut.fraction, cut.upper_bound,
                        name_of(cut.origin).data());
        }
    }
}
