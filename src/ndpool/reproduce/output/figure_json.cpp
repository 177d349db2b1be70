#include "ndpool/reproduce/output/figure_json.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "ndpool/base/error.hpp"

namespace ndpool {

namespace {

using Object = nlohmann::ordered_json;

constexpr std::array<const char*, 2> scale_words{"linear", "logarithmic"};
constexpr std::array<const char*, 3> kind_words{"lines", "dots", "bars"};
constexpr std::array<Agreement, 4> agreements{Agreement::agrees, Agreement::differs, Agreement::beyond_the_paper,
                                              Agreement::missing};

template <typename Value, std::size_t Count>
Value value_of_word(const Object& object, const char* key, const std::array<const char*, Count>& words) {
    const std::string word = object.at(key);
    for (std::size_t i = 0; i < Count; ++i) {
        if (word == words[i]) {
            return static_cast<Value>(i);
        }
    }
    throw InvalidInput(fmt::format("{} is '{}', which is none of its words", key, word));
}

/// Seven digits, because a chart or a picture shows no more; NaN is null.
Object short_numbers(const std::vector<double>& numbers) {
    Object list = Object::array();
    for (const double number : numbers) {
        if (std::isfinite(number)) {
            list.push_back(Object::parse(fmt::format("{:.7g}", number)));
        } else {
            list.push_back(nullptr);
        }
    }
    return list;
}

std::vector<double> numbers_of(const Object& object, const char* key) {
    std::vector<double> numbers;
    if (object.contains(key)) {
        for (const Object& number : object.at(key)) {
            numbers.push_back(number.is_null() ? std::numeric_limits<double>::quiet_NaN() : number.get<double>());
        }
    }
    return numbers;
}

Object object_of(const ChartSeries& series) {
    Object object{{"name", series.name}, {"x", short_numbers(series.x)}, {"y", short_numbers(series.y)}};
    if (!series.low.empty()) {
        object["low"] = short_numbers(series.low);
        object["high"] = short_numbers(series.high);
    }
    if (series.dashed) {
        object["dashed"] = true;
    }
    if (series.from_paper) {
        object["from_paper"] = true;
    }
    if (series.faint) {
        object["faint"] = true;
    }
    if (!series.group.empty()) {
        object["group"] = series.group;
    }
    return object;
}

Object object_of(const ReportChart& chart) {
    Object series = Object::array();
    for (const ChartSeries& one : chart.series) {
        series.push_back(object_of(one));
    }
    return {{"title", chart.title},
            {"x_label", chart.x_label},
            {"y_label", chart.y_label},
            {"x_scale", scale_words.at(static_cast<std::size_t>(chart.x_scale))},
            {"y_scale", scale_words.at(static_cast<std::size_t>(chart.y_scale))},
            {"kind", kind_words.at(static_cast<std::size_t>(chart.kind))},
            {"x_names", chart.x_names},
            {"series", series}};
}

ReportChart chart_of(const Object& object) {
    ReportChart chart{.title = object.at("title"),
                      .x_label = object.at("x_label"),
                      .y_label = object.at("y_label"),
                      .x_scale = value_of_word<Scale>(object, "x_scale", scale_words),
                      .y_scale = value_of_word<Scale>(object, "y_scale", scale_words),
                      .kind = value_of_word<ChartKind>(object, "kind", kind_words),
                      .x_names = object.at("x_names")};
    for (const Object& one : object.at("series")) {
        chart.series.push_back({one.at("name"), numbers_of(one, "x"), numbers_of(one, "y"), numbers_of(one, "low"),
                                numbers_of(one, "high"), one.value("dashed", false), one.value("from_paper", false),
                                one.value("faint", false), one.value("group", std::string())});
    }
    return chart;
}

Object object_of(const ReportGraph& graph) {
    std::vector<double> places;
    for (const Point& point : graph.positions) {
        places.push_back(std::round(point.x * 1e4) / 1e4);
        places.push_back(std::round(point.y * 1e4) / 1e4);
    }
    Object levels = Object::array();
    for (const DrawnLevel& level : graph.levels) {
        std::vector<std::int32_t> ends;
        std::vector<double> weights;
        for (const DrawnEdge& edge : level.edges) {
            ends.push_back(edge.a);
            ends.push_back(edge.b);
            weights.push_back(edge.weight);
        }
        levels.push_back({{"title", level.title},
                          {"nodes", level.nodes},
                          {"edges", ends},
                          {"weights", short_numbers(weights)},
                          {"kept", level.kept},
                          {"clusters", level.clusters}});
    }
    return {{"title", graph.title},
            {"positions", short_numbers(places)},
            {"epsilons", short_numbers(graph.epsilons)},
            {"levels", levels}};
}

ReportGraph graph_of(const Object& object) {
    ReportGraph graph{.title = object.at("title"), .epsilons = numbers_of(object, "epsilons")};
    const std::vector<double> places = numbers_of(object, "positions");
    for (std::size_t i = 0; i + 1 < places.size(); i += 2) {
        graph.positions.push_back({places[i], places[i + 1]});
    }
    for (const Object& one : object.at("levels")) {
        DrawnLevel level{one.at("title"), one.at("nodes"), {}, one.at("kept"), one.at("clusters")};
        const std::vector<std::int32_t> ends = one.at("edges");
        const std::vector<double> weights = numbers_of(one, "weights");
        if (ends.size() != 2 * weights.size()) {
            throw InvalidInput("a level has not as many weights as edges");
        }
        for (std::size_t e = 0; e < weights.size(); ++e) {
            level.edges.push_back({ends[2 * e], ends[2 * e + 1], static_cast<float>(weights[e])});
        }
        graph.levels.push_back(std::move(level));
    }
    return graph;
}

Object object_of(const ReportMatrix& matrix) {
    const std::vector<double> values(matrix.values.begin(), matrix.values.end());
    return {{"title", matrix.title}, {"rows", matrix.rows}, {"columns", matrix.columns}, {"values", short_numbers(values)}};
}

ReportMatrix matrix_of(const Object& object) {
    const std::vector<double> values = numbers_of(object, "values");
    return {object.at("title"), object.at("rows"), object.at("columns"), std::vector<float>(values.begin(), values.end())};
}

std::optional<MeanStd> mean_std_in(const Object& cell, const char* key) {
    if (!cell.contains(key) || cell.at(key).is_null()) {
        return std::nullopt;
    }
    const Object& deviation = cell.at(key).at("std");
    return MeanStd{cell.at(key).at("mean"),
                   deviation.is_null() ? std::numeric_limits<double>::quiet_NaN() : deviation.get<double>()};
}

ResultTable table_of(const Object& object) {
    ResultTable table{object.at("name"), object.at("title"), object.value("note", std::string()), {}, {}};
    table.decimals = object.value("decimals", table.decimals);
    for (const Object& row : object.at("rows")) {
        if (table.columns.empty()) {
            for (const auto& [column, cell] : row.at("cells").items()) {
                table.columns.push_back(column);
            }
        }
        table.rows.push_back({row.at("name"), {}});
        for (const std::string& column : table.columns) {
            const Object& cell = row.at("cells").at(column);
            table.rows.back().cells.push_back(
                {mean_std_in(cell, "ours"), mean_std_in(cell, "paper"), cell.value("left_out", std::string())});
        }
    }
    return table;
}

Object object_of(const ResultTable& table) {
    Object object = Object::parse(to_json(table));
    object["decimals"] = table.decimals;
    return object;
}

Object object_of(const TextTable& text) {
    return {{"title", text.title}, {"columns", text.columns}, {"rows", text.rows}, {"note", text.note}};
}

Object object_of(const Criterion& criterion) {
    return {{"compared", criterion.compared}, {"seen", criterion.seen}, {"holds", criterion.holds}};
}

template <typename Part>
Object list_of(const std::vector<Part>& parts) {
    Object list = Object::array();
    for (const Part& part : parts) {
        list.push_back(object_of(part));
    }
    return list;
}

Object object_of(const Verdict& verdict) {
    Object object{{"agreement", name_of(verdict.agreement)}, {"words", verdict.words}};
    if (!verdict.criteria.empty()) {
        object["criteria"] = list_of(verdict.criteria);
    }
    return object;
}

Verdict verdict_of(const Object& object) {
    Verdict verdict{Agreement::missing, object.at("words")};
    for (const Agreement agreement : agreements) {
        verdict.agreement = object.at("agreement") == name_of(agreement) ? agreement : verdict.agreement;
    }
    for (const Object& one : object.value("criteria", Object::array())) {
        verdict.criteria.push_back({one.at("compared"), one.at("seen"), one.at("holds")});
    }
    return verdict;
}

/// What a parser of JSON says about a value of the wrong kind, as an error of the input.
template <typename Function>
auto with_one_line_errors(const Function& parse) {
    try {
        return parse();
    } catch (const Object::exception& error) {
        throw InvalidInput(fmt::format("not the data of a figure: {}", error.what()));
    }
}

}  // namespace

std::string to_json(const ReportFigure& figure) {
    Object object{{"name", figure.name},
                  {"title", figure.title},
                  {"paper_place", figure.paper_place},
                  {"says", figure.says},
                  {"note", figure.note},
                  {"verdict", object_of(figure.verdict)},
                  {"origin",
                   {{"command", figure.origin.command},
                    {"seed", figure.origin.seed},
                    {"version", figure.origin.version},
                    {"quick", figure.origin.quick}}}};
    if (!figure.fill_command.empty()) {
        object["fill_command"] = figure.fill_command;
    }
    if (figure.tables.size() == 1) {
        object["table"] = {{"name", figure.tables[0].name},
                           {"title", figure.tables[0].title},
                           {"note", figure.tables[0].note},
                           {"decimals", figure.tables[0].decimals}};
        object["rows"] = object_of(figure.tables[0]).at("rows");
    } else if (!figure.tables.empty()) {
        object["tables"] = list_of(figure.tables);
    }
    const auto add = [&](const char* key, const auto& parts) {
        if (!parts.empty()) {
            object[key] = list_of(parts);
        }
    };
    add("charts", figure.charts);
    add("texts", figure.texts);
    add("graphs", figure.graphs);
    add("matrices", figure.matrices);
    return object.dump() + "\n";
}

ReportFigure figure_from_json(std::string_view json) {
    return with_one_line_errors([&] {
        const Object object = Object::parse(json);
        const Object& origin = object.at("origin");
        ReportFigure figure{.name = object.at("name"),
                            .title = object.at("title"),
                            .paper_place = object.at("paper_place"),
                            .says = object.at("says"),
                            .verdict = verdict_of(object.at("verdict")),
                            .origin = {.command = origin.at("command"),
                                       .seed = origin.at("seed"),
                                       .version = origin.at("version"),
                                       .date = "",
                                       .quick = origin.at("quick")},
                            .note = object.at("note"),
                            .fill_command = object.value("fill_command", std::string())};
        const auto each = [&](const char* key, const auto& take) {
            if (object.contains(key)) {
                for (const Object& part : object.at(key)) {
                    take(part);
                }
            }
        };
        if (object.contains("table")) {
            Object table = object.at("table");
            table["rows"] = object.at("rows");
            figure.tables.push_back(table_of(table));
        }
        each("tables", [&](const Object& part) { figure.tables.push_back(table_of(part)); });
        each("charts", [&](const Object& part) { figure.charts.push_back(chart_of(part)); });
        each("graphs", [&](const Object& part) { figure.graphs.push_back(graph_of(part)); });
        each("matrices", [&](const Object& part) { figure.matrices.push_back(matrix_of(part)); });
        each("texts", [&](const Object& part) {
            figure.texts.push_back({part.at("title"), part.at("columns"), part.at("rows"), part.at("note")});
        });
        check_figure(figure);
        return figure;
    });
}

ResultTable table_from_json(std::string_view json) {
    return with_one_line_errors([&] {
        const Object object = Object::parse(json);
        if (object.contains("tables")) {
            return table_of(object.at("tables").at(0));
        }
        Object table = object.contains("table") ? object.at("table") : object;
        table["rows"] = object.at("rows");
        return table_of(table);
    });
}

}  // namespace ndpool
