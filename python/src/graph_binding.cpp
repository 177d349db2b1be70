#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <limits>

#include "arrays.hpp"
#include "bindings.hpp"
#include "graph_arrays.hpp"
#include "interruptible.hpp"
#include "ndpool/generate/generate.hpp"
#include "ndpool/graph/components.hpp"
#include "ndpool/io/graph_file.hpp"

namespace ndpool::python {

namespace nb = nanobind;
using namespace nb::literals;

namespace {

template <typename Number>
std::span<const Number> span_of(const Given<Number>& array) {
    return {array.data(), array.size()};
}

GraphValue value_of(Graph graph, std::string symmetrize) {
    return {.graph = std::make_shared<const Graph>(std::move(graph)), .symmetrize = std::move(symmetrize)};
}

template <typename Index>
GraphValue from_rows(std::int64_t nodes, const Given<Index>& offsets, const Given<Index>& columns, const Given<double>& values,
                     std::string symmetrize) {
    return value_of(graph_of(matrix_from_rows<Index>(nodes, span_of(offsets), span_of(columns), span_of(values)), symmetrize),
                    symmetrize);
}

template <typename Index>
GraphValue from_entries(std::int64_t nodes, const Given<Index>& rows, const Given<Index>& columns,
                        const std::optional<Given<double>>& values, bool sums, std::string symmetrize) {
    const auto weights = values ? span_of(*values) : std::span<const double>{};
    return value_of(graph_of(matrix_from_entries_of<Index>(nodes, span_of(rows), span_of(columns), weights, sums), symmetrize),
                    symmetrize);
}

/// SciPy copies the indices unless both index arrays have the same type, so offsets are 32 bits wide where they fit.
nb::object indptr_of(const GraphValue& value) {
    const std::vector<EntryIndex>& offsets = value.graph->adjacency().offsets;
    if (offsets.back() <= std::numeric_limits<std::int32_t>::max()) {
        return nb::cast(array_of(std::vector<std::int32_t>(offsets.begin(), offsets.end())));
    }
    return nb::cast(view_of(offsets, value.graph));
}

/// Row and column of each stored entry, both directions of an edge, as an array of two rows of 64 bits.
nb::object edge_index_of(const GraphValue& value) {
    const SparseMatrix& matrix = value.graph->adjacency();
    std::vector<std::int64_t> both(2 * matrix.indices.size());
    for (NodeId row = 0; row < matrix.rows; ++row) {
        std::fill(both.begin() + matrix.offsets[row], both.begin() + matrix.offsets[row + 1], row);
    }
    std::copy(matrix.indices.begin(), matrix.indices.end(), both.begin() + static_cast<std::ptrdiff_t>(matrix.indices.size()));
    const std::size_t entries = matrix.indices.size();
    auto* const kept = new std::vector<std::int64_t>(std::move(both));
    const nb::capsule holder(kept, [](void* held) noexcept { delete static_cast<std::vector<std::int64_t>*>(held); });
    return nb::cast(nb::ndarray<nb::numpy, std::int64_t, nb::ndim<2>>(kept->data(), {2, entries}, holder));
}

nb::object positions_of(const GraphValue& value) {
    if (!value.positions || value.positions->empty()) {
        return nb::none();
    }
    std::vector<double> flat;
    for (const Point& point : *value.positions) {
        flat.push_back(point.x);
        flat.push_back(point.y);
    }
    return nb::cast(table_of(std::move(flat), 2));
}

}  // namespace

void bind_graph(nb::module_& module) {
    nb::class_<GraphValue>(module, "Graph")
        .def_prop_ro("node_count", [](const GraphValue& value) { return value.graph->node_count(); })
        .def_prop_ro("edge_count", [](const GraphValue& value) { return value.graph->edge_count(); })
        .def_prop_ro("self_loop_count", [](const GraphValue& value) { return value.graph->self_loop_count(); })
        .def_prop_ro("component_count", [](const GraphValue& value) { return component_count(*value.graph); })
        .def_prop_ro("indptr", indptr_of)
        .def_prop_ro(
            "indices", [](const GraphValue& value) { return view_of(value.graph->adjacency().indices, value.graph); },
            nb::rv_policy::reference)
        .def_prop_ro(
            "data", [](const GraphValue& value) { return view_of(value.graph->adjacency().values, value.graph); },
            nb::rv_policy::reference)
        .def("edge_index", edge_index_of)
        .def_prop_ro("positions", positions_of)
        .def_prop_ro("names", [](const GraphValue& value) { return value.names ? *value.names : std::vector<std::string>{}; })
        .def_prop_ro("source", [](const GraphValue& value) { return value.source; })
        .def("equals", [](const GraphValue& one, const GraphValue& other) { return *one.graph == *other.graph; })
        .def(
            "write",
            [](const GraphValue& value, const std::string& path, const std::optional<std::string>& format) {
                interruptible([&] {
                    write_graph(*value.graph, path, format ? std::optional(format_named(*format)) : std::nullopt);
                    return true;
                });
            },
            "path"_a, "format"_a = nb::none());
    module.def("from_rows", from_rows<std::int32_t>, "nodes"_a, "indptr"_a.noconvert(), "indices"_a.noconvert(),
               "data"_a.noconvert(), "symmetrize"_a);
    module.def("from_rows", from_rows<std::int64_t>, "nodes"_a, "indptr"_a.noconvert(), "indices"_a.noconvert(),
               "data"_a.noconvert(), "symmetrize"_a);
    module.def("from_entries", from_entries<std::int32_t>, "nodes"_a, "rows"_a.noconvert(), "columns"_a.noconvert(),
               "data"_a.noconvert().none(), "sums"_a, "symmetrize"_a);
    module.def("from_entries", from_entries<std::int64_t>, "nodes"_a, "rows"_a.noconvert(), "columns"_a.noconvert(),
               "data"_a.noconvert().none(), "sums"_a, "symmetrize"_a);
    module.def("generators", [] {
        std::vector<std::string> forms;
        for (const GeneratorHelp& help : generator_list()) {
            forms.push_back(help.form + ": " + help.meaning);
        }
        return forms;
    });
}

}  // namespace ndpool::python
