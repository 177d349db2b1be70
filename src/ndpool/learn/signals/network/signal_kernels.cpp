#include "ndpool/learn/signals/network/signal_kernels.hpp"

#include <algorithm>

#include "ndpool/base/lanes.hpp"
#include "ndpool/base/run_vectorised.hpp"

namespace ndpool {

namespace {

/// Calls Kernel::block<lanes, bytes>(first column, arguments) for all columns, 32 at a time and 8 at the end.
template <typename Kernel>
struct InBlocks {
    template <int bytes, typename... Arguments>
    [[gnu::always_inline]] static void run(std::int64_t width, Arguments... arguments) {
        std::int64_t column = 0;
        for (; column + 32 <= width; column += 32) {
            Kernel::template block<32, bytes>(column, width, arguments...);
        }
        for (; column + 8 <= width; column += 8) {
            Kernel::template block<8, bytes>(column, width, arguments...);
        }
    }
};

template <typename Number, int count, int bytes>
[[gnu::always_inline]] inline void make_positive(Lanes<Number, count, bytes, true>& lanes) {
    using Register = typename Lanes<Number, count, bytes, true>::Register;
    lanes.values = lanes.values > Register{} ? lanes.values : Register{};
}
template <typename Number, int count, int bytes>
[[gnu::always_inline]] inline void make_positive(Lanes<Number, count, bytes, false>& lanes) {
    make_positive(lanes.low);
    make_positive(lanes.high);
}

/// Inputs that are summed up together: with a bias, 32 columns of the gradients fill three quarters of the AVX2 registers.
constexpr std::int64_t inputs_at_once = 2;

struct FirstRows {
    template <int lanes, int bytes>
    [[gnu::always_inline]] static void block(std::int64_t column, std::int64_t width, const float* inputs, std::int64_t count,
                                             std::int64_t columns, const float* weights, const float* bias, float* rows) {
        using Part = Lanes<float, lanes, bytes>;
        const Part start = bias != nullptr ? Part::load(bias + column) : Part::zero();
        for (std::int64_t r = 0; r < count; ++r, inputs += columns) {
            Part sums = start;
            for (std::int64_t c = 0; c < columns; ++c) {
                sums += Part::load(weights + c * width + column) * inputs[c];
            }
            make_positive(sums);
            sums.store(rows + r * width + column);
        }
    }
};

struct FirstGradients {
    template <int lanes, int bytes>
    [[gnu::always_inline]] static void block(std::int64_t column, std::int64_t width, const float* inputs, std::int64_t count,
                                             std::int64_t columns, const float* rows, float* gradients, float* bias_gradient) {
        using Part = Lanes<float, lanes, bytes>;
        for (std::int64_t c = 0; c < columns; c += inputs_at_once) {
            float* const first = gradients + c * width + column;
            float* const second = first + width;
            Part sums = c == 0 && bias_gradient != nullptr ? Part::load(bias_gradient + column) : Part::zero();
            Part first_sums = Part::load(first);
            Part second_sums = Part::load(second);
            for (std::int64_t r = 0; r < count; ++r) {
                const Part row = Part::load(rows + r * width + column);
                const float* const numbers = inputs + r * columns + c;
                first_sums += row * numbers[0];
                second_sums += row * numbers[1];
                sums += row;
            }
            first_sums.store(first);
            second_sums.store(second);
            if (c == 0 && bias_gradient != nullptr) {
                sums.store(bias_gradient + column);
            }
        }
    }
};

struct SubtractRow {
    template <int lanes, int bytes>
    [[gnu::always_inline]] static void block(std::int64_t column, std::int64_t width, const float* source, std::int64_t count,
                                             const float* subtracted, float* target) {
        using Part = Lanes<float, lanes, bytes>;
        const Part row = Part::load(subtracted + column);
        for (std::int64_t r = 0; r < count; ++r) {
            (Part::load(source + r * width + column) - row).store(target + r * width + column);
        }
    }
};

struct ScatterColumns {
    template <int lanes, int bytes>
    [[gnu::always_inline]] static void block(std::int64_t column, std::int64_t width, const SparseRows* columns,
                                             const std::int32_t* picked, std::int64_t count, const float* source, float* target) {
        using Part = Lanes<float, lanes, bytes>;
        const std::int32_t* const indices = columns->indices.data();
        const float* const values = columns->values.data();
        for (std::int64_t j = 0; j < count; ++j) {
            const Part row = Part::load(source + j * width + column);
            const std::int32_t end = columns->offsets[picked[j] + 1];
            for (std::int32_t k = columns->offsets[picked[j]]; k < end; ++k) {
                float* const to = target + indices[k] * width + column;
                (Part::load(to) + row * values[k]).store(to);
            }
        }
    }
};

struct GatherColumns {
    template <int lanes, int bytes>
    [[gnu::always_inline]] static void block(std::int64_t column, std::int64_t width, const SparseRows* columns,
                                             const std::int32_t* picked, std::int64_t count, const float* source, float* target) {
        using Part = Lanes<float, lanes, bytes>;
        const std::int32_t* const indices = columns->indices.data();
        const float* const values = columns->values.data();
        for (std::int64_t j = 0; j < count; ++j) {
            Part sums = Part::zero();
            const std::int32_t end = columns->offsets[picked[j] + 1];
            for (std::int32_t k = columns->offsets[picked[j]]; k < end; ++k) {
                sums += Part::load(source + indices[k] * width + column) * values[k];
            }
            sums.store(target + j * width + column);
        }
    }
};

struct OuterRows {
    template <int lanes, int bytes>
    [[gnu::always_inline]] static void block(std::int64_t column, std::int64_t width, const float* first, const float* first_row,
                                             const float* second, const float* second_row, const float* bias, std::int64_t count,
                                             float* rows) {
        using Part = Lanes<float, lanes, bytes>;
        const Part one = Part::load(first_row + column);
        const Part other = Part::load(second_row + column);
        const Part start = Part::load(bias + column);
        for (std::int64_t i = 0; i < count; ++i) {
            (start + one * first[i] + other * second[i]).store(rows + i * width + column);
        }
    }
};

struct RowSums {
    template <int lanes, int bytes>
    [[gnu::always_inline]] static void block(std::int64_t column, std::int64_t width, const float* factors, const float* rows,
                                             std::int64_t count, float* sums) {
        using Part = Lanes<float, lanes, bytes>;
        Part sum = Part::load(sums + column);
        if (factors == nullptr) {
            for (std::int64_t i = 0; i < count; ++i) {
                sum += Part::load(rows + i * width + column);
            }
        } else {
            for (std::int64_t i = 0; i < count; ++i) {
                sum += Part::load(rows + i * width + column) * factors[i];
            }
        }
        sum.store(sums + column);
    }
};

struct AddToPicked {
    template <int lanes, int bytes>
    [[gnu::always_inline]] static void block(std::int64_t column, std::int64_t width, const std::int32_t* picked,
                                             std::int64_t count, const float* source, float* target) {
        using Part = Lanes<float, lanes, bytes>;
        for (std::int64_t i = 0; i < count; ++i) {
            float* const to = target + picked[i] * width + column;
            (Part::load(to) + Part::load(source + i * width + column)).store(to);
        }
    }
};

struct DotProduct {
    template <int bytes>
    [[gnu::always_inline]] static float run(const float* left, const float* right, std::int64_t count) {
        using Wide = Lanes<float, 32, bytes>;
        using Narrow = Lanes<float, 8, bytes>;
        Wide sums = Wide::zero();
        std::int64_t i = 0;
        for (; i + 32 <= count; i += 32) {
            sums += Wide::load(left + i) * Wide::load(right + i);
        }
        float parts[32];
        sums.store(parts);
        Narrow sum = (Narrow::load(parts) + Narrow::load(parts + 8)) + (Narrow::load(parts + 16) + Narrow::load(parts + 24));
        for (; i + 8 <= count; i += 8) {
            sum += Narrow::load(left + i) * Narrow::load(right + i);
        }
        return sum_of(sum);
    }
};

struct HeadGradients {
    template <int bytes>
    [[gnu::always_inline]] static void run(const float* slopes, std::int64_t classes, const float* weights, const float* inputs,
                                           float* gradient, float* weights_gradient, std::int64_t count) {
        using Part = Lanes<float, 8, bytes>;
        for (std::int64_t n = 0; n + 8 <= count; n += 8) {
            const Part input = Part::load(inputs + n);
            Part sums = Part::zero();
            for (std::int64_t k = 0; k < classes; ++k) {
                sums += Part::load(weights + k * count + n) * slopes[k];
                float* const to = weights_gradient + k * count + n;
                (Part::load(to) + input * slopes[k]).store(to);
            }
            sums.store(gradient + n);
        }
    }
};

struct AddNumbers {
    template <int bytes>
    [[gnu::always_inline]] static void run(const float* source, float* target, std::int64_t count) {
        for (std::int64_t i = 0; i < count; ++i) {
            target[i] += source[i];
        }
    }
};

struct AddScaledRow {
    template <int bytes>
    [[gnu::always_inline]] static void run(const float* source, float factor, float* target, std::int64_t width) {
        for (std::int64_t i = 0; i < width; ++i) {
            target[i] += factor * source[i];
        }
    }
};

struct CopyScaledRow {
    template <int bytes>
    [[gnu::always_inline]] static void run(const float* source, float factor, float* target, std::int64_t width) {
        for (std::int64_t i = 0; i < width; ++i) {
            target[i] = factor * source[i];
        }
    }
};

struct TakeLarger {
    template <int bytes>
    [[gnu::always_inline]] static void run(const float* source, std::int32_t number, float* target, std::int32_t* argmax,
                                           std::int64_t width) {
        for (std::int64_t i = 0; i < width; ++i) {
            const bool is_larger = source[i] > target[i];
            argmax[i] = is_larger ? number : argmax[i];
            target[i] = is_larger ? source[i] : target[i];
        }
    }
};

}  // namespace

void add_scaled_row(const float* source, float factor, float* target, std::int64_t width) {
    run_vectorised<AddScaledRow>(source, factor, target, width);
}

void copy_scaled_row(const float* source, float factor, float* target, std::int64_t width) {
    run_vectorised<CopyScaledRow>(source, factor, target, width);
}

void take_larger(const float* source, std::int32_t number, float* target, std::int32_t* argmax, std::int64_t width) {
    run_vectorised<TakeLarger>(source, number, target, argmax, width);
}

void first_layer_rows(const float* inputs, std::int64_t count, std::int64_t columns, const float* weights, const float* bias,
                      float* rows, std::int64_t width) {
    run_vectorised<InBlocks<FirstRows>>(width, inputs, count, columns, weights, bias, rows);
}

void first_layer_gradients(const float* inputs, std::int64_t count, std::int64_t columns, const float* rows, float* gradients,
                           float* bias_gradient, std::int64_t width) {
    run_vectorised<InBlocks<FirstGradients>>(width, inputs, count, columns, rows, gradients, bias_gradient);
}

void subtract_row(const float* source, std::int64_t count, const float* subtracted, float* target, std::int64_t width) {
    run_vectorised<InBlocks<SubtractRow>>(width, source, count, subtracted, target);
}

void scatter_columns(const SparseRows& columns, const std::int32_t* picked, std::int64_t count, const float* source,
                     float* target, std::int64_t width) {
    run_vectorised<InBlocks<ScatterColumns>>(width, &columns, picked, count, source, target);
}

void gather_columns(const SparseRows& columns, const std::int32_t* picked, std::int64_t count, const float* source, float* target,
                    std::int64_t width) {
    run_vectorised<InBlocks<GatherColumns>>(width, &columns, picked, count, source, target);
}

void fill_outer_rows(const float* first, const float* first_row, const float* second, const float* second_row, const float* bias,
                     std::int64_t count, float* rows, std::int64_t width) {
    run_vectorised<InBlocks<OuterRows>>(width, first, first_row, second, second_row, bias, count, rows);
}

void add_row_sums(const float* factors, const float* rows, std::int64_t count, float* sums, std::int64_t width) {
    run_vectorised<InBlocks<RowSums>>(width, factors, rows, count, sums);
}

void fill_rows(const float* row, std::int64_t count, float* rows, std::int64_t width) {
    for (std::int64_t i = 0; i < count; ++i) {
        std::copy_n(row, width, rows + i * width);
    }
}

void add_to_picked(const std::int32_t* picked, std::int64_t count, const float* source, float* target, std::int64_t width) {
    run_vectorised<InBlocks<AddToPicked>>(width, picked, count, source, target);
}

float dot_product(const float* left, const float* right, std::int64_t count) {
    return run_vectorised<DotProduct>(left, right, count);
}

void head_gradients(const float* slopes, std::int64_t classes, const float* weights, const float* inputs, float* gradient,
                    float* weights_gradient, std::int64_t count) {
    run_vectorised<HeadGradients>(slopes, classes, weights, inputs, gradient, weights_gradient, count);
}

void add_numbers(const float* source, float* target, std::int64_t count) {
    run_vectorised<AddNumbers>(source, target, count);
}

}  // namespace ndpool
