#include "stock_network.hpp"

#include <string>

namespace ndpool::bench {

namespace {

using torch::Tensor;

Tensor long_tensor(const std::vector<std::int32_t>& numbers) {
    return torch::tensor(numbers, torch::kInt32).to(torch::kInt64);
}

Tensor rows_of_entries(const SparseRows& matrix) {
    std::vector<std::int32_t> rows;
    rows.reserve(matrix.indices.size());
    for (std::int32_t row = 0; row < matrix.rows; ++row) {
        rows.insert(rows.end(), matrix.offsets[row + 1] - matrix.offsets[row], row);
    }
    return long_tensor(rows);
}

Tensor compressed(const SparseRows& matrix) {
    return torch::sparse_csr_tensor(long_tensor(matrix.offsets), long_tensor(matrix.indices), torch::tensor(matrix.values),
                                    {matrix.rows, matrix.columns}, torch::TensorOptions().dtype(torch::kFloat32));
}

/// torch::mm whose gradient takes the transposed matrix that is at hand; LibTorch's own would transpose it in every step.
struct CompressedProduct : torch::autograd::Function<CompressedProduct> {
    static Tensor forward(torch::autograd::AutogradContext* context, const Tensor& matrix, const Tensor& transposed,
                          const Tensor& x) {
        context->saved_data["transposed"] = transposed;
        return torch::mm(matrix, x);
    }
    static torch::autograd::variable_list backward(torch::autograd::AutogradContext* context,
                                                   const torch::autograd::variable_list& gradients) {
        return {Tensor(), Tensor(), torch::mm(context->saved_data["transposed"].toTensor(), gradients[0])};
    }
};

torch::nn::Linear linear(std::int64_t from, std::int64_t to, bool bias) {
    return torch::nn::Linear(torch::nn::LinearOptions(from, to).bias(bias));
}

void set_weights(torch::nn::Linear& layer, const Tensor& matrix) {
    const torch::NoGradGuard no_gradients;
    layer->weight.copy_(matrix.t());
}

}  // namespace

StockNetwork::StockNetwork(const Batch& batch, const std::vector<std::int64_t>& channels, std::int64_t classes,
                           const Parameters& parameters, const AdamOptions& options, SparseStyle style)
    : style_(style) {
    for (const LevelOperators& maps : batch.levels) {
        levels_.push_back(level_of(maps));
    }
    std::int64_t width = batch.features.columns;
    features_ = torch::tensor(with_zeros(batch.features)).view({batch.node_count(), width});
    labels_ = long_tensor(batch.labels);
    const Tensor starts = long_tensor(batch.graph_offsets.back());
    rows_of_graph_ = starts.diff();
    graph_of_row_ = torch::repeat_interleave(rows_of_graph_);
    rows_of_graph_ = rows_of_graph_.to(torch::kFloat32).clamp_min(1).unsqueeze(1);

    std::vector<Tensor> regularised;
    for (std::size_t i = 0; i < channels.size(); ++i) {
        const std::string number = std::to_string(i);
        of_neighbours_.push_back(register_module("neighbours_" + number, linear(width, channels[i], false)));
        of_itself_.push_back(register_module("itself_" + number, linear(width, channels[i], false)));
        set_weights(of_neighbours_[i], parameters[i].narrow(0, 0, width));
        set_weights(of_itself_[i], parameters[i].narrow(0, width, width));
        regularised.push_back(of_neighbours_[i]->weight);
        regularised.push_back(of_itself_[i]->weight);
        width = channels[i];
    }
    head_ = register_module("head", linear(width, classes, true));
    const Tensor& head = parameters[channels.size()];
    set_weights(head_, head.narrow(0, 0, width));
    {
        const torch::NoGradGuard no_gradients;
        head_->bias.copy_(head[width]);
    }
    regularised.push_back(head_->weight);
    const auto settings = [&](double l2) {
        // The derivative of l2 * w^2 is 2 * l2 * w.
        return std::make_unique<torch::optim::AdamOptions>(
            torch::optim::AdamOptions(options.learning_rate).weight_decay(2 * l2).eps(options.epsilon));
    };
    adam_ = std::make_unique<torch::optim::Adam>(std::vector<torch::optim::OptimizerParamGroup>{
        {regularised, settings(options.l2)}, {std::vector<Tensor>{head_->bias}, settings(0)}});
}

StockNetwork::Level StockNetwork::level_of(const LevelOperators& maps) const {
    const SparseRows& matrix = maps.last.matrix;
    Level level;
    level.nodes = matrix.rows;
    level.from = long_tensor(matrix.indices);
    level.to = rows_of_entries(matrix);
    level.values = torch::tensor(matrix.values).unsqueeze(1);
    if (style_ == SparseStyle::coordinates) {
        level.matrix = torch::sparse_coo_tensor(torch::stack({level.to, level.from}), torch::tensor(matrix.values),
                                                {matrix.rows, matrix.columns})
                           .coalesce();
    } else if (style_ == SparseStyle::compressed_rows) {
        level.matrix = compressed(matrix);
        level.transposed = compressed(maps.last.transposed);
    }
    if (!maps.last.is_whole()) {
        level.own = long_tensor(maps.last.rows);
    }
    if (maps.pool.rows > 0) {
        level.kept = long_tensor(maps.pool.indices);
    }
    return level;
}

Tensor StockNetwork::messages(const Level& level, const Tensor& x) const {
    switch (style_) {
        case SparseStyle::coordinates: return torch::mm(level.matrix, x);
        case SparseStyle::compressed_rows: return CompressedProduct::apply(level.matrix, level.transposed, x);
        default:
            return torch::zeros({level.nodes, x.size(1)}).index_add(0, level.to, x.index_select(0, level.from) * level.values);
    }
}

Tensor StockNetwork::logits() {
    Tensor x = features_;
    for (std::size_t i = 0; i < levels_.size(); ++i) {
        const Level& level = levels_[i];
        const Tensor own = level.own.defined() ? x.index_select(0, level.own) : x;
        x = torch::relu(of_neighbours_[i]->forward(messages(level, x)) + of_itself_[i]->forward(own));
        if (level.kept.defined()) {
            x = x.index_select(0, level.kept);
        }
    }
    const Tensor sums = torch::zeros({rows_of_graph_.size(0), x.size(1)}).index_add(0, graph_of_row_, x);
    return head_->forward(sums / rows_of_graph_);
}

double StockNetwork::step() {
    adam_->zero_grad();
    const Tensor loss = torch::nn::functional::cross_entropy(logits(), labels_);
    loss.backward();
    adam_->step();
    return loss.item<double>();
}

}  // namespace ndpool::bench
