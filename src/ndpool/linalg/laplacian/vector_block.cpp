#include "ndpool/linalg/laplacian/vector_block.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>

#ifdef __linux__
#include <sys/mman.h>
#endif

#include "ndpool/base/run_vectorised.hpp"

namespace ndpool {

namespace {

constexpr std::size_t width = block_width;
constexpr std::size_t most_blocks = 3;
/// Up to this number of nodes, inner products are summed in double precision.
constexpr std::size_t double_up_to = 2048;
constexpr std::size_t rows_per_settlement = 64;

/// Rows in the precision of their sums.
template <typename Real>
struct alignas(64) SumRows {
    std::array<std::array<Real, width>, rows_per_settlement> rows;
};

/// The sum of outer products of rows; single precision is used for sums of a few rows only.
struct OuterSum {
    std::array<std::array<double, width>, width> total{};

    /// Adds a[i] b[i]' over rows i < count with counts[i], or over all of them without.
    template <int bytes, typename Real>
    [[gnu::always_inline]] void add(const BlockRow* a, const SumRows<Real>& b, const std::uint8_t* counts, std::size_t count) {
        // As many rows of the sum at once as fit in the registers: AVX-512 has 32 registers, the others 16.
        constexpr std::size_t registers_per_row = width * sizeof(Real) / bytes;
        constexpr std::size_t together = (bytes == 64 ? 16 : 8) / registers_per_row;
        for (std::size_t first = 0; first < width; first += together) {
            add_some<bytes, Real, together>(a, b, counts, count, first);
        }
    }

private:
    template <int bytes, typename Real, std::size_t together>
    [[gnu::always_inline]] void add_some(const BlockRow* a, const SumRows<Real>& b, const std::uint8_t* counts, std::size_t count,
                                         std::size_t first) {
        using Row = RowLanes<bytes, Real>;
        Row sums[together];
#pragma GCC unroll 16
        for (Row& sum : sums) {
            sum = Row::zero();
        }
        for (std::size_t row = 0; row < count; ++row) {
            if (counts == nullptr || counts[row] != 0) {
                const Row other = Row::load(b.rows[row].data());
#pragma GCC unroll 16
                for (std::size_t i = 0; i < together; ++i) {
                    sums[i] += other * static_cast<Real>(a[row].values[first + i]);
                }
            }
        }
#pragma GCC unroll 16
        for (std::size_t i = 0; i < together; ++i) {
            Real numbers[width];
            sums[i].store(numbers);
            for (std::size_t j = 0; j < width; ++j) {
                total[first + i][j] += static_cast<double>(numbers[j]);
            }
        }
    }
};

/// The products of block a with blocks b >= a.
struct PieceGrams {
    std::array<OuterSum, most_blocks*(most_blocks + 1) / 2> stiffness;
    std::array<OuterSum, most_blocks*(most_blocks + 1) / 2> mass;
};

/// Which of the rows begin .. end - 1 count; returns their number.
inline std::size_t mark_counting(const Mass& mass, std::size_t begin, std::size_t end, std::uint8_t* counts) {
    std::size_t counting = 0;
    for (std::size_t node = begin; node < end; ++node) {
        counts[node - begin] = mass.counts(node) ? 1 : 0;
        counting += counts[node - begin];
    }
    return counting;
}

template <typename Real>
struct AddGrams {
    template <int bytes>
    [[gnu::always_inline]] static void run(const Graph& graph, std::span<const VectorBlock* const> blocks, const Mass& mass,
                                           std::size_t known_blocks, std::size_t first, std::size_t last, PieceGrams& sums) {
        SumRows<Real> images;
        SumRows<Real> own;
        std::array<std::uint8_t, rows_per_settlement> counts;
        for (std::size_t begin = first; begin < last; begin += rows_per_settlement) {
            const std::size_t end = std::min(last, begin + rows_per_settlement);
            const std::size_t counting = mark_counting(mass, begin, end, counts.data());
            std::size_t pair = known_blocks * (known_blocks + 1) / 2;
            for (std::size_t b = known_blocks; b < blocks.size(); ++b) {
                for (std::size_t node = begin; node < end; ++node) {
                    laplacian_row<bytes, Real>(graph, blocks[b]->data(), static_cast<NodeId>(node))
                        .store(images.rows[node - begin].data());
                    load_row<bytes, Real>((*blocks[b])[node]).store(own.rows[node - begin].data());
                }
                for (std::size_t a = 0; a <= b; ++a, ++pair) {
                    const BlockRow* const rows = blocks[a]->data() + begin;
                    sums.stiffness[pair].add<bytes>(rows, images, nullptr, end - begin);
                    if (counting > 0) {
                        sums.mass[pair].add<bytes>(rows, own, counts.data(), end - begin);
                    }
                }
            }
        }
    }
};

void add_symmetrically(const OuterSum& sum, std::size_t a, std::size_t b, Eigen::MatrixXd& gram) {
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

struct AddMass {
    template <int bytes>
    [[gnu::always_inline]] static void run(const VectorBlock& x, const Mass& mass, std::size_t first, std::size_t last,
                                           OuterSum& sum) {
        SumRows<float> own;
        std::array<std::uint8_t, rows_per_settlement> counts;
        for (std::size_t begin = first; begin < last; begin += rows_per_settlement) {
            const std::size_t end = std::min(last, begin + rows_per_settlement);
            if (mark_counting(mass, begin, end, counts.data()) > 0) {
                for (std::size_t node = begin; node < end; ++node) {
                    own.rows[node - begin] = x[node].values;
                }
                sum.add<bytes>(x.data() + begin, own, counts.data(), end - begin);
            }
        }
    }
};

struct WriteResiduals {
    template <int bytes>
    [[gnu::always_inline]] static void run(const Graph& graph, const VectorBlock& x, const BlockRow& values, const Mass& mass,
                                           VectorBlock& residuals, std::size_t first, std::size_t last) {
        const auto factors = load_row<bytes>(values);
        // Values of its own: the compiler would read those of the caller again after each store.
        const Mass counting = mass;
        const BlockRow* const rows = x.data();
        BlockRow* const target = residuals.data();
        for (std::size_t node = first; node < last; ++node) {
            const auto image = laplacian_row<bytes>(graph, rows, static_cast<NodeId>(node));
            store_row<bytes>(counting.counts(node) ? image - factors * load_row<bytes>(rows[node]) : image, target[node]);
        }
    }
};

struct WriteCombination {
    template <int bytes>
    [[gnu::always_inline]] static void run(std::span<const VectorBlock* const> blocks, const VectorBlock& coefficients,
                                           VectorBlock& target, std::size_t first, std::size_t last) {
        // Several nodes at once: one sum would wait for its additions.
        constexpr std::size_t together = bytes == 16 ? 2 : 4;
        std::size_t node = first;
        for (; node + together <= last; node += together) {
            combine_rows<bytes, together>(blocks, coefficients, target, node);
        }
        for (; node < last; ++node) {
            combine_rows<bytes, 1>(blocks, coefficients, target, node);
        }
    }

private:
    template <int bytes, std::size_t together>
    [[gnu::always_inline]] static void combine_rows(std::span<const VectorBlock* const> blocks, const VectorBlock& coefficients,
                                                    VectorBlock& target, std::size_t node) {
        RowLanes<bytes> sums[together];
#pragma GCC unroll 4
        for (RowLanes<bytes>& sum : sums) {
            sum = RowLanes<bytes>::zero();
        }
        for (std::size_t b = 0; b < blocks.size(); ++b) {
            const BlockRow* const rows = blocks[b]->data() + node;
            for (std::size_t i = 0; i < width; ++i) {
                const auto factors = load_row<bytes>(coefficients[b * width + i]);
#pragma GCC unroll 4
                for (std::size_t n = 0; n < together; ++n) {
                    sums[n] += factors * rows[n].values[i];
                }
            }
        }
#pragma GCC unroll 4
        for (std::size_t n = 0; n < together; ++n) {
            store_row<bytes>(sums[n], target[node + n]);
        }
    }
};

template <typename AddPiece>
PencilGrams summed_grams(std::size_t rows, std::size_t blocks, const Parallel& parallel, const AddPiece& add) {
    std::vector<PieceGrams> sums((rows + rows_per_chunk - 1) / rows_per_chunk);
    for_chunks(rows, parallel, [&](std::size_t first, std::size_t last) { add(first, last, sums[first / rows_per_chunk]); });
    const auto size = static_cast<Eigen::Index>(blocks * width);
    PencilGrams grams{Eigen::MatrixXd::Zero(size, size), Eigen::MatrixXd::Zero(size, size)};
    for (const PieceGrams& piece : sums) {
        std::size_t pair = 0;
        for (std::size_t b = 0; b < blocks; ++b) {
            for (std::size_t a = 0; a <= b; ++a, ++pair) {
                add_symmetrically(piece.stiffness[pair], a, b, grams.stiffness);
                add_symmetrically(piece.mass[pair], a, b, grams.mass);
            }
        }
    }
    return grams;
}

}  // namespace

void* allocate_pages(std::size_t bytes) {
    constexpr std::size_t page = std::size_t{1} << 21;
    const std::size_t alignment = bytes >= 2 * page ? page : alignof(BlockRow);
    void* const place = std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
    if (place == nullptr) {
        throw std::bad_alloc();
    }
#ifdef MADV_HUGEPAGE
    if (alignment == page) {
        // A hint only: without large pages everything works, but slower.
        static_cast<void>(madvise(place, bytes, MADV_HUGEPAGE));
    }
#endif
    return place;
}

void free_pages(void* place) noexcept {
    std::free(place);
}

PencilGrams pencil_grams(const Graph& graph, std::span<const VectorBlock* const> blocks, const Mass& mass,
                         std::span<const double> known, const Parallel& parallel) {
    const auto rows = static_cast<std::size_t>(graph.node_count());
    if (rows <= double_up_to) {
        return summed_grams(rows, blocks.size(), parallel, [&](std::size_t first, std::size_t last, PieceGrams& sums) {
            run_vectorised<AddGrams<double>>(graph, blocks, mass, std::size_t{0}, first, last, sums);
        });
    }
    const std::size_t known_blocks = known.empty() ? 0 : 1;
    PencilGrams grams = summed_grams(rows, blocks.size(), parallel, [&](std::size_t first, std::size_t last, PieceGrams& sums) {
        run_vectorised<AddGrams<float>>(graph, blocks, mass, known_blocks, first, last, sums);
    });
    for (std::size_t k = 0; k < known.size(); ++k) {
        const auto place = static_cast<Eigen::Index>(k);
        grams.stiffness(place, place) = known[k];
        grams.mass(place, place) = 1;
    }
    return grams;
}

Eigen::MatrixXd mass_gram(const VectorBlock& x, const Mass& mass, const Parallel& parallel) {
    std::vector<OuterSum> sums((x.size() + rows_per_chunk - 1) / rows_per_chunk);
    for_chunks(x.size(), parallel, [&](std::size_t first, std::size_t last) {
        run_vectorised<AddMass>(x, mass, first, last, sums[first / rows_per_chunk]);
    });
    Eigen::MatrixXd gram = Eigen::MatrixXd::Zero(block_width, block_width);
    for (const OuterSum& piece : sums) {
        add_symmetrically(piece, 0, 0, gram);
    }
    return gram;
}

void pencil_residuals(const Graph& graph, const VectorBlock& x, std::span<const double> values, const Mass& mass,
                      VectorBlock& residuals, const Parallel& parallel) {
    BlockRow factors{};
    for (std::size_t k = 0; k < std::min(values.size(), width); ++k) {
        factors.values[k] = static_cast<float>(values[k]);
    }
    resize_unfilled(residuals, x.size());
    for_chunks(x.size(), parallel, [&](std::size_t first, std::size_t last) {
        run_vectorised<WriteResiduals>(graph, x, factors, mass, residuals, first, last);
    });
}

void combine(std::span<const VectorBlock* const> blocks, const Eigen::MatrixXd& coefficients, VectorBlock& target,
             const Parallel& parallel) {
    VectorBlock rows(static_cast<std::size_t>(coefficients.rows()), BlockRow{});
    for (Eigen::Index i = 0; i < coefficients.rows(); ++i) {
        for (Eigen::Index j = 0; j < coefficients.cols(); ++j) {
            rows[static_cast<std::size_t>(i)].values[static_cast<std::size_t>(j)] = static_cast<float>(coefficients(i, j));
        }
    }
    resize_unfilled(target, blocks[0]->size());
    for_chunks(target.size(), parallel,
               [&](std::size_t first, std::size_t last) { run_vectorised<WriteCombination>(blocks, rows, target, first, last); });
}

}  // namespace ndpool
