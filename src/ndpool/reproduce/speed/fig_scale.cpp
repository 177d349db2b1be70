#include "ndpool/reproduce/speed/fig_scale.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <fstream>
#include <sstream>

#include "ndpool/base/stopwatch.hpp"
#include "ndpool/generate/generate.hpp"
#include "ndpool/io/file.hpp"
#include "ndpool/pyramid/ndp/ndp.hpp"
#include "ndpool/reproduce/spectra/linear_fit.hpp"

namespace ndpool {

namespace {

/// Peak memory of this process in MiB since it was last reset; 0 if the system does not tell.
double peak_memory() {
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);) {
        if (line.starts_with("VmHWM:")) {
            return std::stod(line.substr(6)) / 1024;
        }
    }
    return 0;
}

void reset_peak_memory() {
    std::ofstream("/proc/self/clear_refs") << "5";
}

std::string spec_of(const char* family, double nodes) {
    const auto side = static_cast<long>(std::lround(std::sqrt(nodes)));
    return std::string(family) == "grid" ? fmt::format("grid:{0}x{0}", side) : fmt::format("{}:{}", family, std::lround(nodes));
}

/// Nodes of "sensor:2000" or "grid:100x100"; 0 of anything else.
double nodes_in(const std::string& spec) {
    const std::size_t colon = spec.find(':');
    if (colon == std::string::npos) {
        return 0;
    }
    std::istringstream numbers(spec.substr(colon + 1));
    double first = 0;
    double second = 1;
    char between = 0;
    numbers >> first;
    if (numbers >> between && between == 'x') {
        numbers >> second;
    }
    return first * second;
}

/// SciPy's lines of bench/compare: graph, number, ndpool µs and MB, SciPy µs, ratio, MB.
void add_other_tools(const std::filesystem::path& file, ChartSeries& seconds, ChartSeries& memory) {
    std::istringstream lines(read_bytes(file));
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        std::string spec;
        double number = 0;
        double ours = 0;
        double ours_memory = 0;
        double micros = 0;
        double ratio = 0;
        double megabytes = 0;
        if (words >> spec >> number >> ours >> ours_memory >> micros >> ratio >> megabytes && number == 1 && nodes_in(spec) > 0) {
            seconds.x.push_back(nodes_in(spec));
            seconds.y.push_back(micros * 1e-6);
            memory.x.push_back(nodes_in(spec));
            memory.y.push_back(megabytes);
        }
    }
}

}  // namespace

ReportFigure fig_scale(const ExperimentOptions& options, Seed seed) {
    const std::vector<double> sizes =
        options.quick ? std::vector<double>{1e3, 3e3, 1e4, 3e4} : std::vector<double>{1e4, 1e5, 1e6, 1e7};
    constexpr std::array<const char*, 3> families{"grid", "sensor", "road"};
    ReportFigure figure{.name = "fig-scale",
                        .title = "Time and memory of a pyramid against the number of nodes",
                        .paper_place = "",
                        .says = "Lean levels down to fewer than 1000 nodes take time and memory in proportion to the graph."};
    ReportChart time{.title = "wall time",
                     .x_label = "nodes",
                     .y_label = "seconds",
                     .x_scale = Scale::logarithmic,
                     .y_scale = Scale::logarithmic};
    ReportChart memory{.title = "peak memory",
                       .x_label = "nodes",
                       .y_label = "MiB",
                       .x_scale = Scale::logarithmic,
                       .y_scale = Scale::logarithmic};
    std::string facts;
    std::size_t done = 0;
    for (const char* family : families) {
        ChartSeries seconds{.name = family};
        ChartSeries peak{.name = family};
        for (const double nodes : sizes) {
            options.progress("fig-scale", done++, families.size() * sizes.size());
            Graph graph = generate_graph(spec_of(family, nodes), seed.child(family)).graph;
            NdpOptions lean{.until_nodes = 1000, .accuracy = Accuracy::lean, .measure = Measuring::never};
            lean.cut.parallel = lean.kron.parallel = options.parallel;
            reset_peak_memory();
            Stopwatch watch;
            const NodeId count = graph.node_count();
            const Pyramid pyramid = ndp_pyramid(std::move(graph), lean, seed.child("pyramid"));
            seconds.x.push_back(count);
            seconds.y.push_back(watch.lap());
            peak.x.push_back(count);
            peak.y.push_back(peak_memory());
        }
        std::vector<double> log_nodes;
        std::vector<double> log_seconds;
        for (std::size_t i = 0; i < seconds.x.size(); ++i) {
            log_nodes.push_back(std::log(seconds.x[i]));
            log_seconds.push_back(std::log(std::max(seconds.y[i], 1e-6)));
        }
        facts +=
            fmt::format("{}{}: {:.0f} nodes in {:.3g} s and {:.0f} MiB, time grows as nodes^{:.2f}", facts.empty() ? "" : "; ",
                        family, seconds.x.back(), seconds.y.back(), peak.y.back(), linear_fit(log_nodes, log_seconds).slope);
        time.series.push_back(std::move(seconds));
        memory.series.push_back(std::move(peak));
    }
    if (const auto compare = found_in(options.results, {"compare.txt"})) {
        ChartSeries seconds{.name = "SciPy, exact levels 1-3 (compare.txt)", .dashed = true};
        ChartSeries megabytes = seconds;
        add_other_tools(*compare, seconds, megabytes);
        if (!seconds.x.empty()) {
            time.series.push_back(std::move(seconds));
            memory.series.push_back(std::move(megabytes));
        }
    } else {
        figure.fill_command = "bench/compare > results/compare.txt";
    }
    figure.charts = {std::move(time), std::move(memory)};
    figure.verdict = {Agreement::beyond_the_paper, facts};
    figure.note =
        "Lean levels until one has fewer than 1000 nodes, not measured; memory is that of the whole program, with the graph. "
        "Times "
        "depend on the machine and on what else it does.";
    return figure;
}

}  // namespace ndpool
