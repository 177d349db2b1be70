#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "ndp_arguments.hpp"
#include "ndpool/pyramid/methods.hpp"

namespace ndpool::command {

/// The options of a command line that choose the method of coarsening; the defaults are those of the library.
struct MethodArguments {
    std::string method = "ndp";
    NdpArguments ndp;
    bool fake_nodes = false;  ///< the option was given; it is the default too
    bool no_fake_nodes = false;
    NmfOptions nmf;
    int steps = KmisOptions{}.steps;
    std::string connect = std::string(name_of(KmisOptions{}.connect));
};

/// Declares --method and the options of all methods.
void add_method_options(CLI::App& command, MethodArguments& arguments);

/// Throws InvalidInput, one line, for an option that was given but belongs to none of these methods; `command` must have been
/// parsed.
void require_options_of_methods(const CLI::App& command, const std::vector<std::string>& methods);
void require_options_of_method(const CLI::App& command, const std::string& method);

[[nodiscard]] PyramidOptions resolved(const MethodArguments& arguments);

}  // namespace ndpool::command
