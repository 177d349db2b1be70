#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include "arrays.hpp"
#include "bindings.hpp"
#include "interruptible.hpp"
#include "ndpool/analysis/resistance.hpp"
#include "ndpool/analysis/spectra.hpp"
#include "ndpool/analysis/spectral_distance.hpp"

namespace ndpool::python {

namespace nb = nanobind;
using namespace nb::literals;

namespace {

ReadOnly<double> spectrum(const GraphValue& graph, int count, const std::string& laplacian) {
    return array_of(interruptible([&] {
        return count > 0 ? smallest_nonzero_eigenvalues(*graph.graph, count)
                         : laplacian_spectrum(*graph.graph, laplacian_named(laplacian));
    }));
}

ReadOnly<double> resistances(const GraphValue& graph, const Given<std::int32_t>& from, const Given<std::int32_t>& to) {
    if (from.size() != to.size()) {
        throw InvalidInput("resistance: pairs need as many first as second nodes");
    }
    return array_of(interruptible([&] {
        std::vector<std::pair<NodeId, NodeId>> pairs;
        for (std::size_t k = 0; k < from.size(); ++k) {
            pairs.emplace_back(from.data()[k], to.data()[k]);
        }
        return resistance_distances(*graph.graph, pairs);
    }));
}

}  // namespace

void bind_analysis(nb::module_& module) {
    module.def("spectrum", spectrum, "graph"_a, "count"_a, "laplacian"_a);
    module.def(
        "spectral_distance",
        [](const GraphValue& original, const GraphValue& changed, int count) {
            return interruptible([&] { return spectral_distance(*original.graph, *changed.graph, count); });
        },
        "original"_a, "changed"_a, "count"_a);
    module.def("resistances", resistances, "graph"_a, "first"_a.noconvert(), "second"_a.noconvert());
}

}  // namespace ndpool::python
