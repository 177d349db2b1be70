#include "ndpool/pyramid/ndp/ndp_options.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "ndpool/base/enum_words.hpp"
#include "ndpool/pyramid/storage/json_keys.hpp"

namespace ndpool {

namespace {

using json = nlohmann::ordered_json;

constexpr EnumWord<SparsifyWhen> sparsify_words[] = {{SparsifyWhen::at_the_end, "end"}, {SparsifyWhen::each_level, "each"}};
constexpr EnumWord<Accuracy> accuracy_words[] = {
    {Accuracy::exact, "exact"}, {Accuracy::faithful, "faithful"}, {Accuracy::lean, "lean"}};
constexpr EnumWord<Measuring> measuring_words[] = {{Measuring::automatic, "auto"},
                                                   {Measuring::never, "never"},
                                                   {Measuring::always, "always"},
                                                   {Measuring::certified, "certified"}};

template <typename Value>
void take_word(json& object, const char* key, Value (*named)(std::string_view), Value& value) {
    std::string word(name_of(value));
    take(object, key, word);
    value = named(word);
}

}  // namespace

std::string_view name_of(SparsifyWhen when) {
    return word_of(sparsify_words, when);
}

std::string_view name_of(Accuracy accuracy) {
    return word_of(accuracy_words, accuracy);
}

std::string_view name_of(Measuring measuring) {
    return word_of(measuring_words, measuring);
}

SparsifyWhen sparsify_when_named(std::string_view name) {
    return value_of(sparsify_words, "time to sparsify", name);
}

Accuracy accuracy_named(std::string_view name) {
    return value_of(accuracy_words, "accuracy", name);
}

Measuring measuring_named(std::string_view name) {
    return value_of(measuring_words, "way to measure", name);
}

std::string to_json(const NdpOptions& options) {
    // lean_pyramid says what it makes of `first`.
    const bool is_cheaper = options.accuracy == Accuracy::lean && options.cut.keep == KeptSide::first;
    const SpectralCutOptions& spectral = options.cut.spectral;
    const SearchOptions& search = options.cut.search;
    return json{{"accuracy", name_of(options.accuracy)},
                {"components", name_of(options.cut.components)},
                {"cut_method", name_of(options.cut.method)},
                {"cut_seconds", search.tabu.seconds},
                {"cut_steps", search.tabu.steps},
                {"drop_tolerance", options.kron.drop_tolerance},
                {"eigen_most_iterations", spectral.eigen.most_iterations},
                {"eigen_solver", name_of(spectral.eigen.solver)},
                {"eigen_tolerance", spectral.eigen.tolerance},
                {"epsilon", options.threshold.epsilon},
                {"exactly_nodes", options.exactly_nodes},
                {"keep", name_of(is_cheaper ? KeptSide::cheaper : options.cut.keep)},
                {"laplacian", name_of(spectral.laplacian)},
                {"levels", options.levels},
                {"measure", name_of(options.measure)},
                {"method", "ndp"},
                {"power_steps", search.power.steps},
                {"random_below", spectral.random_below},
                {"random_tries", spectral.random_tries},
                {"reduce_up_to", search.reduce_up_to},
                {"relative_epsilon", options.threshold.relative},
                {"sdp_hyperplanes", search.sdp.hyperplanes},
                {"sdp_rank", search.sdp.rank},
                {"sdp_sweeps", search.sdp.sweeps},
                {"sparsify", name_of(options.sparsify)},
                {"until_nodes", options.until_nodes},
                {"zero_below", spectral.zero_below}}
        .dump();
}

NdpOptions ndp_options_from_json(std::string_view text) {
    try {
        json object = json::parse(text);
        NdpOptions options;
        SpectralCutOptions& spectral = options.cut.spectral;
        SearchOptions& search = options.cut.search;
        take_method(object, "ndp");
        take_word(object, "accuracy", accuracy_named, options.accuracy);
        take_word(object, "measure", measuring_named, options.measure);
        take(object, "until_nodes", options.until_nodes);
        take(object, "exactly_nodes", options.exactly_nodes);
        take(object, "levels", options.levels);
        take(object, "epsilon", options.threshold.epsilon);
        take(object, "relative_epsilon", options.threshold.relative);
        take_word(object, "sparsify", sparsify_when_named, options.sparsify);
        take_word(object, "cut_method", cut_method_named, options.cut.method);
        take_word(object, "components", component_policy_named, options.cut.components);
        take_word(object, "keep", kept_side_named, options.cut.keep);
        take_word(object, "laplacian", laplacian_named, spectral.laplacian);
        take(object, "random_below", spectral.random_below);
        take(object, "random_tries", spectral.random_tries);
        take(object, "zero_below", spectral.zero_below);
        take_word(object, "eigen_solver", eigen_solver_named, spectral.eigen.solver);
        take(object, "eigen_tolerance", spectral.eigen.tolerance);
        take(object, "eigen_most_iterations", spectral.eigen.most_iterations);
        take(object, "sdp_rank", search.sdp.rank);
        take(object, "sdp_sweeps", search.sdp.sweeps);
        take(object, "sdp_hyperplanes", search.sdp.hyperplanes);
        take(object, "power_steps", search.power.steps);
        take(object, "cut_seconds", search.tabu.seconds);
        take(object, "cut_steps", search.tabu.steps);
        take(object, "reduce_up_to", search.reduce_up_to);
        take(object, "drop_tolerance", options.kron.drop_tolerance);
        require_all_taken(object);
        return options;
    } catch (const json::exception& error) {
        throw InvalidInput(fmt::format("options: {}", error.what()));
    }
}

}  // namespace ndpool
