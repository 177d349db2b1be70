#include "ndpool_program.hpp"

#include "exec_learn.hpp"
#include "program.hpp"
#include "stop_on_signal.hpp"

namespace ndpool::command {

int run_ndpool(int count, char** words) {
    const Program program{
        "ndpool: Node Decimation Pooling. Makes pyramids of smaller and smaller graphs that keep the structure of the input.",
        "Examples:\n"
        "  ndpool info sensor:1000\n"
        "  ndpool coarsen road.mtx -o pyramid --levels 1,2,3\n"
        "  ndpool coarsen MUTAG.zip -o coarse\n"
        "  ndpool view grid:8x8 -o grid.html\n"
        "  ndpool train bench:easy -o run\n"
        "Run ndpool COMMAND --help for the options of a command.",
        [&](CLI::App& app, CommonOptions& common) {
            add_info(app, common);
            add_generate(app, common);
            add_convert(app, common);
            add_order(app, common);
            add_cut(app, common);
            add_coarsen(app, common);
            add_merge(app, common, words);
            add_view(app, common);
            add_analyse(app, common);
            add_handed_over(app, {"train", "Train graph neural networks with pooling on a dataset"}, words);
            add_handed_over(app, {"predict", "Classify graphs with the networks of a training run"}, words);
            add_reproduce(app, common, words);
        }};
    const StopOnSignal stop;
    return run_program(program, count, words);
}

}  // namespace ndpool::command
