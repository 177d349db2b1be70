#pragma once

#include <cstddef>
#include <memory>
#include <span>

namespace ndpool {

/// An array of fixed size that is not initialised: its memory is first touched by the thread that writes to it, so the threads
/// of a parallel loop share that work too.
template <typename Number>
class Buffer {
public:
    Buffer() = default;
    explicit Buffer(std::size_t size) : numbers_(std::make_unique_for_overwrite<Number[]>(size)), size_(size) {}

    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] Number* data() { return numbers_.get(); }
    [[nodiscard]] const Number* data() const { return numbers_.get(); }
    [[nodiscard]] Number* begin() { return data(); }
    [[nodiscard]] Number* end() { return data() + size_; }
    [[nodiscard]] const Number* begin() const { return data(); }
    [[nodiscard]] const Number* end() const { return data() + size_; }
    Number& operator[](std::size_t i) { return numbers_[i]; }
    const Number& operator[](std::size_t i) const { return numbers_[i]; }

private:
    std::unique_ptr<Number[]> numbers_;
    std::size_t size_ = 0;
};

}  // namespace ndpool
