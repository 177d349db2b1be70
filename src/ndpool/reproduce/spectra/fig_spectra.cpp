#include "ndpool/reproduce/spectra/fig_spectra.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "ndpool/analysis/interlacing.hpp"
#include "ndpool/analysis/spectra.hpp"
#include "ndpool/generate/generate.hpp"
#include "ndpool/pyramid/ndp/ndp.hpp"

namespace ndpool {

namespace {

/// Eigenvalues over their rank divided by their number, so that levels of different sizes can be compared.
ChartSeries spectrum_series(std::string name, const std::vector<double>& spectrum, bool dashed = false) {
    ChartSeries series{.name = std::move(name), .dashed = dashed};
    for (std::size_t i = 0; i < spectrum.size(); ++i) {
        series.x.push_back((static_cast<double>(i) + 1) / static_cast<double>(spectrum.size()));
        series.y.push_back(spectrum[i]);
    }
    return series;
}

}  // namespace

ReportFigure fig_spectra(const ExperimentOptions& options, Seed seed) {
    const char* spec = options.quick ? "sensor:160" : "sensor:400";
    const Graph graph = generate_graph(spec, seed.child("graph")).graph;
    const Pyramid pyramid = ndp_pyramid(graph, {.levels = {1, 2, 3}, .keep_unsparsified = true}, seed.child("pyramid"));

    ReportFigure figure{
        .name = "fig-spectra",
        .title = "Laplacian spectra of the levels, exact and sparsified",
        .paper_place = "Fig. 5",
        .says = "The spectrum of each level lies within that of the graph, and the threshold of 0.01 hardly moves it."};
    const std::vector<double> original = laplacian_spectrum(graph);
    ReportChart exact{.title = "exact levels", .x_label = "rank of the eigenvalue / number of nodes", .y_label = "eigenvalue"};
    exact.series.push_back(spectrum_series("level 0", original, true));
    ReportChart sparsified = exact;
    sparsified.title = "sparsified levels";
    ReportChart difference{
        .title = "absolute difference of the two", .x_label = exact.x_label, .y_label = "difference of eigenvalues"};
    bool interlaces = true;
    double largest = 0;
    double worst = 0;
    std::vector<double> before = original;
    for (const Level& level : pyramid.levels) {
        const std::vector<double> full = laplacian_spectrum(*level.unsparsified);
        const std::vector<double> thin = laplacian_spectrum(level.graph);
        const InterlacingReport report = check_interlacing(before, full, 1e-9 * original.back());
        interlaces = interlaces && report.holds;
        worst = std::max(worst, report.worst_violation);
        const std::string name = fmt::format("level {}", level.number);
        exact.series.push_back(spectrum_series(name, full));
        sparsified.series.push_back(spectrum_series(name, thin));
        std::vector<double> apart(full.size());
        for (std::size_t i = 0; i < full.size(); ++i) {
            apart[i] = std::abs(full[i] - thin[i]);
            largest = std::max(largest, apart[i]);
        }
        difference.series.push_back(spectrum_series(name, apart));
        before = full;
    }
    figure.charts = {std::move(exact), std::move(sparsified), std::move(difference)};
    const double share = largest / original.back();
    figure.verdict = verdict_by(
        {{"the eigenvalues of every exact level interlace those of the level before, to 1e-9 of the largest",
          fmt::format("the worst violation is {:.1e}", worst), interlaces},
         {"sparsification leaves the spectra almost identical: no eigenvalue moves by a tenth of the largest (our limit)",
          fmt::format("{:.3f}, {:.1f} % of the largest", largest, 100 * share), share < 0.1}},
        fmt::format("interlacing {} on all levels; sparsification moves eigenvalues by at most {:.1f} % of the largest",
                    interlaces ? "holds" : "does not hold", 100 * share));
    figure.note = fmt::format("{}, levels 1 to 3, epsilon 0.01.", spec);
    return figure;
}

}  // namespace ndpool
