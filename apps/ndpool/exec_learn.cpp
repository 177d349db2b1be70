#include "exec_learn.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "ndpool/base/error.hpp"

namespace ndpool::command {

namespace {

namespace fs = std::filesystem;

constexpr int keep_what_is_there = 0;

/// OpenBLAS before 0.3.22 does not know recent Intel processors and falls back to kernels without wide vectors.
void choose_blas_kernels() {
#if defined(__x86_64__)
    __builtin_cpu_init();
    if (__builtin_cpu_is("intel") != 0 && __builtin_cpu_supports("avx512f") != 0) {
        setenv("OPENBLAS_CORETYPE", "SKYLAKEX", keep_what_is_there);
    }
#endif
}

/// The program that $NDPOOL_LEARN names, else the one beside this program.
fs::path learning_program() {
    const char* const named = std::getenv("NDPOOL_LEARN");
    if (named != nullptr && *named != '\0') {
        return named;
    }
    return fs::read_symlink("/proc/self/exe").parent_path() / "ndpool-learn";
}

}  // namespace

void run_learning_program(char** words) {
    const fs::path program = learning_program();
    std::error_code ignored;
    if (!fs::exists(program, ignored)) {
        throw InvalidInput(
            fmt::format("this ndpool has no learning part: {} is not there; 'make install' in a clone of ndpool installs it "
                        "(it needs LibTorch), and $NDPOOL_LEARN names it elsewhere",
                        program.string()));
    }
    choose_blas_kernels();
    setenv("OPENBLAS_NUM_THREADS", "1", keep_what_is_there);  // folds are trained in parallel instead
    execv(program.c_str(), words);
    throw IoError(fmt::format("{}: cannot run it: {}", program.string(), std::strerror(errno)));
}

void add_handed_over(CLI::App& app, const HandedOver& command, char** words) {
    CLI::App* added = app.add_subcommand(command.name, command.meaning);
    added->set_help_flag();
    added->prefix_command();
    added->callback([words] { run_learning_program(words); });
}

}  // namespace ndpool::command
