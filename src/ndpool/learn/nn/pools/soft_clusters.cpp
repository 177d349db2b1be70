#include "ndpool/learn/nn/pools/soft_clusters.hpp"

#include "ndpool/learn/nn/kernels/graph_products.hpp"
#include "ndpool/learn/nn/kernels/row_kernels.hpp"
#include "ndpool/learn/nn/layers/function_context.hpp"
#include "ndpool/learn/nn/network/tensor_parts.hpp"

namespace ndpool {

namespace {

using torch::Tensor;

/// number(0) .. number(count - 1), in double precision.
template <typename Number>
Tensor numbers(std::int64_t count, const Number& number) {
    Tensor result = torch::empty({count}, torch::kFloat64);
    for (std::int64_t i = 0; i < count; ++i) {
        result.data_ptr<double>()[i] = number(i);
    }
    return result;
}

/// One number per row, as a column.
Tensor row_sums(const SparseRows& matrix, const torch::TensorOptions& type) {
    const auto sum_of_row = [&](std::int64_t row) {
        double sum = 0;
        for (std::int32_t k = matrix.offsets[row]; k < matrix.offsets[row + 1]; ++k) {
            sum += matrix.values[k];
        }
        return sum;
    };
    return numbers(matrix.rows, sum_of_row).to(type).unsqueeze(1);
}

/// The columns of the measures.
enum Measure : std::int64_t { inner_weight, volume, overlap_trace, overlap_squares, entropy, measure_count };

/// Where the nodes of the graphs are, and the edges between them.
struct Graphs {
    std::vector<std::int32_t> offsets;
    const SparseRows* edges = nullptr;  ///< or, for graphs of clusters, the rows of their matrices, stacked:
    Tensor dense_edges;
    Tensor degrees;  ///< one per node, as a column

    [[nodiscard]] std::int64_t count() const { return std::ssize(offsets) - 1; }
    [[nodiscard]] std::int64_t nodes(std::int64_t g) const { return offsets[g + 1] - offsets[g]; }
    [[nodiscard]] Tensor rows(const Tensor& matrix, std::int64_t g) const { return part_of(matrix, offsets[g], nodes(g)); }
    [[nodiscard]] Tensor block(const Tensor& matrix, std::int64_t g, Columns columns) const {
        return part_of(matrix, offsets[g], nodes(g), columns);
    }
};

/// The columns of [X, A S, S].
struct Layout {
    Columns x;
    Columns adjacent;
    Columns shares;
    [[nodiscard]] std::int64_t width() const { return shares.first + shares.count; }
};

Layout layout_of(std::int64_t channels, std::int64_t clusters) {
    return {{0, channels}, {channels, clusters}, {channels + clusters, clusters}};
}

/// Intermediate results that the backward pass needs.
struct Work {
    Layout layout;
    Tensor logarithms;  ///< of S
    Tensor beside;      ///< [X, A S, S]
    Tensor products;    ///< S^T [X, A S, S] of each graph, stacked
};

void share_out(const Graphs& graphs, const Tensor& inputs, const Tensor& weights, const Work& work) {
    const std::int64_t features = inputs.size(1);
    const std::int64_t clusters = weights.size(1);
    Tensor scores = torch::empty({inputs.size(0), clusters}, inputs.options());
    for (std::int64_t g = 0; g < graphs.count(); ++g) {
        Tensor own_scores = part_of(scores, 0, graphs.nodes(g));
        Tensor own_logarithms = graphs.rows(work.logarithms, g);
        Tensor own_shares = graphs.block(work.beside, g, work.layout.shares);
        at::cpu::addmm_out(own_scores, part_of(weights, features, 1), graphs.rows(inputs, g), part_of(weights, 0, features));
        at::cpu::_log_softmax_out(own_logarithms, own_scores, 1, false);
        at::cpu::exp_out(own_shares, own_logarithms);
    }
}

/// A S.
void put_adjacent(const Graphs& graphs, const Work& work) {
    const auto& adjacent = work.layout.adjacent;
    const auto& shares = work.layout.shares;
    if (graphs.edges != nullptr) {
        for_type_of(work.beside, [&](auto zero) {
            using Scalar = decltype(zero);
            auto* rows = work.beside.data_ptr<Scalar>();
            const std::int64_t step = work.layout.width();
            multiply_rows<Scalar>(*graphs.edges, rows + shares.first, step, rows + adjacent.first, step, shares.count, false);
        });
        return;
    }
    for (std::int64_t g = 0; g < graphs.count(); ++g) {
        put_product(graphs.block(work.beside, g, adjacent), graphs.rows(graphs.dense_edges, g),
                    graphs.block(work.beside, g, shares));
    }
}

template <typename Scalar>
void put_measures(const Graphs& graphs, const Work& work, std::int64_t g, double* measure) {
    const std::int64_t clusters = work.layout.shares.count;
    const auto product = numbers_of<Scalar>(part_of(work.products, g * clusters, clusters));
    const auto shares = numbers_of<Scalar>(graphs.block(work.beside, g, work.layout.shares));
    const auto logarithms = numbers_of<Scalar>(graphs.rows(work.logarithms, g));
    measure[inner_weight] = product.middleCols(work.layout.adjacent.first, clusters).trace();
    measure[volume] = shares.rowwise().squaredNorm().dot(numbers_of<Scalar>(graphs.rows(graphs.degrees, g)).col(0));
    measure[overlap_trace] = product.rightCols(clusters).trace();
    measure[overlap_squares] = product.rightCols(clusters).squaredNorm();
    measure[entropy] = -shares.cwiseProduct(logarithms).rowwise().sum().template cast<double>().sum();
}

/// The gradient of S^T A S, its trace included.
Tensor gradient_of_edges(const Tensor& of_matrices, const Tensor& of_measures) {
    Tensor result = of_matrices.clone(torch::MemoryFormat::Contiguous);
    result.diagonal(0, 1, 2) += of_measures.select(1, inner_weight).unsqueeze(1);
    return as_rows(result);
}

/// The gradient of S^T [X, A S, S], where the parts of the last two have their transposes added.
template <typename Scalar>
void put_gradient_of_products(const Tensor& of_x, const Tensor& of_edges, const Tensor& products, const double* of_measure,
                              const Tensor& target) {
    const std::int64_t clusters = of_edges.size(1);
    const auto edges = numbers_of<Scalar>(of_edges);
    auto result = numbers_of<Scalar>(target);
    result.leftCols(of_x.size(1)) = numbers_of<Scalar>(of_x);
    result.middleCols(of_x.size(1), clusters) = edges + edges.transpose();
    result.rightCols(clusters) =
        static_cast<Scalar>(4 * of_measure[overlap_squares]) * numbers_of<Scalar>(products).rightCols(clusters);
    result.rightCols(clusters).diagonal().array() += static_cast<Scalar>(2 * of_measure[overlap_trace]);
}

/// Turns the gradient of S, as far as it comes from the products, into that of the scores.
template <typename Scalar>
void turn_into_gradient_of_scores(const Tensor& shares, const Tensor& logarithms, const Tensor& degrees, const double* of_measure,
                                  const Tensor& gradient) {
    const auto s = numbers_of<Scalar>(shares);
    auto result = numbers_of<Scalar>(gradient);
    if (of_measure[volume] != 0) {
        result += (static_cast<Scalar>(2 * of_measure[volume]) * numbers_of<Scalar>(degrees).col(0)).asDiagonal() * s;
    }
    if (of_measure[entropy] != 0) {
        result -= static_cast<Scalar>(of_measure[entropy]) * numbers_of<Scalar>(logarithms);
    }
    for (std::int64_t row = 0; row < s.rows(); ++row) {
        result.row(row).array() -= s.row(row).dot(result.row(row));
    }
    result.array() *= s.array();
}

/// All of a soft pool in one step, graph by graph, so that what belongs to a graph stays in the processor's cache; S^T [X, A S,
/// S] is one product, because starting a product of small matrices costs more than computing it.
///
/// With G_x, G_a, G_s the parts of the gradient of that product, and since A is symmetric, the gradient of S is X G_x^T + A S
/// (G_a + G_a^T) + S (G_s + G_s^T), one product again. The gradient of X is S G_x, and that of A, where A comes from clusters
/// too, is S G_a S^T. The volume adds 2 D S to the gradient of S and the squares of the rows of S to the gradient of A. With g
/// the gradient of a row s of S and e the gradient of the entropy, the gradient of its scores is s (t - s.t) with t = g - e log
/// s.
struct SoftClusters : Function<SoftClusters> {
    static variable_list forward(AutogradContext* context, const Tensor& inputs, const Tensor& weights, const Tensor& x,
                                 const Tensor& dense_edges, const Graphs& graphs) {
        const std::int64_t clusters = weights.size(1);
        const Layout layout = layout_of(x.size(1), clusters);
        const Work work{layout, torch::empty({x.size(0), clusters}, x.options()),
                        torch::empty({x.size(0), layout.width()}, x.options()),
                        torch::empty({graphs.count() * clusters, layout.width()}, x.options())};
        share_out(graphs, inputs, weights, work);
        part_of(work.beside, 0, x.size(0), work.layout.x).copy_(x);
        put_adjacent(graphs, work);
        const Tensor measures = torch::empty({graphs.count(), measure_count}, torch::kFloat64);
        for (std::int64_t g = 0; g < graphs.count(); ++g) {
            put_product(part_of(work.products, g * clusters, clusters),
                        transposed(graphs.block(work.beside, g, work.layout.shares)), graphs.rows(work.beside, g));
            for_type_of(x, [&](auto zero) {
                put_measures<decltype(zero)>(graphs, work, g, measures.data_ptr<double>() + g * measure_count);
            });
        }
        context->save_for_backward({inputs, weights, work.logarithms, work.beside, work.products, graphs.degrees,
                                    torch::tensor(graphs.offsets, torch::kInt32), dense_edges});
        return {copied(work.products, clusters, layout.x), copied(work.products, clusters, layout.adjacent), measures};
    }

    static variable_list backward(AutogradContext* context, const variable_list& gradients) {
        const variable_list saved = context->get_saved_variables();
        const Tensor& inputs = saved[0];
        const Tensor& weights = saved[1];
        const auto* offsets = saved[6].data_ptr<std::int32_t>();
        const Graphs graphs{{offsets, offsets + saved[6].numel()}, nullptr, saved[7], saved[5]};
        const std::int64_t features = inputs.size(1);
        const std::int64_t clusters = weights.size(1);
        const std::int64_t channels = gradients[0].size(2);
        const Work work{layout_of(channels, clusters), saved[2], saved[3], saved[4]};
        const Tensor of_measures = gradients[2].contiguous();
        const Tensor of_cluster_x = as_rows(gradients[0]);
        const Tensor of_cluster_edges = gradient_of_edges(gradients[1], of_measures);

        const Tensor of_x = torch::empty({inputs.size(0), channels}, inputs.options());
        const Tensor of_inputs = context->needs_input_grad(0) ? torch::empty_like(inputs) : Tensor();
        const Tensor of_weights = torch::zeros_like(weights);
        const Tensor of_edges = context->needs_input_grad(3) ? torch::empty_like(graphs.dense_edges) : Tensor();
        const Tensor of_products = torch::empty({clusters, work.layout.width()}, inputs.options());
        const Tensor scratch = torch::empty({inputs.size(0), clusters}, inputs.options());
        for (std::int64_t g = 0; g < graphs.count(); ++g) {
            const double* of_measure = of_measures.data_ptr<double>() + g * measure_count;
            const Tensor own_inputs = graphs.rows(inputs, g);
            const Tensor shares = graphs.block(work.beside, g, work.layout.shares);
            const Tensor of_own_x = part_of(of_cluster_x, g * clusters, clusters);
            const Tensor of_own_edges = part_of(of_cluster_edges, g * clusters, clusters);
            const Tensor of_scores = part_of(scratch, 0, graphs.nodes(g));
            for_type_of(inputs, [&](auto zero) {
                using Scalar = decltype(zero);
                const Tensor products = part_of(work.products, g * clusters, clusters);
                put_gradient_of_products<Scalar>(of_own_x, of_own_edges, products, of_measure, of_products);
                put_product(of_scores, graphs.rows(work.beside, g), transposed(of_products));
                turn_into_gradient_of_scores<Scalar>(shares, graphs.rows(work.logarithms, g), graphs.rows(graphs.degrees, g),
                                                     of_measure, of_scores);
                numbers_of<Scalar>(of_weights).row(features) += numbers_of<Scalar>(of_scores).colwise().sum();
                if (of_edges.defined()) {
                    put_product(graphs.rows(of_edges, g), at::cpu::mm(shares, of_own_edges), transposed(shares));
                    numbers_of<Scalar>(graphs.rows(of_edges, g)).colwise() +=
                        static_cast<Scalar>(of_measure[volume]) * numbers_of<Scalar>(shares).rowwise().squaredNorm();
                }
            });
            put_product(graphs.rows(of_x, g), shares, of_own_x);
            add_product(part_of(of_weights, 0, features), transposed(own_inputs), of_scores);
            if (of_inputs.defined()) {
                put_product(graphs.rows(of_inputs, g), of_scores, transposed(part_of(weights, 0, features)));
            }
        }
        return {of_inputs, of_weights, of_x, of_edges, Tensor()};
    }

private:
    /// Some columns of the products, as one matrix per graph.
    static Tensor copied(const Tensor& products, std::int64_t clusters, Columns columns) {
        const Tensor part = part_of(products, 0, products.size(0), columns).clone(torch::MemoryFormat::Contiguous);
        return part.view({products.size(0) / clusters, clusters, columns.count});
    }
};

}  // namespace

Clustered cluster(const Stage& stage, const Tensor& inputs, const Tensor& weights, const Tensor& x) {
    Graphs graphs;
    variable_list made;
    if (stage.is_dense()) {
        for (std::int64_t g = 0; g <= x.size(0); ++g) {
            graphs.offsets.push_back(static_cast<std::int32_t>(g * x.size(1)));
        }
        const Tensor edges = as_rows(stage.dense_adjacency);
        graphs.dense_edges = edges.detach();
        graphs.degrees = graphs.dense_edges.sum(1, true);
        made = SoftClusters::apply(as_rows(inputs), weights, as_rows(x), edges, graphs);
    } else {
        graphs.offsets = *stage.graph_offsets;
        graphs.edges = stage.adjacency;
        graphs.degrees = row_sums(*stage.adjacency, x.options());
        made = SoftClusters::apply(inputs.contiguous(), weights, x.contiguous(), torch::empty({0}), graphs);
    }
    const std::vector<Tensor> measures = made[2].unbind(1);
    return {.x = made[0],
            .adjacency = made[1],
            .inner_weight = measures[inner_weight],
            .volume = measures[volume],
            .overlap_trace = measures[overlap_trace],
            .overlap_squares = measures[overlap_squares],
            .entropy = measures[entropy]};
}

Tensor squared_weights(const Stage& stage) {
    if (stage.is_dense()) {
        return stage.dense_adjacency.square().sum({1, 2}).to(torch::kFloat64);
    }
    const SparseRows& adjacency = *stage.adjacency;
    const std::vector<std::int32_t>& offsets = *stage.graph_offsets;
    return numbers(std::ssize(offsets) - 1, [&](std::int64_t g) {
        double sum = 0;
        for (std::int32_t k = adjacency.offsets[offsets[g]]; k < adjacency.offsets[offsets[g + 1]]; ++k) {
            sum += static_cast<double>(adjacency.values[k]) * adjacency.values[k];
        }
        return sum;
    });
}

Tensor node_counts(const Stage& stage) {
    if (stage.is_dense()) {
        return torch::full({stage.dense_mixing.size(0)}, stage.dense_mixing.size(1), torch::kFloat64);
    }
    const std::vector<std::int32_t>& offsets = *stage.graph_offsets;
    return numbers(std::ssize(offsets) - 1, [&](std::int64_t g) { return offsets[g + 1] - offsets[g]; });
}

}  // namespace ndpool
