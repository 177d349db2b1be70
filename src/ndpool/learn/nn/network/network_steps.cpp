#include "ndpool/learn/nn/network/network_steps.hpp"

#include <torch/utils.h>

#include <algorithm>

namespace ndpool {

namespace {

using torch::Tensor;

std::size_t right_answers(const Tensor& logits, const std::vector<std::int32_t>& labels) {
    const Tensor scores = logits.detach().contiguous();
    const std::int64_t classes = scores.size(1);
    std::size_t right = 0;
    for (std::size_t g = 0; g < labels.size(); ++g) {
        const float* row = scores.data_ptr<float>() + g * classes;
        right += std::max_element(row, row + classes) - row == labels[g] ? 1 : 0;
    }
    return right;
}

Tensor loss_of(const NetworkOutput& output, const Tensor& labels) {
    const Tensor loss = torch::cross_entropy_loss(output.logits, labels);
    return output.loss.defined() ? loss + output.loss : loss;
}

}  // namespace

NetworkSteps::NetworkSteps(const Network& network, Parameters& parameters) : network_(network), parameters_(parameters) {
    if (DirectNetwork::can_do(network.options())) {
        direct_.emplace(network.options(), network.plan());
    }
}

StepInput NetworkSteps::prepare(const Batch& batch) const {
    return direct_ ? StepInput{&batch, direct_->prepare(batch), {}} : StepInput{&batch, {}, network_.prepare(batch)};
}

BatchOutcome NetworkSteps::learn(const StepInput& input, Seed seed) {
    if (direct_) {
        auto* values = parameters_.values.data_ptr<float>();
        const BatchOutcome outcome = direct_->forward(values, input.direct, seed);
        direct_->backward(values, input.direct, parameters_.gradients.data_ptr<float>());
        return outcome;
    }
    const NetworkOutput output = network_.forward(parameters_, input.prepared, seed);
    const Tensor loss = loss_of(output, input.prepared.labels);
    loss.backward();
    return {loss.item<double>(), right_answers(output.logits, input.batch->labels)};
}

BatchOutcome NetworkSteps::evaluate(const StepInput& input) {
    if (direct_) {
        return direct_->forward(parameters_.values.data_ptr<float>(), input.direct);
    }
    const torch::NoGradGuard no_gradients;
    const NetworkOutput output = network_.forward(parameters_, input.prepared);
    const Tensor loss = torch::cross_entropy_loss(output.logits, input.prepared.labels);
    return {loss.item<double>(), right_answers(output.logits, input.batch->labels)};
}

Tensor NetworkSteps::logits(const StepInput& input) {
    const torch::NoGradGuard no_gradients;
    if (!direct_) {
        return network_.forward(parameters_, input.prepared).logits;
    }
    direct_->forward(parameters_.values.data_ptr<float>(), input.direct);
    const std::span<const float> numbers = direct_->logits();
    return torch::tensor(std::vector<float>(numbers.begin(), numbers.end())).view({std::ssize(input.batch->labels), -1});
}

}  // namespace ndpool
