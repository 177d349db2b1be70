#pragma once

#include <stdexcept>
#include <string>
#include <utility>

namespace ndpool {

/// The base class of all exceptions of ndpool. `what()` is one line that a user can act on, even if it quotes text with line
/// breaks.
///
/// @code
/// try {
///     (void)generate_graph("grid:0x5", Seed(1));
/// } catch (const InvalidInput& error) {
///     assert(std::string(error.what()).starts_with("grid:0x5: "));
/// }
/// @endcode
class Error : public std::runtime_error {
public:
    explicit Error(std::string message) : std::runtime_error(on_one_line(std::move(message))) {}

private:
    static std::string on_one_line(std::string text) {
        for (char& letter : text) {
            letter = letter == '\n' || letter == '\r' ? ' ' : letter;
        }
        return text;
    }
};

/// The caller's data or options are wrong; the message names the place (file and line, or entry).
class InvalidInput : public Error {
public:
    using Error::Error;
};

/// The operating system refused to write or to continue reading: full disk, broken device.
class IoError : public Error {
public:
    using Error::Error;
};

/// An iteration did not reach the accuracy that the caller required.
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
