#include "signal_table_command.hpp"

#include <fmt/format.h>

#include "input.hpp"
#include "ndpool/base/error.hpp"
#include "ndpool/io/atomic_write.hpp"
#include "ndpool/reproduce/learned/signal_table.hpp"
#include "output.hpp"
#include "part_argument.hpp"
#include "training_line.hpp"

namespace ndpool::command {

namespace {

namespace fs = std::filesystem;

void require_place_for_table(const fs::path& folder, const std::string& name) {
    std::error_code ignored;
    const bool is_table = fs::is_directory(folder / "runs", ignored) || fs::exists(folder / (name + ".json"), ignored);
    if (!is_table && fs::exists(folder, ignored) && !(fs::is_directory(folder, ignored) && fs::is_empty(folder, ignored))) {
        throw InvalidInput(
            fmt::format("{}: something else is there, expected a new folder or an earlier {}", folder.string(), name));
    }
}

void write_table(const fs::path& folder, const ResultTable& table) {
    std::error_code error;
    fs::create_directories(folder, error);
    if (error) {
        throw IoError(fmt::format("{}: cannot make this folder: {}", folder.string(), error.message()));
    }
    write_file(folder / fmt::format("{}.csv", table.name), to_csv(table));
    write_file(folder / fmt::format("{}.json", table.name), to_json(table));
    write_file(folder / "index.html", to_html(std::vector<ResultTable>{table}));
}

}  // namespace

void signal_table_command(const SignalTableWords& words, const CommonOptions& common) {
    if (words.table.timed_epochs || words.table.preset != GraphTableArguments{}.preset) {
        throw InvalidInput(
            fmt::format("--time-epochs and --preset: belong to table-graphs, the target here is {}", words.target));
    }
    const SignalTable& table = signal_table_named(words.target);
    const fs::path folder = words.output;
    require_place_for_table(folder, words.target);
    SignalTableOptions options{words.table.datasets, words.table.methods, words.table.folds.value_or(words.quick ? 2 : 10),
                               words.table.epochs, common.seed};
    const DatasetPart part = parse_part(words.table.part);
    options.part = {part.number, part.count};
    if (words.quick && !options.epochs) {
        options.epochs = 1;
    }
    const auto find = [&](const SignalTableRow& row) {
        std::optional<fs::path> path = input_path({row.data, "", "", words.data});
        if (!path) {
            say(common, fmt::format("{} is left out: there is no folder {} in --data or $NDPOOL_DATA", row.title, row.data));
        }
        return path;
    };
    const ResultTable result =
        make_signal_table(table, folder, options,
                          {find,
                           [&](const SignalTableRow& row, const SignalTableColumn& column) {
                               say(common, fmt::format("{}: {}", row.title, column.title));
                           },
                           [&](const SignalTableRow& row, const SignalTableColumn& column, const std::string& reason) {
                               say(common, fmt::format("{}: {} is left out: {}", row.title, column.title, reason));
                           },
                           [&](const ResultTable& filled) { write_table(folder, filled); },
                           {common.parallel(), progress_bar(common), training_line(common), words.table.checkpoint_seconds}});
    write_table(folder, result);
    if (common.json) {
        fmt::print("{}\n", json_text({{result.name, Json::parse(to_json(result))}}));
        return;
    }
    fmt::print("{}", result_table_text(result));
    say(common, fmt::format("written to {}", words.output));
}

}  // namespace ndpool::command
