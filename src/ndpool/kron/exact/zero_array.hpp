#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>

#include "ndpool/base/memory.hpp"

// Internal to kron/exact/.
namespace ndpool {

/// An array of zeros in large memory pages. A large array takes no time to make: the system clears each page when it is first
/// touched, where a vector would write its zeros a second time.
class ZeroArray {
public:
    ZeroArray() = default;
    explicit ZeroArray(std::size_t size) : numbers_(static_cast<double*>(std::calloc(size, sizeof(double)))) {
        if (size > 0 && numbers_ == nullptr) {
            throw std::bad_alloc();
        }
        prefer_large_pages(numbers_.get(), size * sizeof(double));
    }

    [[nodiscard]] double* data() { return numbers_.get(); }
    [[nodiscard]] const double* data() const { return numbers_.get(); }

private:
    struct Free {
        void operator()(double* numbers) const { std::free(numbers); }
    };
    std::unique_ptr<double[], Free> numbers_;
};

}  // namespace ndpool
