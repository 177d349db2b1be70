#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ndpool/base/mean_std.hpp"
#include "ndpool/learn/train/run_options.hpp"

namespace ndpool {

/// A row of a table of graph classification: a dataset.
struct GraphTableRow {
    std::string title;
    std::string data;                                ///< the name to look for among data sets
    std::string instead;                             ///< a generator to use if it is not found; empty if there is none
    std::vector<std::optional<MeanStd>> paper = {};  ///< percent, one per column
    Dataset (*make)() = {};                          ///< generates the data instead, if not null
};

/// A column: a pool with settings, or the Weisfeiler-Lehman kernel.
struct GraphTableColumn {
    std::string title;
    std::string method;                ///< its word, also the name of its folders
    std::string pool;                  ///< "wl", or one of ndpool train --pool
    void (*change)(RunOptions&) = {};  ///< what differs from the preset; nothing if null
};

/// The rows and columns of a table whose cells are runs.
struct GraphTableLayout {
    std::string name;   ///< of its files
    std::string title;  ///< of the accuracies
    int folds = 10;     ///< unless asked otherwise
    std::vector<GraphTableRow> rows;
    std::vector<GraphTableColumn> columns;
    std::optional<int> epochs = {};       ///< unless asked otherwise; the preset's if there is none
    bool stops_early = true;              ///< when the validation loss has not fallen for long
    SameGraph unique = SameGraph::never;  ///< copies of earlier graphs are left out of the data; by whoever reads it
};

}  // namespace ndpool
