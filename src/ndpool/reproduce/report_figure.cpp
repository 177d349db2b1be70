#include "ndpool/reproduce/report_figure.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <chrono>

#include "ndpool/base/error.hpp"

namespace ndpool {

std::string today() {
    return fmt::format("{:%Y-%m-%d}", fmt::gmtime(std::chrono::system_clock::to_time_t(std::chrono::system_clock::now())));
}

std::string_view name_of(Agreement agreement) {
    switch (agreement) {
        case Agreement::agrees: return "agrees";
        case Agreement::differs: return "differs";
        case Agreement::beyond_the_paper: return "beyond the paper";
        case Agreement::missing: break;
    }
    return "missing";
}

ReportFigure missing_figure(ReportFigure figure, std::string why, std::string fill_command) {
    figure.verdict = {Agreement::missing, std::move(why)};
    figure.fill_command = std::move(fill_command);
    return figure;
}

void check_figure(const ReportFigure& figure) {
    check_parts(figure.charts);
    check_parts(figure.graphs);
    check_parts(figure.matrices);
    check_parts(figure.texts);
    for (const ResultTable& table : figure.tables) {
        for (const ResultRow& row : table.rows) {
            if (row.cells.size() != table.columns.size()) {
                throw InvalidInput(
                    fmt::format("figure '{}': row '{}' has not as many cells as there are columns", figure.name, row.name));
            }
        }
    }
}

}  // namespace ndpool
