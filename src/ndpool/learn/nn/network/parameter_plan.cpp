#include "ndpool/learn/nn/network/parameter_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "ndpool/base/error.hpp"

namespace ndpool {

std::size_t ParameterPlan::add(ParameterSlot slot) {
    slot.offset = size_;
    size_ += slot.rows * slot.columns;
    slots_.push_back(std::move(slot));
    return slots_.size() - 1;
}

std::size_t ParameterPlan::add_matrix(std::string name, std::int64_t rows, std::int64_t columns, std::int64_t fan_in,
                                      std::int64_t fan_out, std::int64_t bias_rows) {
    const double bound = std::sqrt(6.0 / static_cast<double>(fan_in + fan_out));
    return add({std::move(name), rows + bias_rows, columns, bound, bias_rows, 0, 0});
}

std::size_t ParameterPlan::add_constant(std::string name, std::int64_t columns, double value) {
    return add({std::move(name), 1, columns, 0, 1, value, 0});
}

const ParameterSlot& ParameterPlan::operator[](std::string_view name) const {
    const auto found = std::find_if(slots_.begin(), slots_.end(), [&](const ParameterSlot& slot) { return slot.name == name; });
    if (found == slots_.end()) {
        throw InvalidInput(fmt::format("a network has no weights {}", name));
    }
    return *found;
}

std::vector<double> initial_values(const ParameterPlan& plan, Seed seed) {
    std::vector<double> numbers(static_cast<std::size_t>(plan.size()));
    for (const ParameterSlot& slot : plan.slots()) {
        Random random(seed.child(slot.name));
        const std::int64_t drawn = (slot.rows - slot.plain_rows) * slot.columns;
        for (std::int64_t i = 0; i < slot.rows * slot.columns; ++i) {
            numbers[slot.offset + i] = i < drawn ? random.uniform(-slot.bound, slot.bound) : slot.plain_value;
        }
    }
    return numbers;
}

}  // namespace ndpool
