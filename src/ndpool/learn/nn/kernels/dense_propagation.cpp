#include "ndpool/learn/nn/kernels/dense_propagation.hpp"

#include "ndpool/learn/nn/layers/function_context.hpp"
#include "ndpool/learn/nn/network/tensor_parts.hpp"

namespace ndpool {

namespace {

using torch::Tensor;

template <typename Scalar>
using Column = Eigen::Matrix<Scalar, Eigen::Dynamic, 1>;

template <typename Scalar>
Eigen::Map<RowMatrix<Scalar>> graph_of(const Tensor& matrices, std::int64_t g) {
    const std::int64_t nodes = matrices.size(2);
    return {matrices.data_ptr<Scalar>() + g * nodes * nodes, nodes, nodes};
}

template <typename Scalar>
Eigen::Map<Column<Scalar>> factors_of(const Tensor& factors, std::int64_t g) {
    return {factors.data_ptr<Scalar>() + g * factors.size(1), factors.size(1)};
}

/// Smaller degrees of clusters are due to rounding and count as zero.
constexpr double least_degree = 1e-12;

/// M = F (A + loops) F or F (A + loops), where F is diagonal and comes from the row sums of A + loops.
struct DensePropagation : Function<DensePropagation> {
    static Tensor forward(AutogradContext* context, const Tensor& adjacency, Propagation how, bool without_diagonal) {
        Tensor result = adjacency.clone(torch::MemoryFormat::Contiguous);
        const Tensor factors = torch::empty({result.size(0), result.size(1)}, result.options());
        for_type_of(result, [&](auto zero) {
            using Scalar = decltype(zero);
            for (std::int64_t g = 0; g < result.size(0); ++g) {
                auto matrix = graph_of<Scalar>(result, g);
                auto factor = factors_of<Scalar>(factors, g);
                if (without_diagonal) {
                    matrix.diagonal().setZero();
                } else if (how == Propagation::symmetric_with_loops) {
                    matrix.diagonal().array() += Scalar(1);
                }
                factor = matrix.rowwise().sum();
                const bool mean = how == Propagation::mean;
                factor = factor.unaryExpr([&](Scalar degree) {
                    return degree > static_cast<Scalar>(least_degree) ? 1 / (mean ? degree : std::sqrt(degree)) : 0;
                });
                matrix.array().colwise() *= factor.array();
                if (!mean) {
                    matrix.array().rowwise() *= factor.transpose().array();
                }
            }
        });
        context->save_for_backward({result, factors});
        context->saved_data["mean"] = how == Propagation::mean;
        context->saved_data["without_diagonal"] = without_diagonal;
        return result;
    }
    /// With G the gradient of M, the gradient of A is F G F (or F G) plus, in row i, the contribution of the degree: -1/2 times
    /// the sums of G M over row i and column i (or -1 times the sum over row i), divided by the degree.
    static variable_list backward(AutogradContext* context, const variable_list& gradients) {
        const variable_list saved = context->get_saved_variables();
        const bool mean = context->saved_data["mean"].toBool();
        const bool without_diagonal = context->saved_data["without_diagonal"].toBool();
        const Tensor result = gradients[0].clone(torch::MemoryFormat::Contiguous);
        for_type_of(result, [&](auto zero) {
            using Scalar = decltype(zero);
            RowMatrix<Scalar> products;
            Column<Scalar> by_degree;
            for (std::int64_t g = 0; g < result.size(0); ++g) {
                auto gradient = graph_of<Scalar>(result, g);
                const auto factor = factors_of<Scalar>(saved[1], g);
                products = gradient.cwiseProduct(graph_of<Scalar>(saved[0], g));
                by_degree = -products.rowwise().sum();
                gradient.array().colwise() *= factor.array();
                if (mean) {
                    by_degree.array() *= factor.array();
                } else {
                    by_degree -= products.colwise().sum().transpose();
                    by_degree.array() *= factor.array().square() / 2;
                    gradient.array().rowwise() *= factor.transpose().array();
                }
                gradient.colwise() += by_degree;
                if (without_diagonal) {
                    gradient.diagonal().setZero();
                }
            }
        });
        return {result, Tensor(), Tensor()};
    }
};

}  // namespace

Tensor dense_propagation(const Tensor& adjacency, Propagation how) {
    return how == Propagation::plain ? adjacency : DensePropagation::apply(adjacency, how, false);
}

Tensor propagation_between_clusters(const Tensor& adjacency) {
    return DensePropagation::apply(adjacency, Propagation::symmetric, true);
}

}  // namespace ndpool
