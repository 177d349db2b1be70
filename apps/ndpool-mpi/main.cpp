// The program ndpool-mpi: mpirun starts it several times, and the ranks work on one graph together.
#include <fcntl.h>
#include <fmt/format.h>
#include <petscsys.h>
#include <unistd.h>

#include <cstdlib>

#include "last_words.hpp"
#include "mpi_commands.hpp"
#include "program.hpp"

namespace ndpool::command {

void run_on_ranks(const Ranks& ranks, const std::function<void()>& command) {
    try {
        command();
    } catch (const std::exception& error) {
        if (!ranks.failed_together() && ranks.count() > 1) {
            speak_last(fmt::format("ndpool: rank {}: {}\n", ranks.rank(), error.what()));
            MPI_Abort(ranks.comm(), 1);
        }
        throw;
    }
}

namespace {

/// All ranks meet the same errors and print the same; one copy is enough.
void silence() {
    const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (nowhere >= 0) {
        dup2(nowhere, STDOUT_FILENO);
        if (std::getenv("NDPOOL_ALL_RANKS_SPEAK") == nullptr) {
            dup2(nowhere, STDERR_FILENO);
        }
        close(nowhere);
    }
}

int run(int count, char** words) {
    const Ranks ranks(MPI_COMM_WORLD);
    speak_when_ended(ranks.comm());
    if (!ranks.is_first()) {
        silence();
    }
    const Program program{
        "ndpool-mpi: Node Decimation Pooling of one graph on several machines. Started by mpirun; docs/many_machines.md says "
        "how.",
        "Examples:\n"
        "  mpirun -n 4 ndpool-mpi info road.ndg\n"
        "  mpirun -n 4 ndpool-mpi coarsen road.ndg -o pyramid --accuracy lean --until 1000\n"
        "Run ndpool-mpi COMMAND --help for the options of a command.",
        [&](CLI::App& app, CommonOptions& common) {
            add_mpi_info(app, common, ranks);
            add_mpi_generate(app, common, ranks);
            add_mpi_cut(app, common, ranks);
            add_mpi_coarsen(app, common, ranks);
        }};
    const int code = run_program(program, count, words);
    stop_listening();
    return code;
}

}  // namespace

}  // namespace ndpool::command

int main(int count, char** words) {
    MPI_Init(&count, &words);
    PetscOptionsSetValue(nullptr, "-no_signal_handler", nullptr);
    if (PetscInitializeNoArguments() != 0) {
        return 1;
    }
    const int code = ndpool::command::run(count, words);
    PetscFinalize();
    MPI_Finalize();
    return code;
}
