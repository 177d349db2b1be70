#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ndpool/base/seed.hpp"
#include "ndpool/graph/dataset.hpp"
#include "ndpool/graph/placed_graph.hpp"

namespace ndpool {

/// The form that the text of a parameter must have.
enum class ParameterKind : std::uint8_t { whole, real, word };

struct Parameter {
    std::string_view name;
    ParameterKind kind = ParameterKind::whole;
    bool optional = false;  ///< only optional parameters may follow
    char separator = ',';   ///< written before it, unless it is the first
};

/// The parameters of a spec, in their order; parameters that were left out are missing at the end.
class ParameterValues {
public:
    void add(double number) { numbers_.push_back(number); }
    void add(std::string_view word) {
        word_ = word;
        numbers_.push_back(0);
    }

    [[nodiscard]] bool has(std::size_t index) const { return index < numbers_.size(); }
    [[nodiscard]] double real(std::size_t index) const { return numbers_[index]; }
    [[nodiscard]] NodeId whole(std::size_t index) const { return static_cast<NodeId>(numbers_[index]); }
    [[nodiscard]] std::string_view word() const { return word_; }

private:
    std::vector<double> numbers_;
    std::string word_;
};

/// Rough size of the graph or dataset that would be generated.
struct Extent {
    double nodes = 0;
    double edges = 0;
    double bytes_per_node = 100;  ///< peak memory, everything included
    double bytes_an_edge = 40;
};

/// A family that can be asked for by name. It has either `graph` or `dataset`.
struct Generator {
    std::string_view name;
    std::vector<Parameter> parameters;
    std::string_view meaning;
    std::string_view example;
    Extent (*extent)(const ParameterValues&);
    PlacedGraph (*graph)(const ParameterValues&, Seed) = nullptr;
    Dataset (*dataset)(const ParameterValues&, Seed) = nullptr;
};

/// All generators: the only place that lists them.
[[nodiscard]] std::span<const Generator> generator_table();

}  // namespace ndpool
