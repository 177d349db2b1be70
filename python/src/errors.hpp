#pragma once

#include <nanobind/nanobind.h>

namespace ndpool::python {

/// Adds ndpool.Error and what derives from it to the module: InvalidInput is also a ValueError, TooLarge a MemoryError, IoError
/// an OSError, NumericalFailure an ArithmeticError.
void bind_errors(nanobind::module_& module);

}  // namespace ndpool::python
