#include "ndpool/pyramid/ndp_options_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <nlohmann/json.hpp>
#include <utility>

#include "ndpool/pyramid/json_keys.hpp"

namespace ndpool {

namespace {

using nlohmann::json;

template <typename Value, std::size_t count>
using Words = std::array<std::pair<Value, std::string_view>, count>;

constexpr Words<CutMethod, 7> cut_methods{{{CutMethod::spectral, "spectral"},
                                           {CutMethod::random, "random"},
                                           {CutMethod::trevisan, "trevisan"},
                                           {CutMethod::sdp, "sdp"},
                                           {CutMethod::power, "power"},
                                           {CutMethod::tabu, "tabu"},
                                           {CutMethod::automatic, "auto"}}};
constexpr Words<Laplacian, 2> laplacians{{{Laplacian::symmetric, "symmetric"}, {Laplacian::combinatorial, "combinatorial"}}};
constexpr Words<ComponentPolicy, 2> component_policies{{{ComponentPolicy::each, "each"}, {ComponentPolicy::whole, "whole"}}};
constexpr Words<KeptSide, 4> kept_sides{{{KeptSide::first, "first"},
                                         {KeptSide::smaller, "smaller"},
                                         {KeptSide::larger, "larger"},
                                         {KeptSide::cheaper, "cheaper"}}};
constexpr Words<SparsifyWhen, 2> sparsify_times{{{SparsifyWhen::at_the_end, "end"}, {SparsifyWhen::each_level, "each"}}};

constexpr Words<EigenSolver, 3> eigen_solvers{
    {{EigenSolver::automatic, "auto"}, {EigenSolver::dense, "dense"}, {EigenSolver::iterative, "iterative"}}};
constexpr Words<Accuracy, 3> accuracies{{{Accuracy::exact, "exact"}, {Accuracy::faithful, "faithful"}, {Accuracy::lean, "lean"}}};

template <typename Value, std::size_t count>
std::string_view word_of(const Words<Value, count>& words, Value value) {
    for (const auto& [known, word] : words) {
        if (known == value) {
            return word;
        }
    }
    return {};
}

template <typename Value, std::size_t count>
Value value_of(const Words<Value, count>& words, std::string_view what, std::string_view name) {
    std::vector<std::string_view> known_words;
    for (const auto& [value, word] : words) {
        if (word == name) {
            return value;
        }
        known_words.push_back(word);
    }
    throw InvalidInput(fmt::format("unknown {} '{}', expected one of {}", what, name, fmt::join(known_words, ", ")));
}

template <typename Value, std::size_t count>
void take_word(json& object, const char* key, const Words<Value, count>& words, Value& value) {
    std::string word(word_of(words, value));
    take(object, key, word);
    value = value_of(words, key, word);
}

}  // namespace

std::string_view name_of(CutMethod method) {
    return word_of(cut_methods, method);
}
std::string_view name_of(Laplacian laplacian) {
    return word_of(laplacians, laplacian);
}
std::string_view name_of(ComponentPolicy policy) {
    return word_of(component_policies, policy);
}
std::string_view name_of(KeptSide side) {
    return word_of(kept_sides, side);
}
std::string_view name_of(SparsifyWhen when) {
    return word_of(sparsify_times, when);
}
std::string_view name_of(Accuracy accuracy) {
    return word_of(accuracies, accuracy);
}
CutMethod cut_method_named(std::string_view name) {
    return value_of(cut_methods, "cut method", name);
}
Laplacian laplacian_named(std::string_view name) {
    return value_of(laplacians, "Laplacian", name);
}
ComponentPolicy component_policy_named(std::string_view name) {
    return value_of(component_policies, "component policy", name);
}
KeptSide kept_side_named(std::string_view name) {
    return value_of(kept_sides, "side to keep", name);
}
SparsifyWhen sparsify_when_named(std::string_view name) {
    return value_of(sparsify_times, "time to sparsify", name);
}
Accuracy accuracy_named(std::string_view name) {
    return value_of(accuracies, "accuracy", name);
}

std::string to_json(const NdpOptions& options) {
    // lean_pyramid says what it makes of `first`.
    const bool is_cheaper = options.accuracy == Accuracy::lean && options.cut.keep == KeptSide::first;
    const SpectralCutOptions& spectral = options.cut.spectral;
    const SearchOptions& search = options.cut.search;
    return json{{"method", "ndp"},
                {"levels", options.levels},
                {"epsilon", options.threshold.epsilon},
                {"relative_epsilon", options.threshold.relative},
                {"sparsify", name_of(options.sparsify)},
                {"accuracy", name_of(options.accuracy)},
                {"until_nodes", options.until_nodes},
                {"exactly_nodes", options.exactly_nodes},
                {"cut_method", name_of(options.cut.method)},
                {"components", name_of(options.cut.components)},
                {"keep", name_of(is_cheaper ? KeptSide::cheaper : options.cut.keep)},
                {"laplacian", name_of(spectral.laplacian)},
                {"random_below", spectral.random_below},
                {"random_tries", spectral.random_tries},
                {"zero_below", spectral.zero_below},
                {"eigen_solver", word_of(eigen_solvers, spectral.eigen.solver)},
                {"eigen_tolerance", spectral.eigen.tolerance},
                {"eigen_most_iterations", spectral.eigen.most_iterations},
                {"sdp_rank", search.sdp.rank},
                {"sdp_sweeps", search.sdp.sweeps},
                {"sdp_hyperplanes", search.sdp.hyperplanes},
                {"power_steps", search.power.steps},
                {"cut_seconds", search.tabu.seconds},
                {"cut_steps", search.tabu.steps},
                {"reduce_up_to", search.reduce_up_to},
                {"drop_tolerance", options.kron.screen}}
        .dump();
}

NdpOptions ndp_options_from_json(std::string_view text) {
    try {
        json object = json::parse(text);
        NdpOptions options;
        SpectralCutOptions& spectral = options.cut.spectral;
        SearchOptions& search = options.cut.search;
        take_method(object, "ndp");
        take_word(object, "accuracy", accuracies, options.accuracy);
        take(object, "until_nodes", options.until_nodes);
        take(object, "exactly_nodes", options.exactly_nodes);
        take(object, "levels", options.levels);
        take(object, "epsilon", options.threshold.epsilon);
        take(object, "relative_epsilon", options.threshold.relative);
        take_word(object, "sparsify", sparsify_times, options.sparsify);
        take_word(object, "cut_method", cut_methods, options.cut.method);
        take_word(object, "components", component_policies, options.cut.components);
        take_word(object, "keep", kept_sides, options.cut.keep);
        take_word(object, "laplacian", laplacians, spectral.laplacian);
        take(object, "random_below", spectral.random_below);
        take(object, "random_tries", spectral.random_tries);
        take(object, "zero_below", spectral.zero_below);
        take_word(object, "eigen_solver", eigen_solvers, spectral.eigen.solver);
        take(object, "eigen_tolerance", spectral.eigen.tolerance);
        take(object, "eigen_most_iterations", spectral.eigen.most_iterations);
        take(object, "sdp_rank", search.sdp.rank);
        take(object, "sdp_sweeps", search.sdp.sweeps);
        take(object, "sdp_hyperplanes", search.sdp.hyperplanes);
        take(object, "power_steps", search.power.steps);
        take(object, "cut_seconds", search.tabu.seconds);
        take(object, "cut_steps", search.tabu.steps);
        take(object, "reduce_up_to", search.reduce_up_to);
        take(object, "drop_tolerance", options.kron.screen);
        require_all_taken(object);
        return options;
    } catch (const json::exception& error) {
        throw InvalidInput(fmt::format("options: {}", error.what()));
    }
}

}  // namespace ndpool
