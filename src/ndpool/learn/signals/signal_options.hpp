#pragma once

#include <nlohmann/json.hpp>

#include "ndpool/learn/data/sample.hpp"
#include "ndpool/learn/nn/network/adam.hpp"
#include "ndpool/pyramid/methods.hpp"

namespace ndpool {

/// How the rows of the remaining nodes become the inputs of the last layer.
enum class SignalReadout : std::uint8_t {
    mean,     ///< their average (AvgPool, Sec. VI-B)
    sum,      ///< their sum
    max,      ///< the largest number of each channel
    flatten,  ///< all of them side by side: unlike graphs of a data set, the nodes are the same for every signal
};

/// MP(32)-P(4)-MP(32)-P(4)-MP(32)-AvgPool-Softmax (Sec. VI-B) and its variants: a pool after every layer but the last.
struct SignalNetworkOptions {
    std::vector<std::int64_t> channels = {32, 32, 32};  ///< of each layer: at least two layers, multiples of 8
    bool bias = false;                                  ///< Eq. 1 has none
    Reduce reduce = Reduce::take;
    SignalReadout readout = SignalReadout::mean;
    bool prune =
        true;  ///< never compute rows that a pool drops or that a signal does not reach; results are the same up to rounding
    double dropout = 0;        ///< dropout rate before the last layer
    double input_dropout = 0;  ///< dropout rate of the nodes of a signal
};

enum class LearningRateSchedule : std::uint8_t {
    constant,  ///< Sec. VI-A
    cosine,    ///< falls along half a wave to zero at the last epoch
};

struct SignalTrainingOptions {
    AdamOptions adam = {};
    LearningRateSchedule schedule = LearningRateSchedule::constant;
    int batch_size = 32;
    int epochs = 30;
    int patience = 10;  ///< stop when the validation loss has not fallen for so many epochs
};

/// The pools that signals can be trained with.
enum class SignalPool : std::uint8_t { ndp, graclus, nmf };

/// Everything that decides the result of a run on signals, except the data.
struct SignalRunOptions {
    SignalPool pool = SignalPool::ndp;
    int stride = 4;  ///< of every pool, a power of two (Sec. VI-B)
    NdpOptions ndp = {};
    int nmf_iterations = 10;  ///< as in the authors' code
    SignalNetworkOptions network = {};
    SignalTrainingOptions training = {};
    int runs = 1;                   ///< networks with weights and orders of their own
    double validation_share = 0.1;  ///< of the training samples, where the data has none for validation
    std::uint64_t seed = 0;
};

/// "paper" is Sec. VI-B. "tuned" is what the validation accuracies of MNIST and IMDB chose (results/table-mnist/choice.txt and
/// results/table-imdb): sums over the nodes that are assigned to each kept one, rows side by side, biases, an L2 of 3e-5, a
/// learning rate of 0.002 that falls along a cosine, 15 epochs. Throws InvalidInput for other names.
[[nodiscard]] SignalRunOptions signal_preset_named(std::string_view name);

/// How the pyramid of a run is made; its levels follow from the stride and the number of layers.
[[nodiscard]] PyramidOptions pyramid_options_of(const SignalRunOptions& options);

/// mean, sum, max, flatten; constant, cosine; ndp, graclus, nmf. Throw InvalidInput for other words.
[[nodiscard]] SignalReadout signal_readout_named(std::string_view word);
[[nodiscard]] LearningRateSchedule schedule_named(std::string_view word);
[[nodiscard]] SignalPool signal_pool_named(std::string_view word);
[[nodiscard]] std::string_view name_of(SignalReadout readout);
[[nodiscard]] std::string_view name_of(LearningRateSchedule schedule);
[[nodiscard]] std::string_view name_of(SignalPool pool);

/// Throws InvalidInput for options out of range.
void check_signal_options(const SignalRunOptions& options);

[[nodiscard]] nlohmann::ordered_json to_json(const SignalRunOptions& options);
/// What to_json wrote. Throws InvalidInput for what is missing, unknown or of the wrong kind.
[[nodiscard]] SignalRunOptions signal_run_options_from_json(const nlohmann::ordered_json& json);

}  // namespace ndpool
