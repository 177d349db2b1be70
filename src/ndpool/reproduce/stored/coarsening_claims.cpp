#include "ndpool/reproduce/stored/coarsening_claims.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "ndpool/analysis/interlacing.hpp"
#include "ndpool/analysis/perturbation.hpp"
#include "ndpool/analysis/spectra.hpp"
#include "ndpool/cut/cut_graph.hpp"
#include "ndpool/generate/generate.hpp"
#include "ndpool/pyramid/methods.hpp"
#include "ndpool/reproduce/stored/stored_results.hpp"

namespace ndpool {

namespace {

constexpr const char* measured_on = "sensor:300";

/// What a figure of the results says; missing if the figure has not been made.
Claim claim_by_figure(const ExperimentOptions& options, std::string words, std::string place, const std::string& figure) {
    Claim claim{std::move(words),
                std::move(place),
                fmt::format("{} has not been made", figure),
                Agreement::missing,
                fmt::format("ndpool reproduce {} -o report", figure),
                fmt::format("the comparisons below {} hold", figure)};
    if (const auto made = stored_figure(options, figure)) {
        claim.ours = made->verdict.words;
        claim.agreement = made->verdict.agreement;
    }
    return claim;
}

Claim dense_claim(const ExperimentOptions& options) {
    Claim claim{"On dense graphs a random cut is close to the bound",
                "Sec. IV-B",
                "fig-density has not been made",
                Agreement::missing,
                "ndpool reproduce fig-density -o report",
                "from a density of 75 % on the bound is less than 0.08 above a random cut (our limit)"};
    const auto made = stored_figure(options, "fig-density");
    if (!made) {
        return claim;
    }
    double widest = 0;
    for (const ReportChart& chart : made->charts) {
        for (std::size_t i = 0; i < chart.series[0].x.size(); ++i) {
            if (chart.series[0].x[i] >= 0.75) {
                widest = std::max(widest, chart.series[2].y[i] - chart.series[1].y[i]);
            }
        }
    }
    claim.ours =
        fmt::format("from a density of 75 % on, the bound is at most {:.3f} above a random cut, on all six families", widest);
    claim.agreement = widest < 0.08 ? Agreement::agrees : Agreement::differs;
    return claim;
}

/// Whether the spectra of levels stay within that of the graph: those of NDP do, by interlacing.
Claim spectra_claim(const Graph& graph, Seed seed) {
    const std::vector<double> spectrum = laplacian_spectrum(graph);
    const auto excess = [&](const PyramidOptions& options) {
        const Pyramid pyramid = make_pyramid(graph, options, seed.child("pyramid"));
        double worst = 0;
        for (const Level& level : pyramid.levels) {
            worst = std::max(worst, check_interlacing(spectrum, laplacian_spectrum(level.graph), 0).worst_violation);
        }
        return worst / spectrum.back();
    };
    const double ndp = excess(NdpOptions{.levels = {1, 2}, .threshold = {.epsilon = 0}});
    const double graclus = excess(GraclusOptions{.levels = {1, 2}, .fake_nodes = false});
    return {"The spectrum of GRACLUS' levels is usually not contained in that of the graph; NDP's interlaces it",
            "Sec. V, III-B",
            fmt::format(
                "levels 1 and 2 of {}: GRACLUS violates interlacing by {:.0f} % of the largest eigenvalue, NDP by {:.0e} of it",
                measured_on, 100 * graclus, std::max(ndp, 1e-16)),
            graclus > 0.01 && ndp < 1e-8 ? Agreement::agrees : Agreement::differs,
            fmt::format("ndpool analyse {} --method graclus", measured_on),
            "GRACLUS violates interlacing by more than 1 % of the largest eigenvalue (our limit), NDP by less than 1e-8"};
}

Claim theorem_claim(const Graph& graph, Seed seed) {
    const Pyramid pyramid = ndp_pyramid(graph, {.levels = {1}, .keep_unsparsified = true}, seed.child("pyramid"));
    const Level& level = pyramid.levels.front();
    const PerturbationReport report = adjacency_perturbation(*level.unsparsified, level.graph);
    return {
        "Sparsification moves no eigenvalue beyond alpha_i + u_i' Q u_i (Theorem 1)",
        "Sec. IV-E",
        fmt::format(
            "{} of {} eigenvalues of level 1 of {} are beyond it, because the proof drops terms of second order; Weyl's bound "
            "holds: the largest shift is {:.3f}, the norm of Q {:.3f}",
            report.beyond_first_order, report.shifts.size(), measured_on, report.largest_shift, report.change_norm),
        report.beyond_first_order == 0 ? Agreement::agrees : Agreement::differs,
        fmt::format("ndpool analyse {}", measured_on),
        "no eigenvalue is beyond it"};
}

Claim sign_claim(const Graph& graph, Seed seed) {
    const auto signs = [&](Laplacian laplacian) { return top_eigenpair(graph, laplacian, {}, seed.child("top")).vector; };
    const std::vector<double> a = signs(Laplacian::combinatorial);
    const std::vector<double> b = signs(Laplacian::symmetric);
    std::size_t equal = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        equal += (a[i] >= 0) == (b[i] >= 0) ? 1 : 0;
    }
    const double share = static_cast<double>(std::max(equal, a.size() - equal)) / static_cast<double>(a.size());
    return {"v_max and v_max^s have the same signs",
            "Sec. IV-A",
            fmt::format("on {} {:.0f} % of the signs agree (50 % would be chance): the two are not multiples of each other "
                        "unless the graph is regular",
                        measured_on, 100 * share),
            share == 1 ? Agreement::agrees : Agreement::differs,
            "ndpool cut GRAPH --laplacian combinatorial",
            "all signs are equal"};
}

}  // namespace

std::vector<Claim> coarsening_claims(const ExperimentOptions& options, Seed seed) {
    const Graph graph = generate_graph(measured_on, seed.child("graph")).graph;
    return {
        claim_by_figure(options, "Edges drop exponentially with epsilon while the spectral distance grows linearly",
                        "Sec. IV-E, Fig. 6", "fig-epsilon"),
        claim_by_figure(options, "Spectral sparsification as by Batson et al. is unstable", "Sec. III-C", "fig-sparsifiers"),
        claim_by_figure(options, "The spectral cut is larger than a random one up to a density of 70-80 %", "Sec. IV-B, Fig. 4",
                        "fig-density"),
        dense_claim(options),
        claim_by_figure(options, "Each pooling keeps about half of the nodes and the connectivity", "Sec. III", "fig-pyramids"),
        claim_by_figure(options, "Sparsified levels have almost the spectra of the exact ones", "Sec. IV-E, Fig. 5",
                        "fig-spectra"),
        spectra_claim(graph, seed),
        theorem_claim(graph, seed),
        sign_claim(graph, seed),
        {"Random cuts introduce stochasticity that provides robustness in training", "Sec. IV-B",
         "pyramids are made once, with one seed; training with pyramids that are drawn again was not run", Agreement::missing,
         "ndpool train DATASET -o run --cut-method random --seed 1",
         "networks that see pyramids drawn again have a higher accuracy on test graphs"}};
}

}  // namespace ndpool
