#include "ndpool/reproduce/learned/cleaned_table.hpp"

#include "ndpool/reproduce/learned/graph_table_paper.hpp"

namespace ndpool {

const GraphTableLayout& cleaned_table() {
    static const GraphTableLayout layout = [] {
        GraphTableLayout made{
            "table-cleaned", "Graph classification accuracy in percent, without copies of graphs", 10, {}, paper_table().columns};
        made.unique = SameGraph::structure;
        for (const GraphTableRow& row : paper_table().rows) {
            if (row.instead.empty()) {  // generated graphs have no copies
                made.rows.push_back({row.title, row.data, ""});
            }
        }
        return made;
    }();
    return layout;
}

}  // namespace ndpool
