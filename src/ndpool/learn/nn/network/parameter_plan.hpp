#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ndpool/base/seed.hpp"

namespace ndpool {

/// One trainable matrix of a network.
struct ParameterSlot {
    std::string name;
    std::int64_t rows = 0;
    std::int64_t columns = 0;
    double bound = 0;             ///< starts uniform between -bound and bound
    std::int64_t plain_rows = 0;  ///< the last rows (biases) start at `plain_value` and are not regularised
    double plain_value = 0;
    std::int64_t offset = 0;  ///< its position in the vector of all numbers
};

/// All trainable matrices of a network, known before memory is allocated for any.
class ParameterPlan {
public:
    /// A matrix whose entries start as Glorot and Bengio say for `fan_in` and `fan_out`; then `bias_rows` rows of zeros.
    /// Returns its number.
    std::size_t add_matrix(std::string name, std::int64_t rows, std::int64_t columns, std::int64_t fan_in, std::int64_t fan_out,
                           std::int64_t bias_rows = 0);
    /// A row that starts with the same number everywhere and is not regularised.
    std::size_t add_constant(std::string name, std::int64_t columns, double value);

    /// The slot with a name, which must be there.
    [[nodiscard]] const ParameterSlot& operator[](std::string_view name) const;
    [[nodiscard]] const std::vector<ParameterSlot>& slots() const { return slots_; }
    [[nodiscard]] std::int64_t size() const { return size_; }

private:
    std::size_t add(ParameterSlot slot);

    std::vector<ParameterSlot> slots_;
    std::int64_t size_ = 0;
};

/// The numbers that all matrices start with; each has a random stream of its own by its name.
[[nodiscard]] std::vector<double> initial_values(const ParameterPlan& plan, Seed seed);

}  // namespace ndpool
