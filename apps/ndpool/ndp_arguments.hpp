#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ndpool/pyramid/method_request.hpp"

namespace ndpool::command {

/// The options of a command line that say how to cut and how to coarsen, as they were given; defaults are those of the library.
using CutArguments = CutRequest;

struct NdpArguments {
    CutArguments cut;
    std::string levels;
    std::optional<double> epsilon;
    bool relative_epsilon = false;
    std::string sparsify;
    std::string accuracy;
    std::optional<NodeId> until;
    std::optional<NodeId> nodes;
    double memory_gigabytes = 0;
};

/// `method_option` is --method for the command that only cuts, and --cut-method for all others.
void add_cut_options(CLI::App& command, CutArguments& arguments, const std::string& method_option);
/// `accuracy` is the default of --accuracy.
void add_ndp_options(CLI::App& command, NdpArguments& arguments, std::string_view accuracy = "exact");

/// What the library is asked for.
[[nodiscard]] NdpRequest request_of(const NdpArguments& arguments);
/// The accuracy auto becomes exact here, because it depends on the graph: see with_accuracy.
[[nodiscard]] NdpOptions resolved(const NdpArguments& arguments);

/// The same arguments, with the accuracy auto replaced by the one that is chosen for these graphs.
[[nodiscard]] NdpArguments with_accuracy(NdpArguments arguments, std::span<const Graph> graphs);

/// The remark before the work begins, if it is estimated to take long or if auto chose another accuracy than exact; else empty.
[[nodiscard]] std::string accuracy_remark(const NdpArguments& asked, const NdpOptions& options, std::span<const Graph> graphs);

}  // namespace ndpool::command
