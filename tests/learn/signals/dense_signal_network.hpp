// The network of Sec. VI-B with full matrices in double precision: slow, and plain to read.
#pragma once

#include <Eigen/Dense>
#include <cmath>

#include "ndpool/learn/signals/network/signal_network.hpp"
#include "ndpool/pyramid/cluster_assignment.hpp"
#include "ndpool/pyramid/harmonic_restriction.hpp"
#include "ndpool/pyramid/pyramid.hpp"

namespace ndpool {

class DenseSignalNetwork {
public:
    DenseSignalNetwork(const Pyramid& pyramid, const SignalNetwork& network) : network_(network) {
        for (std::size_t level = 0; level <= pyramid.levels.size(); ++level) {
            propagation_.push_back(propagation_of(level == 0 ? pyramid.base : pyramid.levels[level - 1].graph));
            if (level < pyramid.levels.size()) {
                pools_.push_back(pool_of(pyramid, level));
            }
        }
    }

    /// Cross-entropy of one signal: nodes x features.
    [[nodiscard]] double loss(const Eigen::VectorXd& values, const Eigen::MatrixXd& signal, int label) const {
        Eigen::MatrixXd x = Eigen::MatrixXd::Zero(propagation_.front().rows(), signal.cols());
        x.topRows(signal.rows()) = signal;
        for (std::size_t i = 0; i < network_.layer_count(); ++i) {
            const Eigen::MatrixXd weights = matrix(values, network_.layer(i));
            Eigen::MatrixXd next = propagation_[i] * x * weights.topRows(x.cols()) + x * weights.middleRows(x.cols(), x.cols());
            if (network_.options().bias) {
                next.rowwise() += weights.row(weights.rows() - 1);
            }
            x = next.cwiseMax(0);
            if (i + 1 < network_.layer_count()) {
                x = pooled(pools_[i], x);
            }
        }
        const Eigen::VectorXd logits =
            matrix(values, network_.head()) * read_out(x) + matrix(values, network_.head_bias()).transpose();
        const double top = logits.maxCoeff();
        return std::log((logits.array() - top).exp().sum()) + top - logits[label];
    }

private:
    using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

    static Eigen::MatrixXd propagation_of(const Graph& graph) {
        Eigen::MatrixXd a = Eigen::MatrixXd::Zero(graph.node_count(), graph.node_count());
        for (NodeId node = 0; node < graph.node_count(); ++node) {
            for (std::size_t k = 0; k < graph.neighbors(node).size(); ++k) {
                a(node, graph.neighbors(node)[k]) = graph.weights(node)[k];
            }
        }
        const Eigen::VectorXd degrees = a.rowwise().sum();
        const Eigen::VectorXd scale = degrees.unaryExpr([](double d) { return d > 0 ? 1 / std::sqrt(d) : 0; });
        return scale.asDiagonal() * a * scale.asDiagonal();
    }

    [[nodiscard]] Eigen::MatrixXd pool_of(const Pyramid& pyramid, std::size_t index) const {
        const Level& level = pyramid.levels[index];
        Eigen::MatrixXd pool = Eigen::MatrixXd::Zero(level.graph.node_count(), node_count_at(pyramid, index));
        if (network_.options().reduce == Reduce::take) {
            for (std::size_t i = 0; i < level.pool.size(); ++i) {
                pool(static_cast<Eigen::Index>(i), level.pool[i]) = 1;
            }
            return pool;
        }
        if (network_.options().reduce == Reduce::harmonic) {
            put_entries(harmonic_restriction(pyramid, index), pool);
        } else if (level.assignment_matrix) {
            put_entries(*level.assignment_matrix, pool);
        } else {
            const std::vector<NodeId> joined = cluster_assignment(pyramid, index);
            for (std::size_t node = 0; node < joined.size(); ++node) {
                if (joined[node] >= 0) {
                    pool(joined[node], static_cast<Eigen::Index>(node)) = 1;
                }
            }
        }
        if (network_.options().reduce == Reduce::mean) {
            const Eigen::VectorXd sums = pool.rowwise().sum();
            pool = sums.cwiseInverse().asDiagonal() * pool;
        }
        return pool;
    }

    static void put_entries(const SparseMatrix& entries, Eigen::MatrixXd& matrix) {
        for (NodeId row = 0; row < entries.rows; ++row) {
            for (EntryIndex k = entries.offsets[row]; k < entries.offsets[row + 1]; ++k) {
                matrix(row, entries.indices[k]) = entries.values[k];
            }
        }
    }

    [[nodiscard]] Eigen::MatrixXd pooled(const Eigen::MatrixXd& pool, const Eigen::MatrixXd& x) const {
        if (network_.options().reduce != Reduce::max) {
            return pool * x;
        }
        Eigen::MatrixXd result = Eigen::MatrixXd::Constant(pool.rows(), x.cols(), -1);
        for (Eigen::Index i = 0; i < pool.rows(); ++i) {
            for (Eigen::Index j = 0; j < pool.cols(); ++j) {
                if (pool(i, j) > 0) {
                    result.row(i) = result.row(i).cwiseMax(x.row(j));
                }
            }
        }
        return result;
    }

    [[nodiscard]] Eigen::VectorXd read_out(const Eigen::MatrixXd& x) const {
        switch (network_.options().readout) {
            case SignalReadout::mean: return x.colwise().mean().transpose();
            case SignalReadout::sum: return x.colwise().sum().transpose();
            case SignalReadout::max: return x.colwise().maxCoeff().transpose();
            case SignalReadout::flatten: break;
        }
        const RowMajor rows = x;
        return Eigen::Map<const Eigen::VectorXd>(rows.data(), rows.size());
    }

    static Eigen::MatrixXd matrix(const Eigen::VectorXd& values, const ParameterSlot& slot) {
        return Eigen::Map<const RowMajor>(values.data() + slot.offset, slot.rows, slot.columns);
    }

    const SignalNetwork& network_;
    std::vector<Eigen::MatrixXd> propagation_;
    std::vector<Eigen::MatrixXd> pools_;
};

}  // namespace ndpool
