#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ndpool/base/mean_std.hpp"

namespace ndpool {

/// A column of Table II or III of the paper, or one beside them.
struct SignalTableColumn {
    std::string title;
    std::string method;       ///< its word for --methods
    int most_runs = 10;       ///< slow methods have fewer
    bool own_epochs = false;  ///< whether its settings say how many epochs, not SignalTableRow::epochs
};

/// A row: MNIST, or the reviews of IMDB with a vocabulary.
struct SignalTableRow {
    std::string title;
    std::string name;                           ///< for --datasets and its folder
    std::string data;                           ///< the folder to look for: mnist, imdb
    int words = 0;                              ///< of the vocabulary; 0 for images
    std::optional<int> epochs;                  ///< of networks with the preset tuned, instead of those of the preset
    std::vector<std::optional<MeanStd>> paper;  ///< percent, one per column

    /// Of its graph: words, or the pixels of MNIST.
    [[nodiscard]] int nodes() const { return words > 0 ? words : 28 * 28; }
};

/// table-mnist (Table II) or table-imdb (Table III).
struct SignalTable {
    std::string name;
    std::string title;
    std::vector<SignalTableColumn> columns;
    std::vector<SignalTableRow> rows;
};

[[nodiscard]] const std::vector<SignalTable>& signal_tables();
/// Throws InvalidInput for other names.
[[nodiscard]] const SignalTable& signal_table_named(std::string_view name);

}  // namespace ndpool
