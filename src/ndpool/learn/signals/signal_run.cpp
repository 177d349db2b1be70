#include "ndpool/learn/signals/signal_run.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "ndpool/base/error.hpp"
#include "ndpool/base/stopwatch.hpp"
#include "ndpool/base/version.hpp"
#include "ndpool/io/atomic_write.hpp"
#include "ndpool/io/file.hpp"
#include "ndpool/io/folder_lock.hpp"
#include "ndpool/io/graph_file.hpp"
#include "ndpool/learn/signals/signal_page.hpp"
#include "ndpool/learn/train/run_watch.hpp"

namespace ndpool {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr std::string_view kind_of_run = "signals";

Json read_config(const RunFolder& folder) {
    const fs::path file = folder.path() / "config.json";
    try {
        return Json::parse(read_bytes(file));
    } catch (const Json::exception&) {
        throw InvalidInput(fmt::format("{}: this is no JSON, expected what ndpool train wrote", file.string()));
    }
}

Json description_json(const SignalRunDescription& description) {
    return {{"kind", kind_of_run},
            {"dataset", description.dataset},
            {"samples", description.samples},
            {"nodes", description.nodes},
            {"features", description.features},
            {"classes", description.classes},
            {"content", fmt::format("{:016x}", description.content)},
            {"options", to_json(description.options)}};
}

void begin_run(const RunFolder& folder, const SignalRunDescription& description) {
    std::error_code error;
    fs::create_directories(folder.path(), error);
    if (error) {
        throw IoError(fmt::format("{}: cannot make this folder: {}", folder.path().string(), error.message()));
    }
    Json config{{"program", "ndpool"}, {"version", version()}};
    config.update(description_json(description));
    write_file(folder.path() / "config.json", config.dump(2) + "\n");
}

void write_graph_and_words(const RunFolder& folder, const SignalSet& set) {
    write_graph(set.graph, folder.path() / "graph.npz");
    if (!set.words.empty()) {
        std::string text;
        for (const std::string& word : set.words) {
            text += word + "\n";
        }
        write_file(folder.path() / "words.txt", text);
    }
}

void train_runs(const UntrainedNetwork& untrained, const PreparedSignals& data, const SignalRunOptions& options,
                const RunFolder& folder, const TrainRunControl& control, std::vector<FoldState>& states) {
    RunWatch watch(folder, control, states);
    // Networks side by side where there are enough of them, else chunks of their batches.
    const bool side_by_side = static_cast<int>(states.size()) >= thread_count(control.parallel);
    const Parallel inside = side_by_side ? Parallel{1} : control.parallel;
    parallel_for(states.size(), side_by_side ? control.parallel : Parallel{1}, [&](std::size_t i) {
        if (states[i].finished) {
            return;
        }
        const int number = static_cast<int>(i) + 1;
        states[i] = train_signals(untrained.network, data, options.training, Seed(options.seed).child("run", i),
                                  std::move(states[i]), inside, [&](const FoldState& state) {
                                      watch.epoch_ended(number, state);
                                      return true;
                                  });
        watch.fold_ended(number, states[i], untrained.network.plan());
    });
}

/// Makes the models of finished runs again that somebody removed.
void restore_signal_models(const RunFolder& folder, const UntrainedNetwork& untrained, const std::vector<FoldState>& states) {
    for (std::size_t i = 0; i < states.size(); ++i) {
        if (states[i].finished && !folder.has_model(static_cast<int>(i) + 1)) {
            folder.save_model(static_cast<int>(i) + 1, untrained.network.plan(), states[i].best_values);
        }
    }
}

}  // namespace

SignalRunDescription describe(const SignalSet& set, const SignalRunOptions& options) {
    return {options, set.name, set.size(), set.graph.node_count(), set.signals.features, set.classes, content_number(set)};
}

bool is_signal_run(const RunFolder& folder) {
    return folder.has_run() && read_config(folder).value("kind", "") == kind_of_run;
}

SignalRunDescription signal_description(const RunFolder& folder) {
    if (!is_signal_run(folder)) {
        throw InvalidInput(
            fmt::format("{}: there is no run on signals, expected a folder that ndpool train wrote", folder.path().string()));
    }
    const fs::path file = folder.path() / "config.json";
    try {
        const Json config = read_config(folder);
        return {signal_run_options_from_json(config.at("options")),
                config.at("dataset"),
                config.at("samples"),
                config.at("nodes"),
                config.at("features"),
                config.at("classes").get<std::vector<long>>(),
                std::stoull(config.at("content").get<std::string>(), nullptr, 16)};
    } catch (const std::exception& error) {
        throw InvalidInput(fmt::format("{}: {}", file.string(), error.what()));
    }
}

Graph signal_graph(const RunFolder& folder) {
    return read_graph(folder.path() / "graph.npz");
}

std::vector<std::string> signal_words(const RunFolder& folder) {
    std::error_code ignored;
    std::vector<std::string> words;
    if (fs::exists(folder.path() / "words.txt", ignored)) {
        const std::string text = read_bytes(folder.path() / "words.txt");
        for (std::size_t begin = 0; begin < text.size();) {
            const std::size_t end = std::min(text.find('\n', begin), text.size());
            words.push_back(text.substr(begin, end - begin));
            begin = end + 1;
        }
    }
    return words;
}

UntrainedNetwork untrained_network(const Graph& graph, const SignalRunOptions& options, std::int32_t features,
                                   std::size_t classes) {
    Stopwatch watch;
    const Pyramid pyramid = make_pyramid(graph, pyramid_options_of(options), Seed(options.seed).child("pyramid"));
    const double seconds = watch.lap();
    return {
        SignalNetwork(options.network, signal_operators(pyramid, options.network), features, static_cast<std::int64_t>(classes)),
        seconds};
}

RunResult train_signal_run(SignalSet set, const SignalRunOptions& options, const RunFolder& folder,
                           const TrainRunControl& control) {
    check_signal_options(options);
    hold_out_validation(set.parts, options.validation_share, options.seed);
    const SignalRunDescription description = describe(set, options);
    const FolderLock lock(folder.path());
    std::optional<RunResult> done;
    if (folder.has_run() && !control.overwrite) {
        // Runs of earlier versions do not name every option; they have its default.
        const Json there = is_signal_run(folder) ? description_json(signal_description(folder)) : read_config(folder);
        if (const std::string difference = first_difference(there, description_json(description)); !difference.empty()) {
            throw InvalidInput(fmt::format("{}: this is another run: {}", folder.path().string(), difference));
        }
        done = folder.result();
    }
    const UntrainedNetwork untrained = untrained_network(set.graph, options, set.signals.features, set.classes.size());
    if (control.overwrite) {
        folder.clear();
    }
    if (!folder.has_run()) {
        begin_run(folder, description);
    }
    write_graph_and_words(folder, set);
    std::vector<FoldState> states(static_cast<std::size_t>(options.runs));
    for (std::size_t i = 0; i < states.size(); ++i) {
        states[i] = folder.load(static_cast<int>(i) + 1).value_or(FoldState{});
    }
    restore_signal_models(folder, untrained, states);
    if (done) {
        return *done;
    }
    folder.write_metrics(states);
    const PreparedSignals data = prepare_signals(set, untrained.network.operators(), control.parallel);
    train_runs(untrained, data, options, folder, control, states);
    folder.write_metrics(states);
    RunResult result = result_of(states, untrained.coarsening_seconds, untrained.network.plan().size());
    result.validation_accuracies.clear();  // result.json of signals has none
    folder.write_page(signal_page(description, states, result));
    folder.write_result(result);
    return result;
}

}  // namespace ndpool
