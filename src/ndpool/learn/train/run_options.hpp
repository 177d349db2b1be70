#pragma once

#include <nlohmann/json.hpp>
#include <optional>

#include "ndpool/learn/data/features.hpp"
#include "ndpool/learn/data/unique_graphs.hpp"
#include "ndpool/learn/nn/network/adam.hpp"
#include "ndpool/learn/train/pool_method.hpp"
#include "ndpool/pyramid/methods.hpp"

namespace ndpool {

/// The learning rate over the epochs.
enum class RateSchedule : std::uint8_t {
    constant,
    plateau,  ///< halved whenever the validation loss has not fallen for `plateau_patience` epochs
    cosine,   ///< falls to zero at the last of `epochs`
};

/// What an epoch is chosen by.
enum class Selection : std::uint8_t {
    loss,      ///< the least loss on the validation graphs
    accuracy,  ///< the most validation graphs right, the least loss among equals
};

/// How one network is trained. Defaults as in Sec. VI-A, or ours where the paper is silent.
struct TrainingOptions {
    AdamOptions adam = {};
    int batch_size = 32;       ///< graphs per step; the paper does not say
    int epochs = 2000;         ///< maximum number of epochs; the paper does not say
    int patience = 50;         ///< stop when the validation loss has not fallen for this number of epochs
    int reshuffle_every = 10;  ///< epochs after which new batches are drawn, 0: never; in between only their order changes
    RateSchedule schedule = RateSchedule::constant;
    int plateau_patience = 20;
    Selection select = Selection::loss;
};

/// Everything that decides the result of a run, except the data.
struct RunOptions {
    PoolMethod pool = PoolMethod::ndp;
    int stride = 2;       ///< of every pool, a power of two: 4 skips a level
    NdpOptions ndp = {};  ///< how pyramids are made; the levels follow from the stride
    /// Pyramids that keep these sides are trained on in turn with those of `ndp`: each graph changes its side when batches are
    /// drawn.
    std::vector<KeptSide> augment = {};
    /// Graphs are classified by the mean of the probabilities over the pyramids of `ndp` and `augment`, not by those of `ndp`
    /// alone.
    bool average = false;
    NetworkOptions network = {};
    FeatureStyle features = FeatureStyle::paper;
    bool standardize = true;  ///< columns of features that are no labels get mean zero and variance one over all nodes
    TrainingOptions training = {};
    int folds = 10;
    double validation_share = 0.1;        ///< fraction of the graphs that are not for testing
    SameGraph unique = SameGraph::never;  ///< copies of earlier graphs are left out of the data; by whoever reads it
    bool given_split = true;              ///< where the data comes with a split, use it `folds` times with different seeds
    std::uint64_t seed = 0;
};

/// Numbers of the levels that a network with these options needs, ascending: none without pools of a pyramid.
[[nodiscard]] std::vector<int> levels_of(const RunOptions& options);

/// How the pyramids of a run are made; nothing if its pools need none.
[[nodiscard]] std::optional<PyramidOptions> pyramid_options_of(const RunOptions& options);

/// The same run with pyramids that keep another side.
[[nodiscard]] RunOptions with_side(RunOptions options, KeptSide side);

/// The run with each kind of pyramid that a graph is classified by: that of `ndp` first.
[[nodiscard]] std::vector<RunOptions> judged_options(const RunOptions& options);

/// What a network must know about the data it is trained on.
struct DataFacts {
    double mean_nodes = 0;          ///< of a graph
    std::vector<long> edge_labels;  ///< all that occur, ascending
    std::size_t edge_attributes = 0;

    bool operator==(const DataFacts&) const = default;
};

/// The network of a run with what the pool method and the data imply. Throws InvalidInput for a layer that reads edges where a
/// trainable pool makes them, and for a harmonic reduction of levels that join nodes.
[[nodiscard]] NetworkOptions network_of(const RunOptions& options, const DataFacts& facts);

/// take, mean, sum, max, harmonic, take+mean and so on; mean, sum, max; tanh, sigmoid, attention; edges, kron; none, batch;
/// constant, plateau, cosine; loss, accuracy. Throw InvalidInput for other words.
[[nodiscard]] Reduce reduce_named(std::string_view word);
[[nodiscard]] Readout readout_named(std::string_view word);
[[nodiscard]] Gate gate_named(std::string_view word);
[[nodiscard]] Connect connect_named(std::string_view word);
[[nodiscard]] Normalisation normalisation_named(std::string_view word);
[[nodiscard]] RateSchedule rate_schedule_named(std::string_view word);
[[nodiscard]] Selection selection_named(std::string_view word);
/// never, structure, labels.
[[nodiscard]] SameGraph same_graph_named(std::string_view word);

/// All options as a JSON object, grouped by meaning, for config.json.
[[nodiscard]] nlohmann::ordered_json to_json(const RunOptions& options);
/// Reads what to_json wrote; options that were added later may be missing, as in files of earlier versions. Throws InvalidInput
/// if anything else is missing, unknown or of the wrong type.
[[nodiscard]] RunOptions run_options_from_json(const nlohmann::ordered_json& json);

}  // namespace ndpool
