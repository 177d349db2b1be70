// The numbers of Tables II and III of the paper (Bianchi, Grattarola, Livi, Alippi: Hierarchical representation learning in graph
// neural networks with node decimation pooling).
#include "ndpool/reproduce/learned/signal_table_paper.hpp"

#include <fmt/format.h>

#include "ndpool/base/error.hpp"

namespace ndpool {

namespace {

constexpr std::optional<MeanStd> none = std::nullopt;

std::vector<SignalTableColumn> mnist_columns() {
    return {{"GRACLUS", "graclus"},   {"NMF", "nmf"},         {"NDP", "ndp"},         {"NDP as the text", "ndp-text"},
            {"NDP take", "ndp-take"}, {"NDP sum", "ndp-sum"}, {"NDP max", "ndp-max"}, {"GRACLUS take", "graclus-take"},
            {"linear", "linear"}};
}

std::vector<SignalTableColumn> imdb_columns() {
    std::vector<SignalTableColumn> columns{{"Dense", "dense"}, {"Dense flatten", "dense-flatten"}};
    for (SignalTableColumn& column : mnist_columns()) {
        columns.push_back(std::move(column));
    }
    return columns;
}

/// Dense, GRACLUS, NMF and NDP of the paper in the order of the columns; the text does not say which Dense it is.
SignalTableRow imdb_row(int words, MeanStd dense, MeanStd graclus, std::optional<MeanStd> nmf, MeanStd ndp) {
    return {fmt::format("IMDB, {}k words", words / 1000),
            fmt::format("imdb-{}k", words / 1000),
            "imdb",
            words,
            {dense, dense, graclus, nmf, ndp, ndp, ndp, ndp, ndp, graclus, none}};
}

}  // namespace

const std::vector<SignalTable>& signal_tables() {
    static const std::vector<SignalTable> tables = {
        {"table-mnist",
         "Graph signal classification accuracy in percent on MNIST (Table II)",
         mnist_columns(),
         {{"MNIST",
           "mnist",
           "mnist",
           0,
           {MeanStd{96.21, 0.18}, MeanStd{94.15, 0.17}, MeanStd{97.09, 0.01}, MeanStd{97.09, 0.01}, MeanStd{97.09, 0.01},
            MeanStd{97.09, 0.01}, MeanStd{97.09, 0.01}, MeanStd{96.21, 0.18}, none}}}},
        {"table-imdb",
         "Graph signal classification accuracy in percent on IMDB (Table III)",
         imdb_columns(),
         {imdb_row(1000, {82.65, 0.01}, {85.03, 0.10}, MeanStd{82.51, 0.11}, {85.77, 0.03}),
          imdb_row(5000, {86.26, 0.03}, {87.55, 0.15}, MeanStd{85.66, 0.11}, {87.79, 0.02}),
          imdb_row(10000, {83.75, 0.02}, {87.29, 0.07}, none, {87.82, 0.02})}}};
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
