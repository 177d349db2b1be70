#pragma once

#include <optional>

#include "ndpool/base/aligned_vector.hpp"
#include "ndpool/learn/nn/network/network_options.hpp"
#include "ndpool/learn/nn/network/parameter_plan.hpp"

namespace ndpool {

/// The result of a network on a batch.
struct BatchOutcome {
    double loss = 0;        ///< mean over its graphs
    std::size_t right = 0;  ///< graphs that are classified correctly
};

/// The dense layers between the readout and the classes, and the cross-entropy, with derivatives written by hand. Every hidden
/// layer has a ReLU, then dropout in training.
class DirectHead {
public:
    /// The parameters have the names that Network gives them.
    DirectHead(const NetworkOptions& options, const ParameterPlan& plan);

    /// Columns of the readout.
    [[nodiscard]] std::int64_t width() const { return layers_.front().rows - 1; }

    /// `graphs` has one row per graph and must not change until `backward`. Dropout is drawn from `training`; without it nothing
    /// is dropped.
    BatchOutcome forward(const float* values, const float* graphs, std::span<const std::int32_t> labels,
                         std::optional<Seed> training);
    /// Adds the gradients of the loss; `graphs_gradient` becomes that of the rows.
    void backward(const float* values, float* gradients, AlignedVector<float>& graphs_gradient);

    /// graphs x classes.
    [[nodiscard]] std::span<const float> logits() const { return spaces_.back().outputs; }

private:
    /// Memory of one dense layer.
    struct Space {
        AlignedVector<float> inputs;   ///< what it multiplies, if that is not the output of the layer before: after dropout
        AlignedVector<float> factors;  ///< of dropout
        AlignedVector<float> outputs;
        AlignedVector<float> gradient;  ///< of the outputs
    };

    [[nodiscard]] bool drops_before(std::size_t layer) const;

    std::vector<ParameterSlot> layers_;
    double dropout_;
    std::vector<Space> spaces_;
    std::vector<const float*> inputs_;  ///< of each layer in the last forward pass
    bool dropped_ = false;
    std::size_t graphs_ = 0;
    AlignedVector<float> weights_transposed_;
};

}  // namespace ndpool
