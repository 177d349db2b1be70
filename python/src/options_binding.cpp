#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bindings.hpp"
#include "ndpool/pyramid/methods_text.hpp"

namespace ndpool::python {

namespace nb = nanobind;
using namespace nb::literals;

void bind_options(nb::module_& module) {
    nb::class_<CutRequest>(module, "CutOptions")
        .def(
            "__init__",
            [](CutRequest* self, std::string method, std::string laplacian, std::string components, std::string keep,
               double random_below, double zero_below, double cut_seconds, std::uint64_t cut_steps) {
                new (self) CutRequest{std::move(method), std::move(laplacian), std::move(components), std::move(keep),
                                      random_below,      zero_below,           cut_seconds,           cut_steps};
            },
            nb::kw_only(), "method"_a, "laplacian"_a, "components"_a, "keep"_a, "random_below"_a, "zero_below"_a, "cut_seconds"_a,
            "cut_steps"_a);
    nb::class_<MethodRequest>(module, "Options")
        .def(
            "__init__",
            [](MethodRequest* self, std::string method, std::vector<int> levels, NodeId until, NodeId nodes,
               std::optional<double> epsilon, bool relative_epsilon, std::string sparsify, std::string accuracy,
               double memory_limit, const std::string& measure, const CutRequest& cut, bool fake_nodes, int iterations,
               double tolerance, double drop_below, int steps, std::string connect) {
                new (self) MethodRequest{.method = std::move(method), .fake_nodes = fake_nodes};
                self->ndp = {.cut = cut,
                             .levels = std::move(levels),
                             .epsilon = epsilon,
                             .relative_epsilon = relative_epsilon,
                             .sparsify = std::move(sparsify),
                             .accuracy = std::move(accuracy),
                             .until = until,
                             .nodes = nodes,
                             .memory_gigabytes = memory_limit,
                             .measure = measuring_named(measure)};
                self->nmf.most_iterations = iterations;
                self->nmf.tolerance = tolerance;
                self->nmf.drop_below = drop_below;
                self->steps = steps;
                self->connect = std::move(connect);
                (void)resolved(*self);  // invalid options are refused before anything is read
            },
            nb::kw_only(), "method"_a, "levels"_a, "until"_a, "nodes"_a, "epsilon"_a.none(), "relative_epsilon"_a, "sparsify"_a,
            "accuracy"_a, "memory_limit"_a, "measure"_a, "cut"_a, "fake_nodes"_a, "iterations"_a, "tolerance"_a, "drop_below"_a,
            "steps"_a, "connect"_a)
        .def("to_json", [](const MethodRequest& self) { return to_json(resolved(self)); });
}

}  // namespace ndpool::python
