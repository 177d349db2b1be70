#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include "bindings.hpp"
#include "errors.hpp"
#include "ndpool/base/vector_variant.hpp"
#include "ndpool/base/version.hpp"
#include "ndpool_program.hpp"

namespace nb = nanobind;

namespace {

/// Runs the command in this process; the first word is the program's name.
int run_command(std::vector<std::string> words) {
    std::vector<char*> pointers;
    for (std::string& word : words) {
        pointers.push_back(word.data());
    }
    pointers.push_back(nullptr);
    const nb::gil_scoped_release unlocked;
    return ndpool::command::run_ndpool(static_cast<int>(words.size()), pointers.data());
}

}  // namespace

NB_MODULE(_core, module) {
    using namespace ndpool::python;
    module.doc() = "The compiled part of ndpool.";
    bind_errors(module);
    bind_graph(module);
    bind_dataset(module);
    bind_options(module);
    bind_pyramid(module);
    bind_cut(module);
    bind_analysis(module);
    module.def("version", &ndpool::version);
    module.def(
        "vectors", [] { return ndpool::vector_variant_name(ndpool::vector_variant()); },
        "The vector variant in use: avx512, avx2 or baseline.");
    module.def("run_command", run_command, nb::arg("words"));
}
