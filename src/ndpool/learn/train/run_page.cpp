#include "ndpool/learn/train/run_page.hpp"

#include <fmt/format.h>

#include <map>
#include <numeric>

#include "ndpool/base/version.hpp"
#include "ndpool/draw/layout/layout.hpp"
#include "ndpool/draw/page/page.hpp"
#include "ndpool/draw/text.hpp"
#include "ndpool/learn/train/run_figures.hpp"

namespace ndpool {

namespace {

constexpr std::size_t most_pictures = 6;  ///< of graphs that were classified wrongly
constexpr std::size_t most_listed = 200;
constexpr NodeId largest_picture = 2000;  ///< nodes

/// Counts of predicted (columns) and true classes (rows), and what follows for each class.
PageFigure class_figure(const std::vector<TestPrediction>& predictions, const std::vector<long>& labels) {
    PageFigure figure{.name = "classes", .title = "Classes", .place = "", .says = "", .command = ""};
    figure.says = "Test graphs of all folds by their true class (rows) and by the class that was predicted (columns).";
    const std::size_t classes = labels.size();
    ReportMatrix confusion{.title = "Confusion matrix",
                           .rows = static_cast<int>(classes),
                           .columns = static_cast<int>(classes),
                           .values = std::vector<float>(classes * classes, 0)};
    for (const TestPrediction& one : predictions) {
        confusion.values[static_cast<std::size_t>(one.truth) * classes + static_cast<std::size_t>(one.predicted)] += 1;
    }
    PageTable table{
        .title = "", .note = "", .columns = {"class", "graphs", "right", "accuracy (recall)", "precision"}, .rows = {}};
    for (std::size_t c = 0; c < classes; ++c) {
        double graphs = 0;
        double named = 0;
        for (std::size_t other = 0; other < classes; ++other) {
            graphs += confusion.values[c * classes + other];
            named += confusion.values[other * classes + c];
        }
        const double right = confusion.values[c * classes + c];
        table.rows.push_back({{fmt::to_string(labels[c])},
                              {fmt::format("{:.0f}", graphs)},
                              {fmt::format("{:.0f}", right)},
                              {graphs > 0 ? per_cent(right / graphs) : "–"},
                              {named > 0 ? per_cent(right / named) : "–"}});
        confusion.row_names.push_back(fmt::format("class {}", labels[c]));
        confusion.column_names.push_back(fmt::to_string(labels[c]));
    }
    figure.matrices = {confusion};
    figure.tables = {table};
    return figure;
}

ReportGraph picture_of(const Graph& graph, std::string title) {
    ReportGraph picture{.title = std::move(title), .positions = graph_layout(graph, Seed())};
    DrawnLevel level;
    level.nodes.resize(static_cast<std::size_t>(graph.node_count()));
    std::iota(level.nodes.begin(), level.nodes.end(), 0);
    for (const Edge& edge : edges_of(graph)) {
        if (edge.from != edge.to) {
            level.edges.push_back({edge.from, edge.to, static_cast<float>(edge.weight)});
        }
    }
    picture.levels = {level};
    return picture;
}

/// A graph that was classified wrongly, perhaps by several folds: those of a given split test the same graphs.
struct WrongGraph {
    TestPrediction first;
    int wrong = 0;
    int tested = 0;
};

std::vector<WrongGraph> wrong_graphs(const std::vector<TestPrediction>& predictions) {
    std::map<int, WrongGraph> by_graph;
    for (const TestPrediction& one : predictions) {
        WrongGraph& graph = by_graph[one.graph];
        ++graph.tested;
        if (one.truth != one.predicted && graph.wrong++ == 0) {
            graph.first = one;
        }
    }
    std::vector<WrongGraph> wrong;
    for (const auto& [number, graph] : by_graph) {
        if (graph.wrong > 0) {
            wrong.push_back(graph);
        }
    }
    return wrong;
}

PageFigure wrong_figure(const std::vector<TestPrediction>& predictions, const PreparedData& data, const Dataset& dataset) {
    PageFigure figure{.name = "wrong", .title = "Graphs that it gets wrong", .place = "", .says = "", .command = ""};
    const std::vector<WrongGraph> wrong = wrong_graphs(predictions);
    if (wrong.empty()) {
        figure.says = "None of the test graphs.";
        return figure;
    }
    figure.says = fmt::format(
        "{} classified wrongly{}. This command draws one with its pyramid: ndpool view DATASET --graph {} -o graph.html",
        counted(static_cast<std::int64_t>(wrong.size()), "test graph") + (wrong.size() == 1 ? " is" : " are"),
        wrong.size() > most_listed ? fmt::format("; the first {} are listed", most_listed) : "", wrong.front().first.graph + 1);
    PageTable table{
        .title = "", .note = "", .columns = {"graph", "class", "predicted", "wrong in", "nodes", "edges"}, .rows = {}};
    for (const auto& [one, times, tested] : wrong) {
        const Graph& graph = dataset.graphs[one.graph];
        const long truth = data.labels[one.truth];
        const long predicted = data.labels[one.predicted];
        std::string picture;
        if (figure.graphs.size() < most_pictures && graph.node_count() <= largest_picture) {
            picture = fmt::format("{}-graph-{}", figure.name, figure.graphs.size());
            figure.graphs.push_back(
                picture_of(graph, fmt::format("graph {}: class {}, predicted {}", one.graph + 1, truth, predicted)));
        }
        if (table.rows.size() < most_listed) {
            table.rows.push_back({{.text = fmt::to_string(one.graph + 1), .link = picture},
                                  {fmt::to_string(truth)},
                                  {fmt::to_string(predicted)},
                                  {tested == 1 ? fmt::format("fold {}", one.fold) : fmt::format("{} of {} folds", times, tested)},
                                  {with_thousands(graph.node_count())},
                                  {with_thousands(graph.edge_count())}});
        }
    }
    figure.tables = {table};
    return figure;
}

}  // namespace

std::string run_page(const RunDescription& description, const PreparedData& data, const Dataset& dataset,
                     const std::vector<FoldState>& folds, const RunResult& result) {
    Page page;
    page.title = fmt::format("{} with {}", description.dataset, parts_of(description.options.pool).word);
    page.kicker = "A training run of ndpool";
    page.lead =
        fmt::format("{} of the test graphs are classified correctly (standard deviation {} over {}).", per_cent(result.mean),
                    per_cent(result.deviation), counted(static_cast<std::int64_t>(folds.size()), "fold"));
    page.facts = {{"graphs", with_thousands(static_cast<std::int64_t>(description.graphs))},
                  {"classes", fmt::to_string(data.labels.size())}};
    const PageFacts costs = cost_facts(folds, result);
    page.facts.insert(page.facts.end(), costs.begin(), costs.end());
    page.facts.emplace_back("seed", fmt::to_string(description.options.seed));
    page.facts.emplace_back("version", std::string(version()));
    const std::vector<TestPrediction> predictions = test_predictions(data, folds);
    page.figures = {curve_figure(folds), fold_figure(folds, result)};
    if (!predictions.empty()) {
        page.figures.push_back(class_figure(predictions, data.labels));
        page.figures.push_back(wrong_figure(predictions, data, dataset));
    }
    page.figures.push_back(options_figure(to_json(description.options).dump(2)));
    return page_html(page);
}

}  // namespace ndpool
