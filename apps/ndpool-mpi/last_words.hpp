#pragma once

#include <mpi.h>

#include <string_view>

namespace ndpool::command {

/// When mpirun ends a job because a rank died, or somebody ends the job, the ranks that are left get SIGTERM. One of them on the
/// machine of the first rank then prints one line that says so. To be called once, before ranks are silenced. Collective.
void speak_when_ended(MPI_Comm comm);

/// Prints why this rank is about to end the job, also if it was silenced; nobody else on its machine speaks then.
void speak_last(std::string_view line);

/// Frees what speak_when_ended took; from then on SIGTERM ends a rank silently. Collective.
void stop_listening();

}  // namespace ndpool::command
