#include "ndpool/reproduce/learned/signal_table.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "ndpool/learn/signals/data/idx_signals.hpp"
#include "ndpool/learn/signals/words/word_signals.hpp"
#include "ndpool/reproduce/learned/chosen_entries.hpp"

namespace ndpool {

namespace {

namespace fs = std::filesystem;

SignalTableData read_row(const SignalTableRow& row, const fs::path& path, const SignalTableOptions& options,
                         const Parallel& parallel) {
    if (row.words == 0) {
        return {std::nullopt, read_idx_signals(path)};
    }
    SignalTableData data;
    WordSignalOptions words;
    words.words = row.words;
    words.seed = options.seed;
    data.lists = read_word_arrays(path);
    hold_out_validation(data.lists->parts, words.validation_share, words.seed);
    data.set = word_signals(*data.lists, words, parallel).set;
    return data;
}

/// The table as it is filled, with what must be said about its cells.
class SignalTableSheet {
public:
    SignalTableSheet(const SignalTable& table, const fs::path& folder, const SignalTableOptions& options)
        : table_(table), folder_(folder), options_(options), results_(table.rows.size()) {
        for (auto& row : results_) {
            row.resize(table.columns.size());
        }
        for (std::size_t r = 0; r < table.rows.size(); ++r) {
            for (std::size_t c = 0; c < table.columns.size(); ++c) {
                results_[r][c] = finished_cell(place(r, c), cell(r, c));
            }
        }
    }

    [[nodiscard]] fs::path place(std::size_t r, std::size_t c) const {
        return folder_ / "runs" / table_.rows[r].name / table_.columns[c].method;
    }
    [[nodiscard]] SignalCell cell(std::size_t r, std::size_t c) const {
        const SignalTableColumn& column = table_.columns[c];
        const bool is_tuned = !column.own_epochs && signal_method_options(column.method);
        const std::optional<int> epochs = is_tuned ? table_.rows[r].epochs : std::nullopt;
        return {column.method, std::min(options_.runs, column.most_runs), options_.epochs ? options_.epochs : epochs,
                options_.seed};
    }
    [[nodiscard]] bool is_filled(std::size_t r, std::size_t c) const { return results_[r][c].has_value(); }
    void fill(std::size_t r, std::size_t c, RunResult result) { results_[r][c] = std::move(result); }

    /// Why a cell cannot be run; empty if it can.
    [[nodiscard]] std::string obstacle(std::size_t r, std::size_t c) const {
        try {
            require_affordable(cell(r, c), table_.rows[r].nodes());
            return "";
        } catch (const TooLarge& error) {
            return error.what();
        }
    }

    [[nodiscard]] ResultTable table() const {
        ResultTable result{table_.name, table_.title, note(), {}, {}, 2};
        for (const SignalTableColumn& column : table_.columns) {
            result.columns.push_back(column.title);
        }
        for (std::size_t r = 0; r < table_.rows.size(); ++r) {
            ResultRow cells{table_.rows[r].title, {}};
            for (std::size_t c = 0; c < table_.columns.size(); ++c) {
                const auto& found = results_[r][c];
                const auto ours = found ? std::optional(MeanStd{100 * found->mean, 100 * found->deviation}) : std::nullopt;
                const bool is_left_out = !found && !obstacle(r, c).empty();
                cells.cells.push_back({ours, table_.rows[r].paper[c], is_left_out ? "too large" : ""});
            }
            result.rows.push_back(std::move(cells));
        }
        return result;
    }

private:
    [[nodiscard]] std::string note() const {
        std::vector<std::string> fewer;
        std::vector<std::string> impossible;
        for (std::size_t r = 0; r < table_.rows.size(); ++r) {
            for (std::size_t c = 0; c < table_.columns.size(); ++c) {
                const std::string name = fmt::format("{}: {}", table_.rows[r].title, table_.columns[c].title);
                if (results_[r][c] && std::ssize(results_[r][c]->fold_accuracies) != options_.runs) {
                    fewer.push_back(fmt::format("{} {}", name, results_[r][c]->fold_accuracies.size()));
                }
                if (const std::string reason = results_[r][c] ? "" : obstacle(r, c); !reason.empty()) {
                    impossible.push_back(fmt::format("{} ({})", name, reason));
                }
            }
        }
        std::string text = fmt::format(
            "Seed {}: mean and standard deviation of {} networks with weights and orders of their own on one split. NDP as the "
            "text, DiffPool and Top-K average the remaining rows; the other networks have them side by side.",
            options_.seed, options_.runs);
        if (!fewer.empty()) {
            text += fmt::format(" Cells with another number of networks: {}.", fmt::join(fewer, "; "));
        }
        if (!impossible.empty()) {
            text += fmt::format(" Not run because it would take too much: {}.", fmt::join(impossible, "; "));
        }
        return text;
    }

    const SignalTable& table_;
    fs::path folder_;
    const SignalTableOptions& options_;
    std::vector<std::vector<std::optional<RunResult>>> results_;
};

}  // namespace

ResultTable make_signal_table(const SignalTable& table, const fs::path& folder, const SignalTableOptions& options,
                              const SignalTableControl& control) {
    const auto rows = chosen_entries(table.rows, options.rows, "dataset", [](const SignalTableRow& row) { return row.name; });
    const auto columns =
        chosen_entries(table.columns, options.methods, "method", [](const SignalTableColumn& column) { return column.method; });
    SignalTableSheet sheet(table, folder, options);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const SignalTableRow& row = table.rows[rows[i]];
        std::optional<SignalTableData> data;
        for (std::size_t j = 0; j < columns.size(); ++j) {
            const SignalTableColumn& column = table.columns[columns[j]];
            if (!options.part.has(i * columns.size() + j) || sheet.is_filled(rows[i], columns[j])) {
                continue;
            }
            if (const std::string reason = sheet.obstacle(rows[i], columns[j]); !reason.empty()) {
                control.left_out(row, column, reason);
                continue;
            }
            const std::optional<fs::path> path = data ? std::nullopt : control.find(row);
            if (!data && !path) {
                break;
            }
            control.begin(row, column);
            if (!data) {
                data = read_row(row, *path, options, control.training.parallel);
            }
            sheet.fill(rows[i], columns[j],
                       train_cell(*data, sheet.cell(rows[i], columns[j]), sheet.place(rows[i], columns[j]), control.training));
            control.filled(sheet.table());
        }
    }
    return sheet.table();
}

}  // namespace ndpool
