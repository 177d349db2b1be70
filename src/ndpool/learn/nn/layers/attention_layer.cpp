#include "ndpool/learn/nn/layers/attention_layer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "ndpool/base/elementary.hpp"
#include "ndpool/learn/nn/layers/function_context.hpp"
#include "ndpool/learn/nn/layers/layer_steps.hpp"

namespace ndpool {

namespace {

using torch::Tensor;

/// The nodes that a computed row attends to: its neighbours, and then itself unless it is one of them.
struct Attended {
    Attended(const PropagationStep& hop, std::int32_t row)
        : neighbors(hop.matrix.indices.data() + hop.matrix.offsets[row]),
          neighbor_count(hop.matrix.offsets[row + 1] - hop.matrix.offsets[row]),
          node(hop.rows[row]),
          first_slot(hop.matrix.offsets[row] + row) {
        const bool looped = std::find(neighbors, neighbors + neighbor_count, node) != neighbors + neighbor_count;
        count = neighbor_count + (looped ? 0 : 1);
    }

    [[nodiscard]] std::int32_t operator[](std::int32_t i) const { return i < neighbor_count ? neighbors[i] : node; }

    const std::int32_t* neighbors;
    std::int32_t neighbor_count;
    std::int32_t node;
    std::int32_t first_slot;  ///< where its attention weights begin: every row before had room for itself
    std::int32_t count = 0;
};

/// Rows of numbers, `heads` parts each.
template <typename Scalar>
struct AttentionInputs {
    const Scalar* features;  ///< of all nodes
    const Scalar* senders;   ///< of all nodes, one per head
    const Scalar* readers;   ///< of computed rows, one per head
    std::int64_t heads;
    std::int64_t width;  ///< of a head
    Scalar slope;
};

template <typename Scalar>
void find_shares(const Attended& attended, std::int64_t row, const AttentionInputs<Scalar>& in, Scalar* shares) {
    for (std::int64_t head = 0; head < in.heads; ++head) {
        Scalar largest = -std::numeric_limits<Scalar>::infinity();
        for (std::int32_t i = 0; i < attended.count; ++i) {
            const Scalar score = in.readers[row * in.heads + head] + in.senders[attended[i] * in.heads + head];
            Scalar& share = shares[i * in.heads + head];
            share = score > 0 ? score : in.slope * score;
            largest = std::max(largest, share);
        }
        Scalar sum = 0;
        for (std::int32_t i = 0; i < attended.count; ++i) {
            Scalar& share = shares[i * in.heads + head];
            share = static_cast<Scalar>(portable_exp(share - largest));
            sum += share;
        }
        for (std::int32_t i = 0; i < attended.count; ++i) {
            shares[i * in.heads + head] /= sum;
        }
    }
}

template <typename Scalar>
void attend(const PropagationStep& hop, const AttentionInputs<Scalar>& in, Scalar* all_shares, Scalar* result) {
    const std::int64_t columns = in.heads * in.width;
    for (std::int32_t row = 0; row < hop.matrix.rows; ++row) {
        const Attended attended(hop, row);
        Scalar* shares = all_shares + attended.first_slot * in.heads;
        find_shares(attended, row, in, shares);
        for (std::int32_t i = 0; i < attended.count; ++i) {
            for (std::int64_t head = 0; head < in.heads; ++head) {
                const Scalar share = shares[i * in.heads + head];
                const Scalar* from = in.features + attended[i] * columns + head * in.width;
                Scalar* to = result + row * columns + head * in.width;
                for (std::int64_t c = 0; c < in.width; ++c) {
                    to[c] += share * from[c];
                }
            }
        }
    }
}

template <typename Scalar>
struct AttentionGradients {
    Scalar* features;
    Scalar* senders;
    Scalar* readers;
};

/// With attention weights p and their gradients g_i = gradient . feature_i, the gradient of score i is p_i (g_i - sum of p_j
/// g_j).
template <typename Scalar>
void attend_backward(const PropagationStep& hop, const AttentionInputs<Scalar>& in, const Scalar* all_shares,
                     const Scalar* gradient, const AttentionGradients<Scalar>& out) {
    const std::int64_t columns = in.heads * in.width;
    std::vector<Scalar> of_shares;
    for (std::int32_t row = 0; row < hop.matrix.rows; ++row) {
        const Attended attended(hop, row);
        const Scalar* shares = all_shares + attended.first_slot * in.heads;
        of_shares.resize(attended.count);
        for (std::int64_t head = 0; head < in.heads; ++head) {
            const Scalar* given = gradient + row * columns + head * in.width;
            Scalar mean = 0;
            for (std::int32_t i = 0; i < attended.count; ++i) {
                const std::int64_t place = attended[i] * columns + head * in.width;
                const Scalar share = shares[i * in.heads + head];
                Scalar sum = 0;
                for (std::int64_t c = 0; c < in.width; ++c) {
                    sum += given[c] * in.features[place + c];
                    out.features[place + c] += share * given[c];
                }
                of_shares[i] = sum;
                mean += share * sum;
            }
            for (std::int32_t i = 0; i < attended.count; ++i) {
                const std::int64_t sender = attended[i] * in.heads + head;
                const std::int64_t reader = row * in.heads + head;
                const Scalar slope = in.readers[reader] + in.senders[sender] > 0 ? 1 : in.slope;
                const Scalar of_score = slope * shares[i * in.heads + head] * (of_shares[i] - mean);
                out.senders[sender] += of_score;
                out.readers[reader] += of_score;
            }
        }
    }
}

template <typename Scalar>
AttentionInputs<Scalar> inputs_of(const Tensor& features, const Tensor& senders, const Tensor& readers, double slope) {
    const std::int64_t heads = senders.size(1);
    return {features.data_ptr<Scalar>(), senders.data_ptr<Scalar>(), readers.data_ptr<Scalar>(), heads,
            features.size(1) / heads,    static_cast<Scalar>(slope)};
}

struct Attention : Function<Attention> {
    static Tensor forward(AutogradContext* context, const PropagationStep& hop, const Tensor& given_features,
                          const Tensor& given_senders, const Tensor& given_readers, double slope) {
        const Tensor features = given_features.contiguous();
        const Tensor senders = given_senders.contiguous();
        const Tensor readers = given_readers.contiguous();
        const auto slots = static_cast<std::int64_t>(hop.matrix.indices.size()) + hop.matrix.rows;
        Tensor shares = torch::zeros({slots, senders.size(1)}, features.options());
        Tensor result = torch::zeros({hop.matrix.rows, features.size(1)}, features.options());
        for_type_of(features, [&](auto zero) {
            using Scalar = decltype(zero);
            attend<Scalar>(hop, inputs_of<Scalar>(features, senders, readers, slope), shares.data_ptr<Scalar>(),
                           result.data_ptr<Scalar>());
        });
        remember(context, "hop", hop);
        context->saved_data["slope"] = slope;
        context->save_for_backward({features, senders, readers, shares});
        return result;
    }
    static variable_list backward(AutogradContext* context, const variable_list& gradients) {
        const PropagationStep& hop = remembered<PropagationStep>(context, "hop");
        const double slope = context->saved_data["slope"].toDouble();
        const variable_list saved = context->get_saved_variables();
        const Tensor gradient = gradients[0].contiguous();
        Tensor features = torch::zeros_like(saved[0]);
        Tensor senders = torch::zeros_like(saved[1]);
        Tensor readers = torch::zeros_like(saved[2]);
        for_type_of(gradient, [&](auto zero) {
            using Scalar = decltype(zero);
            attend_backward<Scalar>(hop, inputs_of<Scalar>(saved[0], saved[1], saved[2], slope), saved[3].data_ptr<Scalar>(),
                                    gradient.data_ptr<Scalar>(),
                                    {features.data_ptr<Scalar>(), senders.data_ptr<Scalar>(), readers.data_ptr<Scalar>()});
        });
        return {Tensor(), features, senders, readers, Tensor()};
    }
};

/// The attention on dense graphs; features are graphs x nodes x columns, the scores graphs x nodes x heads.
Tensor dense_attention(const Stage& stage, const Tensor& features, const Tensor& senders, const Tensor& readers, double slope) {
    const std::int64_t graphs = features.size(0);
    const std::int64_t nodes = features.size(1);
    const std::int64_t heads = senders.size(2);
    const Tensor scores = torch::leaky_relu(readers.transpose(1, 2).unsqueeze(3) + senders.transpose(1, 2).unsqueeze(2), slope);
    const Tensor itself = torch::eye(nodes, torch::TensorOptions().dtype(torch::kBool));
    const Tensor strangers = torch::logical_or(stage.dense_adjacency > 0, itself).logical_not().unsqueeze(1);
    const Tensor shares = torch::softmax(scores.masked_fill(strangers, -std::numeric_limits<double>::infinity()), 3);
    const Tensor parts = features.view({graphs, nodes, heads, -1}).transpose(1, 2);
    return torch::matmul(shares, parts).transpose(1, 2).reshape({graphs, nodes, features.size(2)});
}

class AttentionLayer : public Layer {
public:
    AttentionLayer(const LayerOptions& options, std::int64_t features, std::int64_t channels, ParameterPlan& plan,
                   std::string_view name)
        : heads_(options.attention_heads),
          side_by_side_(channels % heads_ == 0),
          width_(side_by_side_ ? channels / heads_ : channels),
          slope_(options.attention_slope),
          bias_(options.bias),
          weights_(plan.add_matrix(std::string(name), features, heads_ * width_, features, width_)),
          scores_(plan.add_matrix(fmt::format("{}_scores", name), 2, heads_ * width_, width_, 1)) {
        if (bias_) {
            bias_row_ = plan.add_constant(fmt::format("{}_bias", name), channels, 0);
        }
    }

    [[nodiscard]] Tensor forward(const Parameters& parameters, const Tensor& x, const Tensor& /*prepared*/,
                                 const Stage& stage) const override {
        const Tensor features = torch::matmul(x, parameters[weights_]);
        const Tensor readers = own_features(stage, stage.last, scores(features, parameters[scores_][0]));
        const Tensor senders = scores(features, parameters[scores_][1]);
        const Tensor sums = stage.is_dense() ? dense_attention(stage, features, senders, readers, slope_)
                                             : Attention::apply(*stage.last, features, senders, readers, slope_);
        const Tensor merged = side_by_side_ ? sums : by_heads(sums).mean(-2);
        return torch::relu(bias_ ? merged + parameters[bias_row_][0] : merged);
    }

private:
    [[nodiscard]] Tensor by_heads(const Tensor& x) const {
        std::vector<std::int64_t> shape = x.sizes().vec();
        shape.back() = heads_;
        shape.push_back(width_);
        return x.reshape(shape);
    }

    /// The inner product of each head's features with its part of the vector.
    [[nodiscard]] Tensor scores(const Tensor& features, const Tensor& vector) const {
        return by_heads(features * vector).sum(-1);
    }

    std::int64_t heads_;
    bool side_by_side_;
    std::int64_t width_;
    double slope_;
    bool bias_;
    std::size_t weights_;
    std::size_t scores_;
    std::size_t bias_row_ = 0;
};

}  // namespace

std::unique_ptr<Layer> make_attention_layer(const LayerOptions& options, std::int64_t features, std::int64_t channels,
                                            ParameterPlan& plan, std::string_view name) {
    return std::make_unique<AttentionLayer>(options, features, channels, plan, name);
}

}  // namespace ndpool
