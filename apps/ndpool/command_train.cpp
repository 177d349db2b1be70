#include <fmt/format.h>

#include "input.hpp"
#include "learn_commands.hpp"
#include "ndpool/base/error.hpp"
#include "ndpool/learn/train/run_presets.hpp"
#include "output.hpp"
#include "part_argument.hpp"
#include "part_input.hpp"
#include "run_report.hpp"
#include "train_run_options.hpp"
#include "train_signals.hpp"
#include "training_line.hpp"

namespace ndpool::command {

namespace {

/// What signals alone have.
void refuse_options_of_signals(const TrainArguments& arguments) {
    if (const std::string_view option = option_of_texts(arguments.signals); !option.empty()) {
        throw InvalidInput(fmt::format("{}: belongs to signals, {} is a dataset of graphs", option, arguments.input.input));
    }
    if (arguments.input_dropout) {
        throw InvalidInput(fmt::format("--input-dropout: belongs to signals, {} is a dataset of graphs", arguments.input.input));
    }
}

void run_train(const TrainArguments& arguments, const CommonOptions& common) {
    if (arguments.resume && arguments.overwrite) {
        throw InvalidInput("--resume and --overwrite exclude each other");
    }
    if (is_signal_input(arguments.input, arguments.signals)) {
        train_signals_command(arguments, common);
        return;
    }
    refuse_options_of_signals(arguments);
    if (!arguments.part.empty()) {
        require_readable_again(arguments.input);
    }
    (void)pool_method_named(arguments.pool);
    (void)preset_named(arguments.preset, "");
    require_place_for_run(arguments, [](const RunFolder& folder) { (void)folder.description(); });
    const SameGraph unique = arguments.unique.empty() ? SameGraph::never : same_graph_named(arguments.unique);
    const Dataset read = read_dataset_input(arguments.input, common);
    const Dataset dataset = without_copies(read, unique, common.parallel());
    if (dataset.graphs.size() < read.graphs.size()) {
        say(common, fmt::format("{} of {} graphs are copies of others and are left out",
                                read.graphs.size() - dataset.graphs.size(), read.graphs.size()));
    }
    const RunDescription description{run_options_of(arguments, dataset.name, common.seed), dataset.name, dataset.graphs.size(),
                                     content_number(dataset)};
    const DatasetPart named = parse_part(arguments.part);
    const CyclicPart part{named.number, named.count};
    const RunResult result = train_run(dataset, description, RunFolder(arguments.output),
                                       {common.parallel(), progress_bar(common), training_line(common),
                                        arguments.checkpoint_seconds, arguments.overwrite, part});
    if (!arguments.part.empty()) {
        write_part_input(arguments.output, arguments.input);
    }
    print_run(result, description, part, common);
    say(common, fmt::format("written to {}", arguments.output));
}

std::string pools_help() {
    std::string text = "Pools:\n";
    for (const PoolMethodParts& parts : pool_methods()) {
        text += fmt::format("  {:<13} {}\n", parts.word, parts.meaning);
    }
    return text;
}

}  // namespace

void add_train(CLI::App& app, CommonOptions& common) {
    CLI::App* command = app.add_subcommand("train", "Train graph neural networks with pooling on a dataset");
    auto arguments = std::make_shared<TrainArguments>();
    add_train_options(*command, *arguments);
    add_common_options(*command, common);
    command->footer(pools_help() +
                    "Signals:\n"
                    "  FOLDER        the four IDX files of MNIST or Fashion-MNIST, gzipped or not\n"
                    "  FILE.npz      with --graph: arrays signals (samples x nodes), labels and, if there is one,\n"
                    "                split (0 train, 1 validation, 2 test)\n"
                    "  FOLDER        texts in pos and neg, or in train/pos and so on; or imdb_flat.npz\n"
                    "  signals:grid  lines in four directions on 16 x 16 pixels; signals:grid,SIDE,SAMPLES\n"
                    "Examples:\n"
                    "  ndpool train bench:easy -o run\n"
                    "  ndpool train PROTEINS.zip -o flat --pool flat\n"
                    "  ndpool train PROTEINS.zip -o flat --pool flat --resume\n"
                    "  ndpool train signals:grid -o run --preset tuned\n"
                    "  ndpool train signals.npz --graph graph.mtx -o run");
    command->callback([arguments, &common] { run_train(*arguments, common); });
}

}  // namespace ndpool::command
