#include "last_words.hpp"

#include <unistd.h>

#include <atomic>
#include <csignal>
#include <new>

namespace ndpool::command {

namespace {

constexpr std::string_view message =
    "ndpool-mpi: the job was ended because a rank died or somebody ended it; no result was written; coarsen --resume continues "
    "after the last whole level\n";

using Flag = std::atomic<int>;
static_assert(Flag::is_always_lock_free);

// A signal handler can reach nothing but what is global.
Flag* spoken = nullptr;  ///< shared by the ranks of a machine
int error_output = -1;
MPI_Win window = MPI_WIN_NULL;

extern "C" void end_with_a_word(int signal) {
    if (spoken != nullptr && spoken->exchange(1) == 0) {
        static_cast<void>(!write(error_output, message.data(), message.size()));
    }
    std::signal(signal, SIG_DFL);
    std::raise(signal);
}

}  // namespace

void speak_when_ended(MPI_Comm comm) {
    int rank = 0;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm machine = MPI_COMM_NULL;
    MPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &machine);
    int first_here = rank;
    MPI_Bcast(&first_here, 1, MPI_INT, 0, machine);
    int rank_here = 0;
    MPI_Comm_rank(machine, &rank_here);
    void* memory = nullptr;
    MPI_Win_allocate_shared(rank_here == 0 ? sizeof(Flag) : 0, 1, MPI_INFO_NULL, machine, &memory, &window);
    MPI_Aint size = 0;
    int unit = 1;
    MPI_Win_shared_query(window, 0, &size, &unit, &memory);
    if (rank_here == 0) {
        new (memory) Flag(first_here == 0 ? 0 : 1);
    }
    MPI_Barrier(machine);
    MPI_Comm_free(&machine);
    error_output = dup(STDERR_FILENO);
    spoken = static_cast<Flag*>(memory);
    std::signal(SIGTERM, end_with_a_word);
}

void speak_last(std::string_view line) {
    spoken->store(1);
    static_cast<void>(!write(error_output, line.data(), line.size()));
}

void stop_listening() {
    std::signal(SIGTERM, SIG_DFL);
    spoken = nullptr;
    MPI_Win_free(&window);
    close(error_output);
}

}  // namespace ndpool::command
