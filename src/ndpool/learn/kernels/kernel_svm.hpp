#pragma once

#include <memory>
#include <span>
#include <vector>

#include "ndpool/learn/kernels/wl_kernel.hpp"

namespace ndpool {

/// A kernel matrix in the form that libsvm reads, 16 bytes per entry; any number of machines may be trained on it at the same
/// time.
class SvmKernel {
public:
    explicit SvmKernel(const KernelMatrix& kernel);
    ~SvmKernel();
    SvmKernel(const SvmKernel&) = delete;
    SvmKernel& operator=(const SvmKernel&) = delete;

    [[nodiscard]] std::size_t size() const { return size_; }

private:
    struct Rows;
    friend std::vector<int> svm_classes(const SvmKernel&, std::span<const int>, std::span<const int>, std::span<const int>,
                                        double);

    std::size_t size_;
    std::unique_ptr<Rows> rows_;
};

/// Trains a support vector machine with soft margin (C-SVM, one against one for several classes) on the graphs `train` and
/// returns the classes that it gives the graphs `asked`. `classes` has one for each row of the kernel; the classes of other
/// graphs than `train` are not read. The result depends on the arguments alone. Throws InvalidInput if there is nothing to
/// train on, a number of a graph is out of range, or the cost is not positive.
[[nodiscard]] std::vector<int> svm_classes(const SvmKernel& kernel, std::span<const int> classes, std::span<const int> train,
                                           std::span<const int> asked, double cost);

}  // namespace ndpool
