#pragma once

#include <stdexcept>
#include <string>

namespace ndpool {

/// What every exception of ndpool derives from. `what()` is one line a user can act on.
class Error : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// The caller's data or options are wrong; the message names the place (file and line, or entry).
class InvalidInput : public Error {
public:
    using Error::Error;
};

/// The operating system refused to write or to go on reading: full disk, broken device.
class IoError : public Error {
public:
    using Error::Error;
};

/// An iteration did not reach the accuracy that the caller insisted on.
class NumericalFailure : public Error {
public:
    using Error::Error;
};

/// The result is well defined but would not fit in memory; the message says how much it would take.
class TooLarge : public Error {
public:
    using Error::Error;
};

}  // namespace ndpool
