#include <fmt/format.h>

#include "coarsen_report.hpp"
#include "method_arguments.hpp"
#include "mpi_commands.hpp"
#include "mpi_input.hpp"
#include "ndpool/distributed/distributed_pyramid.hpp"
#include "option_checks.hpp"
#include "output.hpp"

namespace ndpool::command {

namespace {

struct MpiCoarsenOptions {
    CommonOptions common;
    InputOptions input;
    MethodArguments method;
    std::string format = "mtx";
    std::string output;
    std::int64_t gather_below = DistributedOptions{}.gather_below;
    bool resume = false;
    bool skip_measure = false;
    bool traffic = false;
};

LevelSummary summary_from(const Json& facts) {
    LevelSummary level;
    level.level = facts.at("level");
    level.nodes = facts.at("nodes");
    level.edges = facts.at("edges");
    level.edges_before_sparsify = facts.at("edges_before_sparsify");
    level.cut_fraction = facts.value("cut_fraction", 1.0);
    level.upper_bound = facts.value("upper_bound", 1.0);
    level.components = facts.at("components");
    level.vanished_components = facts.at("vanished_components");
    level.origins[facts.at("origin")] = 1;
    if (facts.contains("spectral_distance")) {
        level.spectral_distance = facts.at("spectral_distance").get<double>();
        level.worst_spectral_distance = facts.at("worst_spectral_distance").get<double>();
    }
    return level;
}

void report(const Ranks& ranks, const MpiCoarsenOptions& options, const std::string& manifest) {
    if (!ranks.is_first()) {
        return;
    }
    const Json written = Json::parse(manifest);
    if (options.common.json) {
        fmt::print("{}\n", json_text(written));
        return;
    }
    std::vector<LevelSummary> levels;
    for (const Json& facts : written.at("levels")) {
        levels.push_back(summary_from(facts));
    }
    fmt::print("{}", level_table(levels));
    say(options.common, fmt::format("written to {}", options.output));
}

/// What the bench script reads: one line per rank.
void report_traffic(const Ranks& ranks, double cpu) {
    const auto computing = ranks.all(cpu - ranks.traffic().waiting_cpu_seconds);
    const auto waiting = ranks.all(ranks.traffic().waiting_cpu_seconds);
    const auto exchanges = ranks.all(ranks.traffic().exchanges);
    const auto received = ranks.all(ranks.traffic().bytes_received);
    const auto peak = ranks.all(peak_memory());
    for (int rank = 0; ranks.is_first() && rank < ranks.count(); ++rank) {
        print_error(fmt::format(
            "rank {}: {:.2f} CPU s computing, {:.2f} waiting, {} exchanges, {:.1f} MB received, {:.0f} MiB at the peak\n", rank,
            computing[rank], waiting[rank], exchanges[rank], received[rank] / 1e6, peak[rank] / 1048576));
    }
}

void run_coarsen(const Ranks& ranks, const MpiCoarsenOptions& options) {
    const Format matrices = format_named(options.format);
    NdpOptions ndp = std::get<NdpOptions>(resolved(options.method));
    ndp.measure = options.skip_measure ? Measuring::never : Measuring::automatic;
    ranks.together([&] {
        if (ranks.is_first()) {
            require_place_for_folder(options.output);
            require_input_outside(options.input.input, options.output);
        }
    });
    const std::string name = input_name(ranks, options.input);
    const PyramidOrigin origin{options.input.input, ndp, options.common.root_seed(), options.input.symmetrize};
    double ghosts = 0;
    const auto progress = [&](const LevelReport& report) {
        if (ghosts == 0) {
            ghosts = static_cast<double>(report.ghosts);
            remark_on_ghosts(ranks, options.common, ghosts, report.nodes_before);
        }
        if (options.traffic && ranks.is_first()) {
            print_error(fmt::format("level {}: {} nodes, {} edges, {:.1f} % ghosts before, {} exchanges, {} rounds, {:.2f} s\n",
                                    report.level.level, report.level.nodes, report.level.edges,
                                    100 * static_cast<double>(report.ghosts) / report.nodes_before, report.exchanges,
                                    report.rounds, report.level.seconds.cut + report.level.seconds.kron));
        }
    };
    const std::string manifest = make_distributed_pyramid(
        ranks, name, serial_reader(options.input, options.common), origin,
        {.ndp = ndp, .gather_below = options.gather_below, .resume = options.resume}, options.output, matrices, progress);
    report(ranks, options, manifest);
    if (options.traffic) {
        report_traffic(ranks, cpu_seconds());
    }
}

}  // namespace

void add_mpi_coarsen(CLI::App& app, CommonOptions& common, const Ranks& ranks) {
    CLI::App* command = app.add_subcommand("coarsen", "Make the lean pyramid of one graph on all ranks");
    auto options = std::make_shared<MpiCoarsenOptions>();
    add_input_options(*command, options->input, false);
    command->add_option("-o,--output", options->output, "Folder to write; a folder that ndpool wrote before is replaced")
        ->required()
        ->check(output_name());
    command->add_option("--format", options->format, "Format of the matrices to write: mtx (default) or ndg")
        ->check(one_of({"mtx", "ndg"}));
    add_method_options(*command, options->method);
    command->get_option("--memory-limit")
        ->description("Gigabytes of memory that each rank may take (default: its share of what its machine has available)");
    command
        ->add_option("--gather-below", options->gather_below,
                     "Graphs of at most so many nodes go to the first rank, which continues alone (default 200000)")
        ->transform(whole_number(2, std::numeric_limits<std::int32_t>::max()));
    command->add_flag("--resume", options->resume,
                      "Continue after the last level of a run that was ended; it must have had the same options");
    command->add_flag("--no-measure", options->skip_measure, "Do not measure and fit the levels that the first rank makes alone");
    command->add_flag("--traffic", options->traffic, "Print what each level and each rank took to standard error");
    add_common_options(*command, common);
    command->footer(
        "Examples:\n"
        "  mpirun -n 4 ndpool-mpi coarsen road.ndg -o pyramid --accuracy lean --until 1000\n"
        "  mpirun -n 4 ndpool-mpi coarsen grid:30000x30000 -o pyramid --format ndg --accuracy lean --until 1000");
    command->callback([options, command, &common, &ranks] {
        options->common = common;
        require_options_of_method(*command, options->method.method);
        if (options->method.method != "ndp" || options->method.ndp.accuracy != "lean") {
            throw InvalidInput("--accuracy: several machines make lean levels alone, expected --accuracy lean");
        }
        run_on_ranks(ranks, [&] { run_coarsen(ranks, *options); });
    });
}

}  // namespace ndpool::command
