#include "errors.hpp"

#include "ndpool/base/error.hpp"

namespace ndpool::python {

namespace nb = nanobind;

namespace {

/// Alive as long as the interpreter: the module holds them too.
struct ErrorTypes {
    PyObject* error = nullptr;
    PyObject* invalid_input = nullptr;
    PyObject* too_large = nullptr;
    PyObject* io_error = nullptr;
    PyObject* numerical_failure = nullptr;
} types;

PyObject* new_error(nb::module_& module, const char* name, const char* text, nb::handle bases) {
    const std::string full = std::string("ndpool.") + name;
    PyObject* const type = PyErr_NewExceptionWithDoc(full.c_str(), text, bases.ptr(), nullptr);
    if (type == nullptr) {
        throw nb::python_error();
    }
    module.attr(name) = nb::steal(type);
    return type;
}

void translate(const std::exception_ptr& thrown, void* /*unused*/) {
    try {
        std::rethrow_exception(thrown);
    } catch (const InvalidInput& error) {
        PyErr_SetString(types.invalid_input, error.what());
    } catch (const TooLarge& error) {
        PyErr_SetString(types.too_large, error.what());
    } catch (const IoError& error) {
        PyErr_SetString(types.io_error, error.what());
    } catch (const NumericalFailure& error) {
        PyErr_SetString(types.numerical_failure, error.what());
    } catch (const Error& error) {
        PyErr_SetString(types.error, error.what());
    }
}

}  // namespace

void bind_errors(nb::module_& module) {
    types.error = new_error(module, "Error", "The base class of all errors of ndpool.", nb::handle(PyExc_Exception));
    const nb::object error = nb::borrow(types.error);
    const auto both = [&](PyObject* other) { return nb::make_tuple(error, nb::borrow(other)); };
    types.invalid_input =
        new_error(module, "InvalidInput", "Data or options are wrong; the message names the place.", both(PyExc_ValueError));
    types.too_large =
        new_error(module, "TooLarge", "The result would not fit in memory; the message says how much it would take.",
                  both(PyExc_MemoryError));
    types.io_error = new_error(module, "IoError", "The operating system refused to read or write.", both(PyExc_OSError));
    types.numerical_failure = new_error(module, "NumericalFailure", "An iteration did not reach the accuracy that is needed.",
                                        both(PyExc_ArithmeticError));
    nb::register_exception_translator(translate);
}

}  // namespace ndpool::python
