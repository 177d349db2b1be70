#include "method_arguments.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <string_view>

#include "option_checks.hpp"

namespace ndpool::command {

namespace {

/// Options that not all methods have, and the methods that have them.
struct Belonging {
    std::string_view option;
    std::string_view methods;
};

constexpr std::array<Belonging, 24> belongings{{{"--until", "ndp"},
                                                {"--nodes", "ndp"},
                                                {"--zero-below", "ndp"},
                                                {"--epsilon", "ndp"},
                                                {"--relative-epsilon", "ndp"},
                                                {"--sparsify", "ndp"},
                                                {"--accuracy", "ndp"},
                                                {"--measure", "ndp"},
                                                {"--no-measure", "ndp"},
                                                {"--certify", "ndp"},
                                                {"--cut-method", "ndp"},
                                                {"--laplacian", "ndp"},
                                                {"--components", "ndp"},
                                                {"--keep", "ndp"},
                                                {"--random-below", "ndp"},
                                                {"--cut-seconds", "ndp"},
                                                {"--cut-steps", "ndp"},
                                                {"--fake-nodes", "graclus"},
                                                {"--no-fake-nodes", "graclus"},
                                                {"--nmf-iterations", "nmf"},
                                                {"--nmf-tolerance", "nmf"},
                                                {"--nmf-drop-below", "nmf"},
                                                {"--kmis-steps", "kmis"},
                                                {"--kmis-connect", "kmis"}}};

constexpr const char* other_group = "Other methods";

void add_graclus_options(CLI::App& command, MethodArguments& arguments) {
    CLI::Option* with = command
                            .add_flag("--fake-nodes", arguments.fake_nodes,
                                      "graclus: add isolated fake nodes, so that every cluster has exactly two nodes (default)")
                            ->group(other_group);
    command
        .add_flag("--no-fake-nodes", arguments.no_fake_nodes,
                  "graclus: add no fake nodes; a node without a partner is a cluster by itself")
        ->group(other_group)
        ->excludes(with);
}

void add_nmf_options(CLI::App& command, NmfOptions& options) {
    command.add_option("--nmf-iterations", options.most_iterations, "nmf: maximum number of updates per factorisation")
        ->transform(whole_number(1, std::numeric_limits<int>::max()))
        ->group(other_group)
        ->capture_default_str();
    command
        .add_option("--nmf-tolerance", options.tolerance,
                    "nmf: stop if ten updates lower the error by at most this fraction of the first error")
        ->check(finite_number(0))
        ->group(other_group)
        ->capture_default_str();
    command
        .add_option(
            "--nmf-drop-below", options.drop_below,
            "nmf: drop entries of the assignment matrix below this fraction of the node's largest; with 0 levels are dense")
        ->check(finite_number(0, 1))
        ->group(other_group)
        ->capture_default_str();
}

void add_kmis_options(CLI::App& command, MethodArguments& arguments) {
    command.add_option("--kmis-steps", arguments.steps, "kmis: any two kept nodes are more than this number of edges apart")
        ->transform(whole_number(1, std::numeric_limits<int>::max()))
        ->group(other_group)
        ->capture_default_str();
    command
        .add_option("--kmis-connect", arguments.connect,
                    "kmis: how kept nodes are joined. clusters: by the weights between their clusters; kron: by Kron reduction")
        ->check(one_of({"clusters", "kron"}))
        ->group(other_group)
        ->capture_default_str();
}

}  // namespace

void add_method_options(CLI::App& command, MethodArguments& arguments) {
    command
        .add_option(
            "--method", arguments.method,
            "Method of coarsening. ndp: keep about half of the nodes (the paper's); graclus: join nodes in pairs; nmf: soft "
            "clusters by non-negative matrix factorisation; kmis: keep a maximal independent set, with clusters of the "
            "nodes around them")
        ->check(one_of({"ndp", "graclus", "nmf", "kmis"}))
        ->capture_default_str();
    add_ndp_options(command, arguments.ndp);
    add_graclus_options(command, arguments);
    add_nmf_options(command, arguments.nmf);
    add_kmis_options(command, arguments);
}

void require_options_of_methods(const CLI::App& command, const std::vector<std::string>& methods) {
    for (const auto& [option, owner] : belongings) {
        const CLI::Option* const given = command.get_option_no_throw(std::string(option));  // not every command has all of them
        const bool belongs = std::find(methods.begin(), methods.end(), owner) != methods.end();
        if (!belongs && given != nullptr && given->count() > 0) {
            throw InvalidInput(
                fmt::format("{}: belongs to the method {}, the method here is {}", option, owner, fmt::join(methods, ", ")));
        }
    }
}

void require_options_of_method(const CLI::App& command, const std::string& method) {
    require_options_of_methods(command, {method});
}

PyramidOptions resolved(const MethodArguments& arguments) {
    return resolved(MethodRequest{.method = arguments.method,
                                  .ndp = request_of(arguments.ndp),
                                  .fake_nodes = !arguments.no_fake_nodes,
                                  .nmf = arguments.nmf,
                                  .steps = arguments.steps,
                                  .connect = arguments.connect});
}

}  // namespace ndpool::command
