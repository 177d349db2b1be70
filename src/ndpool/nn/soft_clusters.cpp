#include "ndpool/nn/soft_clusters.hpp"

#include "ndpool/nn/sparse_functions.hpp"

namespace ndpool {

namespace {

using torch::Tensor;
using torch::autograd::AutogradContext;
using torch::autograd::Function;
using torch::autograd::variable_list;

struct SegmentProducts : Function<SegmentProducts> {
    static Tensor forward(AutogradContext* context, const Tensor& s, const Tensor& y, const std::vector<std::int32_t>& offsets) {
        const auto graphs = static_cast<std::int64_t>(offsets.size()) - 1;
        Tensor result = torch::empty({graphs, s.size(1), y.size(1)}, s.options());
        const Tensor turned = s.t();
        for (std::int64_t g = 0; g < graphs; ++g) {
            const std::int64_t nodes = offsets[g + 1] - offsets[g];
            Tensor target = result[g];
            torch::mm_out(target, turned.narrow(1, offsets[g], nodes), y.narrow(0, offsets[g], nodes));
        }
        context->save_for_backward({s, y});
        context->saved_data["offsets"] = reinterpret_cast<std::int64_t>(&offsets);
        return result;
    }
    static variable_list backward(AutogradContext* context, const variable_list& gradients) {
        const variable_list saved = context->get_saved_variables();
        const auto& offsets = *reinterpret_cast<const std::vector<std::int32_t>*>(context->saved_data["offsets"].toInt());
        Tensor of_s = torch::empty_like(saved[0]);
        Tensor of_y = torch::empty_like(saved[1]);
        for (std::int64_t g = 0; g + 1 < std::ssize(offsets); ++g) {
            const auto part = [&](const Tensor& rows) { return rows.narrow(0, offsets[g], offsets[g + 1] - offsets[g]); };
            const Tensor gradient = gradients[0][g];
            Tensor s_target = part(of_s);
            Tensor y_target = part(of_y);
            torch::mm_out(s_target, part(saved[1]), gradient.t());
            torch::mm_out(y_target, part(saved[0]), gradient);
        }
        return {of_s, of_y, Tensor()};
    }
};

/// One number a row, given by a function of its entries.
template <typename Number>
Tensor numbers_of_rows(std::int64_t rows, const torch::TensorOptions& type, const Number& number) {
    Tensor result = torch::empty({rows}, torch::kFloat64);
    for (std::int64_t row = 0; row < rows; ++row) {
        result.data_ptr<double>()[row] = number(row);
    }
    return result.to(type);
}

}  // namespace

Tensor segment_products(const Tensor& s, const Tensor& y, const std::vector<std::int32_t>& offsets) {
    return SegmentProducts::apply(s, y, offsets);
}

Clustered cluster(const Stage& stage, const Tensor& s, const Tensor& x) {
    // One product with everything side by side: the products of small graphs cost more to start than to do.
    const auto beside = [&](const Tensor& neighbors) { return torch::cat({x, neighbors, s}, -1); };
    const Tensor all = stage.is_dense() ? torch::bmm(s.transpose(1, 2), beside(torch::bmm(stage.dense_adjacency, s)))
                                        : segment_products(s, beside(sparse_product(*stage.adjacency, *stage.adjacency, s)),
                                                           *stage.graph_offsets);
    const std::int64_t channels = x.size(-1);
    const std::int64_t clusters = s.size(-1);
    return {all.narrow(2, 0, channels), all.narrow(2, channels, clusters), all.narrow(2, channels + clusters, clusters)};
}

Tensor squared_weights(const Stage& stage, const torch::TensorOptions& type) {
    if (stage.is_dense()) {
        return stage.dense_adjacency.square().sum({1, 2});
    }
    const SparseRows& adjacency = *stage.adjacency;
    const std::vector<std::int32_t>& offsets = *stage.graph_offsets;
    return numbers_of_rows(std::ssize(offsets) - 1, type, [&](std::int64_t g) {
        double sum = 0;
        for (std::int32_t k = adjacency.offsets[offsets[g]]; k < adjacency.offsets[offsets[g + 1]]; ++k) {
            sum += static_cast<double>(adjacency.values[k]) * adjacency.values[k];
        }
        return sum;
    });
}

Tensor node_counts(const Stage& stage, const torch::TensorOptions& type) {
    if (stage.is_dense()) {
        return stage.dense_mask.sum(1);
    }
    const std::vector<std::int32_t>& offsets = *stage.graph_offsets;
    return numbers_of_rows(std::ssize(offsets) - 1, type, [&](std::int64_t g) { return offsets[g + 1] - offsets[g]; })
        .unsqueeze(1);
}

Tensor degrees_of(const Stage& stage, const torch::TensorOptions& type) {
    if (stage.is_dense()) {
        return stage.dense_adjacency.sum(2, true);
    }
    const SparseRows& adjacency = *stage.adjacency;
    const auto degree = [&](std::int64_t row) {
        double sum = 0;
        for (std::int32_t k = adjacency.offsets[row]; k < adjacency.offsets[row + 1]; ++k) {
            sum += adjacency.values[k];
        }
        return sum;
    };
    return numbers_of_rows(adjacency.rows, type, degree).unsqueeze(1);
}

Tensor sums_of_graphs(const Stage& stage, const Tensor& rows) {
    return stage.is_dense() ? rows.sum(1) : read_out(rows, *stage.graph_offsets, Readout::sum);
}

Tensor dense_propagation(const Tensor& adjacency, Propagation how) {
    if (how == Propagation::plain) {
        return adjacency;
    }
    const double least = 1e-12;  // clusters of graphs without edges have degree zero, and no gradient
    const Tensor weights =
        how == Propagation::symmetric_with_loops ? adjacency + torch::eye(adjacency.size(1), adjacency.options()) : adjacency;
    const Tensor degrees = weights.sum(2, true);
    const Tensor has_edges = (degrees > least).to(degrees.scalar_type());
    if (how == Propagation::mean) {
        return weights * (has_edges / degrees.clamp_min(least));
    }
    const Tensor factors = has_edges * degrees.clamp_min(least).rsqrt();
    return factors * weights * factors.transpose(1, 2);
}

}  // namespace ndpool
