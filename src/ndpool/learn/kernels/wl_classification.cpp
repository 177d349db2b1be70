#include "ndpool/learn/kernels/wl_classification.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>

#include "ndpool/learn/kernels/kernel_svm.hpp"

namespace ndpool {

namespace {

double accuracy(const std::vector<int>& found, std::span<const int> graphs, std::span<const int> classes) {
    int right = 0;
    for (std::size_t k = 0; k < graphs.size(); ++k) {
        right += found[k] == classes[graphs[k]] ? 1 : 0;
    }
    return graphs.empty() ? 0 : static_cast<double>(right) / static_cast<double>(graphs.size());
}

void require_sound(std::span<const Fold> folds, const WlOptions& options) {
    const auto ascending = [](const auto& list) {
        return !list.empty() && std::adjacent_find(list.begin(), list.end(), std::greater_equal<>()) == list.end();
    };
    if (!ascending(options.rounds) || !ascending(options.costs) || options.rounds.front() < 0) {
        throw InvalidInput("rounds and costs to try: expected at least one of each, ascending, and no negative rounds");
    }
    const bool choice = options.rounds.size() * options.costs.size() > 1;
    for (const Fold& fold : folds) {
        if (fold.train.empty() || fold.test.empty() || (choice && fold.validation.empty())) {
            throw InvalidInput(
                fmt::format("folds: one has {} graphs to train on, {} to validate and {} to test, expected some of each",
                            fold.train.size(), fold.validation.size(), fold.test.size()));
        }
    }
}

/// The kernels of increasing numbers of rounds, one at a time, because all of them may not fit in memory.
class GrowingKernel {
public:
    GrowingKernel(const Dataset& dataset, const Parallel& parallel)
        : dataset_(dataset),
          parallel_(parallel),
          labels_(first_labels(dataset)),
          kernel_{dataset.graphs.size(), std::vector<double>(dataset.graphs.size() * dataset.graphs.size(), 0)} {
        add_label_products(dataset_, labels_, kernel_, parallel_);
    }
    /// The kernel after `rounds` rounds, a number that never decreases from call to call.
    const KernelMatrix& after(int rounds) {
        for (; rounds_ < rounds; ++rounds_) {
            labels_ = refined_labels(dataset_, labels_);
            add_label_products(dataset_, labels_, kernel_, parallel_);
        }
        return kernel_;
    }

private:
    const Dataset& dataset_;
    Parallel parallel_;
    std::vector<int> labels_;
    KernelMatrix kernel_;
    int rounds_ = 0;
};

/// Chooses the cost for this kernel, and replaces `best` if that does better on the validation graphs than what was chosen
/// before.
void try_kernel(const SvmKernel& kernel, int rounds, std::span<const int> classes, const Fold& fold,
                std::span<const double> costs, bool first, WlFold& best) {
    WlFold here{rounds, costs.front(), -1, 0};
    for (const double cost : costs) {
        const double right = accuracy(svm_classes(kernel, classes, fold.train, fold.validation, cost), fold.validation, classes);
        if (right > here.validation_accuracy) {
            here.cost = cost;
            here.validation_accuracy = right;
        }
    }
    if (!first && here.validation_accuracy <= best.validation_accuracy) {
        return;
    }
    std::vector<int> train = fold.train;
    train.insert(train.end(), fold.validation.begin(), fold.validation.end());
    std::sort(train.begin(), train.end());
    here.test_accuracy = accuracy(svm_classes(kernel, classes, train, fold.test, here.cost), fold.test, classes);
    best = here;
}

}  // namespace

std::vector<WlFold> wl_classification(const Dataset& dataset, std::span<const Fold> folds, const WlOptions& options,
                                      const Parallel& parallel, const Progress& progress) {
    require_sound(folds, options);
    std::vector<long> labels;
    const std::vector<int> classes = class_numbers(dataset, labels);
    GrowingKernel growing(dataset, parallel);
    std::vector<WlFold> best(folds.size());
    std::atomic<std::size_t> done = 0;
    for (const int rounds : options.rounds) {
        const SvmKernel kernel(normalized(growing.after(rounds)));
        parallel_for(folds.size(), parallel, [&](std::size_t f) {
            try_kernel(kernel, rounds, classes, folds[f], options.costs, rounds == options.rounds.front(), best[f]);
            if (progress) {
                progress("classify", ++done, folds.size() * options.rounds.size());
            }
        });
    }
    return best;
}

}  // namespace ndpool
