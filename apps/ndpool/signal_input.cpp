#include "signal_input.hpp"

#include <fmt/format.h>

#include "ndpool/base/error.hpp"
#include "ndpool/learn/signals/data/generated_signals.hpp"
#include "ndpool/learn/signals/data/idx_signals.hpp"
#include "ndpool/learn/signals/data/npz_signals.hpp"
#include "ndpool/learn/signals/words/word_signals.hpp"
#include "option_checks.hpp"
#include "terminal.hpp"

namespace ndpool::command {

namespace {

namespace fs = std::filesystem;

bool is_text(const fs::path& path) {
    return is_word_arrays(path) || is_text_folder(path);
}

WordLists read_words(const fs::path& path) {
    return is_word_arrays(path) ? read_word_arrays(path) : read_text_folder(path);
}

Graph read_signal_graph(const std::string& graph, const InputOptions& input, const CommonOptions& common) {
    InputOptions options = input;
    options.input = graph;
    options.format.clear();
    Input found = read_input(options, common);
    if (!std::holds_alternative<PlacedGraph>(found)) {
        throw InvalidInput(fmt::format("--graph {}: this is a dataset, expected one graph", graph));
    }
    return std::get<PlacedGraph>(std::move(found)).graph;
}

WordSignalOptions word_options(const SignalInputOptions& options, const CommonOptions& common, double validation_share) {
    WordSignalOptions words;
    words.words = options.words.value_or(words.words);
    words.validation_share = validation_share;
    words.neighbors = options.neighbors.value_or(words.neighbors);
    words.gaussian_weights = options.edge_weights == "gaussian";
    words.classifier.vector_size = options.vector_size.value_or(words.classifier.vector_size);
    words.seed = common.seed;
    return words;
}

fs::path existing_path(const InputOptions& input) {
    if (const auto path = input_path(input)) {
        return *path;
    }
    throw InvalidInput(fmt::format("{}: no such file or folder, expected signals", input.input));
}

}  // namespace

void add_signal_input_options(CLI::App& command, SignalInputOptions& options) {
    command.add_option("--graph", options.graph, "The graph that the signals of an .npz file are over: a file or a generator")
        ->group("Signals");
    command
        .add_option("--words", options.words, "Texts: size of the vocabulary, which has the most frequent words (default 1000)")
        ->transform(whole_number(16, 1000000))
        ->group("Signals");
    command
        .add_option("--word-vectors", options.vector_size,
                    "Texts: dimension of the word vectors from which the graph of words is made (default 200)")
        ->transform(whole_number(1, 10000))
        ->group("Signals");
    command
        .add_option("--word-neighbors", options.neighbors,
                    "Texts: number of nearest words that each word is joined to (default 4)")
        ->transform(whole_number(1, 1000))
        ->group("Signals");
    command
        .add_option("--word-weights", options.edge_weights,
                    "Texts: edge weights of the graph of words: one (every weight is 1, default) or gaussian (by distance)")
        ->check(one_of({"one", "gaussian"}))
        ->group("Signals");
}

std::string_view option_of_texts(const SignalInputOptions& options) {
    const std::pair<bool, std::string_view> given[] = {{options.words.has_value(), "--words"},
                                                       {options.vector_size.has_value(), "--word-vectors"},
                                                       {options.neighbors.has_value(), "--word-neighbors"},
                                                       {!options.edge_weights.empty(), "--word-weights"}};
    for (const auto& [is_given, option] : given) {
        if (is_given) {
            return option;
        }
    }
    return "";
}

bool is_signal_input(const InputOptions& input, const SignalInputOptions& options) {
    if (is_generated_signals(input.input) || !options.graph.empty()) {
        return true;
    }
    const auto path = is_standard_input(input) ? std::nullopt : input_path(input);
    return path && (is_idx_folder(*path) || is_text(*path) || is_npz_signals(*path));
}

SignalSet read_signal_input(const InputOptions& input, const SignalInputOptions& options, const CommonOptions& common,
                            double validation_share) {
    const bool generated = is_generated_signals(input.input);
    const fs::path path = generated ? fs::path() : existing_path(input);
    const bool text = !generated && is_text(path);
    if (const std::string_view option = option_of_texts(options); !option.empty() && !text) {
        throw InvalidInput(fmt::format("{}: belongs to texts, {} has none", option, input.input));
    }
    if (!options.graph.empty() && (generated || text || is_idx_folder(path))) {
        throw InvalidInput(fmt::format("--graph: belongs to .npz files, the signals of {} come with their graph", input.input));
    }
    if (generated) {
        return generate_signals(input.input, common.seed);
    }
    if (text) {
        return word_signals(read_words(path), word_options(options, common, validation_share), common.parallel()).set;
    }
    if (is_idx_folder(path)) {
        return read_idx_signals(path);
    }
    if (options.graph.empty()) {
        throw InvalidInput(fmt::format("{}: these are signals, expected --graph with the graph that they are over", input.input));
    }
    return read_npz_signals(path, read_signal_graph(options.graph, input, common));
}

SignalSet read_signals_to_predict(const InputOptions& input, const RunFolder& run, const CommonOptions& common) {
    if (is_generated_signals(input.input)) {
        return generate_signals(input.input, common.seed);
    }
    const fs::path path = existing_path(input);
    if (is_idx_folder(path)) {
        return read_idx_signals(path);
    }
    SignalSet set;
    set.graph = signal_graph(run);
    if (!is_text(path)) {
        return read_npz_signals_to_predict(path, std::move(set.graph));
    }
    WordLists lists = read_words(path);
    if (!lists.vocabulary.empty()) {
        lists = with_vocabulary(lists, signal_words(run));
    }
    set.name = lists.name;
    set.signals = word_presence(lists, set.graph.node_count());
    set_classes(set, lists.labels);
    set.parts = lists.parts;
    return set;
}

}  // namespace ndpool::command
