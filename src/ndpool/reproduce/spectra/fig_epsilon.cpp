#include "ndpool/reproduce/spectra/fig_epsilon.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "ndpool/analysis/spectral_distance.hpp"
#include "ndpool/generate/generate.hpp"
#include "ndpool/pyramid/ndp/ndp.hpp"
#include "ndpool/reproduce/spectra/linear_fit.hpp"

namespace ndpool {

namespace {

struct EpsilonCurve {
    std::vector<double> epsilon;
    std::vector<double> distance;
    std::vector<double> edges;
};

/// Thresholds from zero to the one that leaves a spectral distance of about one half: beyond, the graph falls apart.
EpsilonCurve epsilon_curve(const Graph& level, std::size_t steps) {
    constexpr double far = 0.5;
    double end = 0.2;
    while (end > 1e-6 && spectral_distance(level, drop_weak_edges(level, {.epsilon = end})) > far) {
        end /= 1.3;
    }
    EpsilonCurve curve;
    for (std::size_t i = 0; i <= steps; ++i) {
        const double epsilon = end * static_cast<double>(i) / static_cast<double>(steps);
        const Graph sparsified = drop_weak_edges(level, {.epsilon = epsilon});
        curve.epsilon.push_back(epsilon);
        curve.distance.push_back(spectral_distance(level, sparsified));
        curve.edges.push_back(static_cast<double>(sparsified.edge_count()));
    }
    return curve;
}

}  // namespace

ReportFigure fig_epsilon(const ExperimentOptions& options, Seed seed) {
    struct Case {
        const char* name;
        const char* spec;
        const char* quick_spec;
    };
    constexpr std::array<Case, 3> cases{{{"Sensor", "sensor:1000", "sensor:400"},
                                         {"Grid", "grid:30x30", "grid:20x20"},
                                         {"Community", "community:1000", "community:400"}}};
    ReportFigure figure{
        .name = "fig-epsilon",
        .title = "Spectral distance and edges left against the threshold",
        .paper_place = "Fig. 6, supplement",
        .says = "While the threshold is small, the distance grows about linearly and most of the edges are already gone."};
    double worst_linear = 1;
    std::string facts;
    bool halved = true;
    for (std::size_t c = 0; c < cases.size(); ++c) {
        options.progress("fig-epsilon", c, cases.size());
        const char* spec = options.quick ? cases[c].quick_spec : cases[c].spec;
        const Graph graph = generate_graph(spec, seed.child(cases[c].name)).graph;
        const NdpOptions exact{.levels = {3}, .threshold = {.epsilon = 0}};
        const Graph level = ndp_pyramid(graph, exact, seed.child("pyramid", c)).levels.front().graph;
        const EpsilonCurve curve = epsilon_curve(level, options.quick ? 12 : 30);
        std::vector<double> logarithms;
        for (const double edges : curve.edges) {
            logarithms.push_back(std::log(std::max(edges, 1.0)));
        }
        const double linear = linear_fit(curve.epsilon, curve.distance).r_squared;
        worst_linear = std::min(worst_linear, linear);
        const auto gone =
            std::find_if(curve.edges.begin(), curve.edges.end(), [&](double edges) { return edges < curve.edges.front() / 2; });
        const auto place = static_cast<std::size_t>(gone - curve.edges.begin());
        halved = halved && place < curve.edges.size() && curve.distance[place] < 0.3;
        facts += fmt::format(
            "{}{}: R^2 of distance against epsilon {:.2f}, half of the edges gone at {:.3g}, where the distance is {:.3f}",
            facts.empty() ? "" : "; ", cases[c].name, linear, curve.epsilon[std::min(place, curve.edges.size() - 1)],
            curve.distance[std::min(place, curve.edges.size() - 1)]);
        const std::string title = fmt::format("{} ({}, level 3)", cases[c].name, spec);
        figure.charts.push_back({.title = title,
                                 .x_label = "epsilon",
                                 .y_label = "spectral distance",
                                 .series = {{.name = "spectral distance", .x = curve.epsilon, .y = curve.distance}}});
        figure.charts.push_back({.title = title,
                                 .x_label = "epsilon",
                                 .y_label = "edges left",
                                 .y_scale = Scale::logarithmic,
                                 .series = {{.name = "edges left", .x = curve.epsilon, .y = curve.edges}}});
    }
    // Two columns of the same family read better as one row of distances and one of edges.
    std::stable_sort(figure.charts.begin(), figure.charts.end(), [](const ReportChart& a, const ReportChart& b) {
        return a.y_scale == Scale::linear && b.y_scale == Scale::logarithmic;
    });
    figure.verdict = {worst_linear > 0.8 && halved ? Agreement::agrees : Agreement::differs, facts};
    figure.note =
        "Exact level 3 of one instance, spectral distance over the 10 smallest non-zero eigenvalues; thresholds up to where "
        "the distance is one half. Edges are on a logarithmic axis: an exponential fall is a straight line.";
    return figure;
}

}  // namespace ndpool
