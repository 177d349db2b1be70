#include "ndpool/nn/soft_clusters.hpp"

#include <ATen/CPUFunctions.h>

#include <Eigen/Core>

#include "ndpool/nn/function_context.hpp"
#include "ndpool/nn/sparse_functions.hpp"

namespace ndpool {

namespace {

using torch::Tensor;
using torch::autograd::AutogradContext;
using torch::autograd::Function;
using torch::autograd::variable_list;

/// Some rows without any bookkeeping: graphs are small and many, so what surrounds a product costs more than it.
Tensor some_rows(const Tensor& matrix, std::int64_t first, std::int64_t count) {
    const std::int64_t width = matrix.size(1);
    return at::cpu::as_strided(matrix, {count, width}, {width, 1}, matrix.storage_offset() + first * width);
}

Tensor some_rows_turned(const Tensor& matrix, std::int64_t first, std::int64_t count) {
    const std::int64_t width = matrix.size(1);
    return at::cpu::as_strided(matrix, {width, count}, {1, width}, matrix.storage_offset() + first * width);
}

Tensor as_rows(const Tensor& graphs) {
    return graphs.contiguous().view({-1, graphs.size(2)});
}

template <typename Scalar>
using RowMatrix = Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

template <typename Scalar>
Eigen::Map<RowMatrix<Scalar>> rows_of(const Tensor& matrix, std::int64_t first, std::int64_t count) {
    return {matrix.data_ptr<Scalar>() + first * matrix.size(1), count, matrix.size(1)};
}

/// The columns of the measures of graphs of clusters.
enum Measure : std::int64_t { inner_weight, volume, overlap_trace, overlap_squares, measure_count };

/// S^T [X, A S, S] for each graph, in one product: those of small graphs cost more to start than to do. Only X and A of the
/// clusters and some measures are given away. A is symmetric, so with G_x, G_a, G_s the parts of the gradient of the product,
/// that of S is X G_x^T + A S (G_a + G_a^T) + S (G_s + G_s^T), one product again, that of X is S G_x, and that of A, where it
/// comes from clusters too, is S G_a S^T. The volume adds 2 D S to that of S and the squares of the rows of S to that of A.
struct ClusterProducts : Function<ClusterProducts> {
    static variable_list forward(AutogradContext* context, const Tensor& s, const Tensor& x, const Tensor& adjacent,
                                 const Tensor& degrees, const Tensor& /*adjacency*/, const std::vector<std::int32_t>& offsets) {
        const Tensor beside = torch::cat({x, adjacent, s}, 1);
        const auto graphs = static_cast<std::int64_t>(offsets.size()) - 1;
        const std::int64_t clusters = s.size(1);
        const std::int64_t channels = x.size(1);
        Tensor products = torch::empty({graphs * clusters, beside.size(1)}, s.options());
        for (std::int64_t g = 0; g < graphs; ++g) {
            const std::int64_t nodes = offsets[g + 1] - offsets[g];
            Tensor target = some_rows(products, g * clusters, clusters);
            at::cpu::mm_out(target, some_rows_turned(s, offsets[g], nodes), some_rows(beside, offsets[g], nodes));
        }
        const Tensor measures = torch::empty({graphs, measure_count}, torch::kFloat64);
        for_type_of(s, [&](auto zero) {
            using Scalar = decltype(zero);
            for (std::int64_t g = 0; g < graphs; ++g) {
                const auto product = rows_of<Scalar>(products, g * clusters, clusters);
                const auto shares = rows_of<Scalar>(s, offsets[g], offsets[g + 1] - offsets[g]);
                const auto own_degrees = rows_of<Scalar>(degrees, offsets[g], shares.rows());
                double* measure = measures.data_ptr<double>() + g * measure_count;
                measure[inner_weight] = product.middleCols(channels, clusters).trace();
                measure[volume] = shares.rowwise().squaredNorm().dot(own_degrees.col(0));
                measure[overlap_trace] = product.rightCols(clusters).trace();
                measure[overlap_squares] = product.rightCols(clusters).squaredNorm();
            }
        });
        context->save_for_backward({s, beside, degrees, products, torch::tensor(offsets, torch::kInt32)});
        const std::vector<Tensor> parts = products.split_with_sizes({channels, clusters, clusters}, 1);
        return {parts[0].reshape({graphs, clusters, channels}).clone(torch::MemoryFormat::Contiguous),
                parts[1].reshape({graphs, clusters, clusters}).clone(torch::MemoryFormat::Contiguous), measures};
    }
    static variable_list backward(AutogradContext* context, const variable_list& gradients) {
        const variable_list saved = context->get_saved_variables();
        const Tensor& s = saved[0];
        const Tensor& beside = saved[1];
        const auto* offsets = saved[4].data_ptr<std::int32_t>();
        const Tensor of_cluster_x = as_rows(gradients[0]);
        const Tensor of_measures = gradients[2].contiguous();
        const std::int64_t graphs = of_measures.size(0);
        const std::int64_t clusters = s.size(1);
        const Tensor of_edges = gradient_of_edges(gradients[1], of_measures);
        const Tensor symmetric = gradient_of_products(of_cluster_x, of_edges, saved[3], of_measures);
        Tensor of_s = torch::empty_like(s);
        Tensor of_x = torch::empty({s.size(0), of_cluster_x.size(1)}, s.options());
        for (std::int64_t g = 0; g < graphs; ++g) {
            const std::int64_t nodes = offsets[g + 1] - offsets[g];
            Tensor s_target = some_rows(of_s, offsets[g], nodes);
            Tensor x_target = some_rows(of_x, offsets[g], nodes);
            at::cpu::mm_out(s_target, some_rows(beside, offsets[g], nodes), some_rows_turned(symmetric, g * clusters, clusters));
            at::cpu::mm_out(x_target, some_rows(s, offsets[g], nodes), some_rows(of_cluster_x, g * clusters, clusters));
        }
        const bool learned_graphs = context->needs_input_grad(4);
        Tensor of_adjacency = learned_graphs ? gradient_of_adjacency(s, of_edges, graphs) : Tensor();
        add_that_of_volumes(s, saved[2], of_measures, offsets, of_s, of_adjacency);
        return {of_s, of_x, Tensor(), Tensor(), of_adjacency, Tensor()};
    }

private:
    /// Of S^T A S, its trace included.
    static Tensor gradient_of_edges(const Tensor& of_matrices, const Tensor& of_measures) {
        Tensor result = of_matrices.clone(torch::MemoryFormat::Contiguous);
        result.diagonal(0, 1, 2) += of_measures.select(1, inner_weight).unsqueeze(1);
        return as_rows(result);
    }

    /// Of S^T [X, A S, S], where the parts of the last two have their transposes added.
    static Tensor gradient_of_products(const Tensor& of_x, const Tensor& of_edges, const Tensor& products,
                                       const Tensor& of_measures) {
        const Tensor result = torch::empty_like(products);
        const std::int64_t clusters = of_edges.size(1);
        for_type_of(products, [&](auto zero) {
            using Scalar = decltype(zero);
            for (std::int64_t g = 0; g < of_measures.size(0); ++g) {
                const double* measure = of_measures.data_ptr<double>() + g * measure_count;
                const auto edges = rows_of<Scalar>(of_edges, g * clusters, clusters);
                auto target = rows_of<Scalar>(result, g * clusters, clusters);
                target.leftCols(of_x.size(1)) = rows_of<Scalar>(of_x, g * clusters, clusters);
                target.middleCols(of_x.size(1), clusters) = edges + edges.transpose();
                target.rightCols(clusters) = static_cast<Scalar>(4 * measure[overlap_squares]) *
                                             rows_of<Scalar>(products, g * clusters, clusters).rightCols(clusters);
                target.rightCols(clusters).diagonal().array() += static_cast<Scalar>(2 * measure[overlap_trace]);
            }
        });
        return result;
    }

    static Tensor gradient_of_adjacency(const Tensor& s, const Tensor& of_edges, std::int64_t graphs) {
        const std::int64_t clusters = s.size(1);
        const std::int64_t nodes = graphs > 0 ? s.size(0) / graphs : 0;
        Tensor result = torch::empty({graphs * nodes, nodes}, s.options());
        Tensor weighted = torch::empty({nodes, clusters}, s.options());
        for (std::int64_t g = 0; g < graphs; ++g) {
            Tensor target = some_rows(result, g * nodes, nodes);
            at::cpu::mm_out(weighted, some_rows(s, g * nodes, nodes), some_rows(of_edges, g * clusters, clusters));
            at::cpu::mm_out(target, weighted, some_rows_turned(s, g * nodes, nodes));
        }
        return result.view({graphs, nodes, nodes});
    }

    static void add_that_of_volumes(const Tensor& s, const Tensor& degrees, const Tensor& of_measures,
                                    const std::int32_t* offsets, const Tensor& of_s, const Tensor& of_adjacency) {
        for_type_of(s, [&](auto zero) {
            using Scalar = decltype(zero);
            for (std::int64_t g = 0; g < of_measures.size(0); ++g) {
                const auto of_volume = static_cast<Scalar>(of_measures.data_ptr<double>()[g * measure_count + volume]);
                if (of_volume == 0) {
                    continue;
                }
                const std::int64_t nodes = offsets[g + 1] - offsets[g];
                const auto shares = rows_of<Scalar>(s, offsets[g], nodes);
                rows_of<Scalar>(of_s, offsets[g], nodes) +=
                    (2 * of_volume * rows_of<Scalar>(degrees, offsets[g], nodes).col(0)).asDiagonal() * shares;
                if (of_adjacency.defined()) {
                    Eigen::Map<RowMatrix<Scalar>>(of_adjacency.data_ptr<Scalar>() + g * nodes * nodes, nodes, nodes).colwise() +=
                        of_volume * shares.rowwise().squaredNorm();
                }
            }
        });
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
        for_type_of(shares, [&](auto zero) {
            using Scalar = decltype(zero);
            for (std::int64_t row = 0; row < shares.size(0); ++row) {
                entropies.data_ptr<Scalar>()[row] = -(row_of<Scalar>(shares, row) * row_of<Scalar>(logarithms, row)).sum();
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
        for_type_of(result, [&](auto zero) {
            using Scalar = decltype(zero);
            for (std::int64_t row = 0; row < result.size(0); ++row) {
                const auto shares = row_of<Scalar>(saved[1], row);
                const auto gradient = row_of<Scalar>(of_shares, row);
                const Scalar of_entropy = of_entropies.data_ptr<Scalar>()[row];
                const Scalar own = (shares * gradient).sum() + of_entropy * saved[2].data_ptr<Scalar>()[row];
                row_of<Scalar>(result, row) = shares * (gradient - own - of_entropy * row_of<Scalar>(saved[0], row));
            }
        });
        return {result};
    }
};

/// number(0) .. number(count - 1), in double precision.
template <typename Number>
Tensor numbers_of(std::int64_t count, const Number& number) {
    Tensor result = torch::empty({count}, torch::kFloat64);
    for (std::int64_t i = 0; i < count; ++i) {
        result.data_ptr<double>()[i] = number(i);
    }
    return result;
}

/// One number a row, as a column.
Tensor row_sums(const SparseRows& matrix, const torch::TensorOptions& type) {
    const auto sum_of_row = [&](std::int64_t row) {
        double sum = 0;
        for (std::int32_t k = matrix.offsets[row]; k < matrix.offsets[row + 1]; ++k) {
            sum += matrix.values[k];
        }
        return sum;
    };
    return numbers_of(matrix.rows, sum_of_row).to(type).unsqueeze(1);
}

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
    variable_list made;
    if (stage.is_dense()) {
        std::vector<std::int32_t> offsets(s.size(0) + 1);
        for (std::size_t g = 0; g < offsets.size(); ++g) {
            offsets[g] = static_cast<std::int32_t>(static_cast<std::int64_t>(g) * s.size(1));
        }
        const Tensor edges = stage.dense_adjacency.detach();
        made = ClusterProducts::apply(as_rows(s), as_rows(x), as_rows(graph_products(edges, s.detach())),
                                      edges.sum(2).view({-1, 1}), stage.dense_adjacency, offsets);
    } else {
        const Tensor adjacent = sparse_product(*stage.adjacency, *stage.adjacency, s.detach());
        made = ClusterProducts::apply(s.contiguous(), x, adjacent, row_sums(*stage.adjacency, s.options()), torch::empty({0}),
                                      *stage.graph_offsets);
    }
    return {made[0],
            made[1],
            made[2].select(1, inner_weight),
            made[2].select(1, volume),
            made[2].select(1, overlap_trace),
            made[2].select(1, overlap_squares)};
}

Tensor squared_weights(const Stage& stage) {
    if (stage.is_dense()) {
        return stage.dense_adjacency.square().sum({1, 2}).to(torch::kFloat64);
    }
    const SparseRows& adjacency = *stage.adjacency;
    const std::vector<std::int32_t>& offsets = *stage.graph_offsets;
    return numbers_of(std::ssize(offsets) - 1, [&](std::int64_t g) {
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
    return numbers_of(std::ssize(offsets) - 1, [&](std::int64_t g) { return offsets[g + 1] - offsets[g]; });
}

Tensor sums_of_graphs(const Stage& stage, const Tensor& rows) {
    return stage.is_dense() ? rows.sum(1) : read_out(rows, *stage.graph_offsets, Readout::sum);
}

}  // namespace ndpool
