#include "signal_table_command.hpp"

#include <fmt/format.h>

#include "input.hpp"
#include "ndpool/base/error.hpp"
#include "ndpool/reproduce/learned/signal_table.hpp"
#include "output.hpp"
#include "part_argument.hpp"
#include "table_report.hpp"
#include "training_line.hpp"

namespace ndpool::command {

namespace fs = std::filesystem;

void signal_table_command(const SignalTableWords& words, const CommonOptions& common) {
    if (words.table.timed_epochs || words.table.most_hours || words.table.preset != GraphTableArguments{}.preset) {
        throw InvalidInput(
            fmt::format("--time-epochs, --most-hours and --preset: belong to table-graphs, the target here is {}", words.target));
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
    const FigureOrigin origin = origin_of(words.target, words.quick, words.data, common);
    const auto write_table = [&](const ResultTable& filled) {
        write_table_report(folder, {{words.target}, {&filled, 1}, origin});
    };
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
                           write_table,
                           {common.parallel(), progress_bar(common), training_line(common), words.table.checkpoint_seconds}});
    write_table(result);
    if (common.json) {
        fmt::print("{}\n", json_text({{result.name, Json::parse(to_json(result))}}));
        return;
    }
    fmt::print("{}", result_table_text(result));
    say(common, fmt::format("written to {}", words.output));
}

}  // namespace ndpool::command
