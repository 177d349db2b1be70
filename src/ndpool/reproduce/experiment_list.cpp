#include "ndpool/reproduce/experiment_list.hpp"

#include "ndpool/reproduce/cut_size.hpp"

namespace ndpool {

std::vector<Experiment> experiment_list() {
    return {
        {"cut-size", "Size of the cut on six families of graphs (supplement, table 1)", cut_size_table},
    };
}

std::vector<LearnedExperiment> learned_experiment_list() {
    return {
        {"table-graphs", "Accuracy and time of every pooling method on graph classification (Table I, Fig. 7)"},
        {"table-ablation", "Accuracy of NDP with other reductions, sides, cuts, normalisations and readouts"},
        {"table-expressiveness", "Which pools let a network tell graphs apart that the Weisfeiler-Lehman test does"},
        {"table-mnist", "Accuracy of pooling methods on images over the graph of their pixels (Table II)"},
        {"table-imdb", "Accuracy of pooling methods on reviews over a graph of words (Table III)"},
    };
}

}  // namespace ndpool
