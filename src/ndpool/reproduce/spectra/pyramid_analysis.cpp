#include "ndpool/reproduce/spectra/pyramid_analysis.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "ndpool/analysis/resistance.hpp"
#include "ndpool/analysis/spectra.hpp"
#include "ndpool/analysis/spectral_distance.hpp"
#include "ndpool/base/error.hpp"
#include "ndpool/graph/components.hpp"
#include "ndpool/graph/subgraph.hpp"
#include "ndpool/kron/kron_reduction.hpp"
#include "ndpool/linalg/eigen/symmetric_eigen.hpp"
#include "ndpool/linalg/eigen/top_eigenvector.hpp"

namespace ndpool {

namespace {

Graph without_fake_nodes(const Graph& graph, NodeId fake) {
    if (fake == 0) {
        return graph;
    }
    std::vector<NodeId> real(static_cast<std::size_t>(graph.node_count() - fake));
    std::iota(real.begin(), real.end(), 0);
    return induced_subgraph(graph, real);
}

DegreeRelations degree_relations(const Graph& graph, const std::vector<double>& spectrum) {
    Eigen::MatrixXd adjacency = to_dense(graph.adjacency());
    adjacency.diagonal().setZero();
    const Eigen::VectorXd alpha = symmetric_eigenvalues(adjacency);
    const std::vector<double> degree = degrees(graph);
    const auto [least, most] = std::minmax_element(degree.begin(), degree.end());
    DegreeRelations relations{.smallest_degree = *least, .largest_degree = *most};
    const double rounding = 1e-9 * std::max(spectrum.back(), 1e-300);
    relations.regular = *most - *least <= rounding;
    const Eigen::Index n = alpha.size();
    for (Eigen::Index i = 0; relations.regular && i < n; ++i) {
        const double from_adjacency = *most - alpha[n - 1 - i];
        relations.regular_error =
            std::max(relations.regular_error, std::abs(spectrum[static_cast<std::size_t>(i)] - from_adjacency));
    }
    relations.lower = *most - alpha[n - 1];
    relations.largest_lambda = spectrum.back();
    relations.upper = *most - alpha[0];
    relations.holds =
        relations.lower <= relations.largest_lambda + rounding && relations.largest_lambda <= relations.upper + rounding;
    return relations;
}

LevelAnalysis spectra_of(int level, const Graph& graph, const AnalysisOptions& options, Seed seed) {
    LevelAnalysis result;
    result.level = level;
    result.nodes = graph.node_count();
    result.edges = graph.edge_count();
    result.components = component_count(graph);
    if (graph.node_count() > 0 && graph.node_count() <= options.full_up_to) {
        result.spectrum = laplacian_spectrum(graph);
        result.largest = result.spectrum->back();
        const auto first = static_cast<std::size_t>(std::min(result.components, result.nodes));
        for (std::size_t i = first; i < result.spectrum->size() && i < first + static_cast<std::size_t>(options.eigenvalues);
             ++i) {
            result.smallest.push_back((*result.spectrum)[i]);
        }
        result.degrees = degree_relations(graph, *result.spectrum);
    } else if (graph.node_count() > 0) {
        result.smallest = smallest_nonzero_eigenvalues(graph, options.eigenvalues);
        result.largest = top_eigenpair(graph, Laplacian::combinatorial, {}, seed.child("top")).value;
    }
    return result;
}

double mean_resistance_error(const Graph& base, const Graph& level, const std::vector<NodeId>& nodes, int pairs, Seed seed) {
    Random random(seed);
    std::vector<std::pair<NodeId, NodeId>> here;
    std::vector<std::pair<NodeId, NodeId>> there;
    for (int p = 0; p < pairs; ++p) {
        const auto a = static_cast<NodeId>(random.below(static_cast<std::uint64_t>(level.node_count())));
        const auto b = static_cast<NodeId>(random.below(static_cast<std::uint64_t>(level.node_count())));
        if (a != b) {
            here.emplace_back(a, b);
            there.emplace_back(nodes[static_cast<std::size_t>(a)], nodes[static_cast<std::size_t>(b)]);
        }
    }
    const std::vector<double> ours = resistance_distances(level, here);
    const std::vector<double> exact = resistance_distances(base, there);
    double sum = 0;
    int counted = 0;
    for (std::size_t p = 0; p < exact.size(); ++p) {
        if (std::isfinite(exact[p]) && exact[p] > 0) {
            sum += std::isfinite(ours[p]) ? std::abs(ours[p] - exact[p]) / exact[p] : 1;
            ++counted;
        }
    }
    return counted > 0 ? sum / counted : 0;
}

/// Spectral distance over as many of the smallest eigenvalues as both have.
double distance_of(std::vector<double> original, std::vector<double> changed) {
    const std::size_t count = std::min(original.size(), changed.size());
    original.resize(count);
    changed.resize(count);
    return spectral_distance(original, changed);
}

void compare_with_exact(const Graph& base, const Graph& graph, const std::vector<NodeId>& nodes, const AnalysisOptions& options,
                        LevelAnalysis& result) {
    const Graph exact = kron_reduce(base, cut_keeping(base, nodes));
    if (component_count(exact) < exact.node_count()) {
        result.exact_distance = spectral_distance(exact, graph, options.eigenvalues);
    }
    if (exact.node_count() <= options.full_up_to) {
        result.exact_spectrum = laplacian_spectrum(exact);
        result.perturbation = adjacency_perturbation(exact, graph);
    }
}

}  // namespace

std::vector<LevelAnalysis> analyse_pyramid(const Pyramid& pyramid, const AnalysisOptions& options, Seed seed) {
    if (options.eigenvalues < 1 || options.pairs < 1) {
        throw InvalidInput("the numbers of eigenvalues and of pairs must be positive");
    }
    const Graph base = without_fake_nodes(pyramid.base, pyramid.fake_nodes);
    std::vector<LevelAnalysis> results{spectra_of(0, base, options, seed)};
    const LevelAnalysis original = results.front();
    for (const Level& level : pyramid.levels) {
        const Graph graph = without_fake_nodes(level.graph, level.fake_nodes);
        LevelAnalysis result = spectra_of(level.number, graph, options, seed);
        std::vector<NodeId> nodes(level.nodes.begin(), level.nodes.begin() + graph.node_count());
        const bool decimated = !level.assignment_matrix;
        const double rounding = 1e-9 * original.largest;
        if (decimated && base.node_count() <= options.exact_up_to) {
            compare_with_exact(base, graph, nodes, options, result);
        }
        const auto& within = result.exact_spectrum ? result.exact_spectrum : result.spectrum;
        if (original.spectrum && within && within->size() <= original.spectrum->size()) {
            result.interlacing = check_interlacing(*original.spectrum, *within, rounding);
        }
        if (!original.smallest.empty() && !result.smallest.empty()) {
            result.base_distance = distance_of(original.smallest, result.smallest);
        }
        if (base.node_count() <= options.exact_up_to && graph.node_count() > 1) {
            result.resistance_error = mean_resistance_error(base, graph, nodes, options.pairs,
                                                            seed.child("pairs", static_cast<std::uint64_t>(level.number)));
        }
        results.push_back(std::move(result));
    }
    return results;
}

namespace {

ChartSeries ranked_series(std::string name, const std::vector<double>& spectrum) {
    ChartSeries series{.name = std::move(name)};
    for (std::size_t i = 0; i < spectrum.size(); ++i) {
        series.x.push_back((static_cast<double>(i) + 1) / static_cast<double>(spectrum.size()));
        series.y.push_back(spectrum[i]);
    }
    return series;
}

std::string word_of(const std::optional<double>& value) {
    return value ? fmt::format("{:.4g}", *value) : "-";
}

}  // namespace

ReportFigure analysis_figure(const std::string& title, const std::vector<LevelAnalysis>& levels) {
    ReportFigure figure{.name = "analysis",
                        .title = fmt::format("Analysis of {}", title),
                        .paper_place = "",
                        .says = "Spectra and resistances of the levels beside those of the graph."};
    ReportChart spectra{.title = "Laplacian spectra of the levels",
                        .x_label = "rank of the eigenvalue / number of nodes",
                        .y_label = "eigenvalue"};
    ReportChart exact = spectra;
    exact.title = "spectra of the exact reductions onto the same nodes";
    ReportChart lowest{
        .title = "smallest non-zero eigenvalues", .x_label = "rank", .y_label = "eigenvalue", .y_scale = Scale::logarithmic};
    TextTable table{
        .title = "Levels",
        .columns = {"level", "nodes", "edges", "components", "lambda_2", "lambda_max", "interlaces", "distance from graph",
                    "distance from exact", "resistance error", "beyond Theorem 1", "largest shift", "norm of Q"}};
    bool all_interlace = true;
    for (const LevelAnalysis& level : levels) {
        const std::string name = fmt::format("level {}", level.level);
        if (level.spectrum) {
            spectra.series.push_back(ranked_series(name, *level.spectrum));
        }
        if (level.exact_spectrum) {
            exact.series.push_back(ranked_series(name, *level.exact_spectrum));
        }
        ChartSeries few{.name = name, .x = {}, .y = level.smallest};
        for (std::size_t i = 0; i < level.smallest.size(); ++i) {
            few.x.push_back(static_cast<double>(i) + 1);
        }
        lowest.series.push_back(std::move(few));
        all_interlace = all_interlace && (!level.interlacing || level.interlacing->holds);
        const auto& change = level.perturbation;
        table.rows.push_back(
            {fmt::to_string(level.level), fmt::to_string(level.nodes), fmt::to_string(level.edges),
             fmt::to_string(level.components), level.smallest.empty() ? "-" : fmt::format("{:.4g}", level.smallest.front()),
             fmt::format("{:.4g}", level.largest),
             level.interlacing
                 ? (level.interlacing->holds ? "yes" : fmt::format("no, by {:.2g}", level.interlacing->worst_violation))
                 : "-",
             word_of(level.base_distance), word_of(level.exact_distance), word_of(level.resistance_error),
             change ? fmt::format("{} of {}", change->beyond_first_order, change->shifts.size()) : "-",
             change ? fmt::format("{:.3g}", change->largest_shift) : "-",
             change ? fmt::format("{:.3g}", change->change_norm) : "-"});
    }
    for (ReportChart* chart : {&spectra, &exact, &lowest}) {
        if (!chart->series.empty()) {
            figure.charts.push_back(std::move(*chart));
        }
    }
    figure.texts = {std::move(table)};
    figure.verdict = {Agreement::beyond_the_paper,
                      all_interlace ? "every level interlaces the graph" : "not every level interlaces the graph"};
    return figure;
}

}  // namespace ndpool
