#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>

#include "arrays.hpp"
#include "bindings.hpp"
#include "graph_arrays.hpp"
#include "interruptible.hpp"
#include "ndpool/cut/cut_bound.hpp"
#include "ndpool/cut/cut_graph.hpp"
#include "ndpool/cut/cut_signed.hpp"
#include "ndpool/graph/signed_graph.hpp"
#include "ndpool/kron/kron_reduction.hpp"
#include "ndpool/sparsify/threshold.hpp"

namespace ndpool::python {

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using CutValue = std::shared_ptr<const Cut>;

struct HeldCut {
    CutValue cut;
    std::function<CutBound()> bound;  ///< may take longer than the cut itself
};

/// Any graph that can be cut, with the seed of the command's `cut`.
template <typename AnyGraph>
HeldCut cut_of(const std::shared_ptr<const AnyGraph>& graph, const CutRequest& request, std::uint64_t seed, int threads) {
    CutOptions options = resolved(request);
    options.parallel = {threads};
    const Seed own = Seed(seed).child("cut");
    const auto cut = interruptible([&] { return std::make_shared<const Cut>(cut_graph(*graph, options, own)); });
    return {cut, [=] { return cut_bound(*graph, *cut, options, own); }};
}

/// Fraction, source, largest eigenvalue and whether Trevisan's guarantee holds, as the command's `cut` prints them.
nb::tuple bound_facts(const HeldCut& held) {
    const CutBound bound = interruptible([&] { return held.bound(); });
    return nb::make_tuple(bound.fraction, name_of(bound.source), bound.eigenvalue,
                          bound.eigenvalue ? std::optional(bound.has_trevisan_guarantee()) : std::nullopt);
}

HeldCut cut_signed(std::int64_t nodes, const Given<std::int64_t>& rows, const Given<std::int64_t>& columns,
                   const Given<double>& values, const CutRequest& request, std::uint64_t seed, int threads) {
    const auto graph = std::make_shared<const SignedGraph>(SignedGraph::from_adjacency(matrix_from_entries_of<std::int64_t>(
        nodes, {rows.data(), rows.size()}, {columns.data(), columns.size()}, {values.data(), values.size()}, true)));
    return cut_of(graph, request, seed, threads);
}

GraphValue reduced(const GraphValue& graph, const Given<std::int32_t>& kept, double drop_tolerance, double memory_gigabytes,
                   int threads) {
    return {.graph = interruptible([&] {
                const Cut cut = cut_keeping(*graph.graph, {kept.data(), kept.size()});
                KronOptions options;
                options.memory_limit = static_cast<std::uint64_t>(memory_gigabytes * 1e9);
                options.parallel = {threads};
                options.drop_tolerance = drop_tolerance;
                return std::make_shared<const Graph>(kron_reduce(*graph.graph, cut, options));
            })};
}

GraphValue sparsified(const GraphValue& graph, double epsilon, bool relative) {
    return {.graph = std::make_shared<const Graph>(drop_weak_edges(*graph.graph, {epsilon, relative}))};
}

}  // namespace

void bind_cut(nb::module_& module) {
    nb::class_<HeldCut>(module, "Cut")
        .def_prop_ro(
            "kept", [](const HeldCut& held) { return view_of(held.cut->kept, held.cut); }, nb::rv_policy::reference)
        .def_prop_ro(
            "dropped", [](const HeldCut& held) { return view_of(held.cut->dropped, held.cut); }, nb::rv_policy::reference)
        .def_prop_ro("weight", [](const HeldCut& held) { return held.cut->weight; })
        .def_prop_ro("fraction", [](const HeldCut& held) { return held.cut->fraction; })
        .def("bound", bound_facts)
        .def_prop_ro("origin", [](const HeldCut& held) { return name_of(held.cut->origin); })
        .def_prop_ro("converged", [](const HeldCut& held) { return held.cut->converged; })
        .def_prop_ro("vanished_components", [](const HeldCut& held) { return held.cut->vanished_components; });
    module.def(
        "cut",
        [](const GraphValue& graph, const CutRequest& request, std::uint64_t seed, int threads) {
            return cut_of(graph.graph, request, seed, threads);
        },
        "graph"_a, "options"_a, "seed"_a, "threads"_a);
    module.def("cut_signed", cut_signed, "nodes"_a, "rows"_a.noconvert(), "columns"_a.noconvert(), "data"_a.noconvert(),
               "options"_a, "seed"_a, "threads"_a);
    module.def("kron_reduce", reduced, "graph"_a, "kept"_a.noconvert(), "drop_tolerance"_a, "memory_limit"_a, "threads"_a);
    module.def("drop_weak_edges", sparsified, "graph"_a, "epsilon"_a, "relative"_a);
}

}  // namespace ndpool::python
