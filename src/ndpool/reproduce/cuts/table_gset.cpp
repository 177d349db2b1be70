#include "ndpool/reproduce/cuts/table_gset.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <sstream>

#include "ndpool/base/error.hpp"
#include "ndpool/cut/cut_signed.hpp"
#include "ndpool/io/file.hpp"
#include "ndpool/io/graph_file.hpp"

namespace ndpool {

namespace {

namespace fs = std::filesystem;

struct GsetRow {
    std::string name;
    bool both_signs = false;
    double best = 0;
    std::array<double, 4> ratios{std::nan(""), std::nan(""), std::nan(""), std::nan("")};
};

constexpr std::array<const char*, 4> method_names{"spectral", "power", "sdp", "auto"};
constexpr std::array<CutMethod, 4> methods{CutMethod::spectral, CutMethod::power, CutMethod::sdp, CutMethod::automatic};

double number_in(const std::string& word, const fs::path& file) {
    std::size_t used = 0;
    double number = 0;
    try {
        number = std::stod(word, &used);
    } catch (const std::exception&) {
        used = 0;
    }
    if (used == 0 || used != word.size() || !(number > 0)) {
        throw InvalidInput(fmt::format("{}: found '{}', expected a positive number", file.string(), word));
    }
    return number;
}

/// Lines of bench/gset.py: graph nodes edges weights best, then ratio and seconds of each method, a dash where there is none.
std::vector<GsetRow> rows_of_text(const fs::path& file) {
    std::vector<GsetRow> rows;
    std::istringstream lines(read_bytes(file));
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        std::vector<std::string> cells;
        for (std::string word; words >> word;) {
            cells.push_back(word);
        }
        if (cells.size() < 13 || !cells[0].starts_with("G")) {
            continue;
        }
        GsetRow row{cells[0], cells[3] != "1", number_in(cells[4], file)};
        for (std::size_t m = 0; m < methods.size(); ++m) {
            const std::string& ratio = cells[5 + 2 * m];
            row.ratios.at(m) = ratio == "-" ? std::nan("") : number_in(ratio, file);
        }
        rows.push_back(std::move(row));
    }
    return rows;
}

/// The columns of best_known.csv by their names; a quoted note at the end of a line may have commas.
std::vector<GsetRow> instances_of(const fs::path& file) {
    std::vector<GsetRow> rows;
    std::istringstream lines(read_bytes(file));
    std::vector<std::string> head;
    for (std::string line; std::getline(lines, line);) {
        std::vector<std::string> cells;
        std::istringstream fields(line);
        for (std::string cell; std::getline(fields, cell, ',');) {
            cells.push_back(cell);
        }
        if (head.empty()) {
            head = cells;
            continue;
        }
        const auto field = [&](std::string_view name) {
            const auto place = static_cast<std::size_t>(std::find(head.begin(), head.end(), name) - head.begin());
            return place < cells.size() ? cells[place] : std::string();
        };
        if (!field("best_known").empty()) {
            rows.push_back(
                {field("instance"), field("weights") != "+1" && field("weights") != "1", number_in(field("best_known"), file)});
        }
    }
    return rows;
}

std::vector<GsetRow> run_instances(const fs::path& best_known, const ExperimentOptions& options, Seed seed) {
    std::vector<GsetRow> rows = instances_of(best_known);
    std::error_code ignored;
    const auto file_of = [&](const GsetRow& row) {
        const fs::path plain = best_known.parent_path() / row.name;
        return fs::exists(plain, ignored) ? plain : fs::path(plain.string() + ".gz");
    };
    std::erase_if(rows, [&](const GsetRow& row) { return !fs::exists(file_of(row), ignored); });
    if (options.quick && rows.size() > 8) {
        rows.resize(8);
    }
    for (std::size_t r = 0; r < rows.size(); ++r) {
        options.progress("table-gset", r, rows.size());
        const SignedGraph graph = read_signed_graph(file_of(rows[r]), {.format = Format::rudy});
        for (std::size_t m = 0; m < methods.size(); ++m) {
            const CutOptions cut{.method = methods.at(m), .parallel = options.parallel};
            if (!graph.has_negative_weight()) {
                rows[r].ratios.at(m) =
                    cut_graph(Graph::from_adjacency(graph.adjacency()), cut, seed.child("cut")).weight / rows[r].best;
            } else if (takes_negative_weights(methods.at(m))) {
                rows[r].ratios.at(m) = cut_graph(graph, cut, seed.child("cut")).weight / rows[r].best;
            }
        }
    }
    return rows;
}

}  // namespace

ReportFigure table_gset(const ExperimentOptions& options, Seed seed) {
    ReportFigure figure{.name = "table-gset",
                        .title = "Our cuts of Gset over the best known ones",
                        .paper_place = "",
                        .says = "MAXCUT instances with known good cuts: how much of them each method finds."};
    const auto data = found_in(options.data, {"best_known.csv"});
    const auto text = found_in(options.results, {"gset.txt"});
    if (!data && !text) {
        return missing_figure(std::move(figure), "no folder with the Gset files and best_known.csv was found",
                              "ndpool reproduce table-gset -o report --data FOLDER_WITH_GSET");
    }
    const std::vector<GsetRow> rows = data ? run_instances(*data, options, seed) : rows_of_text(*text);
    ResultTable table{"table-gset",
                      figure.title,
                      "Weight of the cut over the best known one.",
                      {method_names.begin(), method_names.end()},
                      {},
                      4};
    std::array<std::vector<double>, 4> of_unit_weights;
    for (const GsetRow& row : rows) {
        table.rows.push_back({row.name, {}});
        for (std::size_t m = 0; m < methods.size(); ++m) {
            const double ratio = row.ratios.at(m);
            table.rows.back().cells.push_back(
                {std::isnan(ratio) ? std::nullopt : std::optional(MeanStd{ratio, std::nan("")}), {}});
            if (!row.both_signs && !std::isnan(ratio)) {
                of_unit_weights.at(m).push_back(ratio);
            }
        }
    }
    figure.verdict = {
        Agreement::beyond_the_paper,
        fmt::format("mean over {} instances of unit weights: spectral {:.3f}, sdp {:.3f}, auto {:.3f} of the best known cut",
                    of_unit_weights[0].size(), mean_std_of(of_unit_weights[0]).mean, mean_std_of(of_unit_weights[2]).mean,
                    mean_std_of(of_unit_weights[3]).mean)};
    figure.tables = {std::move(table)};
    figure.note = fmt::format("{} instances{}. Best known values: Benlic and Hao 2013 and later.", rows.size(),
                              data ? "" : fmt::format(", from {}", text->filename().string()));
    return figure;
}

}  // namespace ndpool
