#include "ndpool/experiments/experiment_list.hpp"

#include "ndpool/experiments/cut_size.hpp"

namespace ndpool {

std::vector<Experiment> experiment_list() {
    return {
        {"cut-size", "Size of the cut on six families of graphs (supplement, table 1)", cut_size_table},
    };
}

}  // namespace ndpool
