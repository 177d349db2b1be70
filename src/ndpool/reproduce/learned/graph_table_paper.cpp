// The numbers of Table I of the paper (Bianchi, Grattarola, Livi, Alippi: Hierarchical representation learning in graph neural
// networks with node decimation pooling), in its order of columns.
#include "ndpool/reproduce/learned/graph_table_paper.hpp"

namespace ndpool {

namespace {

constexpr double without_deviation = 0;

std::vector<std::optional<MeanStd>> percent(std::initializer_list<MeanStd> numbers) {
    return {numbers.begin(), numbers.end()};
}

std::vector<GraphTableColumn> paper_columns() {
    return {
        {"WL", "wl", "wl"},
        {"Dense", "dense", "dense"},
        {"Flat", "flat", "flat"},
        {"DiffPool", "diffpool", "diffpool"},
        {"Top-K", "topk", "topk"},
        {"GRACLUS", "graclus", "graclus"},
        {"NMF", "nmf", "nmf"},
        {"NDP", "ndp", "ndp"},
        {"SAGPool", "sagpool", "sagpool"},
        {"MinCut", "mincut", "mincut"},
        {"GRACLUS plain", "graclus-plain", "graclus-plain"},
        {"NDP smaller", "ndp-smaller", "ndp", [](RunOptions& run) { run.ndp.cut.keep = KeptSide::smaller; }},
        {"NDP larger", "ndp-larger", "ndp", [](RunOptions& run) { run.ndp.cut.keep = KeptSide::larger; }},
        {"NDP sum", "ndp-sum", "ndp", [](RunOptions& run) { run.network.pool.reduce = Reduce::sum; }},
        {"NDP harmonic", "ndp-harmonic", "ndp", [](RunOptions& run) { run.network.pool.reduce = Reduce::harmonic; }},
        {"NDP harmonic smaller", "ndp-harmonic-smaller", "ndp",
         [](RunOptions& run) {
             run.network.pool.reduce = Reduce::harmonic;
             run.ndp.cut.keep = KeptSide::smaller;
         }},
        {"NDP harmonic cheaper", "ndp-harmonic-cheaper", "ndp",
         [](RunOptions& run) {
             run.network.pool.reduce = Reduce::harmonic;
             run.ndp.cut.keep = KeptSide::cheaper;
         }},
        {"NDP both sides", "ndp-both", "ndp",
         [](RunOptions& run) {
             run.network.pool.reduce = Reduce::harmonic;
             run.ndp.cut.keep = KeptSide::smaller;
             run.augment = {KeptSide::larger};
             run.average = true;
         }},
        {"GRACLUS mean", "graclus-mean", "graclus", [](RunOptions& run) { run.network.pool.reduce = Reduce::mean; }},
        {"Top-K sigmoid", "topk-sigmoid", "topk", [](RunOptions& run) { run.network.pool.gate = Gate::sigmoid; }},
        {"Top-K attention", "topk-attention", "topk", [](RunOptions& run) { run.network.pool.gate = Gate::attention; }},
        {"Top-K Kron", "topk-kron", "topk", [](RunOptions& run) { run.network.pool.connect = Connect::kron; }},
        {"EdgePool", "edgepool", "edgepool"},
        {"MaxCutPool", "maxcut", "maxcut"},
        {"k-MIS", "kmis", "kmis"},
        {"k-MIS Kron", "kmis-kron", "kmis-kron"},
        {"k-MIS Kron harmonic", "kmis-kron-harmonic", "kmis-kron",
         [](RunOptions& run) { run.network.pool.reduce = Reduce::harmonic; }},
    };
}

std::vector<GraphTableRow> paper_rows() {
    const auto easy = percent(
        {{92.6, without_deviation}, {29.3, 0.3}, {98.5, 0.3}, {98.6, 0.4}, {82.4, 8.9}, {97.5, 0.5}, {97.4, 0.8}, {97.4, 0.9}});
    const auto hard = percent(
        {{60.0, without_deviation}, {29.4, 0.3}, {67.6, 2.8}, {69.9, 1.9}, {42.7, 15.2}, {69.0, 1.5}, {68.6, 1.6}, {71.9, 0.8}});
    return {
        {"Bench-easy (small)", "easy_small", "bench:easy-small", easy},
        {"Bench-easy (recreated)", "easy_recreated", "bench:easy", easy},
        {"Bench-hard (small)", "hard_small", "bench:hard-small", hard},
        {"Bench-hard (recreated)", "hard_recreated", "bench:hard", hard},
        {"Proteins", "PROTEINS", "",
         percent({{71.2, 2.6}, {68.7, 3.3}, {72.6, 4.8}, {72.8, 3.5}, {69.6, 3.3}, {70.3, 2.6}, {71.6, 4.1}, {73.4, 3.1}})},
        {"Enzymes", "ENZYMES", "",
         percent({{33.6, 4.1}, {45.7, 9.9}, {52.0, 12.3}, {24.6, 5.3}, {31.4, 6.8}, {42.0, 6.7}, {39.9, 3.6}, {44.5, 7.4}})},
        {"NCI1", "NCI1", "",
         percent({{81.1, 1.6}, {53.7, 3.0}, {74.4, 2.5}, {76.5, 2.2}, {71.8, 2.6}, {69.5, 1.7}, {68.2, 2.2}, {74.2, 1.7}})},
        {"MUTAG", "MUTAG", "",
         percent({{78.9, 13.1}, {91.1, 7.1}, {87.1, 6.6}, {90.5, 3.9}, {85.5, 11.0}, {84.9, 8.1}, {76.7, 14.4}, {87.9, 5.7}})},
        {"Mutagenicity", "Mutagenicity", "",
         percent({{81.7, 1.1}, {68.4, 0.3}, {78.0, 1.3}, {77.6, 2.7}, {71.9, 3.7}, {74.4, 1.8}, {75.5, 1.7}, {77.9, 1.4}})},
        {"D&D", "DD", "",
         percent({{78.6, 2.7}, {70.6, 5.2}, {76.8, 1.5}, {79.3, 2.4}, {69.4, 7.8}, {70.5, 4.8}, {70.6, 4.1}, {72.8, 5.4}})},
        {"COLLAB", "COLLAB", "",
         percent({{74.8, 1.3}, {79.3, 1.6}, {82.1, 1.8}, {81.8, 1.4}, {79.3, 1.8}, {77.1, 2.1}, {78.5, 1.8}, {79.1, 1.3}})},
        {"Reddit-Binary", "REDDIT-BINARY", "",
         percent({{68.2, 1.7}, {48.5, 2.6}, {80.3, 2.6}, {86.8, 2.1}, {74.7, 4.5}, {79.2, 0.4}, {52.0, 2.1}, {88.0, 1.4}})},
    };
}

}  // namespace

const GraphTableLayout& paper_table() {
    static const GraphTableLayout layout{"table-graphs", "Graph classification accuracy in percent (Table I)", 10, paper_rows(),
                                         paper_columns()};
    return layout;
}

}  // namespace ndpool
