#include "table_report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "ndpool/base/error.hpp"
#include "ndpool/base/version.hpp"
#include "ndpool/io/atomic_write.hpp"
#include "ndpool/reproduce/experiment_list.hpp"
#include "ndpool/reproduce/output/figure_csv.hpp"
#include "ndpool/reproduce/output/figure_json.hpp"
#include "ndpool/reproduce/output/figure_svg.hpp"
#include "ndpool/reproduce/report_page.hpp"

namespace ndpool::command {

namespace fs = std::filesystem;

void write_table_report(const fs::path& folder, const TableReport& report) {
    std::error_code error;
    fs::create_directories(folder, error);
    if (error) {
        throw IoError(fmt::format("{}: cannot make this folder: {}", folder.string(), error.message()));
    }
    for (const ResultTable& table : report.tables) {
        write_file(folder / (table.name + ".csv"), to_csv(table));
        write_file(folder / (table.name + ".json"), to_json(table));
    }
    std::vector<ReportFigure> figures;
    for (const std::string& target : report.targets) {
        ReportFigure figure =
            experiment_named(target).run({.quick = report.origin.quick, .results = {folder}}, Seed(report.origin.seed));
        check_figure(figure);
        figure.origin = report.origin;
        const auto is_table = [&](const ResultTable& table) { return table.name == target; };
        if (std::none_of(report.tables.begin(), report.tables.end(), is_table)) {
            for (const auto& [ending, csv] : csv_files(figure)) {
                write_file(folder / (target + ending), csv);
            }
            write_file(folder / (target + ".json"), to_json(figure));
        }
        write_file(folder / (target + ".svg"), figure_svg(figure));
        figures.push_back(std::move(figure));
    }
    write_file(folder / "index.html", report_page(figures, {.command = report.origin.command,
                                                            .version = report.origin.version,
                                                            .date = report.origin.date,
                                                            .seed = report.origin.seed,
                                                            .quick = report.origin.quick}));
}

FigureOrigin origin_of(const std::string& target, bool quick, const std::string& data, const CommonOptions& common) {
    return {.command =
                fmt::format("ndpool reproduce {} -o report{}{}{}", target, quick ? " --quick" : "",
                            common.seed == 0 ? "" : fmt::format(" --seed {}", common.seed), data.empty() ? "" : " --data DATA"),
            .seed = common.seed,
            .version = std::string(version()),
            .date = today(),
            .quick = quick};
}

void require_place_for_table(const fs::path& folder, const std::string& name) {
    std::error_code ignored;
    const bool is_table = fs::is_directory(folder / "runs", ignored) || fs::exists(folder / (name + ".json"), ignored);
    if (!is_table && fs::exists(folder, ignored) && !(fs::is_directory(folder, ignored) && fs::is_empty(folder, ignored))) {
        throw InvalidInput(
            fmt::format("{}: something else is there, expected a new folder or an earlier {}", folder.string(), name));
    }
}

}  // namespace ndpool::command
