#include "ndp_arguments.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "ndpool/pyramid/ndp/cost_estimate.hpp"
#include "ndpool/pyramid/ndp/ndp_options.hpp"
#include "option_checks.hpp"

namespace ndpool::command {

namespace {

constexpr std::string_view automatic = "auto";

/// "40 s", "3 min" or "2.5 h": an estimate deserves few digits.
std::string rough_time(double seconds) {
    if (seconds < 100) {
        return fmt::format("{:.0f} s", std::max(1.0, seconds));
    }
    return seconds < 6000 ? fmt::format("{:.0f} min", seconds / 60) : fmt::format("{:.1f} h", seconds / 3600);
}

/// Groups of options in help texts.
constexpr const char* cut_group = "How to cut";
constexpr const char* large_group = "Large graphs";

void add_tabu_options(CLI::App& command, CutArguments& arguments) {
    CLI::Option* seconds =
        command
            .add_option("--cut-seconds", arguments.seconds,
                        "CPU seconds of the tabu search; the result then depends on the machine, see --cut-steps")
            ->check(finite_number(0, 1e9))
            ->group(cut_group)
            ->capture_default_str();
    command
        .add_option("--cut-steps", arguments.steps,
                    "Steps of the tabu search per component, instead of a time: the result is the same on every machine")
        ->transform(whole_number(1))
        ->group(cut_group)
        ->excludes(seconds);
}

void add_level_options(CLI::App& command, NdpArguments& arguments) {
    arguments.levels = fmt::format("{}", fmt::join(NdpOptions{}.levels, ","));
    CLI::Option* levels =
        command.add_option("--levels", arguments.levels, "Levels to store, such as 1,3,5; level l has about 1/2^l of the nodes")
            ->capture_default_str();
    CLI::Option* until =
        command
            .add_option("--until", arguments.until, "Store every level until one has fewer nodes than this, instead of --levels")
            ->transform(whole_number(1))
            ->excludes(levels);
    command.add_option("--nodes", arguments.nodes, "Store one level with exactly this number of nodes, instead of --levels")
        ->transform(whole_number(1))
        ->excludes(levels)
        ->excludes(until);
}

void add_threshold_options(CLI::App& command, NdpArguments& arguments) {
    command
        .add_option(
            "--epsilon", arguments.epsilon,
            fmt::format("Drop edges whose weight is at most this from the stored levels (default {}; not for lean levels)",
                        Threshold{}.epsilon))
        ->check(finite_number(0));
    command.add_flag("--relative-epsilon", arguments.relative_epsilon,
                     "Take --epsilon as a fraction of the level's largest weight");
    arguments.sparsify = name_of(NdpOptions{}.sparsify);
    command
        .add_option(
            "--sparsify", arguments.sparsify,
            "When to drop edges. end: from the stored levels only, while each level is made from the exact level before, as in "
            "the paper; each: from every level, and the next level is made from the sparsified one")
        ->check(one_of({"end", "each"}))
        ->capture_default_str();
}

}  // namespace

void add_cut_options(CLI::App& command, CutArguments& arguments, const std::string& method_option) {
    const CutOptions defaults;
    arguments.method = name_of(defaults.method);
    arguments.laplacian = name_of(defaults.spectral.laplacian);
    arguments.components = name_of(defaults.components);
    arguments.keep = name_of(defaults.keep);
    command
        .add_option(
            method_option, arguments.method,
            "Method of the cut: spectral (the paper's), random, trevisan (at least 0.531 of the largest cut), power (the "
            "fastest), sdp (large cuts in a short time), tabu (a search for as long as --cut-seconds says), auto (the larger "
            "cut of sdp and spectral)")
        ->check(one_of({"spectral", "random", "trevisan", "power", "sdp", "tabu", "auto"}))
        ->group(cut_group)
        ->capture_default_str();
    command.add_option("--laplacian", arguments.laplacian, "Laplacian of the top eigenvector: symmetric or combinatorial")
        ->check(one_of({"symmetric", "combinatorial"}))
        ->group(cut_group)
        ->capture_default_str();
    command
        .add_option(
            "--components", arguments.components,
            "How to cut a disconnected graph. each: every component by itself, and each keeps a node; whole: one eigenvector "
            "for all components, as in the paper")
        ->check(one_of({"each", "whole"}))
        ->group(cut_group)
        ->capture_default_str();
    command
        .add_option(
            "--keep", arguments.keep,
            "Side of the cut to keep: first (the side of a component's first node), smaller (usually the hubs), larger "
            "(usually the leaves), or cheaper (first, unless that drops the hubs; the default for lean levels). smaller and "
            "larger do not depend on how nodes are numbered")
        ->check(one_of({"first", "smaller", "larger", "cheaper"}))
        ->group(cut_group)
        ->capture_default_str();
    command
        .add_option("--random-below", arguments.random_below,
                    "Try random cuts if the fraction cut by the spectral cut is below this")
        ->check(finite_number(0, 1))
        ->group(cut_group)
        ->capture_default_str();
    command
        .add_option("--zero-below", arguments.zero_below,
                    "Place nodes greedily if their entry of the eigenvector is at most this fraction of the largest, because "
                    "its sign is not reliable; 0 uses the signs of all entries, as in the paper")
        ->check(finite_number(0, 1))
        ->group(cut_group)
        ->capture_default_str();
    add_tabu_options(command, arguments);
}

void add_ndp_options(CLI::App& command, NdpArguments& arguments, std::string_view accuracy) {
    add_level_options(command, arguments);
    add_threshold_options(command, arguments);
    arguments.accuracy = accuracy;
    command
        .add_option(
            "--accuracy", arguments.accuracy,
            "How close levels are to the Kron reduction. exact: the reduction itself; faithful: the same stored levels, for "
            "graphs too large for exact; lean: few nonzeros per node and the small eigenvalues of the exact levels, for any "
            "size; auto: the first of these that is estimated to be fast")
        ->check(one_of({"exact", "faithful", "lean", "auto"}))
        ->group(large_group)
        ->capture_default_str();
    command
        .add_option(
            "--memory-limit", arguments.memory_gigabytes,
            "Gigabytes of memory that one step of the coarsening may take: a reduction, a lean pyramid or its measurement "
            "(default: the available memory)")
        ->check(finite_number(0, 1e9))
        ->group(large_group);
    add_cut_options(command, arguments.cut, "--cut-method");
    arguments.cut.method.clear();  // depends on the accuracy
}

NdpRequest request_of(const NdpArguments& arguments) {
    return {.cut = arguments.cut,
            .levels = parse_levels(arguments.levels),
            .epsilon = arguments.epsilon,
            .relative_epsilon = arguments.relative_epsilon,
            .sparsify = arguments.sparsify,
            .accuracy = arguments.accuracy,
            .until = arguments.until.value_or(0),
            .nodes = arguments.nodes.value_or(0),
            .memory_gigabytes = arguments.memory_gigabytes};
}

NdpOptions resolved(const NdpArguments& arguments) {
    return resolved(request_of(arguments));
}

NdpArguments with_accuracy(NdpArguments arguments, std::span<const Graph> graphs) {
    arguments.accuracy = with_accuracy(request_of(arguments), graphs).accuracy;
    return arguments;
}

std::string accuracy_remark(const NdpArguments& asked, const NdpOptions& options, std::span<const Graph> graphs) {
    constexpr double long_seconds = 60;
    const bool chosen = asked.accuracy == automatic && options.accuracy != Accuracy::exact;
    if (!chosen && options.accuracy != Accuracy::exact) {
        return {};
    }
    const CostEstimate cost = estimated_cost(graphs, options);
    if (chosen) {
        return fmt::format("ndpool: note: the accuracy is {}: exact is estimated to take {} of CPU time",
                           name_of(options.accuracy), rough_time(cost.exact));
    }
    if (cost.exact <= long_seconds) {
        return {};
    }
    return fmt::format("ndpool: note: exact levels are estimated to take {} of CPU time, --accuracy faithful {}, lean {}",
                       rough_time(cost.exact), rough_time(cost.faithful), rough_time(cost.lean));
}

}  // namespace ndpool::command
