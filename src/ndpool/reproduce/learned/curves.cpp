#include "ndpool/reproduce/learned/curves.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "ndpool/base/error.hpp"
#include "ndpool/io/atomic_write.hpp"
#include "ndpool/io/file.hpp"
#include "ndpool/reproduce/learned/graph_table_paper.hpp"
#include "ndpool/reproduce/stored/fig_curves.hpp"
#include "ndpool/reproduce/stored/training_curve.hpp"

namespace ndpool {

const GraphTableLayout& curves_table() {
    static const GraphTableLayout layout = [] {
        GraphTableLayout chosen = paper_table();
        chosen.name = "fig-curves";
        chosen.title = "Test accuracy in percent of the networks behind the training curves";
        chosen.epochs = curve_epochs;
        chosen.stops_early = false;
        const auto is_in = [](const auto& names, const std::string& name) {
            return std::find(names.begin(), names.end(), name) != names.end();
        };
        std::erase_if(chosen.rows, [&](const GraphTableRow& row) { return !is_in(curve_data, row.data); });
        std::erase_if(chosen.columns, [&](const GraphTableColumn& column) { return !is_in(curve_methods, column.method); });
        for (GraphTableRow& row : chosen.rows) {
            row.paper.clear();  // its numbers are those of networks that stopped early
        }
        return chosen;
    }();
    return layout;
}

void condense_metrics(const std::filesystem::path& folder) {
    namespace fs = std::filesystem;
    std::error_code ignored;
    for (const std::string_view data : curve_data) {
        for (const std::string_view method : curve_methods) {
            const fs::path run = folder / "runs" / data / method;
            if (!fs::exists(run / "result.json", ignored) || !fs::exists(run / "metrics.jsonl", ignored) ||
                fs::exists(run / "curve.csv", ignored)) {
                continue;
            }
            try {
                write_file(run / "curve.csv", curve_csv(curve_of_metrics(read_bytes(run / "metrics.jsonl"))));
            } catch (const InvalidInput& error) {
                throw InvalidInput(fmt::format("{}: {}", (run / "metrics.jsonl").string(), error.what()));
            }
        }
    }
}

}  // namespace ndpool
