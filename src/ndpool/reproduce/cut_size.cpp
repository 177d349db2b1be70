#include "ndpool/reproduce/cut_size.hpp"

#include <fmt/format.h>

#include <array>
#include <atomic>

#include "ndpool/cut/cut_graph.hpp"
#include "ndpool/generate/generate.hpp"

namespace ndpool {

namespace {

/// One column of the paper's table.
struct Family {
    const char* name;
    const char* spec;
    MeanStd bound;
    MeanStd combinatorial;
    MeanStd symmetric;
    MeanStd random;
};

constexpr std::array<Family, 6> families{{
    {"Grid", "grid:16x16", {1, 0}, {1, 0}, {1, 0}, {.5, .03}},
    {"Ring", "ring:128", {1, 0}, {1, 0}, {1, 0}, {.5, .05}},
    {"SBM", "sbm:170", {.63, .0}, {.51, .03}, {.58, .01}, {.5, .01}},
    {"Sensor", "sensor:5000", {.77, .05}, {.53, .03}, {.58, .02}, {.51, .02}},
    {"Erdos-Renyi", "erdos-renyi:640,0.05", {.67, .0}, {.55, .02}, {.61, .0}, {.5, .0}},
    {"Community", "community:200", {.89, .06}, {.5, .05}, {.54, .04}, {.5, .01}},
}};

struct CutSizes {
    double bound;
    double combinatorial;
    double symmetric;
    double random;
    double combinatorial_placed;
    double symmetric_placed;
};

CutSizes measure(const char* spec, Seed seed) {
    const Graph graph = generate_graph(spec, seed.child("graph")).graph;
    const auto cut = [&](CutMethod method, Laplacian laplacian, double zero_below) {
        // The table shows the eigenvectors' cuts as they are, without the random fallback.
        const SpectralCutOptions spectral{.laplacian = laplacian, .random_below = 0, .zero_below = zero_below};
        return cut_graph(graph, {.method = method, .spectral = spectral}, seed.child("cut")).fraction;
    };
    const double placed = SpectralCutOptions{}.zero_below;
    // The paper's bound is for the whole graph; the bound of a Cut is tighter if there are several components.
    const double top = top_eigenpair(graph, Laplacian::symmetric, {}, seed.child("bound")).value;
    return {top / 2,
            cut(CutMethod::spectral, Laplacian::combinatorial, 0),
            cut(CutMethod::spectral, Laplacian::symmetric, 0),
            cut(CutMethod::random, Laplacian::symmetric, 0),
            cut(CutMethod::spectral, Laplacian::combinatorial, placed),
            cut(CutMethod::spectral, Laplacian::symmetric, placed)};
}

ResultCell cell(const std::vector<CutSizes>& sizes, double CutSizes::*member, std::optional<MeanStd> paper = {}) {
    std::vector<double> values;
    values.reserve(sizes.size());
    for (const CutSizes& size : sizes) {
        values.push_back(size.*member);
    }
    return {mean_std_of(values), paper};
}

}  // namespace

ResultTable cut_size_table(const ExperimentOptions& options, Seed seed) {
    const std::size_t instances = options.quick ? 5 : 50;
    std::vector<std::vector<CutSizes>> sizes(families.size(), std::vector<CutSizes>(instances));
    std::atomic<std::size_t> done{0};
    parallel_for(families.size() * instances, options.parallel, [&](std::size_t job) {
        const std::size_t family = job / instances;
        const std::size_t instance = job % instances;
        sizes[family][instance] = measure(families[family].spec, seed.child(families[family].name, instance));
        const std::size_t finished = ++done;
        if (options.progress) {
            options.progress("cut-size", finished, families.size() * instances);
        }
    });

    ResultTable table;
    table.name = "cut-size";
    table.title = "Size of the cut on different types of graph";
    table.note = fmt::format(
        "{} instances of each family, components cut one by one, no random fallback; the paper gives no sizes, "
        "ours are those whose bound is nearest to the paper's. v_max and v_max^s are rounded to their signs (Eq. 5); in the last "
        "two "
        "columns entries of at most a thousandth of the largest, whose signs are noise, are placed greedily, as ndpool cut does.",
        instances);
    table.columns = {"bound", "v_max", "v_max^s", "random", "v_max placed", "v_max^s placed"};
    for (std::size_t f = 0; f < families.size(); ++f) {
        const Family& family = families[f];
        table.rows.push_back(
            {fmt::format("{} ({})", family.name, family.spec),
             {cell(sizes[f], &CutSizes::bound, family.bound), cell(sizes[f], &CutSizes::combinatorial, family.combinatorial),
              cell(sizes[f], &CutSizes::symmetric, family.symmetric), cell(sizes[f], &CutSizes::random, family.random),
              cell(sizes[f], &CutSizes::combinatorial_placed), cell(sizes[f], &CutSizes::symmetric_placed)}});
    }
    return table;
}

}  // namespace ndpool
