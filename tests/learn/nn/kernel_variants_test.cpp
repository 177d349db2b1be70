// The kernels of networks beside their slow twins, with every width of vector registers.
#include <gtest/gtest.h>

#include <algorithm>

#include "ndpool/base/seed.hpp"
#include "ndpool/learn/nn/kernels/dense_kernels.hpp"
#include "ndpool/learn/nn/kernels/pool_kernels.hpp"
#include "ndpool/learn/nn/kernels/rectified_products.hpp"
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

TEST(KernelVariants, MultiplyMatricesSideBySideToTheBitsOfPlainSums) {
    Random random(Seed(5));
    for (const std::size_t rows : {1, 2, 7, 8, 14, 19}) {
        for (const auto& [first, second] : {std::pair<std::size_t, std::size_t>{3, 4}, {32, 32}, {0, 5}, {200, 100}}) {
            for (const std::size_t columns : {3, 16, 32, 39}) {
                const std::vector<float> left = random_numbers(rows * (first + second), random);
                const std::vector<float> right = random_numbers((first + second) * columns, random);
                const std::vector<float> before = random_numbers(rows * columns, random);
                const auto inner = static_cast<std::int64_t>(first + second);
                const MatrixView whole{left.data(), inner, 1};
                const MatrixView rest{left.data() + first, inner, 1};
                std::vector<float> expected = before;
                multiply_plainly(whole, right, rows, first + second, columns, expected);
                std::transform(expected.begin(), expected.end(), expected.begin(),
                               [](float number) { return std::max(number, 0.0F); });
                expect_bits(expected, [&] {
                    std::vector<float> target = before;
                    multiply_beside(whole, static_cast<std::int64_t>(first), rest, static_cast<std::int64_t>(second),
                                    right.data(), target.data(), static_cast<std::int64_t>(rows),
                                    static_cast<std::int64_t>(columns), true, Activation::relu);
                    return target;
                });
            }
        }
    }
}

/// Half of the numbers are zero, and whole columns of ten rows are.
std::vector<float> rectified_numbers(std::size_t rows, std::size_t columns, Random& random) {
    std::vector<float> numbers = random_numbers(rows * columns, random);
    std::vector<bool> is_zero(columns);
    for (std::size_t row = 0; row < rows; ++row) {
        for (std::size_t c = 0; c < columns; ++c) {
            is_zero[c] = row % 10 == 0 ? random.below(3) == 0 : is_zero[c];
            float& number = numbers[row * columns + c];
            number = is_zero[c] ? 0 : std::max(number, 0.0F);
        }
    }
    return numbers;
}

TEST(KernelVariants, MultiplyRectifiedRowsToTheBitsOfPlainSums) {
    Random random(Seed(9));
    for (const std::size_t count : {1, 5, 6, 12, 35}) {
        for (const auto& [inner, columns] :
             {std::pair<std::size_t, std::size_t>{32, 32}, {64, 32}, {32, 96}, {20, 32}, {64, 7}}) {
            const std::vector<float> rows = rectified_numbers(count, inner, random);
            const std::vector<float> factor = random_numbers((inner + count) * columns, random);
            const std::vector<float> before = random_numbers(count * columns, random);
            const auto width = static_cast<std::int64_t>(inner);
            for (const bool add : {false, true}) {
                std::vector<float> expected = add ? before : std::vector<float>(before.size(), 0);
                multiply_plainly({rows.data(), width, 1}, factor, count, inner, columns, expected);
                const std::vector<float> once = expected;
                expected.insert(expected.end(), once.begin(), once.end());
                expect_bits(expected, [&] {
                    std::vector<float> products = before;
                    products.insert(products.end(), before.begin(), before.end());
                    const RightFactor factors[] = {{factor.data(), products.data()}, {factor.data(), &products[before.size()]}};
                    multiply_rectified(rows.data(), static_cast<std::int64_t>(count), width, factors,
                                       static_cast<std::int64_t>(columns), add);
                    return products;
                });
            }
            const std::vector<float> begun = random_numbers(inner * columns, random);
            std::vector<float> expected = begun;
            multiply_plainly({rows.data(), 1, width}, factor, inner, count, columns, expected);
            expect_bits(expected, [&] {
                std::vector<float> product = begun;
                const RightFactor only{factor.data(), product.data()};
                add_rectified_transposed(rows.data(), static_cast<std::int64_t>(count), width, {&only, 1},
                                         static_cast<std::int64_t>(columns));
                return product;
            });
        }
    }
}

/// 0 to `most` entries per row.
SparseRows random_rows(std::int32_t rows, std::int32_t columns, Random& random, std::uint64_t most = 6) {
    SparseRows matrix{rows, columns, {0}, {}, {}};
    for (std::int32_t row = 0; row < rows; ++row) {
        for (std::uint64_t k = random.below(most + 1); k > 0; --k) {
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

/// Calls body(indices, values, number of entries) with the entries of each row of a matrix.
template <typename Body>
void for_each_row(const SparseRows& matrix, const Body& body) {
    for (std::int32_t row = 0; row < matrix.rows; ++row) {
        const std::int32_t begin = matrix.offsets[row];
        body(static_cast<std::size_t>(row), matrix.indices.data() + begin, matrix.values.data() + begin,
             matrix.offsets[row + 1] - begin);
    }
}

TEST(GroupedRows, HaveTheEntriesOfEveryRowInItsOrder) {
    const SparseRows matrix{4, 9, {0, 2, 2, 3, 5}, {8, 1, 4, 0, 7}, {1, 2, 3, 4, 5}};

    const GroupedRows found = grouped(matrix);

    EXPECT_EQ(found.order, (std::vector<std::int32_t>{1, 2, 0, 3}));
    EXPECT_EQ(found.indices, (std::vector<std::int32_t>{4, 8, 1, 0, 7}));
    EXPECT_EQ(found.values, (std::vector<float>{3, 1, 2, 4, 5}));
    ASSERT_EQ(found.groups.size(), 3U);
    EXPECT_EQ(found.groups[2].entries, 2);
    EXPECT_EQ(found.groups[2].rows, 2);
}

TEST(KernelVariants, SumGroupedRowsToTheBitsOfPlainSums) {
    Random random(Seed(6));
    const SparseRows matrix = random_rows(40, 15, random, 9);
    for (const std::size_t width : {1, 7, 8, 32, 45, 64}) {
        const std::size_t stride = width + 3;
        const auto columns = static_cast<std::int64_t>(width);
        const std::vector<float> source = random_numbers(15 * stride, random);
        const std::vector<float> outputs = random_numbers(40 * width, random);
        std::vector<float> sums(40 * width, 0);
        for_each_row(matrix, [&](std::size_t row, const std::int32_t* indices, const float* values, std::int32_t count) {
            for (std::int32_t k = 0; k < count; ++k) {
                for (std::size_t c = 0; c < width; ++c) {
                    sums[row * width + c] += values[k] * source[static_cast<std::size_t>(indices[k]) * stride + c];
                }
            }
        });
        expect_bits(sums, [&] {
            std::vector<float> target(40 * width);
            sum_rows(grouped(matrix), source.data(), static_cast<std::int64_t>(stride), target.data(), columns, columns);
            return target;
        });
        std::vector<float> rectified = sums;
        for (std::size_t i = 0; i < rectified.size(); ++i) {
            rectified[i] = outputs[i] > 0 ? sums[i] : 0;
        }
        for (const Activation activation : {Activation::none, Activation::relu}) {
            expect_bits(activation == Activation::relu ? rectified : sums, [&] {
                std::vector<float> target(40 * width);
                sums_gradient(grouped(matrix), source.data(), static_cast<std::int64_t>(stride), outputs.data(), columns,
                              activation, target.data());
                return target;
            });
        }
        expect_bits(rectified, [&] {  // written over the outputs
            std::vector<float> target = outputs;
            sums_gradient(grouped(matrix), source.data(), static_cast<std::int64_t>(stride), target.data(), columns,
                          Activation::relu, target.data());
            return target;
        });
    }
}

TEST(KernelVariants, AddSumsOfGroupedRowsToTheBitsOfPlainSums) {
    Random random(Seed(8));
    const SparseRows matrix = random_rows(40, 15, random, 9);
    for (const std::size_t width : {1, 7, 8, 32, 45, 64}) {
        const std::vector<float> source = random_numbers(15 * width, random);
        const std::vector<float> before = random_numbers(40 * width, random);
        std::vector<float> sums = before;
        for_each_row(matrix, [&](std::size_t row, const std::int32_t* indices, const float* values, std::int32_t count) {
            for (std::int32_t k = 0; k < count; ++k) {
                for (std::size_t c = 0; c < width; ++c) {
                    sums[row * width + c] += values[k] * source[static_cast<std::size_t>(indices[k]) * width + c];
                }
            }
        });
        for (const Activation activation : {Activation::none, Activation::relu}) {
            expect_bits(sums, [&] {
                std::vector<float> target = before;
                add_sums(grouped(matrix), source.data(), static_cast<std::int64_t>(width), activation, target.data());
                return target;
            });
            std::transform(sums.begin(), sums.end(), sums.begin(), [](float number) { return std::max(number, 0.0F); });
        }
    }
}

TEST(KernelVariants, FindMaximaOfGroupedRowsAndTheirGradients) {
    Random random(Seed(7));
    const SparseRows pool = random_rows(25, 18, random, 9);
    for (const std::size_t width : {1, 8, 13, 32, 40}) {
        for (const Activation activation : {Activation::none, Activation::relu}) {
            const auto columns = static_cast<std::int64_t>(width);
            std::vector<float> outputs = random_numbers(18 * width, random);
            for (float& number : outputs) {
                number = activation == Activation::relu ? std::max(number, 0.0F) : number;
            }
            const std::vector<float> pooled_gradient = random_numbers(25 * width, random);
            std::vector<float> expected(2 * 25 * width + 18 * width, 0);
            float* const largest = expected.data();
            float* const winners = largest + 25 * width;
            float* const gradient = winners + 25 * width;
            for_each_row(pool, [&](std::size_t row, const std::int32_t* indices, const float* /*values*/, std::int32_t count) {
                for (std::size_t c = 0; c < width; ++c) {
                    std::int32_t winner = -1;
                    float best = 0;
                    for (std::int32_t k = 0; k < count; ++k) {
                        const float number = outputs[static_cast<std::size_t>(indices[k]) * width + c];
                        if (number > best || (winner < 0 && activation == Activation::none)) {
                            best = number;
                            winner = indices[k];
                        }
                    }
                    largest[row * width + c] = best;
                    winners[row * width + c] = static_cast<float>(winner);
                }
            });
            // A column may be in a row twice: it then wins twice.
            for_each_row(transposed(pool),
                         [&](std::size_t row, const std::int32_t* indices, const float* /*values*/, std::int32_t count) {
                             for (std::int32_t k = 0; k < count; ++k) {
                                 for (std::size_t c = 0; c < width; ++c) {
                                     const std::size_t place = static_cast<std::size_t>(indices[k]) * width + c;
                                     const bool won = winners[place] == static_cast<float>(row);
                                     gradient[row * width + c] += won ? pooled_gradient[place] : 0;
                                 }
                             }
                         });
            expect_bits(expected, [&] {
                std::vector<float> found(expected.size(), 7);
                std::vector<std::int32_t> argmax(25 * width);
                pool_maxima(grouped(pool), outputs.data(), columns, activation, found.data(), columns, argmax.data());
                std::copy(argmax.begin(), argmax.end(), found.begin() + 25 * columns);
                pool_maxima_gradient(grouped(transposed(pool)), pooled_gradient.data(), columns, argmax.data(), columns,
                                     found.data() + 2 * 25 * columns);
                return found;
            });
        }
    }
}

}  // namespace
}  // namespace ndpool
