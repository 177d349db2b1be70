#include "ndpool/distributed/ranks.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <ctime>
#include <limits>

namespace ndpool {

namespace {

/// Counts the CPU time of its scope as waiting.
class Waiting {
public:
    explicit Waiting(Traffic& traffic) : traffic_(traffic), begin_(cpu_seconds()) {}
    ~Waiting() { traffic_.waiting_cpu_seconds += cpu_seconds() - begin_; }
    Waiting(const Waiting&) = delete;
    Waiting& operator=(const Waiting&) = delete;

private:
    Traffic& traffic_;
    double begin_;
};

void add_bins(void* in, void* in_out, int* length, MPI_Datatype* /*type*/) {
    const auto* const from = static_cast<const ExactSum::Bins*>(in);
    auto* const to = static_cast<ExactSum::Bins*>(in_out);
    for (int i = 0; i < *length; ++i) {
        for (std::size_t bin = 0; bin < ExactSum::bins; ++bin) {
            to[i][bin] += from[i][bin];
        }
    }
}

/// Bytes go in pieces: MPI counts with 31 bits.
constexpr std::size_t largest_piece = std::size_t{1} << 30U;

}  // namespace

double cpu_seconds() {
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

double peak_memory() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return 1024.0 * static_cast<double>(usage.ru_maxrss);
}

Ranks::Ranks(MPI_Comm comm) : comm_(comm) {
    MPI_Comm_rank(comm_, &rank_);
    MPI_Comm_size(comm_, &count_);
}

Ranks::~Ranks() {
    for (auto& [size, type] : types_) {
        MPI_Type_free(&type);
    }
}

std::int64_t Ranks::sum(std::int64_t number) const {
    sum(std::span(&number, 1));
    return number;
}

void Ranks::sum(std::span<std::int64_t> numbers) const {
    const Waiting waiting(traffic_);
    MPI_Allreduce(MPI_IN_PLACE, numbers.data(), static_cast<int>(numbers.size()), MPI_INT64_T, MPI_SUM, comm_);
}

double Ranks::sum(ExactSum number) const {
    const Waiting waiting(traffic_);
    MPI_Op operation = MPI_OP_NULL;
    MPI_Op_create(add_bins, 1, &operation);
    MPI_Allreduce(MPI_IN_PLACE, &number.parts(), 1, bytes_type(sizeof(ExactSum::Bins)), operation, comm_);
    MPI_Op_free(&operation);
    return number.value();
}

std::int64_t Ranks::sum_before(std::int64_t number) const {
    const Waiting waiting(traffic_);
    std::int64_t before = 0;
    MPI_Exscan(&number, &before, 1, MPI_INT64_T, MPI_SUM, comm_);
    return is_first() ? 0 : before;
}

std::int64_t Ranks::most(std::int64_t number) const {
    const Waiting waiting(traffic_);
    MPI_Allreduce(MPI_IN_PLACE, &number, 1, MPI_INT64_T, MPI_MAX, comm_);
    return number;
}

double Ranks::most(double number) const {
    const Waiting waiting(traffic_);
    MPI_Allreduce(MPI_IN_PLACE, &number, 1, MPI_DOUBLE, MPI_MAX, comm_);
    return number;
}

std::uint64_t Ranks::any(std::uint64_t bits) const {
    const Waiting waiting(traffic_);
    MPI_Allreduce(MPI_IN_PLACE, &bits, 1, MPI_UINT64_T, MPI_BOR, comm_);
    return bits;
}

std::vector<std::int64_t> Ranks::all(std::int64_t number) const {
    std::vector<std::int64_t> numbers(static_cast<std::size_t>(count_));
    MPI_Allgather(&number, 1, MPI_INT64_T, numbers.data(), 1, MPI_INT64_T, comm_);
    return numbers;
}

std::vector<double> Ranks::all(double number) const {
    std::vector<double> numbers(static_cast<std::size_t>(count_));
    MPI_Allgather(&number, 1, MPI_DOUBLE, numbers.data(), 1, MPI_DOUBLE, comm_);
    return numbers;
}

std::string Ranks::from_first(std::string text) const {
    std::int64_t size = most(is_first() ? static_cast<std::int64_t>(text.size()) : 0);
    text.resize(static_cast<std::size_t>(size));
    MPI_Bcast(text.data(), static_cast<int>(size), MPI_BYTE, 0, comm_);
    return text;
}

void Ranks::barrier() const {
    const Waiting waiting(traffic_);
    MPI_Barrier(comm_);
}

MPI_Datatype Ranks::bytes_type(std::size_t size) const {
    auto [at, is_new] = types_.try_emplace(size, MPI_DATATYPE_NULL);
    if (is_new) {
        MPI_Type_contiguous(static_cast<int>(size), MPI_BYTE, &at->second);
        MPI_Type_commit(&at->second);
    }
    return at->second;
}

void Ranks::agree(const std::optional<Failure>& failure) const {
    const std::int64_t nobody = std::numeric_limits<std::int64_t>::max();
    const std::int64_t lowest = -most(failure ? -std::int64_t{rank_} : -nobody);
    if (lowest == nobody) {
        return;
    }
    const int speaker = static_cast<int>(lowest);
    int kind = failure ? failure->kind : 0;
    std::string message = failure ? failure->message : "";
    auto size = static_cast<std::int64_t>(message.size());
    MPI_Bcast(&kind, 1, MPI_INT, speaker, comm_);
    MPI_Bcast(&size, 1, MPI_INT64_T, speaker, comm_);
    message.resize(static_cast<std::size_t>(size));
    MPI_Bcast(message.data(), static_cast<int>(size), MPI_BYTE, speaker, comm_);
    failed_together_ = true;
    switch (kind) {
        case 1: throw InvalidInput(message);
        case 2: throw TooLarge(message);
        case 3: throw NumericalFailure(message);
        default: throw IoError(message);
    }
}

std::vector<char> Ranks::gathered_bytes(std::span<const char> bytes) const {
    const std::vector<std::int64_t> sizes = all(static_cast<std::int64_t>(bytes.size()));
    std::vector<char> everything;
    if (is_first()) {
        everything.assign(bytes.begin(), bytes.end());
    }
    for (int from = 1; from < count_; ++from) {
        for (std::size_t at = 0; at < static_cast<std::size_t>(sizes[from]); at += largest_piece) {
            const std::size_t piece = std::min(largest_piece, static_cast<std::size_t>(sizes[from]) - at);
            if (is_first()) {
                const std::size_t old = everything.size();
                everything.resize(old + piece);
                MPI_Recv(everything.data() + old, static_cast<int>(piece), MPI_BYTE, from, 0, comm_, MPI_STATUS_IGNORE);
            } else if (rank_ == from) {
                MPI_Send(bytes.data() + at, static_cast<int>(piece), MPI_BYTE, 0, 0, comm_);
            }
        }
    }
    return everything;
}

std::vector<char> Ranks::scattered_bytes(std::span<const char> bytes, std::size_t count) const {
    const std::vector<std::int64_t> sizes = all(static_cast<std::int64_t>(count));
    std::vector<char> own(count);
    std::size_t at = static_cast<std::size_t>(sizes[0]);
    if (is_first()) {
        std::copy_n(bytes.begin(), count, own.begin());
    }
    for (int to = 1; to < count_; ++to) {
        for (std::size_t done = 0; done < static_cast<std::size_t>(sizes[to]); done += largest_piece) {
            const std::size_t piece = std::min(largest_piece, static_cast<std::size_t>(sizes[to]) - done);
            if (is_first()) {
                MPI_Send(bytes.data() + at, static_cast<int>(piece), MPI_BYTE, to, 1, comm_);
                at += piece;
            } else if (rank_ == to) {
                MPI_Recv(own.data() + done, static_cast<int>(piece), MPI_BYTE, 0, 1, comm_, MPI_STATUS_IGNORE);
            }
        }
    }
    return own;
}

}  // namespace ndpool
