#pragma once

#include <torch/torch.h>

#include "ndpool/learn/data/batch.hpp"
#include "ndpool/learn/nn/network/adam.hpp"
#include "ndpool/learn/nn/network/parameters.hpp"

// The paper's network as LibTorch alone would have it, to be measured beside ours.
namespace ndpool::bench {

/// How LibTorch multiplies a sparse matrix with features.
enum class SparseStyle : std::uint8_t {
    coordinates,      ///< a COO tensor and torch::mm
    compressed_rows,  ///< a CSR tensor and torch::mm
    gather,           ///< index_select, times the weights, index_add
};

/// Layers of the paper's Eq. 1 without bias, index_select for pools, the mean of each graph by index_add, a linear head,
/// cross-entropy, torch::optim::Adam. Computes for a batch whose samples are pruned or not, see SampleOptions::prune.
class StockNetwork : public torch::nn::Module {
public:
    /// The same weights as those of our network with these parameters: `channels` of each layer.
    StockNetwork(const Batch& batch, const std::vector<std::int64_t>& channels, std::int64_t classes,
                 const Parameters& parameters, const AdamOptions& options, SparseStyle style);

    /// One step of training on the batch; returns the loss before it.
    double step();

private:
    struct Level {
        std::int64_t nodes = 0;
        torch::Tensor matrix;      ///< computed rows x nodes
        torch::Tensor transposed;  ///< for gradients with compressed rows
        torch::Tensor from;        ///< of every entry, for gather
        torch::Tensor to;
        torch::Tensor values;
        torch::Tensor own;   ///< nodes of the computed rows; undefined if all are computed
        torch::Tensor kept;  ///< rows that the next pool takes; undefined if there is none
    };

    [[nodiscard]] Level level_of(const LevelOperators& maps) const;
    [[nodiscard]] torch::Tensor messages(const Level& level, const torch::Tensor& x) const;
    [[nodiscard]] torch::Tensor logits();

    SparseStyle style_;
    std::vector<Level> levels_;
    torch::Tensor features_;
    torch::Tensor labels_;
    torch::Tensor graph_of_row_;
    torch::Tensor rows_of_graph_;
    std::vector<torch::nn::Linear> of_neighbours_;
    std::vector<torch::nn::Linear> of_itself_;
    torch::nn::Linear head_ = nullptr;
    std::unique_ptr<torch::optim::Adam> adam_;
};

}  // namespace ndpool::bench
