#include "ndpool/pyramid/method_request.hpp"

#include <fmt/format.h>

#include <string_view>

#include "ndpool/pyramid/ndp/cost_estimate.hpp"

namespace ndpool {

namespace {

constexpr std::string_view automatic = "auto";

double checked_number(std::string_view name, double value, double most) {
    if (!(value >= 0 && value <= most)) {
        throw InvalidInput(fmt::format("{}: found {}, expected a number from 0 to {}", name, value, most));
    }
    return value;
}

bool is_sparsified(const NdpRequest& request) {
    return request.epsilon.value_or(0) > 0 || sparsify_when_named(request.sparsify) != NdpOptions{}.sparsify;
}

}  // namespace

CutOptions resolved(const CutRequest& request) {
    CutOptions options;
    options.method = cut_method_named(request.method);
    options.components = component_policy_named(request.components);
    options.keep = kept_side_named(request.keep);
    options.spectral.laplacian = laplacian_named(request.laplacian);
    options.spectral.random_below = checked_number("random_below", request.random_below, 1);
    options.spectral.zero_below = checked_number("zero_below", request.zero_below, 1);
    options.search.tabu = {checked_number("cut_seconds", request.seconds, 1e9), request.steps};
    return options;
}

NdpOptions resolved(const NdpRequest& request) {
    NdpOptions options;
    options.levels = request.levels;
    options.until_nodes = request.until;
    options.exactly_nodes = request.nodes;
    options.accuracy = request.accuracy == automatic ? Accuracy::exact : accuracy_named(request.accuracy);
    const bool is_lean = options.accuracy == Accuracy::lean;
    if (is_lean && is_sparsified(request)) {
        throw InvalidInput("epsilon and sparsify: not for lean levels, which are sparsified by their own rule; leave them out");
    }
    CutRequest cut = request.cut;
    if (cut.method.empty()) {
        cut.method = name_of(is_lean ? CutMethod::sdp : CutMethod::spectral);
    }
    options.cut = resolved(cut);
    options.kron.memory_limit = static_cast<std::uint64_t>(checked_number("memory_limit", request.memory_gigabytes, 1e9) * 1e9);
    options.threshold = {request.epsilon.value_or(is_lean ? 0 : Threshold{}.epsilon), request.relative_epsilon};
    options.sparsify = sparsify_when_named(request.sparsify);
    options.measure = request.measure;
    return options;
}

PyramidOptions resolved(const MethodRequest& request) {
    NdpOptions ndp = resolved(request.ndp);
    if (request.method == "graclus") {
        return GraclusOptions{ndp.levels, request.fake_nodes, ndp.kron.memory_limit};
    }
    if (request.method == "nmf") {
        NmfOptions nmf = request.nmf;
        nmf.levels = ndp.levels;
        nmf.memory_limit = ndp.kron.memory_limit;
        return nmf;
    }
    if (request.method == "kmis") {
        if (request.steps < 1) {
            throw InvalidInput(fmt::format("steps: found {}, expected at least 1", request.steps));
        }
        return KmisOptions{.levels = ndp.levels,
                           .steps = request.steps,
                           .connect = kmis_connect_named(request.connect),
                           .memory_limit = ndp.kron.memory_limit};
    }
    if (request.method != "ndp") {
        throw InvalidInput(fmt::format("method: found '{}', expected ndp, graclus, nmf or kmis", request.method));
    }
    return ndp;
}

NdpRequest with_accuracy(NdpRequest request, std::span<const Graph> graphs) {
    if (request.accuracy != automatic) {
        return request;
    }
    Accuracy accuracy = cheap_accuracy(estimated_cost(graphs, resolved(request)));
    // Lean levels take neither a threshold nor --sparsify.
    if (accuracy == Accuracy::lean && is_sparsified(request)) {
        accuracy = Accuracy::faithful;
    }
    request.accuracy = name_of(accuracy);
    return request;
}

MethodRequest with_accuracy(MethodRequest request, std::span<const Graph> graphs) {
    request.ndp = with_accuracy(std::move(request.ndp), graphs);
    return request;
}

PyramidOptions with_threads(PyramidOptions options, const Parallel& parallel) {
    if (auto* ndp = std::get_if<NdpOptions>(&options)) {
        ndp->kron.parallel = parallel;
        ndp->cut.parallel = parallel;
    } else if (auto* nmf = std::get_if<NmfOptions>(&options)) {
        nmf->parallel = parallel;
    } else if (auto* kmis = std::get_if<KmisOptions>(&options)) {
        kmis->parallel = parallel;
    }
    return options;
}

}  // namespace ndpool
