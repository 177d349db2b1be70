// CPU seconds of one training epoch on signals over one graph, one thread, as JSON: with rows pruned and with every row computed.
//
//     signal_epoch DATA [--words 5000] [--reduce take] [--repetitions 3] [--share 1]
//
// DATA is a folder of MNIST's IDX files or one with imdb_flat.npz. Evaluation does not count.
#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "measure.hpp"
#include "ndpool/base/vector_variant.hpp"
#include "ndpool/learn/signals/data/generated_signals.hpp"
#include "ndpool/learn/signals/data/idx_signals.hpp"
#include "ndpool/learn/signals/data/npz_signals.hpp"
#include "ndpool/learn/signals/signal_training.hpp"
#include "ndpool/learn/signals/words/word_signals.hpp"
#include "ndpool/learn/train/run_options.hpp"

namespace {

using namespace ndpool;

struct Arguments {
    std::string data;
    int words = 5000;
    std::string reduce = "take";
    std::string readout = "flatten";
    int repetitions = 3;
    double share = 1;
};

SignalSet read_set(const Arguments& arguments) {
    if (is_idx_folder(arguments.data)) {
        return read_idx_signals(arguments.data);
    }
    WordSignalOptions options;
    options.words = arguments.words;
    return word_signals(read_word_arrays(arguments.data), options, {}).set;
}

/// Seconds of the quickest epoch.
double epoch_seconds(const SignalSet& set, const Pyramid& pyramid, const SignalRunOptions& options, const Arguments& arguments) {
    const SignalNetwork network(options.network, signal_operators(pyramid, options.network), set.signals.features,
                                static_cast<std::int64_t>(set.classes.size()));
    PreparedSignals data = prepare_signals(set, network.operators(), {});
    data.train.resize(static_cast<std::size_t>(arguments.share * static_cast<double>(data.train.size())));
    data.validation.resize(1);
    data.test.resize(1);
    SignalTrainingOptions training = options.training;
    training.epochs = 1;
    return bench::best_cpu_seconds(arguments.repetitions,
                                   [&] { (void)train_signals(network, data, training, Seed(0), FoldState{}, {}); }) /
           arguments.share;
}

}  // namespace

int main(int count, char** words) {
    Arguments arguments;
    CLI::App app("CPU seconds of one training epoch on signals");
    app.add_option("DATA", arguments.data)->required();
    app.add_option("--words", arguments.words);
    app.add_option("--reduce", arguments.reduce);
    app.add_option("--readout", arguments.readout);
    app.add_option("--repetitions", arguments.repetitions);
    app.add_option("--share", arguments.share, "of the training samples; the time is scaled to all of them");
    CLI11_PARSE(app, count, words);
    const SignalSet set = read_set(arguments);
    SignalRunOptions options;
    options.network.bias = true;
    options.network.readout = signal_readout_named(arguments.readout);
    options.network.reduce = reduce_named(arguments.reduce);
    const double begin = bench::cpu_seconds();
    const Pyramid pyramid = make_pyramid(set.graph, pyramid_options_of(options), Seed(0));
    const double pyramid_seconds = bench::cpu_seconds() - begin;
    const double pruned = epoch_seconds(set, pyramid, options, arguments);
    const double memory = bench::peak_megabytes();
    options.network.prune = false;
    const double whole = arguments.repetitions > 0 ? epoch_seconds(set, pyramid, options, arguments) : 0;
    fmt::print(
        R"({{"set":"{}","samples":{},"nodes":[{},{},{}],"vectors":"{}","pyramid_seconds":{:.2f},"pruned":{:.3f},"all_rows":{:.3f},"peak_megabytes":{:.0f}}})"
        "\n",
        set.name, samples_of(set, SignalPart::train).size(), node_count_at(pyramid, 0), node_count_at(pyramid, 1),
        node_count_at(pyramid, 2), vector_variant_name(vector_variant()), pyramid_seconds, pruned, whole, memory);
}
