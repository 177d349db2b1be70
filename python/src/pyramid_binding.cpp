#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <ctime>
#include <limits>

#include "arrays.hpp"
#include "bindings.hpp"
#include "interruptible.hpp"
#include "ndpool/draw/layout/layout.hpp"
#include "ndpool/draw/report/svg_report.hpp"
#include "ndpool/pyramid/cluster_assignment.hpp"
#include "ndpool/pyramid/methods_text.hpp"
#include "ndpool/pyramid/signal.hpp"
#include "ndpool/pyramid/storage/dataset_file.hpp"
#include "pyramid_picture.hpp"

namespace ndpool::python {

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using SharedOrigin = std::shared_ptr<const PyramidOrigin>;

SharedOrigin origin_of(std::string input, PyramidOptions method, std::uint64_t seed, std::string symmetrize,
                       std::vector<std::string> names = {}) {
    return std::make_shared<const PyramidOrigin>(
        PyramidOrigin{std::move(input), std::move(method), Seed(seed), std::move(symmetrize), std::move(names)});
}

/// The pyramid that the command's `coarsen` makes of this graph.
PyramidValue pyramid_of(const GraphValue& graph, const MethodRequest& request, std::uint64_t seed, int threads,
                        nb::handle callback) {
    SharedOrigin origin;
    auto made = interruptible(callback, [&](const Progress& progress) {
        const PyramidOptions method = resolved(with_accuracy(request, {graph.graph.get(), 1}));
        origin = origin_of(graph.source, method, seed, graph.symmetrize, graph.names ? *graph.names : std::vector<std::string>{});
        return std::make_shared<const Pyramid>(
            make_pyramid(*graph.graph, with_threads(method, {threads}), Seed(seed).child("pyramid"), progress));
    });
    return {std::move(made), std::move(origin), graph.positions};
}

void require_common_levels(const PyramidOptions& method) {
    const auto* const ndp = std::get_if<NdpOptions>(&method);
    if (ndp != nullptr && (ndp->until_nodes > 0 || ndp->exactly_nodes > 0)) {
        throw InvalidInput("until and nodes: the graphs would have different levels, give levels");
    }
}

/// The pyramids that the command's `coarsen` makes of a dataset in which these graphs have the numbers from `first_number` on.
std::vector<PyramidValue> pyramids_of(const std::vector<Graph>& graphs, const std::string& source, const std::string& symmetrize,
                                      const MethodRequest& request, std::uint64_t seed, int threads, nb::handle callback,
                                      std::size_t first_number) {
    SharedOrigin origin;
    auto made = interruptible(callback, [&](const Progress& progress) {
        const PyramidOptions method = resolved(with_accuracy(request, graphs));
        require_common_levels(method);
        origin = origin_of(source, method, seed, symmetrize);
        return make_pyramids(graphs, method, Seed(seed).child("pyramid"), {threads}, progress, first_number);
    });
    std::vector<PyramidValue> values;
    values.reserve(made.size());
    for (Pyramid& pyramid : made) {
        values.push_back({std::make_shared<const Pyramid>(std::move(pyramid)), origin});
    }
    return values;
}

std::vector<PyramidValue> pyramids_of_list(const nb::list& list, const MethodRequest& request, std::uint64_t seed, int threads,
                                           nb::handle callback, std::size_t first_number) {
    std::vector<Graph> graphs;
    graphs.reserve(list.size());
    for (const nb::handle item : list) {
        graphs.push_back(*nb::cast<const GraphValue&>(item).graph);
    }
    return pyramids_of(graphs, "", "", request, seed, threads, callback, first_number);
}

const Level& level_at(const PyramidValue& value, std::size_t index) {
    if (index >= value.pyramid->levels.size()) {
        throw nb::index_error("there is no such level");
    }
    return value.pyramid->levels[index];
}

GraphValue graph_inside(const PyramidValue& value, const Graph& graph) {
    return {.graph = {value.pyramid, &graph}};
}

nb::object assignment_matrix_of(const PyramidValue& value, std::size_t index) {
    const Level& level = level_at(value, index);
    if (!level.assignment_matrix) {
        return nb::none();
    }
    const SparseMatrix& matrix = *level.assignment_matrix;
    return nb::make_tuple(matrix.rows, matrix.columns,
                          array_of(std::vector<std::int32_t>(matrix.offsets.begin(), matrix.offsets.end())),
                          view_of(matrix.indices, value.pyramid), view_of(matrix.values, value.pyramid));
}

nb::object cut_facts(const PyramidValue& value, std::size_t index) {
    const LevelCut& cut = level_at(value, index).cut;
    return nb::make_tuple(cut.fraction, cut.upper_bound, cut.origin, cut.converged, cut.vanished_components);
}

nb::object spectrum_of(const PyramidValue& value, std::size_t index) {
    const auto& spectrum = level_at(value, index).spectrum;
    if (!spectrum) {
        return nb::none();
    }
    return nb::make_tuple(spectrum->distance, array_of(spectrum->exact), array_of(spectrum->here), array_of(spectrum->lower),
                          array_of(spectrum->upper), spectrum->converged, spectrum->bounds_proved, spectrum->fitted);
}

Table<double> table_from(const GivenTable& signal) {
    return {signal.shape(1), {signal.data(), signal.data() + signal.size()}};
}

auto pooled(const PyramidValue& value, const GivenTable& signal, std::size_t from, std::size_t to) {
    Table<double> result = interruptible([&] { return pool_signal(*value.pyramid, from, to, table_from(signal)); });
    return table_of(std::move(result.values), result.columns);
}

auto lifted(const PyramidValue& value, const GivenTable& signal, std::size_t from, std::size_t to, bool harmonic) {
    Table<double> result = interruptible(
        [&] { return lift_signal(*value.pyramid, from, to, table_from(signal), harmonic ? Lift::harmonic : Lift::transpose); });
    return table_of(std::move(result.values), result.columns);
}

std::string save(const PyramidValue& value, const std::string& path, const std::string& format, bool one_file, int threads) {
    return interruptible([&] {
        return one_file ? save_level(*value.pyramid, *value.origin, path)
                        : save_pyramid(*value.pyramid, *value.origin, path, format_named(format), {threads});
    });
}

std::string save_all(const DatasetValue& dataset, const nb::list& list, const std::string& folder, const std::string& format) {
    std::vector<Pyramid> pyramids;
    SharedOrigin origin;
    for (const nb::handle item : list) {
        const auto& value = nb::cast<const PyramidValue&>(item);
        pyramids.push_back(*value.pyramid);
        origin = value.origin;
    }
    if (!origin) {
        throw InvalidInput("there are no pyramids to save");
    }
    PyramidOrigin whole = *origin;
    whole.input = dataset.source;
    whole.symmetrize = dataset.symmetrize;
    return interruptible([&] { return save_pyramids(*dataset.dataset, pyramids, whole, folder, format_named(format)); });
}

nb::object load(const std::string& folder) {
    if (interruptible([&] { return stored_kind(folder); }) == StoredKind::pyramids) {
        StoredPyramids stored = interruptible([&] { return load_pyramids(folder); });
        const auto origin = std::make_shared<const PyramidOrigin>(std::move(stored.origin));
        nb::list values;
        for (Pyramid& pyramid : stored.pyramids) {
            values.append(PyramidValue{std::make_shared<const Pyramid>(std::move(pyramid)), origin});
        }
        return values;
    }
    StoredPyramid stored = interruptible([&] { return load_pyramid(folder); });
    return nb::cast(PyramidValue{std::make_shared<const Pyramid>(std::move(stored.pyramid)),
                                 std::make_shared<const PyramidOrigin>(std::move(stored.origin))});
}

/// The picture of `ndpool view` as an SVG.
std::string drawn(const PyramidValue& value, const std::string& title) {
    return interruptible([&] {
        PyramidPicture picture = command::pyramid_picture(*value.pyramid);
        picture.title = title;
        if (value.positions) {
            picture.positions = *value.positions;
        }
        return pyramid_svg(picture);
    });
}

nb::object layout(const PyramidValue& value) {
    const std::vector<Point> points = interruptible([&] {
        return value.positions && !value.positions->empty() ? *value.positions
                                                            : graph_layout(value.pyramid->base, Seed(0).child("layout"));
    });
    std::vector<double> flat;
    for (const Point& point : points) {
        flat.push_back(point.x);
        flat.push_back(point.y);
    }
    return nb::cast(table_of(std::move(flat), 2));
}

/// CPU seconds of this thread.
double cpu_seconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// Seconds of one pyramid in C++ alone, the least of some repetitions: what bench/python_overhead compares a call with.
double pyramid_seconds(const GraphValue& graph, const MethodRequest& request, std::uint64_t seed, int repetitions) {
    const PyramidOptions method = with_threads(resolved(request), {1});
    double least = std::numeric_limits<double>::infinity();
    for (int k = 0; k < repetitions; ++k) {
        const double begin = cpu_seconds();
        const Pyramid made = make_pyramid(*graph.graph, method, Seed(seed).child("pyramid"));
        least = std::min(least, cpu_seconds() - begin);
    }
    return least;
}

/// The same for all graphs of a dataset, one after the other.
double pyramids_seconds(const DatasetValue& dataset, const MethodRequest& request, std::uint64_t seed) {
    const double begin = cpu_seconds();
    const std::vector<Pyramid> made = make_pyramids(dataset.dataset->graphs, resolved(request), Seed(seed).child("pyramid"), {1});
    return cpu_seconds() - begin;
}

void bind_levels(nb::class_<PyramidValue>& pyramid) {
    pyramid.def("number", [](const PyramidValue& value, std::size_t index) { return level_at(value, index).number; })
        .def("graph",
             [](const PyramidValue& value, std::size_t index) { return graph_inside(value, level_at(value, index).graph); })
        .def("pool",
             [](const PyramidValue& value, std::size_t index) { return view_of(level_at(value, index).pool, value.pyramid); })
        .def("nodes",
             [](const PyramidValue& value, std::size_t index) {
                 const Level& level = level_at(value, index);
                 return value.pyramid->fake_nodes == 0 ? view_of(level.nodes, value.pyramid)
                                                       : array_of(input_nodes(*value.pyramid, index));
             })
        .def("assignment",
             [](const PyramidValue& value, std::size_t index) {
                 return array_of(interruptible([&] { return cluster_assignment(*value.pyramid, index); }));
             })
        .def("assignment_matrix", assignment_matrix_of)
        .def("cut", cut_facts)
        .def("spectrum", spectrum_of)
        .def("fake_nodes", [](const PyramidValue& value, std::size_t index) { return level_at(value, index).fake_nodes; })
        .def("components", [](const PyramidValue& value, std::size_t index) { return level_at(value, index).components; })
        .def("edges_before_sparsify",
             [](const PyramidValue& value, std::size_t index) { return level_at(value, index).edges_before_sparsify; });
}

}  // namespace

void bind_pyramid(nb::module_& module) {
    nb::class_<PyramidValue> pyramid(module, "Pyramid");
    pyramid.def_prop_ro("base", [](const PyramidValue& value) { return graph_inside(value, value.pyramid->base); })
        .def("__len__", [](const PyramidValue& value) { return value.pyramid->levels.size(); })
        .def_prop_ro("base_fake_nodes", [](const PyramidValue& value) { return value.pyramid->fake_nodes; })
        .def_prop_ro("not_measured", [](const PyramidValue& value) { return value.pyramid->not_measured; })
        .def_prop_ro("input", [](const PyramidValue& value) { return value.origin->input; })
        .def_prop_ro("seed", [](const PyramidValue& value) { return value.origin->seed.value(); })
        .def_prop_ro("options_json", [](const PyramidValue& value) { return to_json(value.origin->options); })
        .def("pool_signal", pooled, "signal"_a.noconvert(), "first"_a, "last"_a)
        .def("lift_signal", lifted, "signal"_a.noconvert(), "first"_a, "last"_a, "harmonic"_a)
        .def("save", save, "path"_a, "format"_a, "one_file"_a, "threads"_a)
        .def("draw", drawn, "title"_a)
        .def("layout", layout);
    bind_levels(pyramid);
    module.def("pyramid", pyramid_of, "graph"_a, "options"_a, "seed"_a, "threads"_a, "progress"_a.none());
    module.def("pyramids", pyramids_of_list, "graphs"_a, "options"_a, "seed"_a, "threads"_a, "progress"_a.none(),
               "first_number"_a);
    module.def(
        "dataset_pyramids",
        [](const DatasetValue& dataset, const MethodRequest& request, std::uint64_t seed, int threads, nb::handle callback) {
            return pyramids_of(dataset.dataset->graphs, dataset.source, dataset.symmetrize, request, seed, threads, callback, 0);
        },
        "dataset"_a, "options"_a, "seed"_a, "threads"_a, "progress"_a.none());
    module.def("pyramid_seconds", pyramid_seconds, "graph"_a, "options"_a, "seed"_a, "repetitions"_a);
    module.def("pyramids_seconds", pyramids_seconds, "dataset"_a, "options"_a, "seed"_a);
    module.def("save_pyramids", save_all, "dataset"_a, "pyramids"_a, "folder"_a, "format"_a);
    module.def("load", load, "folder"_a);
}

}  // namespace ndpool::python
