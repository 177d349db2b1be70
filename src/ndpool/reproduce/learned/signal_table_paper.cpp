// The numbers of Tables II and III of the paper (Bianchi, Grattarola, Livi, Alippi: Hierarchical representation learning in graph
// neural networks with node decimation pooling).
#include "ndpool/reproduce/learned/signal_table_paper.hpp"

#include <fmt/format.h>

#include "ndpool/base/error.hpp"

namespace ndpool {

namespace {

constexpr int runs_of_slow_methods = 3;

/// The paper's numbers of a row: of its own methods alone, the same for their variants.
struct PaperRow {
    std::optional<MeanStd> dense, lstm, tcn, diffpool, topk, graclus, nmf, ndp;
};

std::optional<MeanStd> paper_value(const PaperRow& row, std::string_view method) {
    const auto is = [&](std::string_view word) { return method.substr(0, method.find('-')) == word; };
    return is("dense")      ? row.dense
           : is("lstm")     ? row.lstm
           : is("tcn")      ? row.tcn
           : is("diffpool") ? row.diffpool
           : is("topk")     ? row.topk
           : is("graclus")  ? row.graclus
           : is("nmf")      ? row.nmf
           : is("ndp")      ? row.ndp
                            : std::nullopt;
}

std::vector<SignalTableColumn> graph_columns() {
    return {{"DiffPool", "diffpool", runs_of_slow_methods},
            {"Top-K", "topk", runs_of_slow_methods},
            {"GRACLUS", "graclus"},
            {"NMF", "nmf", runs_of_slow_methods},
            {"NDP", "ndp"},
            {"NDP as the text", "ndp-text", 10, true},
            {"NDP take", "ndp-take"},
            {"NDP mean", "ndp-mean"},
            {"NDP max", "ndp-max"},
            {"GRACLUS take", "graclus-take"},
            {"NMF 200", "nmf-200", runs_of_slow_methods},
            {"linear", "linear"}};
}

std::vector<SignalTableColumn> imdb_columns() {
    std::vector<SignalTableColumn> columns{
        {"Dense", "dense"}, {"LSTM", "lstm", runs_of_slow_methods}, {"TCN", "tcn", runs_of_slow_methods}};
    for (SignalTableColumn& column : graph_columns()) {
        columns.push_back(std::move(column));
    }
    for (SignalTableColumn& column : columns) {
        if (column.method.starts_with("nmf")) {
            column.method += "-slower";
            column.own_epochs = true;
        }
    }
    columns.insert(columns.end() - 1, {"NDP words", "ndp-words"});
    columns.insert(columns.end() - 1, {"NDP words thinned", "ndp-words-thinned", 10, true});
    columns.insert(columns.end() - 1, {"Dense flatten", "dense-flatten"});  // the text does not say which Dense it is
    return columns;
}

SignalTableRow row_of(std::string title, std::string name, std::string data, int words, const PaperRow& paper,
                      const std::vector<SignalTableColumn>& columns) {
    SignalTableRow row{std::move(title), std::move(name), std::move(data), words, {}, {}};
    for (const SignalTableColumn& column : columns) {
        row.paper.push_back(paper_value(paper, column.method));
    }
    return row;
}

SignalTableRow imdb_row(int words, const PaperRow& paper) {
    SignalTableRow row = row_of(fmt::format("IMDB, {}k words", words / 1000), fmt::format("imdb-{}k", words / 1000), "imdb",
                                words, paper, imdb_columns());
    if (words > 1000) {
        row.epochs = 5;  // the validation loss is lowest after three (results/table-imdb/choice-5k.txt)
    }
    return row;
}

}  // namespace

const std::vector<SignalTable>& signal_tables() {
    static const MeanStd chance{50, 0};
    static const std::vector<SignalTable> tables = {
        {"table-mnist",
         "Graph signal classification accuracy in percent on MNIST (Table II)",
         graph_columns(),
         {row_of("MNIST", "mnist", "mnist", 0,
                 {.dense = {},
                  .lstm = {},
                  .tcn = {},
                  .diffpool = MeanStd{24, 0},
                  .topk = MeanStd{11, 0},
                  .graclus = MeanStd{96.21, 0.18},
                  .nmf = MeanStd{94.15, 0.17},
                  .ndp = MeanStd{97.09, 0.01}},
                 graph_columns())}},
        {"table-imdb",
         "Graph signal classification accuracy in percent on IMDB (Table III)",
         imdb_columns(),
         {imdb_row(1000, {MeanStd{82.65, 0.01}, MeanStd{86.58, 0.03}, MeanStd{85.61, 0.14}, chance, chance, MeanStd{85.03, 0.10},
                          MeanStd{82.51, 0.11}, MeanStd{85.77, 0.03}}),
          imdb_row(5000, {MeanStd{86.26, 0.03}, MeanStd{86.59, 0.06}, MeanStd{87.42, 0.09}, chance, chance, MeanStd{87.55, 0.15},
                          MeanStd{85.66, 0.11}, MeanStd{87.79, 0.02}}),
          imdb_row(10000, {MeanStd{83.75, 0.02}, MeanStd{85.98, 0.04}, MeanStd{87.38, 0.07}, chance, chance, MeanStd{87.29, 0.07},
                           std::nullopt, MeanStd{87.82, 0.02}})}}};
    return tables;
}

const SignalTable& signal_table_named(std::string_view name) {
    for (const SignalTable& table : signal_tables()) {
        if (table.name == name) {
            return table;
        }
    }
    throw InvalidInput(fmt::format("there is no table {}, expected table-mnist or table-imdb", name));
}

}  // namespace ndpool
