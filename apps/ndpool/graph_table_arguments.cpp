#include "graph_table_arguments.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "ndpool/base/error.hpp"
#include "option_checks.hpp"
#include "part_argument.hpp"
#include "terminal.hpp"

namespace ndpool::command {

void add_graph_table_options(CLI::App& command, GraphTableArguments& arguments) {
    command
        .add_option("--datasets", arguments.datasets,
                    "Trained tables: train on these datasets only, such as MUTAG,PROTEINS or imdb-1k")
        ->delimiter(',');
    command.add_option("--methods", arguments.methods, "Trained tables: train these methods only, such as ndp,flat,wl")
        ->delimiter(',');
    command
        .add_option("--preset", arguments.preset, "table-graphs: settings, as in ndpool train: paper, authors, modern or tuned")
        ->capture_default_str();
    command.add_option("--folds", arguments.folds, "Trained tables: folds or runs per cell (default 10, with --quick 2)")
        ->transform(whole_number(2, 1000));
    command
        .add_option("--epochs", arguments.epochs,
                    "Trained tables: maximum number of epochs (default: as the preset, with --quick few)")
        ->transform(whole_number(1, 1000000));
    command
        .add_option("--checkpoint-seconds", arguments.checkpoint_seconds,
                    "table-graphs: seconds of training between two checkpoints of a fold; 0: after every epoch")
        ->check(finite_number(0))
        ->capture_default_str();
    command
        .add_option("--time-epochs", arguments.timed_epochs,
                    "table-graphs: after the training, train every cell again for this number of epochs, one at a time on one "
                    "thread, and show these times, which no other training disturbs")
        ->transform(whole_number(1, 1000000));
    command
        .add_option("--most-hours", arguments.most_hours,
                    "table-graphs: time an epoch of every cell first, and leave out those that would take longer even if every "
                    "fold stopped as early as it can; the table says how long")
        ->check(finite_number(0));
    command
        .add_option("--part", arguments.part,
                    "Trained tables: train the K-th of every N cells only, given as K/N; one more call without it, in a folder "
                    "with the runs of all parts, assembles the table")
        ->check(part_of_many());
}

void refuse_graph_table_options(const CLI::App& command) {
    constexpr std::array<const char*, 9> names{"--datasets",           "--methods",     "--preset",     "--folds", "--epochs",
                                               "--checkpoint-seconds", "--time-epochs", "--most-hours", "--part"};
    for (const char* name : names) {
        if (command.get_option(name)->count() > 0) {
            throw InvalidInput(fmt::format("{}: belongs to trained tables, none of which is among the targets here", name));
        }
    }
}

std::string result_table_text(const ResultTable& table) {
    const auto has_paper = [&](std::size_t column) {
        return std::any_of(table.rows.begin(), table.rows.end(),
                           [&](const ResultRow& row) { return row.cells[column].paper.has_value(); });
    };
    const auto plain = [&](const std::optional<MeanStd>& spread) {
        return spread ? to_text(spread, table.decimals, "+-") : std::string("-");
    };
    std::vector<std::string> head{""};
    std::vector<std::vector<std::string>> rows;
    for (const ResultRow& row : table.rows) {
        rows.push_back({row.name});
    }
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
        head.push_back(table.columns[c]);
        for (std::size_t r = 0; r < rows.size(); ++r) {
            const ResultCell& cell = table.rows[r].cells[c];
            rows[r].push_back(cell.ours || cell.left_out.empty() ? plain(cell.ours) : cell.left_out);
        }
        if (has_paper(c)) {
            head.emplace_back("paper");
            for (std::size_t r = 0; r < rows.size(); ++r) {
                rows[r].push_back(plain(table.rows[r].cells[c].paper));
            }
        }
    }
    return fmt::format("{}\n{}", table.title, text_table(head, rows));
}

}  // namespace ndpool::command
