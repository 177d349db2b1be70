#pragma once

#include <mpi.h>

#include <cstdint>
#include <map>
#include <memory>
#include <new>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "ndpool/base/error.hpp"
#include "ndpool/distributed/exact_sum.hpp"

namespace ndpool {

/// What one rank sent and waited for.
struct Traffic {
    std::int64_t exchanges = 0;
    double bytes_received = 0;
    double waiting_cpu_seconds = 0;  ///< CPU time inside exchanges and sums, most of it polling
};

/// The processes of a communicator, which work on one graph together. All functions but `rank` and `count` are collective: every
/// rank calls them in the same order.
class Ranks {
public:
    /// The communicator stays the caller's and must live longer. MPI and PETSc must have been initialised.
    explicit Ranks(MPI_Comm comm);
    ~Ranks();
    Ranks(const Ranks&) = delete;
    Ranks& operator=(const Ranks&) = delete;

    [[nodiscard]] MPI_Comm comm() const { return comm_; }
    [[nodiscard]] int rank() const { return rank_; }
    [[nodiscard]] int count() const { return count_; }
    [[nodiscard]] bool is_first() const { return rank_ == 0; }

    [[nodiscard]] std::int64_t sum(std::int64_t number) const;
    void sum(std::span<std::int64_t> numbers) const;
    [[nodiscard]] double sum(ExactSum number) const;
    /// The sum over the ranks before this one.
    [[nodiscard]] std::int64_t sum_before(std::int64_t number) const;
    [[nodiscard]] std::int64_t most(std::int64_t number) const;
    [[nodiscard]] double most(double number) const;
    [[nodiscard]] double least(double number) const { return -most(-number); }
    /// The bits that any rank has.
    [[nodiscard]] std::uint64_t any(std::uint64_t bits) const;
    /// The numbers of all ranks, in their order.
    [[nodiscard]] std::vector<std::int64_t> all(std::int64_t number) const;
    [[nodiscard]] std::vector<double> all(double number) const;
    /// What the first rank has.
    [[nodiscard]] std::string from_first(std::string text) const;
    /// All items, one rank after the other, on the first rank; nothing on the others.
    template <typename Item>
    [[nodiscard]] std::vector<Item> gathered(const std::vector<Item>& items) const;
    /// The part of the first rank's items that belongs to this rank: `count` of them, one rank after the other.
    template <typename Item>
    [[nodiscard]] std::vector<Item> scattered(const std::vector<Item>& items, std::size_t count) const;
    void barrier() const;

    /// Does work that needs no other rank. If it throws an Error on any rank, all ranks throw that of the lowest one.
    template <typename Work>
    void together(const Work& work) const {
        std::optional<Failure> failure;
        try {
            work();
        } catch (const InvalidInput& error) {
            failure = {1, error.what()};
        } catch (const TooLarge& error) {
            failure = {2, error.what()};
        } catch (const NumericalFailure& error) {
            failure = {3, error.what()};
        } catch (const Error& error) {
            failure = {4, error.what()};
        } catch (const std::bad_alloc&) {
            failure = {2, "there is no more memory"};
        }
        agree(failure);
    }
    /// Whether the error that is being handled is known to all ranks.
    [[nodiscard]] bool failed_together() const { return failed_together_; }

    [[nodiscard]] Traffic& traffic() const { return traffic_; }
    /// A type of so many bytes.
    [[nodiscard]] MPI_Datatype bytes_type(std::size_t size) const;

private:
    struct Failure {
        int kind = 0;
        std::string message;
    };
    void agree(const std::optional<Failure>& failure) const;
    [[nodiscard]] std::vector<char> gathered_bytes(std::span<const char> bytes) const;
    [[nodiscard]] std::vector<char> scattered_bytes(std::span<const char> bytes, std::size_t count) const;

    MPI_Comm comm_;
    int rank_ = 0;
    int count_ = 1;
    mutable bool failed_together_ = false;
    mutable Traffic traffic_;
    mutable std::map<std::size_t, MPI_Datatype> types_;
};

/// CPU seconds of this process.
[[nodiscard]] double cpu_seconds();
/// The most bytes of memory that this process has had.
[[nodiscard]] double peak_memory();

template <typename Item>
std::vector<Item> Ranks::gathered(const std::vector<Item>& items) const {
    const std::vector<char> bytes = gathered_bytes({reinterpret_cast<const char*>(items.data()), items.size() * sizeof(Item)});
    const auto* const begin = reinterpret_cast<const Item*>(bytes.data());
    return {begin, begin + bytes.size() / sizeof(Item)};
}

template <typename Item>
std::vector<Item> Ranks::scattered(const std::vector<Item>& items, std::size_t count) const {
    const std::vector<char> bytes =
        scattered_bytes({reinterpret_cast<const char*>(items.data()), items.size() * sizeof(Item)}, count * sizeof(Item));
    const auto* const begin = reinterpret_cast<const Item*>(bytes.data());
    return {begin, begin + bytes.size() / sizeof(Item)};
}

}  // namespace ndpool
