#include "ndpool/reproduce/speed/fig_scale.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
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

/// What another code reached, by graphs that double in size until it fails.
struct OtherCode {
    ChartSeries seconds;
    ChartSeries memory;
    std::string end;  ///< why it went no further; empty if it did not fail
};

/// Lines of bench/scale_others: code, graph, seconds and MB; or code, graph, "fails" and why.
std::vector<OtherCode> other_codes(const std::string& text, std::string_view family) {
    std::vector<OtherCode> codes;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        std::string name;
        std::string spec;
        std::string seconds;
        if (!(words >> name >> spec >> seconds) || !spec.starts_with(family) || nodes_in(spec) == 0) {
            continue;
        }
        name = fmt::format("{}, exact levels 1-3", name);
        auto code = std::find_if(codes.begin(), codes.end(), [&](const OtherCode& other) { return other.seconds.name == name; });
        if (code == codes.end()) {
            const ChartSeries empty{.name = name, .dashed = true};
            code = codes.insert(codes.end(), {empty, empty, ""});
        }
        if (seconds == "fails") {
            std::getline(words >> std::ws, code->end);
            code->end = fmt::format("{} at {:.0f} nodes: {}", name.substr(0, name.find(',')), nodes_in(spec), code->end);
            continue;
        }
        double mebibytes = 0;
        words >> mebibytes;
        code->seconds.x.push_back(nodes_in(spec));
        code->seconds.y.push_back(std::strtod(seconds.c_str(), nullptr));
        code->memory.x.push_back(nodes_in(spec));
        code->memory.y.push_back(mebibytes);
    }
    std::erase_if(codes, [](const OtherCode& code) { return code.seconds.x.empty(); });
    return codes;
}

/// Time and memory of lean pyramids: two charts with a series for each family.
std::vector<ReportChart> measured_charts(const ExperimentOptions& options, Seed seed) {
    const std::vector<double> sizes =
        options.quick ? std::vector<double>{1e3, 3e3, 1e4, 3e4} : std::vector<double>{1e4, 1e5, 1e6, 1e7};
    constexpr std::array<const char*, 3> families{"grid", "sensor", "road"};
    ReportChart time{.title = "wall time",
                     .x_label = "nodes",
                     .y_label = "seconds",
                     .x_scale = Scale::logarithmic,
                     .y_scale = Scale::logarithmic};
    ReportChart memory = time;
    memory.title = "peak memory";
    memory.y_label = "MiB";
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
        time.series.push_back(std::move(seconds));
        memory.series.push_back(std::move(peak));
    }
    return {std::move(time), std::move(memory)};
}

/// What an earlier call measured, nothing if it is not whole: other codes are dashed.
std::vector<ReportChart> measured_before(const ReportFigure& earlier) {
    std::vector<ReportChart> charts = earlier.charts;
    for (ReportChart& chart : charts) {
        std::erase_if(chart.series, [](const ChartSeries& series) { return series.dashed || series.x.empty(); });
    }
    const bool whole = charts.size() == 2 && charts[0].series.size() == charts[1].series.size();
    return whole ? charts : std::vector<ReportChart>();
}

/// The exponent of a power of the nodes that fits the seconds.
double growth_of(const ChartSeries& seconds) {
    std::vector<double> log_nodes;
    std::vector<double> log_seconds;
    for (std::size_t i = 0; i < seconds.x.size(); ++i) {
        log_nodes.push_back(std::log(seconds.x[i]));
        log_seconds.push_back(std::log(std::max(seconds.y[i], 1e-6)));
    }
    return linear_fit(log_nodes, log_seconds).slope;
}

}  // namespace

ReportFigure fig_scale(const ExperimentOptions& options, Seed seed) {
    ReportFigure figure{.name = "fig-scale",
                        .title = "Time and memory against the number of nodes",
                        .paper_place = "",
                        .says = "Lean levels down to fewer than 1000 nodes take time and memory in proportion to the graph."};
    if (options.earlier) {
        figure.charts = measured_before(*options.earlier);
    }
    if (figure.charts.empty()) {
        figure.charts = measured_charts(options, seed);
    }
    ReportChart& time = figure.charts.at(0);
    ReportChart& memory = figure.charts.at(1);
    std::string details;
    std::string facts;
    for (std::size_t f = 0; f < time.series.size(); ++f) {
        const ChartSeries& seconds = time.series[f];
        facts = fmt::format("lean: {} with {:.0f} nodes in {:.3g} s", seconds.name, seconds.x.back(), seconds.y.back());
        details += fmt::format(" {}: {:.0f} nodes in {:.3g} s and {:.0f} MiB, time grows as nodes^{:.2f}.", seconds.name,
                               seconds.x.back(), seconds.y.back(), memory.series.at(f).y.back(), growth_of(seconds));
    }
    std::string ends;
    std::string reached;
    if (const auto file = found_in(options.results, {"scale_others.txt"})) {
        for (OtherCode& code : other_codes(read_bytes(*file), "sensor")) {
            reached += fmt::format("{}{} {:.0f}", reached.empty() ? "; without lean, largest sensor network: " : ", ",
                                   code.seconds.name.substr(0, code.seconds.name.find(',')), code.seconds.x.back());
            ends += code.end.empty() ? "" : fmt::format(" {}.", code.end);
            time.series.push_back(std::move(code.seconds));
            memory.series.push_back(std::move(code.memory));
        }
    } else {
        figure.fill_command = "bench/scale_others --install -o results/scale_others.txt";
    }
    figure.verdict = {Agreement::beyond_the_paper, facts + reached};
    figure.note = fmt::format(
        "ndpool makes lean levels until one has fewer than 1000 nodes, not measured; times depend on the machine and on what "
        "else it does; "
        "memory is that of the whole program, with the graph.{}{}",
        details,
        ends.empty()
            ? ""
            : fmt::format(
                  " Dashed: processor time of levels 1 to 3 of sensor networks without lean, until a code fails; tgp drops "
                  "weak edges on every level before it makes the next, so it has less to do.{}",
                  ends));
    return figure;
}

}  // namespace ndpool
