#include "ndpool/reproduce/learned/signal_table.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "ndpool/base/error.hpp"
#include "ndpool/io/atomic_write.hpp"
#include "ndpool/io/file.hpp"
#include "ndpool/learn/signals/data/idx_signals.hpp"
#include "ndpool/learn/signals/linear_signals.hpp"
#include "ndpool/learn/signals/words/word_signals.hpp"

namespace ndpool {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr std::string_view baseline_file = "baseline.json";

/// The numbers of those that are asked for by name; all if none is.
template <typename Entry, typename NameOf>
std::vector<std::size_t> chosen_entries(const std::vector<Entry>& entries, const std::vector<std::string>& names,
                                        std::string_view what, const NameOf& name_of) {
    std::vector<std::string> known;
    std::vector<std::size_t> numbers;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        known.push_back(name_of(entries[i]));
        if (names.empty() || std::find(names.begin(), names.end(), known.back()) != names.end()) {
            numbers.push_back(i);
        }
    }
    for (const std::string& name : names) {
        if (std::find(known.begin(), known.end(), name) == known.end()) {
            throw InvalidInput(fmt::format("the table has no {} {}, expected some of {}", what, name, fmt::join(known, ", ")));
        }
    }
    return numbers;
}

/// The data of a row, read when the first of its cells needs it.
struct RowData {
    std::optional<WordLists> lists;
    SignalSet set;
};

RowData read_row(const SignalTableRow& row, const fs::path& path, const SignalTableOptions& options, const Parallel& parallel) {
    if (row.words == 0) {
        return {std::nullopt, read_idx_signals(path)};
    }
    RowData data;
    WordSignalOptions words;
    words.words = row.words;
    words.seed = options.seed;
    data.lists = read_word_arrays(path);
    hold_out_validation(data.lists->parts, words.validation_share, words.seed);
    data.set = word_signals(*data.lists, words, parallel).set;
    return data;
}

RunResult result_of_accuracies(std::vector<double> accuracies) {
    const MeanStd spread = mean_std_of(accuracies);
    RunResult result;
    result.fold_accuracies = std::move(accuracies);
    result.mean = spread.mean;
    result.deviation = spread.deviation;
    return result;
}

/// Levels of NMF are full matrices. Throws TooLarge, before anything is computed, where a signal would take too many products.
void require_affordable(const SignalRunOptions& options, NodeId nodes) {
    if (options.pool != SignalPool::nmf) {
        return;
    }
    constexpr double most_products = 5e8;
    double entries = 0;
    double level = nodes;
    for (std::size_t pool = 1; pool < options.network.channels.size(); ++pool) {
        const double next = std::ceil(level / options.stride);
        entries += next * level + next * next;  // the shares, and the graph
        level = next;
    }
    const double products = entries * static_cast<double>(options.network.channels.front());
    if (products > most_products) {
        throw TooLarge(
            fmt::format("levels of NMF are full: {:.1f} GB of shares and weights, {:.1f} billion products per signal, expected "
                        "at most {:.1f}",
                        entries * 16 / 1e9, products / 1e9, most_products / 1e9));
    }
}

/// What a baseline was made with, for its folder.
std::string baseline_text(const std::string& method, const SignalTableOptions& options) {
    return Json{{"method", method},
                {"runs", options.runs},
                {"epochs", options.epochs ? Json(*options.epochs) : Json()},
                {"seed", options.seed}}
               .dump() +
           "\n";
}

RunResult run_baseline(const std::string& method, const RowData& data, int words, const SignalTableOptions& options,
                       const Parallel& parallel) {
    std::vector<double> accuracies(static_cast<std::size_t>(options.runs));
    parallel_for(accuracies.size(), parallel, [&](std::size_t run) {
        const Seed seed = Seed(options.seed).child("baseline", run);
        if (method == "linear") {
            LinearSignalOptions linear;
            linear.epochs = options.epochs.value_or(linear.epochs);
            accuracies[run] = train_linear_signals(data.set, linear, seed.value()).test_accuracy;
            return;
        }
        WordClassifierOptions dense;
        dense.words = words;
        dense.flatten = method == "dense-flatten";
        dense.epochs = options.epochs.value_or(dense.epochs);
        accuracies[run] = train_word_classifier(*data.lists, dense, seed).test_accuracy;
    });
    return result_of_accuracies(std::move(accuracies));
}

SignalRunOptions cell_options(const std::string& method, const SignalTableOptions& options) {
    SignalRunOptions run = signal_method_options(method).value_or(SignalRunOptions{});
    run.runs = options.runs;
    run.training.epochs = options.epochs.value_or(run.training.epochs);
    run.seed = options.seed;
    return run;
}

/// A cell that is finished; nothing if it is not. Throws InvalidInput if it was made with other options.
std::optional<RunResult> finished_cell(const fs::path& folder, const std::string& method, const SignalTableOptions& options) {
    const RunFolder run(folder);
    const std::optional<RunResult> result = run.result();
    if (!result) {
        return std::nullopt;
    }
    const bool is_network = signal_method_options(method).has_value();
    const Json here = is_network ? to_json(cell_options(method, options)) : Json::parse(baseline_text(method, options));
    std::error_code ignored;
    Json there;
    if (is_network) {
        there = to_json(signal_description(run).options);
    } else if (fs::exists(folder / baseline_file, ignored)) {
        there = Json::parse(read_bytes(folder / baseline_file), nullptr, false);
    }
    if (there != here) {
        throw InvalidInput(
            fmt::format("{}: this cell has other options, expected one folder for each choice of options", folder.string()));
    }
    return result;
}

ResultTable empty_signal_table(const SignalTable& table, const SignalTableOptions& options) {
    ResultTable result{
        table.name,
        table.title,
        fmt::format(
            "Seed {}: mean and standard deviation of {} networks with weights and orders of their own on one split. NDP as the "
            "text averages the remaining rows; all others have them side by side.",
            options.seed, options.runs),
        {},
        {},
        2};
    for (const SignalTableColumn& column : table.columns) {
        result.columns.push_back(column.title);
    }
    for (const SignalTableRow& row : table.rows) {
        ResultRow cells{row.title, {}};
        for (std::size_t c = 0; c < table.columns.size(); ++c) {
            cells.cells.push_back({std::nullopt, row.paper[c]});
        }
        result.rows.push_back(std::move(cells));
    }
    return result;
}

}  // namespace

std::optional<SignalRunOptions> signal_method_options(std::string_view method) {
    SignalRunOptions options = signal_preset_named("tuned");
    SignalNetworkOptions& network = options.network;
    if (method == "ndp-text") {
        return signal_preset_named("paper");
    }
    if (method == "ndp") {
        return options;
    }
    if (method == "ndp-take" || method == "ndp-sum" || method == "ndp-max") {
        network.reduce = method == "ndp-take" ? Reduce::take : method == "ndp-sum" ? Reduce::sum : Reduce::max;
        return options;
    }
    if (method == "graclus" || method == "graclus-take") {
        options.pool = SignalPool::graclus;
        network.reduce = method == "graclus" ? Reduce::max : Reduce::take;
        return options;
    }
    if (method == "nmf") {
        options.pool = SignalPool::nmf;
        network.reduce = Reduce::sum;
        return options;
    }
    if (method == "linear" || method == "dense" || method == "dense-flatten") {
        return std::nullopt;
    }
    throw InvalidInput(fmt::format("there is no method {} for signals", method));
}

ResultTable make_signal_table(const SignalTable& table, const fs::path& folder, const SignalTableOptions& options,
                              const SignalTableControl& control) {
    const auto rows = chosen_entries(table.rows, options.rows, "dataset", [](const SignalTableRow& row) { return row.name; });
    const auto columns =
        chosen_entries(table.columns, options.methods, "method", [](const SignalTableColumn& column) { return column.method; });
    ResultTable result = empty_signal_table(table, options);
    const auto place = [&](std::size_t r, std::size_t c) {
        return folder / "runs" / table.rows[r].name / table.columns[c].method;
    };
    const auto fill = [&](std::size_t r, std::size_t c, const RunResult& cell) {
        result.rows[r].cells[c].ours = MeanStd{100 * cell.mean, 100 * cell.deviation};
    };
    for (std::size_t r = 0; r < table.rows.size(); ++r) {
        for (std::size_t c = 0; c < table.columns.size(); ++c) {
            if (const std::optional<RunResult> done = finished_cell(place(r, c), table.columns[c].method, options)) {
                fill(r, c, *done);
            }
        }
    }
    for (const std::size_t r : rows) {
        std::optional<RowData> data;
        for (const std::size_t c : columns) {
            if (result.rows[r].cells[c].ours) {
                continue;
            }
            const std::optional<fs::path> path = data ? std::nullopt : control.find(table.rows[r]);
            if (!data && !path) {
                break;
            }
            control.begin(table.rows[r], table.columns[c]);
            if (!data) {
                data = read_row(table.rows[r], *path, options, control.training.parallel);
            }
            const std::string& method = table.columns[c].method;
            const RunFolder run(place(r, c));
            if (signal_method_options(method)) {
                try {
                    require_affordable(cell_options(method, options), data->set.graph.node_count());
                    fill(r, c, train_signal_run(data->set, cell_options(method, options), run, control.training));
                } catch (const TooLarge& error) {
                    control.left_out(table.rows[r], table.columns[c], error.what());
                    continue;
                }
            } else {
                const RunResult cell = run_baseline(method, *data, table.rows[r].words, options, control.training.parallel);
                fs::create_directories(run.path());
                write_file(run.path() / baseline_file, baseline_text(method, options));
                run.write_result(cell);
                fill(r, c, cell);
            }
            control.filled(result);
        }
    }
    return result;
}

}  // namespace ndpool
