#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "arrays.hpp"
#include "bindings.hpp"
#include "interruptible.hpp"
#include "ndpool/input/named_input.hpp"

namespace ndpool::python {

namespace nb = nanobind;
using namespace nb::literals;

namespace {

/// The rows of a table that belong to one graph, or none if there is no table.
template <typename Number>
nb::object rows_of(const Table<Number>& table, std::size_t begin, std::size_t end) {
    if (table.empty()) {
        return nb::none();
    }
    return nb::cast(table_of(std::vector<Number>(table.row(begin), table.row(end)), table.columns));
}

GraphValue graph_at(const DatasetValue& value, std::size_t index) {
    return {.graph = {value.dataset, &value.dataset->graphs.at(index)}, .symmetrize = value.symmetrize};
}

std::vector<GraphValue> graphs_of(const DatasetValue& value) {
    std::vector<GraphValue> graphs;
    graphs.reserve(value.dataset->graphs.size());
    for (std::size_t index = 0; index < value.dataset->graphs.size(); ++index) {
        graphs.push_back(graph_at(value, index));
    }
    return graphs;
}

nb::object read_named(const std::string& name, const std::optional<std::string>& format, const std::string& symmetrize,
                      const std::string& data, std::uint64_t seed) {
    NamedInput input = interruptible([&] {
        ReadOptions options{.symmetrize = symmetrize_named(symmetrize)};
        if (format) {
            options.format = format_named(*format);
        }
        return read_named_input(name, data_folders(data), options, Seed(seed));
    });
    if (auto* placed = std::get_if<PlacedGraph>(&input)) {
        return nb::cast(GraphValue{std::make_shared<const Graph>(std::move(placed->graph)),
                                   std::make_shared<const std::vector<Point>>(std::move(placed->positions)),
                                   std::make_shared<const std::vector<std::string>>(std::move(placed->names)), name, symmetrize});
    }
    return nb::cast(DatasetValue{std::make_shared<const Dataset>(std::get<Dataset>(std::move(input))), name, symmetrize});
}

std::vector<std::size_t> offsets_in(const Dataset& dataset, bool entries) {
    return entries ? entry_offsets(dataset) : node_offsets(dataset);
}

}  // namespace

void bind_dataset(nb::module_& module) {
    nb::class_<DatasetValue>(module, "Dataset")
        .def("__len__", [](const DatasetValue& value) { return value.dataset->graphs.size(); })
        .def("graphs", graphs_of)
        .def_prop_ro("name", [](const DatasetValue& value) { return value.dataset->name; })
        .def_prop_ro("source", [](const DatasetValue& value) { return value.source; })
        .def_prop_ro("labels",
                     [](const DatasetValue& value) -> nb::object {
                         if (value.dataset->graph_labels.empty()) {
                             return nb::none();
                         }
                         return nb::cast(array_of(
                             std::vector<std::int64_t>(value.dataset->graph_labels.begin(), value.dataset->graph_labels.end())));
                     })
        .def_prop_ro("split", [](const DatasetValue& value) { return value.dataset->graph_split; })
        .def("node_offsets", [](const DatasetValue& value) { return offsets_in(*value.dataset, false); })
        .def("entry_offsets", [](const DatasetValue& value) { return offsets_in(*value.dataset, true); })
        .def("node_labels", [](const DatasetValue& value, std::size_t begin,
                               std::size_t end) { return rows_of(value.dataset->node_labels, begin, end); })
        .def("node_attributes", [](const DatasetValue& value, std::size_t begin,
                                   std::size_t end) { return rows_of(value.dataset->node_attributes, begin, end); })
        .def("edge_labels", [](const DatasetValue& value, std::size_t begin,
                               std::size_t end) { return rows_of(value.dataset->edge_labels, begin, end); })
        .def("edge_attributes", [](const DatasetValue& value, std::size_t begin,
                                   std::size_t end) { return rows_of(value.dataset->edge_attributes, begin, end); })
        .def("graph_attributes", [](const DatasetValue& value, std::size_t begin, std::size_t end) {
            return rows_of(value.dataset->graph_attributes, begin, end);
        });
    module.def("read", read_named, "name"_a, "format"_a.none(), "symmetrize"_a, "data"_a, "seed"_a,
               "The graph or dataset that a name means: a path, a name in the data folders, or a generator.");
}

}  // namespace ndpool::python
