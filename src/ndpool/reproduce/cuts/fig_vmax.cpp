#include "ndpool/reproduce/cuts/fig_vmax.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "ndpool/cut/cut_graph.hpp"
#include "ndpool/generate/generate.hpp"

namespace ndpool {

namespace {

constexpr const char* block_model = "sbm:300";
constexpr double near_zero = 0.05;  ///< of the largest entry

double share_near_zero(const std::vector<double>& entries) {
    double largest = 0;
    for (const double entry : entries) {
        largest = std::max(largest, std::abs(entry));
    }
    const auto small =
        std::count_if(entries.begin(), entries.end(), [&](double entry) { return std::abs(entry) < near_zero * largest; });
    return static_cast<double>(small) / static_cast<double>(entries.size());
}

ReportChart histogram(const char* title, const std::vector<double>& entries) {
    constexpr std::size_t bins = 31;
    double largest = 0;
    for (const double entry : entries) {
        largest = std::max(largest, std::abs(entry));
    }
    ChartSeries counts{.name = "nodes", .x = std::vector<double>(bins), .y = std::vector<double>(bins)};
    for (std::size_t bin = 0; bin < bins; ++bin) {
        counts.x[bin] = largest * (2 * (static_cast<double>(bin) + 0.5) / bins - 1);
    }
    for (const double entry : entries) {
        const auto bin = static_cast<std::size_t>((entry / largest + 1) / 2 * bins);
        counts.y[std::min(bin, bins - 1)] += 1;
    }
    return {.title = title, .x_label = "value of the entry", .y_label = "nodes", .kind = ChartKind::bars, .series = {counts}};
}

}  // namespace

ReportFigure fig_vmax(const ExperimentOptions& /*options*/, Seed seed) {
    const Graph graph = generate_graph(block_model, seed.child("graph")).graph;
    const std::vector<double> degree = degrees(graph);
    std::vector<std::size_t> order(degree.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return degree[a] < degree[b]; });

    ReportFigure figure{.name = "fig-vmax",
                        .title = "Entries of the two top eigenvectors",
                        .paper_place = "Fig. 3",
                        .says =
                            "Many entries of v_max are almost zero, so their signs say little; those of v_max^s are spread "
                            "more evenly."};
    std::vector<double> shares;
    std::vector<double> cuts;
    for (const Laplacian laplacian : {Laplacian::combinatorial, Laplacian::symmetric}) {
        const bool symmetric = laplacian == Laplacian::symmetric;
        const TopEigenpair top = top_eigenpair(graph, laplacian, {}, seed.child("eigenvector"));
        ChartSeries entries{.name = "entry"};
        for (std::size_t i = 0; i < order.size(); ++i) {
            entries.x.push_back(static_cast<double>(i));
            entries.y.push_back(top.vector[order[i]]);
        }
        figure.charts.push_back({.title = symmetric ? "v_max^s" : "v_max",
                                 .x_label = "nodes by ascending degree",
                                 .y_label = "value of the entry",
                                 .kind = ChartKind::dots,
                                 .series = {std::move(entries)}});
        figure.charts.push_back(histogram(symmetric ? "distribution of v_max^s" : "distribution of v_max", top.vector));
        shares.push_back(share_near_zero(top.vector));
        const SpectralCutOptions by_signs{.laplacian = laplacian, .random_below = 0, .zero_below = 0};
        cuts.push_back(cut_graph(graph, {.method = CutMethod::spectral, .spectral = by_signs}, seed.child("cut")).fraction);
    }
    figure.verdict = verdict_by(
        {{fmt::format("more entries of v_max than of v_max^s are almost zero: below {:.0f} % of the largest (our limit)",
                      100 * near_zero),
          fmt::format("{:.0f} % and {:.0f} %", 100 * shares[0], 100 * shares[1]), shares[0] > shares[1]}},
        fmt::format("almost zero are {:.0f} % of the entries of v_max and {:.0f} % of v_max^s; their signs cut {:.3f} and {:.3f}",
                    100 * shares[0], 100 * shares[1], cuts[0], cuts[1]));
    figure.note = fmt::format(
        "One stochastic block model, {}. The two sign patterns are not the same, as the paper says: that "
        "holds for regular graphs only.",
        block_model);
    return figure;
}

}  // namespace ndpool
