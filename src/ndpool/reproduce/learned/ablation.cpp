#include "ndpool/reproduce/learned/ablation.hpp"

namespace ndpool {

namespace {

/// The variants change the paper's network; those after the reductions change it with the harmonic one.
template <Reduce reduce>
void reduce_by(RunOptions& run) {
    run.network.pool.reduce = reduce;
}

template <typename Change>
void with_harmonic(RunOptions& run, const Change& change) {
    run.network.pool.reduce = Reduce::harmonic;
    change(run);
}

std::vector<GraphTableColumn> reductions() {
    return {
        {"take", "take", "ndp"},
        {"mean", "mean", "ndp", reduce_by<Reduce::mean>},
        {"sum", "sum", "ndp", reduce_by<Reduce::sum>},
        {"max", "max", "ndp", reduce_by<Reduce::max>},
        {"harmonic", "harmonic", "ndp", reduce_by<Reduce::harmonic>},
        {"take+mean", "take+mean", "ndp", reduce_by<Reduce::take_and_mean>},
        {"take+harmonic", "take+harmonic", "ndp", reduce_by<Reduce::take_and_harmonic>},
    };
}

std::vector<GraphTableColumn> changes() {
    return {
        {"take, smaller side", "take-smaller", "ndp", [](RunOptions& run) { run.ndp.cut.keep = KeptSide::smaller; }},
        {"harmonic, smaller side", "harmonic-smaller", "ndp",
         [](RunOptions& run) { with_harmonic(run, [](RunOptions& to) { to.ndp.cut.keep = KeptSide::smaller; }); }},
        {"harmonic, larger side", "harmonic-larger", "ndp",
         [](RunOptions& run) { with_harmonic(run, [](RunOptions& to) { to.ndp.cut.keep = KeptSide::larger; }); }},
        {"harmonic, cut auto", "harmonic-cut-auto", "ndp",
         [](RunOptions& run) { with_harmonic(run, [](RunOptions& to) { to.ndp.cut.method = CutMethod::automatic; }); }},
        {"harmonic, batch norm", "harmonic-batch", "ndp",
         [](RunOptions& run) { with_harmonic(run, [](RunOptions& to) { to.network.normalise = Normalisation::batch; }); }},
        {"harmonic, sum readout", "harmonic-read-sum", "ndp",
         [](RunOptions& run) { with_harmonic(run, [](RunOptions& to) { to.network.readout = Readout::sum; }); }},
        {"harmonic, max readout", "harmonic-read-max", "ndp",
         [](RunOptions& run) { with_harmonic(run, [](RunOptions& to) { to.network.readout = Readout::max; }); }},
        {"harmonic, jumps", "harmonic-jump", "ndp",
         [](RunOptions& run) { with_harmonic(run, [](RunOptions& to) { to.network.jump = true; }); }},
        {"harmonic, jumps, max readout", "harmonic-jump-read-max", "ndp",
         [](RunOptions& run) {
             with_harmonic(run, [](RunOptions& to) {
                 to.network.jump = true;
                 to.network.readout = Readout::max;
             });
         }},
        {"harmonic, jumps, head", "harmonic-jump-head", "ndp",
         [](RunOptions& run) {
             with_harmonic(run, [](RunOptions& to) {
                 to.network.jump = true;
                 to.network.layer.bias = true;
                 to.network.head = {64};
                 to.network.dropout = 0.5;
                 to.training.adam.l2 = 0;
                 to.training.adam.learning_rate = 1e-3;
             });
         }},
        {"sum, batch norm", "sum-batch", "ndp",
         [](RunOptions& run) {
             run.network.pool.reduce = Reduce::sum;
             run.network.normalise = Normalisation::batch;
         }},
        {"take+sum, batch norm, jumps", "take+sum-jump-batch", "ndp",
         [](RunOptions& run) {
             run.network.pool.reduce = Reduce::take_and_sum;
             run.network.normalise = Normalisation::batch;
             run.network.jump = true;
         }},
        {"take, other seed", "take-seed-1", "ndp", [](RunOptions& run) { ++run.seed; }},
        {"harmonic, other seed", "harmonic-seed-1", "ndp",
         [](RunOptions& run) { with_harmonic(run, [](RunOptions& to) { ++to.seed; }); }},
    };
}

}  // namespace

const GraphTableLayout& ablation_table() {
    static const GraphTableLayout layout = [] {
        GraphTableLayout made{"table-ablation", "What decides the accuracy of NDP, in percent", 5, {}, reductions()};
        for (GraphTableColumn& column : changes()) {
            made.columns.push_back(std::move(column));
        }
        made.rows = {{"Enzymes", "ENZYMES", ""},
                     {"Proteins", "PROTEINS", ""},
                     {"NCI1", "NCI1", ""},
                     {"Mutagenicity", "Mutagenicity", ""},
                     {"Bench-hard (recreated)", "hard_recreated", "bench:hard"},
                     {"Bench-hard (small)", "hard_small", "bench:hard-small"}};
        return made;
    }();
    return layout;
}

}  // namespace ndpool
