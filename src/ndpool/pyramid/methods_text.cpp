#include "ndpool/pyramid/methods_text.hpp"

#include <fmt/ranges.h>

#include <array>

#include "ndpool/pyramid/ndp/ndp_options.hpp"
#include "ndpool/pyramid/storage/json_keys.hpp"

namespace ndpool {

namespace {

using json = nlohmann::ordered_json;

constexpr std::array<std::string_view, std::variant_size_v<PyramidOptions>> method_names{"ndp", "graclus", "nmf", "kmis"};

GraclusOptions graclus_options(json object) {
    GraclusOptions options;
    take_method(object, "graclus");
    take(object, "levels", options.levels);
    take(object, "fake_nodes", options.fake_nodes);
    require_all_taken(object);
    return options;
}

NmfOptions nmf_options(json object) {
    NmfOptions options;
    take_method(object, "nmf");
    take(object, "levels", options.levels);
    take(object, "most_iterations", options.most_iterations);
    take(object, "tolerance", options.tolerance);
    take(object, "drop_below", options.drop_below);
    require_all_taken(object);
    return options;
}

KmisOptions kmis_options(json object) {
    KmisOptions options;
    take_method(object, "kmis");
    take(object, "levels", options.levels);
    take(object, "steps", options.steps);
    std::string connect(name_of(options.connect));
    take(object, "connect", connect);
    options.connect = kmis_connect_named(connect);
    take(object, "epsilon", options.threshold.epsilon);
    take(object, "relative_epsilon", options.threshold.relative);
    require_all_taken(object);
    return options;
}

}  // namespace

std::string_view method_name(const PyramidOptions& options) {
    return method_names[options.index()];
}

std::string to_json(const GraclusOptions& options) {
    return json{{"fake_nodes", options.fake_nodes}, {"levels", options.levels}, {"method", "graclus"}}.dump();
}

std::string to_json(const NmfOptions& options) {
    return json{{"drop_below", options.drop_below},
                {"levels", options.levels},
                {"method", "nmf"},
                {"most_iterations", options.most_iterations},
                {"tolerance", options.tolerance}}
        .dump();
}

std::string to_json(const KmisOptions& options) {
    return json{{"connect", name_of(options.connect)},
                {"epsilon", options.threshold.epsilon},
                {"levels", options.levels},
                {"method", "kmis"},
                {"relative_epsilon", options.threshold.relative},
                {"steps", options.steps}}
        .dump();
}

std::string to_json(const PyramidOptions& options) {
    return std::visit([](const auto& method) { return to_json(method); }, options);
}

PyramidOptions pyramid_options_from_json(std::string_view text) {
    try {
        json object = json::parse(text);
        const std::string method = object.value("method", "ndp");
        if (method == "graclus") {
            return graclus_options(std::move(object));
        }
        if (method == "nmf") {
            return nmf_options(std::move(object));
        }
        if (method == "kmis") {
            return kmis_options(std::move(object));
        }
        if (method != "ndp") {
            throw InvalidInput(
                fmt::format("options: method '{}' is unknown, expected one of {}", method, fmt::join(method_names, ", ")));
        }
        return ndp_options_from_json(text);
    } catch (const json::exception& error) {
        throw InvalidInput(fmt::format("options: {}", error.what()));
    }
}

}  // namespace ndpool
