#include "ndpool/analysis/vector_block.hpp"

#include <algorithm>
#include <array>

#include "ndpool/base/wide_vectors.hpp"

namespace ndpool {

namespace {

constexpr std::size_t width = block_width;
constexpr std::size_t most_blocks = 3;
/// Graphs of at most so many nodes have their inner products in double precision.
constexpr std::size_t double_up_to = 32768;
using Lanes = BlockRow::Lanes;
using DoubleLanes = double __attribute__((vector_size(128)));

/// The sum of outer products of rows; in single precision only over a few rows.
template <typename Sums>
struct OuterSum {
    struct alignas(sizeof(Sums)) Row {
        Sums lanes{};
    };
    std::array<Row, width> fresh{};
    std::array<std::array<double, width>, width> total{};

    [[gnu::always_inline]] void add(const BlockRow& a, const Sums& b) {
        const Sums factors = __builtin_convertvector(a.lanes, Sums);
        for (std::size_t i = 0; i < width; ++i) {
            fresh[i].lanes += factors[i] * b;
        }
    }
    [[gnu::always_inline]] void settle() {
        for (std::size_t i = 0; i < width; ++i) {
            for (std::size_t j = 0; j < width; ++j) {
                total[i][j] += static_cast<double>(fresh[i].lanes[j]);
            }
            fresh[i].lanes = Sums{};
        }
    }
};

/// The products of block a with blocks b >= a.
template <typename Sums>
struct PieceGrams {
    std::array<OuterSum<Sums>, most_blocks*(most_blocks + 1) / 2> stiffness;
    std::array<OuterSum<Sums>, most_blocks*(most_blocks + 1) / 2> mass;
};

constexpr std::size_t rows_per_settlement = 64;

template <typename Sums>
[[gnu::always_inline]] inline void add_grams(const Graph& graph, std::span<const VectorBlock* const> blocks, const Mass& mass,
                                             std::size_t known_blocks, std::size_t first, std::size_t last,
                                             PieceGrams<Sums>& sums) {
    const std::size_t count = blocks.size();
    const std::size_t pairs = count * (count + 1) / 2;
    const std::size_t first_pair = known_blocks * (known_blocks + 1) / 2;
    for (std::size_t begin = first; begin < last; begin += rows_per_settlement) {
        const std::size_t end = std::min(last, begin + rows_per_settlement);
        for (std::size_t node = begin; node < end; ++node) {
            const bool counts = mass.counts(node);
            std::size_t pair = first_pair;
            for (std::size_t b = known_blocks; b < count; ++b) {
                Sums image;
                laplacian_row(graph, blocks[b]->data(), static_cast<NodeId>(node), image);
                const Sums own = __builtin_convertvector((*blocks[b])[node].lanes, Sums);
                for (std::size_t a = 0; a <= b; ++a, ++pair) {
                    sums.stiffness[pair].add((*blocks[a])[node], image);
                    if (counts) {
                        sums.mass[pair].add((*blocks[a])[node], own);
                    }
                }
            }
        }
        for (std::size_t pair = first_pair; pair < pairs; ++pair) {
            sums.stiffness[pair].settle();
            sums.mass[pair].settle();
        }
    }
}

NDPOOL_FOR_WIDE_VECTORS
void add_piece(const Graph& graph, std::span<const VectorBlock* const> blocks, const Mass& mass, std::size_t known_blocks,
               std::size_t first, std::size_t last, PieceGrams<Lanes>& sums) {
    add_grams(graph, blocks, mass, known_blocks, first, last, sums);
}

NDPOOL_FOR_WIDE_VECTORS
void add_piece(const Graph& graph, std::span<const VectorBlock* const> blocks, const Mass& mass, std::size_t known_blocks,
               std::size_t first, std::size_t last, PieceGrams<DoubleLanes>& sums) {
    add_grams(graph, blocks, mass, known_blocks, first, last, sums);
}

template <typename Sums>
void add_symmetrically(const OuterSum<Sums>& sum, std::size_t a, std::size_t b, Eigen::MatrixXd& gram) {
    for (std::size_t i = 0; i < width; ++i) {
        for (std::size_t j = 0; j < width; ++j) {
            const auto row = static_cast<Eigen::Index>(a * width + i);
            const auto column = static_cast<Eigen::Index>(b * width + j);
            gram(row, column) += sum.total[i][j] / 2;
            gram(column, row) += sum.total[i][j] / 2;
            if (a != b) {
                gram(row, column) += sum.total[i][j] / 2;
                gram(column, row) += sum.total[i][j] / 2;
            }
        }
    }
}

NDPOOL_FOR_WIDE_VECTORS
void add_mass(const VectorBlock& x, const Mass& mass, std::size_t first, std::size_t last, OuterSum<Lanes>& sum) {
    for (std::size_t begin = first; begin < last; begin += rows_per_settlement) {
        const std::size_t end = std::min(last, begin + rows_per_settlement);
        for (std::size_t node = begin; node < end; ++node) {
            if (mass.counts(node)) {
                sum.add(x[node], x[node].lanes);
            }
        }
        sum.settle();
    }
}

NDPOOL_FOR_WIDE_VECTORS
void write_residuals(const Graph& graph, const VectorBlock& x, const Lanes& values, const Mass& mass, VectorBlock& residuals,
                     std::size_t first, std::size_t last) {
    for (std::size_t node = first; node < last; ++node) {
        Lanes image;
        laplacian_row(graph, x.data(), static_cast<NodeId>(node), image);
        residuals[node].lanes = mass.counts(node) ? image - values * x[node].lanes : image;
    }
}

NDPOOL_FOR_WIDE_VECTORS
void write_combination(std::span<const VectorBlock* const> blocks, const VectorBlock& coefficients, VectorBlock& target,
                       std::size_t first, std::size_t last) {
    for (std::size_t node = first; node < last; ++node) {
        Lanes sum{};
        for (std::size_t b = 0; b < blocks.size(); ++b) {
            const BlockRow row = (*blocks[b])[node];
            for (std::size_t i = 0; i < width; ++i) {
                sum += row.lanes[i] * coefficients[b * width + i].lanes;
            }
        }
        target[node].lanes = sum;
    }
}

template <typename Sums>
PencilGrams summed_grams(const Graph& graph, std::span<const VectorBlock* const> blocks, const Mass& mass,
                         std::size_t known_blocks, const Parallel& parallel) {
    const auto rows = static_cast<std::size_t>(graph.node_count());
    std::vector<PieceGrams<Sums>> sums((rows + rows_per_piece - 1) / rows_per_piece);
    for_pieces(rows, parallel, [&](std::size_t first, std::size_t last) {
        add_piece(graph, blocks, mass, known_blocks, first, last, sums[first / rows_per_piece]);
    });
    const auto size = static_cast<Eigen::Index>(blocks.size() * width);
    PencilGrams grams{Eigen::MatrixXd::Zero(size, size), Eigen::MatrixXd::Zero(size, size)};
    for (const PieceGrams<Sums>& piece : sums) {
        std::size_t pair = 0;
        for (std::size_t b = 0; b < blocks.size(); ++b) {
            for (std::size_t a = 0; a <= b; ++a, ++pair) {
                add_symmetrically(piece.stiffness[pair], a, b, grams.stiffness);
                add_symmetrically(piece.mass[pair], a, b, grams.mass);
            }
        }
    }
    return grams;
}

}  // namespace

PencilGrams pencil_grams(const Graph& graph, std::span<const VectorBlock* const> blocks, const Mass& mass,
                         std::span<const double> known, const Parallel& parallel) {
    if (static_cast<std::size_t>(graph.node_count()) <= double_up_to) {
        return summed_grams<DoubleLanes>(graph, blocks, mass, 0, parallel);
    }
    PencilGrams grams = summed_grams<Lanes>(graph, blocks, mass, known.empty() ? 0 : 1, parallel);
    for (std::size_t k = 0; k < known.size(); ++k) {
        const auto place = static_cast<Eigen::Index>(k);
        grams.stiffness(place, place) = known[k];
        grams.mass(place, place) = 1;
    }
    return grams;
}

Eigen::MatrixXd mass_gram(const VectorBlock& x, const Mass& mass, const Parallel& parallel) {
    std::vector<OuterSum<Lanes>> sums((x.size() + rows_per_piece - 1) / rows_per_piece);
    for_pieces(x.size(), parallel,
               [&](std::size_t first, std::size_t last) { add_mass(x, mass, first, last, sums[first / rows_per_piece]); });
    Eigen::MatrixXd gram = Eigen::MatrixXd::Zero(block_width, block_width);
    for (const OuterSum<Lanes>& piece : sums) {
        add_symmetrically(piece, 0, 0, gram);
    }
    return gram;
}

void pencil_residuals(const Graph& graph, const VectorBlock& x, std::span<const double> values, const Mass& mass,
                      VectorBlock& residuals, const Parallel& parallel) {
    Lanes lanes{};
    for (std::size_t k = 0; k < std::min(values.size(), width); ++k) {
        lanes[k] = static_cast<float>(values[k]);
    }
    residuals.resize(x.size());
    for_pieces(x.size(), parallel,
               [&](std::size_t first, std::size_t last) { write_residuals(graph, x, lanes, mass, residuals, first, last); });
}

void combine(std::span<const VectorBlock* const> blocks, const Eigen::MatrixXd& coefficients, VectorBlock& target,
             const Parallel& parallel) {
    VectorBlock rows(static_cast<std::size_t>(coefficients.rows()));
    for (Eigen::Index i = 0; i < coefficients.rows(); ++i) {
        for (Eigen::Index j = 0; j < coefficients.cols(); ++j) {
            rows[static_cast<std::size_t>(i)].lanes[j] = static_cast<float>(coefficients(i, j));
        }
    }
    target.resize(blocks[0]->size());
    for_pieces(target.size(), parallel,
               [&](std::size_t first, std::size_t last) { write_combination(blocks, rows, target, first, last); });
}

}  // namespace ndpool
