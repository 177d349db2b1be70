#include "ndpool/learn/kernels/kernel_svm.hpp"

#include <fmt/format.h>
#include <libsvm/svm.h>

#include <algorithm>
#include <cmath>

namespace ndpool {

/// Row i begins with its number, from 1 on, followed by all entries of row i of the kernel. For two graphs, libsvm looks up the
/// value in the row of one at the number of the other, so any subset of the graphs can share these rows.
struct SvmKernel::Rows {
    std::vector<svm_node> nodes;
    std::size_t width = 0;

    /// libsvm takes non-const pointers to what it only reads.
    [[nodiscard]] svm_node* row(int graph) const {
        return const_cast<svm_node*>(nodes.data()) + static_cast<std::size_t>(graph) * width;
    }
};

SvmKernel::SvmKernel(const KernelMatrix& kernel) : size_(kernel.size), rows_(std::make_unique<Rows>()) {
    rows_->width = size_ + 1;
    rows_->nodes.reserve(size_ * rows_->width);
    for (std::size_t row = 0; row < size_; ++row) {
        rows_->nodes.push_back({0, static_cast<double>(row + 1)});
        for (std::size_t column = 0; column < size_; ++column) {
            rows_->nodes.push_back({static_cast<int>(column + 1), kernel(row, column)});
        }
    }
}

SvmKernel::~SvmKernel() = default;

namespace {

struct FreeModel {
    void operator()(svm_model* model) const { svm_free_and_destroy_model(&model); }
};

/// libsvm reports its progress through one function for the whole program.
void silence() {
    static const bool once = [] {
        svm_set_print_string_function([](const char*) {});
        return true;
    }();
    (void)once;
}

svm_parameter parameters(double cost, std::size_t graphs) {
    constexpr double most_cache = 1024;  // MB
    const double whole = static_cast<double>(graphs) * static_cast<double>(graphs) * sizeof(float) / (1 << 20);
    svm_parameter result{};
    result.svm_type = C_SVC;
    result.kernel_type = PRECOMPUTED;
    result.cache_size = std::clamp(2 * whole, 1.0, most_cache);
    result.eps = 1e-3;
    result.C = cost;
    result.shrinking = 1;
    return result;
}

void require_trainable(std::size_t size, std::span<const int> classes, std::span<const int> train, std::span<const int> asked,
                       double cost) {
    if (!(cost > 0) || !std::isfinite(cost)) {
        throw InvalidInput(fmt::format("cost of the margin: it is {}, expected a positive number", cost));
    }
    if (classes.size() != size || train.empty()) {
        throw InvalidInput(
            fmt::format("support vectors: there are {} graphs to train on and {} classes for {} graphs, expected some and "
                        "one for each graph",
                        train.size(), classes.size(), size));
    }
    for (const auto list : {train, asked}) {
        for (const int graph : list) {
            if (graph < 0 || static_cast<std::size_t>(graph) >= size) {
                throw InvalidInput(fmt::format("support vectors: graph {} is not among the {} of the kernel", graph, size));
            }
        }
    }
}

}  // namespace

std::vector<int> svm_classes(const SvmKernel& kernel, std::span<const int> classes, std::span<const int> train,
                             std::span<const int> asked, double cost) {
    require_trainable(kernel.size(), classes, train, asked, cost);
    silence();
    std::vector<double> targets;
    std::vector<svm_node*> rows;
    for (const int graph : train) {
        targets.push_back(classes[graph]);
        rows.push_back(kernel.rows_->row(graph));
    }
    const svm_problem problem{static_cast<int>(train.size()), targets.data(), rows.data()};
    const svm_parameter parameter = parameters(cost, train.size());
    if (const char* const wrong = svm_check_parameter(&problem, &parameter)) {
        throw InvalidInput(fmt::format("support vectors: {}", wrong));
    }
    const std::unique_ptr<svm_model, FreeModel> model(svm_train(&problem, &parameter));
    std::vector<int> result;
    result.reserve(asked.size());
    for (const int graph : asked) {
        result.push_back(static_cast<int>(svm_predict(model.get(), kernel.rows_->row(graph))));
    }
    return result;
}

}  // namespace ndpool
