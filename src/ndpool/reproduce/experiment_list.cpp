#include "ndpool/reproduce/experiment_list.hpp"

#include <fmt/format.h>

#include "ndpool/base/error.hpp"
#include "ndpool/reproduce/cuts/cut_size.hpp"
#include "ndpool/reproduce/cuts/fig_density.hpp"
#include "ndpool/reproduce/cuts/fig_vmax.hpp"
#include "ndpool/reproduce/cuts/table_gset.hpp"
#include "ndpool/reproduce/drawings/fig_batch.hpp"
#include "ndpool/reproduce/drawings/fig_families.hpp"
#include "ndpool/reproduce/drawings/fig_methods.hpp"
#include "ndpool/reproduce/drawings/fig_pyramids.hpp"
#include "ndpool/reproduce/drawings/fig_schema.hpp"
#include "ndpool/reproduce/drawings/fig_stride.hpp"
#include "ndpool/reproduce/spectra/fig_epsilon.hpp"
#include "ndpool/reproduce/spectra/fig_sparsifiers.hpp"
#include "ndpool/reproduce/spectra/fig_spectra.hpp"
#include "ndpool/reproduce/spectra/table_fidelity.hpp"
#include "ndpool/reproduce/speed/fig_scale.hpp"
#include "ndpool/reproduce/stored/fig_curves.hpp"
#include "ndpool/reproduce/stored/fig_significance.hpp"
#include "ndpool/reproduce/stored/shown_tables.hpp"
#include "ndpool/reproduce/stored/table_claims.hpp"

namespace ndpool {

namespace {

/// Of a table or figure of trained networks.
std::string meaning_of(std::string_view name) {
    for (const LearnedExperiment& learned : learned_experiment_list()) {
        if (learned.name == name) {
            return learned.meaning;
        }
    }
    return "";
}

/// A table of trained networks, shown as far as it has been run.
Experiment shown(const std::string& name, const std::string& title, const std::string& place) {
    return {name, meaning_of(name),
            [name, title, place](const ExperimentOptions& options, Seed) { return shown_table(options, name, title, place); }, "",
            true};
}

}  // namespace

std::vector<LearnedExperiment> learned_experiment_list() {
    return {
        {"table-graphs", "Accuracy and time of every pooling method on graph classification (Table I, Fig. 7)"},
        {"table-cleaned", "Accuracy of every pooling method on datasets without copies of graphs"},
        {"table-ablation", "Accuracy of NDP with other reductions, sides, cuts, normalisations and readouts"},
        {"table-expressiveness", "Which pools let a network tell graphs apart that the Weisfeiler-Lehman test does"},
        {"table-mnist", "Accuracy of pooling methods on images over the graph of their pixels (Table II)"},
        {"table-imdb", "Accuracy of pooling methods on reviews over a graph of words (Table III)"},
        {"fig-curves", "Accuracy over 1000 epochs of training (supplement)"},
    };
}

std::vector<Experiment> experiment_list() {
    return {
        {"fig-schema", "The three steps on one graph (Fig. 1)", fig_schema},
        {"fig-stride", "Levels that are skipped: pooling with a larger stride (Fig. 2)", fig_stride},
        {"fig-vmax", "Values and distribution of the two top eigenvectors (Fig. 3)", fig_vmax},
        {"fig-density", "Size of the cut while edges are added until the graph is complete (Fig. 4, supplement)", fig_density},
        {"fig-spectra", "Laplacian spectra of the levels, exact and sparsified (Fig. 5)", fig_spectra},
        {"fig-epsilon", "Spectral distance and edges left against the threshold (Fig. 6, supplement)", fig_epsilon},
        shown("table-graphs", "Graph classification accuracy", "Table I"),
        {"fig-time", "Seconds of a training epoch (Fig. 7), from finished results", fig_time, "", true},
        {"fig-accuracy-time", "Accuracy against seconds of an epoch (Fig. 8), from finished results", fig_accuracy_time, "",
         true},
        {"fig-methods", "One graph coarsened by GRACLUS, NMF and NDP (Fig. 9)", fig_methods},
        shown("table-mnist", "Signal classification on MNIST", "Table II"),
        shown("table-imdb", "Signal classification on IMDB", "Table III"),
        {"fig-families", "Six families of graphs and their adjacency matrices (supplement)", fig_families},
        {"table-cuts", "Size of the cut on six families of graphs (supplement, table 1)", table_cuts, "cut-size"},
        {"fig-pyramids", "Levels of six families of graphs with thresholds (supplement)", fig_pyramids},
        {"fig-batch", "A mini-batch as one disjoint union (supplement)", fig_batch},
        {"fig-curves", meaning_of("fig-curves"), fig_curves, "", true},
        {"fig-significance", "Table I with paired tests over the folds, from finished results", fig_significance, "", true},
        shown("table-cleaned", "Graph classification accuracy without copies of graphs", ""),
        shown("table-ablation", "Variants of NDP", ""),
        shown("table-expressiveness", "Which pools keep graphs apart", ""),
        {"fig-sparsifiers", "The threshold beside sampling by effective resistance", fig_sparsifiers},
        {"table-fidelity", "Lean and faithful levels against exact ones", table_fidelity},
        {"table-gset", "Our cuts of Gset against the best known ones", table_gset},
        {"fig-scale", "Time and memory against the number of nodes", fig_scale, "", false, {"scale_others.txt"}},
        {"table-claims", "The paper's claims one by one, from the other figures", table_claims, "", true},
    };
}

Experiment experiment_named(std::string_view name) {
    for (Experiment& experiment : experiment_list()) {
        if (experiment.name == name || (!experiment.alias.empty() && experiment.alias == name)) {
            return std::move(experiment);
        }
    }
    throw InvalidInput(fmt::format("{}: no such table or figure (see ndpool reproduce --list)", name));
}

}  // namespace ndpool
