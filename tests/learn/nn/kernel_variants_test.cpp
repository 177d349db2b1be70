// The kernels of networks beside their slow twins, with every width of vector registers.
#include <gtest/gtest.h>

#include <algorithm>

#include "ndpool/base/seed.hpp"
#include "ndpool/learn/nn/kernels/dense_kernels.hpp"
#include "ndpool/learn/nn/kernels/row_kernels.hpp"
#include "support/vector_variants.hpp"

namespace ndpool {
namespace {

std::vector<float> random_numbers(std::size_t count, Random& random) {
    std::vector<float> numbers(count);
    for (float& number : numbers) {
        number = static_cast<float>(random.uniform(-1, 1));
    }
    return numbers;
}

template <typename Body>
void expect_bits(const std::vector<float>& expected, const Body& body) {
    for (const std::vector<float>& found : with_every_vector_variant(body)) {
        EXPECT_TRUE(bytes_of(found) == bytes_of(expected));
    }
}

/// target += left right, each sum in the order of the inner index.
void multiply_plainly(const MatrixView& left, const std::vector<float>& right, std::size_t rows, std::size_t inner,
                      std::size_t columns, std::vector<float>& target) {
    for (std::size_t i = 0; i < rows; ++i) {
        for (std::size_t c = 0; c < columns; ++c) {
            float sum = target[i * columns + c];
            for (std::size_t k = 0; k < inner; ++k) {
                sum +=
                    left.numbers[static_cast<std::int64_t>(i) * left.row_step + static_cast<std::int64_t>(k) * left.column_step] *
                    right[k * columns + c];
            }
            target[i * columns + c] = sum;
        }
    }
}

TEST(KernelVariants, MultiplyMatricesToTheBitsOfPlainSums) {
    Random random(Seed(1));
    for (const std::size_t rows : {1, 5, 6, 13}) {
        for (const std::size_t inner : {0, 1, 37, 300}) {
            for (const std::size_t columns : {1, 2, 3, 4, 7, 16, 23, 32, 50}) {
                const std::vector<float> left = random_numbers(rows * inner, random);
                const std::vector<float> right = random_numbers(inner * columns, random);
                const std::vector<float> before = random_numbers(rows * columns, random);
                const MatrixView view{left.data(), static_cast<std::int64_t>(inner), 1};
                std::vector<float> expected = before;
                multiply_plainly(view, right, rows, inner, columns, expected);
                expect_bits(expected, [&] {
                    std::vector<float> target = before;
                    multiply_matrices(view, right.data(), target.data(), static_cast<std::int64_t>(rows),
                                      static_cast<std::int64_t>(inner), static_cast<std::int64_t>(columns), true);
                    return target;
                });
            }
        }
    }
}

/// 0 to 6 entries a row.
SparseRows random_rows(std::int32_t rows, std::int32_t columns, Random& random) {
    SparseRows matrix{rows, columns, {0}, {}, {}};
    for (std::int32_t row = 0; row < rows; ++row) {
        for (std::uint64_t k = random.below(7); k > 0; --k) {
            matrix.indices.push_back(static_cast<std::int32_t>(random.below(static_cast<std::uint64_t>(columns))));
            matrix.values.push_back(static_cast<float>(random.uniform(-1, 1)));
        }
        matrix.offsets.push_back(static_cast<std::int32_t>(matrix.indices.size()));
    }
    return matrix;
}

TEST(KernelVariants, MultiplySparseRowsToTheBitsOfPlainSums) {
    Random random(Seed(2));
    const SparseRows matrix = random_rows(20, 15, random);
    for (const std::int64_t width : {1, 4, 7, 8, 31, 32, 45, 64}) {
        const auto columns = static_cast<std::size_t>(width);
        const std::vector<float> source = random_numbers(15 * columns, random);
        const std::vector<float> before = random_numbers(20 * columns, random);
        std::vector<float> expected = before;
        for (std::size_t row = 0; row < 20; ++row) {
            for (auto k = static_cast<std::size_t>(matrix.offsets[row]); k < static_cast<std::size_t>(matrix.offsets[row + 1]);
                 ++k) {
                for (std::size_t c = 0; c < columns; ++c) {
                    expected[row * columns + c] +=
                        matrix.values[k] * source[static_cast<std::size_t>(matrix.indices[k]) * columns + c];
                }
            }
        }
        expect_bits(expected, [&] {
            std::vector<float> target = before;
            multiply_rows(matrix, source.data(), width, target.data(), width, width, true);
            return target;
        });
        std::transform(expected.begin(), expected.end(), expected.begin(), [](float number) { return std::max(number, 0.0F); });
        expect_bits(expected, [&] {
            std::vector<float> target = before;
            multiply_rows(matrix, source.data(), width, target.data(), width, width, true, Activation::relu);
            return target;
        });
    }
}

}  // namespace
}  // namespace ndpool
