#pragma once

namespace ndpool::command {

/// The whole program ndpool: its exit code for a command line, whose first word is the program's name. The Python module has
/// it too.
[[nodiscard]] int run_ndpool(int count, char** words);

}  // namespace ndpool::command
