#include "ndpool/reproduce/spectra/table_fidelity.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "ndpool/analysis/resistance.hpp"
#include "ndpool/analysis/spectral_distance.hpp"
#include "ndpool/generate/generate.hpp"
#include "ndpool/linalg/eigen/symmetric_eigen.hpp"
#include "ndpool/pyramid/ndp/ndp.hpp"

namespace ndpool {

namespace {

constexpr int lowest = 10;

struct Fidelity {
    double distance = 0;
    double angle = 0;  ///< degrees
    double resistance = 0;
};

/// Orthonormal eigenvectors of the `lowest` smallest non-zero eigenvalues.
Eigen::MatrixXd low_space(const Graph& graph) {
    const EigenPairs pairs = symmetric_eigenpairs(to_dense(laplacian_matrix(graph, Laplacian::combinatorial)));
    const Eigen::Index count = std::min<Eigen::Index>(lowest, pairs.values.size() - 1);
    return pairs.vectors.middleCols(1, count);
}

/// The largest angle between the two spaces, in degrees.
double largest_angle(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b) {
    const Eigen::MatrixXd product = a.transpose() * b;
    const Eigen::VectorXd cosines = product.jacobiSvd().singularValues();
    constexpr double degrees_per_radian = 57.29577951308232;
    return degrees_per_radian * std::acos(std::clamp(cosines.minCoeff(), -1.0, 1.0));
}

double mean_resistance_error(const Graph& exact, const Graph& level, Seed seed) {
    constexpr int pairs_drawn = 200;
    Random random(seed);
    std::vector<std::pair<NodeId, NodeId>> pairs;
    while (pairs.size() < pairs_drawn) {
        const auto a = static_cast<NodeId>(random.below(static_cast<std::uint64_t>(exact.node_count())));
        const auto b = static_cast<NodeId>(random.below(static_cast<std::uint64_t>(exact.node_count())));
        if (a != b) {
            pairs.emplace_back(a, b);
        }
    }
    const std::vector<double> there = resistance_distances(exact, pairs);
    const std::vector<double> here = resistance_distances(level, pairs);
    double sum = 0;
    for (std::size_t p = 0; p < pairs.size(); ++p) {
        sum += std::abs(here[p] - there[p]) / there[p];
    }
    return sum / pairs_drawn;
}

Fidelity fidelity_of(const Graph& base, const Level& level, Seed seed) {
    const Graph exact = kron_reduce(base, cut_keeping(base, level.nodes));
    return {spectral_distance(exact, level.graph, lowest), largest_angle(low_space(exact), low_space(level.graph)),
            mean_resistance_error(exact, level.graph, seed)};
}

}  // namespace

ReportFigure table_fidelity(const ExperimentOptions& options, Seed seed) {
    struct Way {
        const char* name;
        Accuracy accuracy;
        double epsilon;
    };
    constexpr std::array<Way, 3> ways{{{"exact, thresholded", Accuracy::exact, 0.01},
                                       {"faithful, thresholded", Accuracy::faithful, 0.01},
                                       {"lean", Accuracy::lean, 0}}};
    const std::vector<const char*> specs = options.quick ? std::vector<const char*>{"sensor:400", "grid:20x20"}
                                                         : std::vector<const char*>{"sensor:1600", "grid:40x40", "road:1600"};
    constexpr int levels = 4;
    ReportFigure figure{.name = "table-fidelity",
                        .title = "Lean and faithful levels against exact ones",
                        .paper_place = "",
                        .says = "How far a level is from the exact Kron reduction in eigenvalues, eigenvectors and resistances."};
    ResultTable table{
        "table-fidelity", figure.title, "", {"nonzeros per node", "spectral distance", "angle", "resistance error"}, {}};
    double worst_lean = 0;
    double worst_exact = 0;
    std::size_t done = 0;
    for (const char* spec : specs) {
        const Graph graph = generate_graph(spec, seed.child("graph")).graph;
        for (const Way& way : ways) {
            options.progress("table-fidelity", done++, specs.size() * ways.size());
            const NdpOptions ndp{.levels = {1, 2, 3, 4}, .accuracy = way.accuracy, .threshold = {.epsilon = way.epsilon}};
            const Pyramid pyramid = ndp_pyramid(graph, ndp, seed.child("pyramid"));
            for (const Level& level : pyramid.levels) {
                const Fidelity fidelity = fidelity_of(pyramid.base, level, seed.child("pairs"));
                const double full = static_cast<double>(level.graph.entry_count()) / level.graph.node_count();
                const auto cell = [](double value) { return ResultCell{MeanStd{value, std::nan("")}, {}}; };
                table.rows.push_back({fmt::format("{}, {}, level {}", spec, way.name, level.number),
                                      {cell(full), cell(fidelity.distance), cell(fidelity.angle), cell(fidelity.resistance)}});
                double& worst = way.accuracy == Accuracy::lean ? worst_lean : worst_exact;
                worst = std::max(worst, fidelity.distance);
            }
        }
    }
    table.note = fmt::format(
        "Levels 1 to {}; distance and angle over the {} smallest non-zero eigenvalues, the angle is the largest one between the "
        "two "
        "spaces, in degrees; resistance error is the mean over 200 pairs. Thresholds of 0.01; lean levels have none.",
        levels, lowest);
    figure.tables = {table};
    figure.note = table.note;
    figure.verdict = {
        Agreement::beyond_the_paper,
        fmt::format("spectral distance at most {:.4f} for lean levels with about 11 nonzeros per node, at most {:.3f} for "
                    "thresholded ones",
                    worst_lean, worst_exact)};
    return figure;
}

}  // namespace ndpool
