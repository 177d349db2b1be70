#include "ndpool/nn/soft_clusters.hpp"

#include <ATen/CPUFunctions.h>

#include <Eigen/Core>
#include <cmath>
#include <numeric>

#include "ndpool/nn/sparse_functions.hpp"

namespace ndpool {

namespace {

using torch::Tensor;
using torch::autograd::AutogradContext;
using torch::autograd::Function;
using torch::autograd::variable_list;

/// Columns `first` .. `first + count - 1` of some rows, without any bookkeeping: graphs are small and many, so what surrounds a
/// product costs more than it.
Tensor block(const Tensor& matrix, std::int64_t row, std::int64_t rows, std::int64_t first, std::int64_t count) {
    const std::int64_t width = matrix.size(1);
    return at::cpu::as_strided(matrix, {rows, count}, {width, 1}, matrix.storage_offset() + row * width + first);
}

Tensor some_rows(const Tensor& matrix, std::int64_t first, std::int64_t count) {
    return block(matrix, first, count, 0, matrix.size(1));
}

Tensor some_rows_turned(const Tensor& matrix, std::int64_t first, std::int64_t count) {
    const std::int64_t width = matrix.size(1);
    return at::cpu::as_strided(matrix, {width, count}, {1, width}, matrix.storage_offset() + first * width);
}

Tensor as_rows(const Tensor& graphs) {
    return graphs.contiguous().view({-1, graphs.size(2)});
}

/// Adds its transpose to a square block of neighbouring rows.
template <typename Scalar>
void add_transpose(Scalar* square, std::int64_t size, std::int64_t row_step) {
    for (std::int64_t i = 0; i < size; ++i) {
        for (std::int64_t j = 0; j <= i; ++j) {
            const Scalar sum = square[i * row_step + j] + square[j * row_step + i];
            square[i * row_step + j] = sum;
            square[j * row_step + i] = sum;
        }
    }
}

/// S^T [X, A S, S] for each graph, in one product: those of small graphs cost more to start than to do. A is symmetric, so with
/// G_x, G_a, G_s the parts of the gradient, that of S is X G_x^T + A S (G_a + G_a^T) + S (G_s + G_s^T), one product again, that
/// of X is S G_x, and that of A, where it comes from clusters too, is S G_a S^T.
struct ClusterProducts : Function<ClusterProducts> {
    static Tensor forward(AutogradContext* context, const Tensor& s, const Tensor& x, const Tensor& adjacent,
                          const Tensor& /*adjacency*/, const std::vector<std::int32_t>& offsets) {
        const Tensor beside = torch::cat({x, adjacent, s}, 1);
        const auto graphs = static_cast<std::int64_t>(offsets.size()) - 1;
        const std::int64_t clusters = s.size(1);
        Tensor result = torch::empty({graphs * clusters, beside.size(1)}, s.options());
        for (std::int64_t g = 0; g < graphs; ++g) {
            const std::int64_t nodes = offsets[g + 1] - offsets[g];
            Tensor target = some_rows(result, g * clusters, clusters);
            at::cpu::mm_out(target, some_rows_turned(s, offsets[g], nodes), some_rows(beside, offsets[g], nodes));
        }
        context->save_for_backward({s, beside, torch::tensor(offsets, torch::kInt32)});
        return result.view({graphs, clusters, beside.size(1)});
    }
    static variable_list backward(AutogradContext* context, const variable_list& gradients) {
        const variable_list saved = context->get_saved_variables();
        const Tensor& s = saved[0];
        const Tensor& beside = saved[1];
        const auto* offsets = saved[2].data_ptr<std::int32_t>();
        const std::int64_t graphs = saved[2].numel() - 1;
        const std::int64_t clusters = s.size(1);
        const std::int64_t channels = beside.size(1) - 2 * clusters;
        const Tensor gradient = as_rows(gradients[0]);
        const Tensor symmetric = with_symmetric_parts(gradient, channels, clusters);
        Tensor of_s = torch::empty_like(s);
        Tensor of_x = torch::empty({s.size(0), channels}, s.options());
        for (std::int64_t g = 0; g < graphs; ++g) {
            const std::int64_t nodes = offsets[g + 1] - offsets[g];
            Tensor s_target = some_rows(of_s, offsets[g], nodes);
            Tensor x_target = some_rows(of_x, offsets[g], nodes);
            at::cpu::mm_out(s_target, some_rows(beside, offsets[g], nodes), some_rows_turned(symmetric, g * clusters, clusters));
            at::cpu::mm_out(x_target, some_rows(s, offsets[g], nodes), block(gradient, g * clusters, clusters, 0, channels));
        }
        const bool learned_graphs = context->needs_input_grad(3);
        return {of_s, of_x, Tensor(), learned_graphs ? of_adjacency(s, gradient, graphs, channels) : Tensor(), Tensor()};
    }

private:
    static Tensor with_symmetric_parts(const Tensor& gradient, std::int64_t channels, std::int64_t clusters) {
        Tensor result = gradient.clone();
        AT_DISPATCH_FLOATING_TYPES(result.scalar_type(), "cluster_products_gradient", [&] {
            for (std::int64_t row = 0; row < result.size(0); row += clusters) {
                auto* part = result.data_ptr<scalar_t>() + row * result.size(1) + channels;
                add_transpose(part, clusters, result.size(1));
                add_transpose(part + clusters, clusters, result.size(1));
            }
        });
        return result;
    }

    static Tensor of_adjacency(const Tensor& s, const Tensor& gradient, std::int64_t graphs, std::int64_t channels) {
        const std::int64_t clusters = s.size(1);
        const std::int64_t nodes = graphs > 0 ? s.size(0) / graphs : 0;
        Tensor result = torch::empty({graphs * nodes, nodes}, s.options());
        Tensor weighted = torch::empty({nodes, clusters}, s.options());
        for (std::int64_t g = 0; g < graphs; ++g) {
            Tensor target = some_rows(result, g * nodes, nodes);
            at::cpu::mm_out(weighted, some_rows(s, g * nodes, nodes),
                            block(gradient, g * clusters, clusters, channels, clusters));
            at::cpu::mm_out(target, weighted, some_rows_turned(s, g * nodes, nodes));
        }
        return result.view({graphs, nodes, nodes});
    }
};

struct GraphProducts : Function<GraphProducts> {
    static Tensor forward(AutogradContext* context, const Tensor& given_a, const Tensor& given_b) {
        const Tensor a = as_rows(given_a);
        const Tensor b = as_rows(given_b);
        const std::int64_t rows = given_a.size(1);
        const std::int64_t inner = given_b.size(1);
        Tensor result = torch::empty({a.size(0), b.size(1)}, a.options());
        for (std::int64_t g = 0; g < given_a.size(0); ++g) {
            Tensor target = some_rows(result, g * rows, rows);
            at::cpu::mm_out(target, some_rows(a, g * rows, rows), some_rows(b, g * inner, inner));
        }
        context->save_for_backward({a, b});
        return result.view({given_a.size(0), rows, b.size(1)});
    }
    static variable_list backward(AutogradContext* context, const variable_list& gradients) {
        const variable_list saved = context->get_saved_variables();
        const Tensor& a = saved[0];
        const Tensor& b = saved[1];
        const Tensor gradient = as_rows(gradients[0]);
        const std::int64_t graphs = gradients[0].size(0);
        const std::int64_t rows = gradients[0].size(1);
        const std::int64_t inner = a.size(1);
        Tensor of_a = context->needs_input_grad(0) ? torch::empty_like(a) : Tensor();
        Tensor of_b = torch::empty_like(b);
        for (std::int64_t g = 0; g < graphs; ++g) {
            const Tensor part = some_rows(gradient, g * rows, rows);
            if (of_a.defined()) {
                Tensor a_target = some_rows(of_a, g * rows, rows);
                at::cpu::mm_out(a_target, part, some_rows_turned(b, g * inner, inner));
            }
            Tensor b_target = some_rows(of_b, g * inner, inner);
            at::cpu::mm_out(b_target, some_rows_turned(a, g * rows, rows), part);
        }
        return {of_a.defined() ? of_a.view({graphs, rows, inner}) : Tensor(), of_b.view({graphs, inner, b.size(1)})};
    }
};

template <typename Scalar>
using RowView = Eigen::Map<Eigen::Array<Scalar, Eigen::Dynamic, 1>>;

template <typename Scalar>
RowView<Scalar> row_of(const Tensor& rows, std::int64_t row) {
    return {rows.data_ptr<Scalar>() + row * rows.size(1), rows.size(1)};
}

/// Softmax of each row and the entropy of the shares. With g and e the gradients of shares s and entropy h, that of the scores is
/// s (g - s.g - e (log s + h)).
struct SoftAssignment : Function<SoftAssignment> {
    static variable_list forward(AutogradContext* context, const Tensor& scores) {
        const Tensor logarithms = torch::log_softmax(scores, 1).contiguous();
        const Tensor shares = logarithms.exp();
        const Tensor entropies = torch::empty({shares.size(0), 1}, shares.options());
        AT_DISPATCH_FLOATING_TYPES(shares.scalar_type(), "soft_assignment", [&] {
            for (std::int64_t row = 0; row < shares.size(0); ++row) {
                entropies.data_ptr<scalar_t>()[row] = -(row_of<scalar_t>(shares, row) * row_of<scalar_t>(logarithms, row)).sum();
            }
        });
        context->save_for_backward({logarithms, shares, entropies});
        return {shares, entropies};
    }
    static variable_list backward(AutogradContext* context, const variable_list& gradients) {
        const variable_list saved = context->get_saved_variables();
        const Tensor of_shares = gradients[0].contiguous();
        const Tensor of_entropies = gradients[1].contiguous();
        const Tensor result = torch::empty_like(saved[0]);
        AT_DISPATCH_FLOATING_TYPES(result.scalar_type(), "soft_assignment_gradient", [&] {
            for (std::int64_t row = 0; row < result.size(0); ++row) {
                const auto shares = row_of<scalar_t>(saved[1], row);
                const auto gradient = row_of<scalar_t>(of_shares, row);
                const scalar_t of_entropy = of_entropies.data_ptr<scalar_t>()[row];
                const scalar_t own = (shares * gradient).sum() + of_entropy * saved[2].data_ptr<scalar_t>()[row];
                row_of<scalar_t>(result, row) = shares * (gradient - own - of_entropy * row_of<scalar_t>(saved[0], row));
            }
        });
        return {result};
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

/// Degrees of clusters that only rounding leaves; they count as none.
constexpr double least_degree = 1e-12;

/// M = F (A + loops) F or F (A + loops), where F is diagonal and comes from the row sums of A + loops.
struct DensePropagation : Function<DensePropagation> {
    static Tensor forward(AutogradContext* context, const Tensor& adjacency, Propagation how) {
        Tensor result = adjacency.clone(torch::MemoryFormat::Contiguous);
        Tensor factors = torch::zeros({result.size(0), result.size(1)}, result.options());
        const std::int64_t nodes = result.size(1);
        AT_DISPATCH_FLOATING_TYPES(result.scalar_type(), "dense_propagation", [&] {
            for (std::int64_t g = 0; g < result.size(0); ++g) {
                auto* matrix = result.data_ptr<scalar_t>() + g * nodes * nodes;
                auto* factor = factors.data_ptr<scalar_t>() + g * nodes;
                for (std::int64_t i = 0; i < nodes; ++i) {
                    matrix[i * nodes + i] += how == Propagation::symmetric_with_loops ? 1 : 0;
                    const scalar_t degree = std::accumulate(matrix + i * nodes, matrix + (i + 1) * nodes, scalar_t(0));
                    if (degree > static_cast<scalar_t>(least_degree)) {
                        factor[i] = 1 / (how == Propagation::mean ? degree : std::sqrt(degree));
                    }
                }
                for (std::int64_t i = 0; i < nodes; ++i) {
                    for (std::int64_t j = 0; j < nodes; ++j) {
                        matrix[i * nodes + j] *= how == Propagation::mean ? factor[i] : factor[i] * factor[j];
                    }
                }
            }
        });
        context->save_for_backward({result, factors});
        context->saved_data["how"] = static_cast<std::int64_t>(how);
        return result;
    }
    /// With G the gradient of M, that of A is F G F (or F G), and in row i what comes by the degree: -1/2 of the sums of G M over
    /// row i and column i (or -1 of that over row i), divided by the degree.
    static variable_list backward(AutogradContext* context, const variable_list& gradients) {
        const variable_list saved = context->get_saved_variables();
        const bool mean = static_cast<Propagation>(context->saved_data["how"].toInt()) == Propagation::mean;
        Tensor result = gradients[0].clone(torch::MemoryFormat::Contiguous);
        const std::int64_t nodes = result.size(1);
        AT_DISPATCH_FLOATING_TYPES(result.scalar_type(), "dense_propagation_gradient", [&] {
            std::vector<scalar_t> by_degree(nodes);
            for (std::int64_t g = 0; g < result.size(0); ++g) {
                auto* gradient = result.data_ptr<scalar_t>() + g * nodes * nodes;
                const auto* matrix = saved[0].data_ptr<scalar_t>() + g * nodes * nodes;
                const auto* factor = saved[1].data_ptr<scalar_t>() + g * nodes;
                std::fill(by_degree.begin(), by_degree.end(), scalar_t(0));
                for (std::int64_t i = 0; i < nodes; ++i) {
                    scalar_t row_sum = 0;
                    for (std::int64_t j = 0; j < nodes; ++j) {
                        const scalar_t product = gradient[i * nodes + j] * matrix[i * nodes + j];
                        row_sum += product;
                        by_degree[j] += mean ? 0 : product;
                    }
                    by_degree[i] += row_sum;
                }
                for (std::int64_t i = 0; i < nodes; ++i) {
                    const scalar_t own = -by_degree[i] * (mean ? factor[i] : factor[i] * factor[i] / 2);
                    for (std::int64_t j = 0; j < nodes; ++j) {
                        scalar_t& number = gradient[i * nodes + j];
                        number = number * (mean ? factor[i] : factor[i] * factor[j]) + own;
                    }
                }
            }
        });
        return {result, Tensor()};
    }
};

}  // namespace

Assignment assign_softly(const Tensor& scores) {
    const variable_list made = SoftAssignment::apply(scores.flatten(0, -2));
    std::vector<std::int64_t> sizes = scores.sizes().vec();
    const Tensor shares = made[0].view(sizes);
    sizes.back() = 1;
    return {shares, made[1].view(sizes)};
}

Tensor graph_products(const Tensor& a, const Tensor& b) {
    return GraphProducts::apply(a, b);
}

Clustered cluster(const Stage& stage, const Tensor& s, const Tensor& x) {
    const std::int64_t channels = x.size(-1);
    const std::int64_t clusters = s.size(-1);
    Tensor all;
    if (stage.is_dense()) {
        std::vector<std::int32_t> offsets(s.size(0) + 1);
        for (std::size_t g = 0; g < offsets.size(); ++g) {
            offsets[g] = static_cast<std::int32_t>(static_cast<std::int64_t>(g) * s.size(1));
        }
        const Tensor adjacent = graph_products(stage.dense_adjacency.detach(), s.detach());
        all = ClusterProducts::apply(as_rows(s), as_rows(x), as_rows(adjacent), stage.dense_adjacency, offsets);
    } else {
        const Tensor adjacent = sparse_product(*stage.adjacency, *stage.adjacency, s.detach());
        all = ClusterProducts::apply(s.contiguous(), x, adjacent, torch::empty({0}), *stage.graph_offsets);
    }
    const std::vector<Tensor> parts = all.split_with_sizes({channels, clusters, clusters}, 2);
    return {parts[0], parts[1], parts[2]};
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
        return torch::full({stage.dense_mixing.size(0), 1}, stage.dense_mixing.size(1), type);
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
    return how == Propagation::plain ? adjacency : DensePropagation::apply(adjacency, how);
}

}  // namespace ndpool
