#include "ndpool/learn/nn/layers/sparse_functions.hpp"

#include "ndpool/learn/nn/kernels/message_rows.hpp"
#include "ndpool/learn/nn/kernels/row_kernels.hpp"
#include "ndpool/learn/nn/layers/function_context.hpp"

namespace ndpool {

namespace {

using torch::Tensor;

Tensor times(const SparseRows& matrix, const Tensor& x) {
    Tensor result = torch::empty({matrix.rows, x.size(1)}, x.options());
    for_type_of(x, [&](auto zero) {
        using Scalar = decltype(zero);
        multiply_rows<Scalar>(matrix, x.data_ptr<Scalar>(), x.stride(0), result.data_ptr<Scalar>(), result.size(1), x.size(1),
                              false);
    });
    return result;
}

/// Rows may be a part of wider ones, but the numbers of a row must be contiguous.
Tensor with_close_columns(const Tensor& x) {
    return x.stride(1) == 1 ? x : x.contiguous();
}

struct SparseProduct : Function<SparseProduct> {
    static Tensor forward(AutogradContext* context, const SparseRows& matrix, const SparseRows& transposed, const Tensor& x) {
        remember(context, "transposed", transposed);
        return times(matrix, with_close_columns(x));
    }
    static variable_list backward(AutogradContext* context, const variable_list& gradients) {
        const Tensor gradient = gradients[0].contiguous();
        return {Tensor(), Tensor(), times(remembered<SparseRows>(context, "transposed"), gradient)};
    }
};

/// The computed rows among those of all nodes.
Tensor gathered(const PropagationStep& hop, const Tensor& x) {
    Tensor result = torch::empty({hop.matrix.rows, x.size(1)}, x.options());
    for_type_of(x, [&](auto zero) {
        using Scalar = decltype(zero);
        gather_rows<Scalar>(hop.rows.data(), hop.matrix.rows, x.data_ptr<Scalar>(), x.stride(0), result.data_ptr<Scalar>(),
                            result.size(1), x.size(1));
    });
    return result;
}

/// The computed rows at their places among zeros for all other nodes.
Tensor scattered(const PropagationStep& hop, const Tensor& x) {
    Tensor result = torch::zeros({hop.matrix.columns, x.size(1)}, x.options());
    for_type_of(x, [&](auto zero) {
        using Scalar = decltype(zero);
        scatter_rows<Scalar>(hop.rows.data(), hop.matrix.rows, x.data_ptr<Scalar>(), x.stride(0), result.data_ptr<Scalar>(),
                             result.size(1), x.size(1));
    });
    return result;
}

struct OwnRows : Function<OwnRows> {
    static Tensor forward(AutogradContext* context, const PropagationStep& hop, const Tensor& x) {
        remember(context, "hop", hop);
        return gathered(hop, with_close_columns(x));
    }
    static variable_list backward(AutogradContext* context, const variable_list& gradients) {
        return {Tensor(), scattered(remembered<PropagationStep>(context, "hop"), gradients[0].contiguous())};
    }
};

struct PlacedRows : Function<PlacedRows> {
    static Tensor forward(AutogradContext* context, const PropagationStep& hop, const Tensor& x) {
        remember(context, "hop", hop);
        return scattered(hop, with_close_columns(x));
    }
    static variable_list backward(AutogradContext* context, const variable_list& gradients) {
        return {Tensor(), gathered(remembered<PropagationStep>(context, "hop"), gradients[0].contiguous())};
    }
};

struct SparseMax : Function<SparseMax> {
    static Tensor forward(AutogradContext* context, const SparseRows& map, const Tensor& source) {
        const Tensor x = source.contiguous();
        const std::int64_t width = x.size(1);
        Tensor result = torch::empty({map.rows, width}, x.options());
        const Tensor argmax = torch::empty({map.rows, width}, torch::kInt32);
        for_type_of(x, [&](auto zero) {
            using Scalar = decltype(zero);
            largest_rows(map, x.data_ptr<Scalar>(), width, result.data_ptr<Scalar>(), argmax.data_ptr<std::int32_t>());
        });
        context->save_for_backward({argmax});
        context->saved_data["rows"] = x.size(0);
        return result;
    }
    static variable_list backward(AutogradContext* context, const variable_list& gradients) {
        const Tensor gradient = gradients[0].contiguous();
        const Tensor argmax = context->get_saved_variables()[0];
        const std::int64_t width = gradient.size(1);
        Tensor result = torch::zeros({context->saved_data["rows"].toInt(), width}, gradient.options());
        for_type_of(gradient, [&](auto zero) {
            using Scalar = decltype(zero);
            add_to_winners(gradient.data_ptr<Scalar>(), argmax.data_ptr<std::int32_t>(), gradient.size(0), width,
                           result.data_ptr<Scalar>());
        });
        return {Tensor(), result};
    }
};

/// Sums or means of neighbouring rows.
struct SegmentSums : Function<SegmentSums> {
    static Tensor forward(AutogradContext* context, const Tensor& source, const std::vector<std::int32_t>& offsets, bool mean) {
        const Tensor x = source.contiguous();
        const auto graphs = static_cast<std::int64_t>(offsets.size()) - 1;
        Tensor result = torch::empty({graphs, x.size(1)}, x.options());
        for_type_of(x, [&](auto zero) {
            using Scalar = decltype(zero);
            fill_graph_sums<Scalar>(offsets, x.data_ptr<Scalar>(), x.size(1), mean, result.data_ptr<Scalar>(), x.size(1));
        });
        remember(context, "offsets", offsets);
        context->saved_data["mean"] = mean;
        return result;
    }
    static variable_list backward(AutogradContext* context, const variable_list& gradients) {
        const auto& offsets = remembered<std::vector<std::int32_t>>(context, "offsets");
        const bool mean = context->saved_data["mean"].toBool();
        const Tensor gradient = gradients[0].contiguous();
        Tensor result = torch::empty({offsets.back(), gradient.size(1)}, gradient.options());
        for_type_of(gradient, [&](auto zero) {
            using Scalar = decltype(zero);
            fill_rows_gradient<Scalar>(offsets, gradient.data_ptr<Scalar>(), gradient.size(1), gradient.size(1), mean,
                                       result.data_ptr<Scalar>());
        });
        return {result, Tensor(), Tensor()};
    }
};

/// All rows of each graph, as a map for sparse_max.
SparseRows rows_of_graphs(const std::vector<std::int32_t>& offsets) {
    SparseRows map{static_cast<std::int32_t>(offsets.size()) - 1, offsets.back(), offsets, {}, {}};
    map.indices.resize(offsets.back());
    for (std::int32_t i = 0; i < offsets.back(); ++i) {
        map.indices[i] = i;
    }
    return map;
}

}  // namespace

Tensor sparse_product(const SparseRows& matrix, const SparseRows& transposed, const Tensor& x) {
    return SparseProduct::apply(matrix, transposed, x);
}

Tensor propagate(const PropagationStep& hop, const Tensor& x) {
    return sparse_product(hop.matrix, hop.transposed, x);
}

Tensor own_rows(const PropagationStep& hop, const Tensor& x) {
    return hop.is_whole() ? x : OwnRows::apply(hop, x);
}

Tensor unpool_rows(const LevelOperators& maps, const Tensor& x) {
    return maps.pool.rows == 0 ? PlacedRows::apply(maps.last, x) : sparse_product(maps.pool_transposed, maps.pool, x);
}

Tensor sparse_max(const SparseRows& map, const Tensor& x) {
    return SparseMax::apply(map, x);
}

Tensor read_out(const Tensor& x, const std::vector<std::int32_t>& offsets, Readout how) {
    return how == Readout::max ? sparse_max(rows_of_graphs(offsets), x) : SegmentSums::apply(x, offsets, how == Readout::mean);
}

}  // namespace ndpool
