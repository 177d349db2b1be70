#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ndpool/analysis/interlacing.hpp"
#include "ndpool/analysis/perturbation.hpp"
#include "ndpool/base/seed.hpp"
#include "ndpool/pyramid/pyramid.hpp"
#include "ndpool/reproduce/report_figure.hpp"

namespace ndpool {

struct AnalysisOptions {
    int eigenvalues = 10;        ///< K of the paper's spectral distance
    int pairs = 100;             ///< pairs of nodes whose resistance distance is compared
    NodeId full_up_to = 2000;    ///< nodes of a graph whose whole spectrum is computed
    NodeId exact_up_to = 20000;  ///< nodes of a base that levels are compared with the exact reduction of
};

/// How the eigenvalues of the adjacency matrix relate to those of the Laplacian (Sec. IV-E).
struct DegreeRelations {
    double smallest_degree = 0;
    double largest_degree = 0;
    bool regular = false;
    double regular_error = 0;  ///< max |lambda_i - (d - alpha_i)|; of regular graphs only
    double lower = 0;          ///< d_max - largest alpha
    double largest_lambda = 0;
    double upper = 0;   ///< d_max - smallest alpha
    bool holds = true;  ///< lower <= largest_lambda <= upper, up to rounding
};

/// One graph of a pyramid; level 0 is the base. What could not be computed, or has no meaning, is not there.
struct LevelAnalysis {
    int level = 0;
    NodeId nodes = 0;
    EntryIndex edges = 0;
    NodeId components = 0;
    std::vector<double> smallest;                       ///< the K smallest non-zero eigenvalues of L, ascending
    double largest = 0;                                 ///< the largest one
    std::optional<std::vector<double>> spectrum;        ///< all of them
    std::optional<std::vector<double>> exact_spectrum;  ///< of the exact reduction onto the same nodes
    std::optional<InterlacingReport> interlacing;       ///< of the level before it was sparsified, or as it is, within the base
    std::optional<double> base_distance;                ///< spectral distance from the base's smallest eigenvalues
    std::optional<double> exact_distance;               ///< spectral distance from the exact reduction
    std::optional<double> resistance_error;             ///< mean relative error of resistance distances
    std::optional<PerturbationReport> perturbation;     ///< of the exact reduction's adjacency matrix: Theorem 1 and Weyl
    std::optional<DegreeRelations> degrees;
};

/// Spectra, interlacing, resistance distances, spectral distances, Theorem 1's quantities and Weyl's bounds, and the relations
/// between degrees and eigenvalues, of the base and of every level, whatever method made them. Fake nodes are left out. Throws
/// InvalidInput for options without a meaning, TooLarge and NumericalFailure like smallest_nonzero_eigenvalues.
[[nodiscard]] std::vector<LevelAnalysis> analyse_pyramid(const Pyramid& pyramid, const AnalysisOptions& options, Seed seed);

/// Charts and a table of it; `title` names the graph.
[[nodiscard]] ReportFigure analysis_figure(const std::string& title, const std::vector<LevelAnalysis>& levels);

}  // namespace ndpool
