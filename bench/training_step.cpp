// training_step [INPUT]: CPU time of one training step of the paper's network, ours beside LibTorch's own operations.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <exception>
#include <functional>
#include <limits>
#include <numeric>

#include "measure.hpp"
#include "ndpool/generate/generate.hpp"
#include "ndpool/io/graph_file.hpp"
#include "ndpool/learn/data/features.hpp"
#include "ndpool/learn/data/folds.hpp"
#include "ndpool/learn/nn/network/direct_network.hpp"
#include "ndpool/learn/train/fold_training.hpp"
#include "ndpool/pyramid/ndp/ndp.hpp"
#include "stock_network.hpp"

using namespace ndpool;

namespace {

struct Arguments {
    std::string input = "bench:easy";
    int graphs = 32;
    int rounds = 40;
    int steps = 5;
    bool reductions = false;
};

constexpr int compared_steps = 10;
constexpr double allowed_difference = 1e-4;

/// A batch in two forms: as ours is trained on, and with every row of every level.
struct Batches {
    Batch pruned;
    Batch whole;
};

/// Some graphs evenly over the dataset.
std::vector<int> some_of(const Dataset& dataset, int most) {
    const auto all = static_cast<int>(dataset.graphs.size());
    std::vector<int> numbers(std::min(most, all));
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        numbers[i] = static_cast<int>(i * all / numbers.size());
    }
    return numbers;
}

Batches batches_of(const Dataset& dataset, const std::vector<int>& numbers, const std::vector<int>& levels) {
    std::vector<int> all(dataset.graphs.size());
    std::iota(all.begin(), all.end(), 0);
    const FeatureEncoding encoding = with_standard_measures(learn_encoding(dataset, FeatureStyle::paper), dataset, all);
    const std::vector<SparseRows> features = encode(encoding, dataset);
    std::vector<long> labels;
    const std::vector<int> classes = class_numbers(dataset, labels);
    const auto made = [&](bool prune) {
        SampleOptions options = sample_options(NetworkOptions{});
        options.prune = prune;
        std::vector<Sample> samples;
        for (const int g : numbers) {
            const Pyramid pyramid = ndp_pyramid(dataset.graphs[g], {.levels = levels}, Seed(0).child("graph", g));
            samples.push_back(make_sample(pyramid, features[g], classes[g], options));
        }
        std::vector<std::int32_t> order(samples.size());
        std::iota(order.begin(), order.end(), 0);
        return make_batch(samples, order);
    };
    return {made(true), made(false)};
}

/// Our network with parameters of its own, as ndpool::train_fold takes its steps.
class OurTraining {
public:
    OurTraining(const Network& network, const Batch& batch)
        : network_(network),
          input_(network.prepare(batch)),
          parameters_(make_parameters(network.plan(), Seed(0))),
          direct_(network.options(), network.plan()),
          direct_input_(direct_.prepare(batch)) {}

    double step() {
        const double loss = forward();
        backward();
        learn();
        return loss;
    }
    /// The same by LibTorch's differentiation of our layers.
    double differentiated_step() {
        const torch::Tensor loss = torch::cross_entropy_loss(network_.forward(parameters_, input_).logits, input_.labels);
        loss.backward();
        learn();
        return loss.item<double>();
    }

    double forward() { return direct_.forward(parameters_.values.data_ptr<float>(), direct_input_).loss; }
    void backward() {
        direct_.backward(parameters_.values.data_ptr<float>(), direct_input_, parameters_.gradients.data_ptr<float>());
    }
    void learn() { adam_step(network_.plan(), parameters_, state_, {}); }

private:
    const Network& network_;
    PreparedBatch input_;
    Parameters parameters_;
    AdamState state_;
    DirectNetwork direct_;
    DirectBatch direct_input_;
};

struct Contestant {
    std::string name;
    std::function<double()> step;
    const Batch* batch;
    double seconds = std::numeric_limits<double>::infinity();  ///< a step
    double loss = 0;                                           ///< after compared_steps
};

/// All in turn, round after round, so that what else the machine does meets all of them.
void measure(std::vector<Contestant>& contestants, const Arguments& arguments) {
    for (Contestant& contestant : contestants) {
        for (int i = 0; i < compared_steps; ++i) {
            contestant.loss = contestant.step();
        }
    }
    for (int round = 0; round < arguments.rounds; ++round) {
        for (Contestant& contestant : contestants) {
            const double seconds = bench::best_cpu_seconds(1, [&] {
                for (int i = 0; i < arguments.steps; ++i) {
                    contestant.step();
                }
            });
            contestant.seconds = std::min(contestant.seconds, seconds / arguments.steps);
        }
    }
}

std::string rows_of(const Batch& batch) {
    std::vector<std::int32_t> rows;
    for (const LevelOperators& maps : batch.levels) {
        rows.push_back(maps.last.matrix.rows);
    }
    return fmt::format("{}", fmt::join(rows, " + "));
}

void print_sizes(const Batch& whole) {
    std::vector<std::string> sizes;
    for (const LevelOperators& maps : whole.levels) {
        sizes.push_back(fmt::format("{} with {} entries", maps.last.matrix.columns, maps.last.matrix.indices.size()));
    }
    fmt::print("nodes of each level: {}\n", fmt::join(sizes, ", "));
}

void print_times(const std::vector<Contestant>& contestants) {
    fmt::print("{:<38} {:>8} {:>7} {:>10}   {}\n", "", "µs", "ratio", "loss", "rows computed");
    for (const Contestant& contestant : contestants) {
        fmt::print("{:<38} {:>8.0f} {:>7.2f} {:>10.6f}   {}\n", contestant.name, 1e6 * contestant.seconds,
                   contestant.seconds / contestants.front().seconds, contestant.loss, rows_of(*contestant.batch));
    }
}

/// Throws if networks that are the same learned something else.
void check_losses(const std::vector<Contestant>& contestants) {
    for (const Contestant& contestant : contestants) {
        // A comparison that a loss which is no number fails.
        if (!(std::abs(contestant.loss - contestants.front().loss) <= allowed_difference)) {
            throw std::runtime_error(fmt::format("{}: after {} steps the loss is {}, but that of {} is {}", contestant.name,
                                                 compared_steps, contestant.loss, contestants.front().name,
                                                 contestants.front().loss));
        }
    }
}

void print_phases(OurTraining training, const Arguments& arguments) {
    double forward = std::numeric_limits<double>::infinity();
    double backward = forward;
    double adam = forward;
    for (int i = 0; i < arguments.rounds * arguments.steps; ++i) {
        forward = std::min(forward, bench::best_cpu_seconds(1, [&] { training.forward(); }));
        backward = std::min(backward, bench::best_cpu_seconds(1, [&] { training.backward(); }));
        adam = std::min(adam, bench::best_cpu_seconds(1, [&] { training.learn(); }));
    }
    fmt::print("of a step of ours: forward with loss {:.0f} µs, backward {:.0f} µs, Adam {:.0f} µs\n", 1e6 * forward,
               1e6 * backward, 1e6 * adam);
}

void compare(const Dataset& dataset, int stride, const Arguments& arguments) {
    const std::vector<int> levels = stride == 2 ? std::vector<int>{1, 2} : std::vector<int>{2, 4};
    const std::vector<int> numbers = some_of(dataset, arguments.graphs);
    const Batches batches = batches_of(dataset, numbers, levels);
    const auto classes = static_cast<std::int64_t>(class_count(dataset));
    const NetworkOptions options;
    const Network network(options, batches.whole.features.columns, classes);

    OurTraining pruned(network, batches.pruned);
    OurTraining whole(network, batches.whole);
    OurTraining differentiated(network, batches.pruned);
    std::vector<Contestant> contestants = {
        {"ours", [&] { return pruned.step(); }, &batches.pruned},
        {"ours, all rows computed", [&] { return whole.step(); }, &batches.whole},
        {"ours, differentiated by LibTorch", [&] { return differentiated.differentiated_step(); }, &batches.pruned},
    };
    const auto add_stock = [&](const char* name, const Batch& batch, bench::SparseStyle style) {
        const Parameters start = make_parameters(network.plan(), Seed(0));
        auto stock = std::make_shared<bench::StockNetwork>(batch, options.channels, classes, start, AdamOptions{}, style);
        contestants.push_back({name, [stock] { return stock->step(); }, &batch});
    };
    add_stock("LibTorch, COO product", batches.whole, bench::SparseStyle::coordinates);
    add_stock("LibTorch, CSR product", batches.whole, bench::SparseStyle::compressed_rows);
    add_stock("LibTorch, gather and index_add", batches.whole, bench::SparseStyle::gather);
    add_stock("LibTorch, CSR, our pruned rows", batches.pruned, bench::SparseStyle::compressed_rows);
    add_stock("LibTorch, gather, our pruned rows", batches.pruned, bench::SparseStyle::gather);
    measure(contestants, arguments);

    fmt::print("{}, stride {}: {} graphs, {} features, {} classes\n", dataset.name, stride, numbers.size(),
               batches.whole.features.columns, classes);
    print_sizes(batches.whole);
    print_times(contestants);
    print_phases(OurTraining(network, batches.pruned), arguments);
    fmt::print("\n");
    check_losses(contestants);
}

/// All batches of a dataset with one reduction, and a network that learns from them.
class ReducedTraining {
public:
    ReducedTraining(const Dataset& dataset, const std::vector<Pyramid>& pyramids, Reduce reduce, int graphs) {
        NetworkOptions options;
        options.pool.reduce = reduce;
        const std::vector<SparseRows> features = node_features(dataset, FeatureStyle::paper);
        std::vector<long> labels;
        const std::vector<int> classes = class_numbers(dataset, labels);
        std::vector<Sample> samples;
        for (std::size_t g = 0; g < dataset.graphs.size(); ++g) {
            samples.push_back(make_sample(pyramids[g], features[g], classes[g], sample_options(options)));
        }
        std::vector<std::int32_t> order(samples.size());
        std::iota(order.begin(), order.end(), 0);
        for (std::size_t begin = 0; begin < order.size(); begin += static_cast<std::size_t>(graphs)) {
            const std::size_t count = std::min(order.size() - begin, static_cast<std::size_t>(graphs));
            batches_.push_back(std::make_unique<Batch>(make_batch(samples, std::span(order).subspan(begin, count))));
        }
        network_ = std::make_unique<Network>(options, batches_.front()->features.columns, std::ssize(labels));
        parameters_ = make_parameters(network_->plan(), Seed(0));
        direct_ = std::make_unique<DirectNetwork>(options, network_->plan());
        for (const auto& batch : batches_) {
            inputs_.push_back(direct_->prepare(*batch));
        }
    }

    void epoch() {
        for (const DirectBatch& input : inputs_) {
            direct_->forward(parameters_.values.data_ptr<float>(), input, Seed(0));
            direct_->backward(parameters_.values.data_ptr<float>(), input, parameters_.gradients.data_ptr<float>());
            adam_step(network_->plan(), parameters_, state_, {});
        }
    }

private:
    std::vector<std::unique_ptr<Batch>> batches_;
    std::unique_ptr<Network> network_;
    Parameters parameters_;
    AdamState state_;
    std::unique_ptr<DirectNetwork> direct_;
    std::vector<DirectBatch> inputs_;
};

/// An epoch on the whole dataset with each reduction, in turn: the quickest counts.
void compare_reductions(const Dataset& dataset, const Arguments& arguments) {
    constexpr std::pair<Reduce, const char*> reductions[] = {{Reduce::take, "take"},
                                                             {Reduce::mean, "mean"},
                                                             {Reduce::sum, "sum"},
                                                             {Reduce::max, "max"},
                                                             {Reduce::harmonic, "harmonic"},
                                                             {Reduce::take_and_mean, "take+mean"},
                                                             {Reduce::take_and_harmonic, "take+harmonic"}};
    const std::vector<Pyramid> pyramids = ndp_pyramids(dataset.graphs, {.levels = {1, 2}}, Seed(0), {1});
    std::vector<std::unique_ptr<ReducedTraining>> trainings;
    std::vector<double> seconds(std::size(reductions), std::numeric_limits<double>::infinity());
    for (const auto& [reduce, name] : reductions) {
        trainings.push_back(std::make_unique<ReducedTraining>(dataset, pyramids, reduce, arguments.graphs));
    }
    for (int round = 0; round < arguments.rounds; ++round) {
        for (std::size_t i = 0; i < trainings.size(); ++i) {
            seconds[i] = std::min(seconds[i], bench::best_cpu_seconds(1, [&] { trainings[i]->epoch(); }));
        }
    }
    fmt::print("{}: CPU time of an epoch on all {} graphs\n{:<16} {:>8} {:>7}\n", dataset.name, dataset.graphs.size(), "", "ms",
               "ratio");
    for (std::size_t i = 0; i < trainings.size(); ++i) {
        fmt::print("{:<16} {:>8.2f} {:>7.2f}\n", reductions[i].second, 1e3 * seconds[i], seconds[i] / seconds[0]);
    }
}

}  // namespace

int main(int argc, char** argv) {
    CLI::App program("CPU time of a training step on one thread: ours beside the same network of LibTorch's operations");
    Arguments arguments;
    program.add_option("INPUT", arguments.input, "TU folder or .zip, or a dataset like bench:easy")->capture_default_str();
    program.add_option("--graphs", arguments.graphs, "of the batch")->check(CLI::PositiveNumber)->capture_default_str();
    program.add_option("--rounds", arguments.rounds, "the quickest counts")->check(CLI::PositiveNumber)->capture_default_str();
    program.add_option("--steps", arguments.steps, "of a round")->check(CLI::PositiveNumber)->capture_default_str();
    program.add_flag("--reductions", arguments.reductions, "epochs with every reduction of a pool instead");
    CLI11_PARSE(program, argc, argv);
    try {
        use_one_thread_here();
        fmt::print("LibTorch {}\n", TORCH_VERSION);
        const Dataset dataset =
            is_dataset_spec(arguments.input) ? generate_dataset(arguments.input, Seed(0)) : read_dataset(arguments.input);
        if (arguments.reductions) {
            compare_reductions(dataset, arguments);
            return 0;
        }
        for (const int stride : {2, 4}) {
            compare(dataset, stride, arguments);
        }
    } catch (const std::exception& error) {
        fmt::print(stderr, "training_step: {}\n", error.what());
        return 1;
    }
    return 0;
}
