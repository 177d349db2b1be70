#include "ndpool/reproduce/spectra/fig_epsilon.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "ndpool/analysis/spectral_distance.hpp"
#include "ndpool/reproduce/spectra/linear_fit.hpp"
#include "ndpool/reproduce/spectra/sparsified_case.hpp"
#include "ndpool/sparsify/threshold.hpp"

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

/// Edges left at half of the last threshold over those that an exponential fall between the ends would leave there.
double fall_at_half(const std::vector<double>& edges) {
    return edges[edges.size() / 2] / std::sqrt(edges.front() * std::max(edges.back(), 1.0));
}

}  // namespace

ReportFigure fig_epsilon(const ExperimentOptions& options, Seed seed) {
    constexpr std::array<SparsifiedCase, 3> cases{{{"Sensor", "sensor:1000", "sensor:400"},
                                                   {"Grid", "grid:30x30", "grid:20x20"},
                                                   {"Community", "community:1000", "community:400"}}};
    ReportFigure figure{
        .name = "fig-epsilon",
        .title = "Distance and edges left against the threshold",
        .paper_place = "Fig. 6, supplement",
        .says = "While the threshold is small, the distance grows about linearly and most of the edges are already gone."};
    double worst_linear = 1;
    double slowest = 0;
    std::string fits;
    std::string falls;
    for (std::size_t c = 0; c < cases.size(); ++c) {
        options.progress("fig-epsilon", c, cases.size());
        const auto [spec, level] = exact_level(cases[c], c, 3, options, seed);
        const EpsilonCurve curve = epsilon_curve(level, options.quick ? 12 : 30);
        const double linear = linear_fit(curve.epsilon, curve.distance).r_squared;
        worst_linear = std::min(worst_linear, linear);
        fits += fmt::format("{}{} {:.2f}", fits.empty() ? "" : ", ", cases[c].name, linear);
        const double fall = fall_at_half(curve.edges);
        slowest = std::max(slowest, fall);
        falls += fmt::format("{}{} {:.2f}", falls.empty() ? "" : ", ", cases[c].name, fall);
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
    figure.verdict = verdict_by(
        {{"the distance grows about linearly with epsilon: R^2 of a straight line is at least 0.9 (our limit)", fits,
          worst_linear >= 0.9},
         {"edges drop at least exponentially: at half of the last threshold no more are left than an exponential fall leaves, to "
          "5 % "
          "(our limit)",
          falls + " of it", slowest < 1.05}},
        fmt::format("R^2 of a linear distance: {}; edges at half of the thresholds: at most {:.2f} of an exponential fall", fits,
                    slowest));
    figure.note =
        "Exact level 3 of one instance, spectral distance over the 10 smallest non-zero eigenvalues; thresholds up to where "
        "the distance is one half. Edges are on a logarithmic axis: an exponential fall is a straight line.";
    return figure;
}

}  // namespace ndpool
