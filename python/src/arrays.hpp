#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace ndpool::python {

/// A NumPy array of one dimension that cannot be written to.
template <typename Number>
using ReadOnly = nanobind::ndarray<nanobind::numpy, const Number, nanobind::ndim<1>>;

/// An argument: contiguous, in memory, of exactly this type.
template <typename Number>
using Given = nanobind::ndarray<const Number, nanobind::ndim<1>, nanobind::c_contig, nanobind::device::cpu>;
using GivenTable = nanobind::ndarray<const double, nanobind::ndim<2>, nanobind::c_contig, nanobind::device::cpu>;

/// A view of memory that `owner` keeps alive.
template <typename Number, typename Owner>
ReadOnly<Number> view_of(const Number* data, std::size_t size, std::shared_ptr<Owner> owner) {
    auto* const kept = new std::shared_ptr<Owner>(std::move(owner));
    const nanobind::capsule holder(kept, [](void* held) noexcept { delete static_cast<std::shared_ptr<Owner>*>(held); });
    return ReadOnly<Number>(data, {size}, holder);
}

template <typename Number, typename Owner>
ReadOnly<Number> view_of(const std::vector<Number>& values, std::shared_ptr<Owner> owner) {
    return view_of(values.data(), values.size(), std::move(owner));
}

/// An array that owns its values.
template <typename Number>
ReadOnly<Number> array_of(std::vector<Number> values) {
    const auto kept = std::make_shared<const std::vector<Number>>(std::move(values));
    return view_of(*kept, kept);
}

/// A table of two dimensions that owns its values; Python may write to it.
template <typename Number>
nanobind::ndarray<nanobind::numpy, Number, nanobind::ndim<2>> table_of(std::vector<Number> values, std::size_t columns) {
    auto* const kept = new std::vector<Number>(std::move(values));
    const nanobind::capsule holder(kept, [](void* held) noexcept { delete static_cast<std::vector<Number>*>(held); });
    const std::size_t rows = columns == 0 ? 0 : kept->size() / columns;
    return {kept->data(), {rows, columns}, holder};
}

}  // namespace ndpool::python
