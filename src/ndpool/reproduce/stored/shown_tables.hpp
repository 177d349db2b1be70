#pragma once

#include "ndpool/reproduce/experiment_list.hpp"

namespace ndpool {

/// A table of trained networks as far as it is in the results: table-graphs, table-mnist, table-imdb. Missing cells are named.
[[nodiscard]] ReportFigure shown_table(const ExperimentOptions& options, const std::string& name, const std::string& title,
                                       const std::string& paper_place);

/// Fig. 7: seconds of a training epoch by data set and method.
[[nodiscard]] ReportFigure fig_time(const ExperimentOptions& options, Seed seed);

/// Fig. 8: mean accuracy against mean seconds of an epoch, over the data sets that all methods of the paper were run on.
[[nodiscard]] ReportFigure fig_accuracy_time(const ExperimentOptions& options, Seed seed);

/// The rows in which all of these columns have a value in all of these tables.
[[nodiscard]] std::vector<std::size_t> complete_rows(const std::vector<const ResultTable*>& tables,
                                                     const std::vector<std::string>& columns);

}  // namespace ndpool
