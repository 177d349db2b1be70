#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ndpool/reproduce/experiment_list.hpp"

// Results that other commands left in folders. All throw InvalidInput with the file if it is there but not readable as such.
namespace ndpool {

/// NAME.json: a table, or the first table of a figure. In a folder FOLDER of the results first, if it is named: several may have
/// a file of this name.
[[nodiscard]] std::optional<ResultTable> stored_table(const ExperimentOptions& options, const std::string& name,
                                                      const std::string& folder = "");

/// NAME.json as reproduce wrote it.
[[nodiscard]] std::optional<ReportFigure> stored_figure(const ExperimentOptions& options, const std::string& name);

/// One cell of the table of graph classification: runs/DATA/METHOD/result.json.
struct StoredRun {
    std::string data;
    std::string method;
    std::vector<double> folds;  ///< test accuracies, 0 to 1
    double seconds_per_epoch = 0;
    double coarsening_seconds = 0;
    double epochs = 0;  ///< of all folds
    int parameters = 0;
};

/// All runs beside the table-graphs.json that is found, sorted by data and method; none if there is no such table.
[[nodiscard]] std::vector<StoredRun> stored_runs(const ExperimentOptions& options);

/// Titles of runs/DATA and of METHOD as the table of graph classification has them; other names as they are.
[[nodiscard]] std::string data_title(std::string_view data);
[[nodiscard]] std::string method_title(std::string_view method);

/// The cell of a column, nothing if there is no such column or value.
[[nodiscard]] std::optional<double> value_in(const ResultTable& table, std::size_t row, std::string_view column);

}  // namespace ndpool
