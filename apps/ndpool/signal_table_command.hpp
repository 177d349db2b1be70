#pragma once

#include "graph_table_arguments.hpp"
#include "terminal.hpp"

namespace ndpool::command {

struct SignalTableWords {
    std::string target;  ///< table-mnist or table-imdb
    std::string output;
    std::string data;
    bool quick = false;
    GraphTableArguments table;
};

/// ndpool reproduce table-mnist and table-imdb.
void signal_table_command(const SignalTableWords& words, const CommonOptions& common);

}  // namespace ndpool::command
