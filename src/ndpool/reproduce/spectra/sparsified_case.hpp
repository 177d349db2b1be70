#pragma once

#include <cstddef>
#include <string>

#include "ndpool/base/seed.hpp"
#include "ndpool/graph/graph.hpp"
#include "ndpool/reproduce/experiment_list.hpp"

namespace ndpool {

/// A family of graphs whose levels a figure sparsifies in several ways.
struct SparsifiedCase {
    const char* name;
    const char* spec;
    const char* quick_spec;  ///< a smaller one
};

/// A level that is not sparsified, and the generator of its graph.
struct ExactLevel {
    std::string spec;
    Graph graph;
};

/// Of one instance; `number` is the place of the case in its figure, and gives it a seed of its own.
[[nodiscard]] ExactLevel exact_level(const SparsifiedCase& of, std::size_t number, int level, const ExperimentOptions& options,
                                     Seed seed);

}  // namespace ndpool
