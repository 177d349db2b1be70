#include "ndpool/learn/nn/layers/layer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "ndpool/learn/nn/layers/attention_layer.hpp"
#include "ndpool/learn/nn/layers/convolution_layers.hpp"
#include "ndpool/learn/nn/layers/edge_layers.hpp"
#include "ndpool/learn/nn/layers/layer_steps.hpp"
#include "ndpool/learn/nn/layers/message_passing.hpp"

namespace ndpool {

namespace {

using torch::Tensor;

class MessagePassingLayer : public Layer {
public:
    MessagePassingLayer(const LayerOptions& options, std::int64_t features, std::int64_t channels, ParameterPlan& plan,
                        std::string_view name)
        : bias_(options.bias),
          normalise_(options.kind == LayerKind::sage && options.sage_normalise),
          weights_(plan.add_matrix(std::string(name), 2 * features, channels, features, channels, bias_ ? 1 : 0)) {}

    [[nodiscard]] Tensor prepare(const Tensor& features, const Stage& stage) const override {
        return stage.is_dense() ? Tensor() : message_inputs(*stage.last, features, bias_);
    }

    [[nodiscard]] Tensor forward(const Parameters& parameters, const Tensor& x, const Tensor& prepared,
                                 const Stage& stage) const override {
        const Tensor output = rectified(parameters[weights_], x, prepared, stage);
        return normalise_ ? output / output.norm(2, -1, true).clamp_min(1e-12) : output;
    }

private:
    [[nodiscard]] Tensor rectified(const Tensor& weights, const Tensor& x, const Tensor& prepared, const Stage& stage) const {
        if (stage.is_dense()) {
            const Tensor inputs = torch::cat({messages(stage, nullptr, x), x}, -1);
            return torch::relu(affine(inputs, weights, bias_));
        }
        return prepared.defined() ? rectified_product(prepared, weights) : message_passing(*stage.last, x, weights, bias_);
    }

    bool bias_;
    bool normalise_;
    std::size_t weights_;
};

class DenseLayer : public Layer {
public:
    DenseLayer(const LayerOptions& options, std::int64_t features, std::int64_t channels, ParameterPlan& plan,
               std::string_view name)
        : bias_(options.bias),
          weights_(plan.add_matrix(std::string(name), features, channels, features, channels, bias_ ? 1 : 0)) {}

    [[nodiscard]] Tensor forward(const Parameters& parameters, const Tensor& x, const Tensor& /*prepared*/,
                                 const Stage& stage) const override {
        return torch::relu(affine(own_features(stage, stage.last, x), parameters[weights_], bias_));
    }

private:
    bool bias_;
    std::size_t weights_;
};

template <typename Kind>
std::unique_ptr<Layer> make(const LayerOptions& options, std::int64_t features, std::int64_t channels, ParameterPlan& plan,
                            std::string_view name) {
    return std::make_unique<Kind>(options, features, channels, plan, name);
}

/// All properties of a kind of layer.
struct KindOfLayer {
    LayerKind kind;
    std::string_view name;
    Propagation propagation;
    bool several_hops;
    bool annotated;
    std::unique_ptr<Layer> (*make)(const LayerOptions&, std::int64_t, std::int64_t, ParameterPlan&, std::string_view);
};

constexpr std::array<KindOfLayer, 10> kinds{{
    {LayerKind::message_passing, "mp", Propagation::symmetric, false, false, make<MessagePassingLayer>},
    {LayerKind::gcn, "gcn", Propagation::symmetric_with_loops, false, false, make_gcn_layer},
    {LayerKind::chebyshev, "chebyshev", Propagation::symmetric, true, false, make_chebyshev_layer},
    {LayerKind::sage, "sage", Propagation::mean, false, false, make<MessagePassingLayer>},
    {LayerKind::gin, "gin", Propagation::plain, false, false, make_gin_layer},
    {LayerKind::attention, "gat", Propagation::plain, false, false, make_attention_layer},
    {LayerKind::arma, "arma", Propagation::symmetric, true, false, make_arma_layer},
    {LayerKind::edge_conditioned, "edge-conditioned", Propagation::plain, false, true, make_edge_conditioned_layer},
    {LayerKind::relational, "relational", Propagation::plain, false, true, make_relational_layer},
    {LayerKind::dense, "dense", Propagation::symmetric, false, false, make<DenseLayer>},
}};

const KindOfLayer& known_of(LayerKind kind) {
    return *std::find_if(kinds.begin(), kinds.end(), [&](const KindOfLayer& known) { return known.kind == kind; });
}

void check(std::string_view what, std::int64_t number, std::int64_t least) {
    if (number < least) {
        throw InvalidInput(fmt::format("{} of a layer must be at least {}, not {}", what, least, number));
    }
}

}  // namespace

std::unique_ptr<Layer> make_layer(const LayerOptions& options, std::int64_t features, std::int64_t channels, ParameterPlan& plan,
                                  std::string_view name) {
    check("Chebyshev terms", options.chebyshev_terms, 1);
    check("attention heads", options.attention_heads, 1);
    check("ARMA stacks", options.arma_stacks, 1);
    check("ARMA depth", options.arma_depth, 1);
    check("hidden numbers", options.edge_hidden, 1);
    check("annotation width", options.annotation_width, 1);
    check("relations", options.relations, 1);
    check("relation bases", options.relation_bases, 0);
    return known_of(options.kind).make(options, features, channels, plan, name);
}

Propagation propagation_of(LayerKind kind) {
    return known_of(kind).propagation;
}

bool takes_several_hops(LayerKind kind) {
    return known_of(kind).several_hops;
}

bool reads_annotations(LayerKind kind) {
    return known_of(kind).annotated;
}

std::string_view name_of(LayerKind kind) {
    return known_of(kind).name;
}

LayerKind layer_kind_named(std::string_view name) {
    std::string names;
    for (const KindOfLayer& known : kinds) {
        if (known.name == name) {
            return known.kind;
        }
        names += fmt::format("{}{}", names.empty() ? "" : ", ", known.name);
    }
    throw InvalidInput(fmt::format("unknown layer '{}', expected one of {}", name, names));
}

}  // namespace ndpool
