#pragma once

#include <petscsf.h>

#include <span>
#include <utility>
#include <vector>

#include "ndpool/distributed/ranks.hpp"

namespace ndpool {

/// Brings values of items from the ranks that own them to those that need them: a PetscSF, destroyed with this object.
class Exchange {
public:
    Exchange() = default;
    /// `wanted[i]` is a global number; `first` and `count` are this rank's own items. The value of wanted[i] goes to place[i], or
    /// to i if there are no places.
    Exchange(const Ranks& ranks, std::int64_t count, std::span<const PetscInt> wanted, std::vector<PetscInt> places);
    /// Items by their rank and number there.
    Exchange(const Ranks& ranks, std::int64_t count, std::vector<PetscSFNode> wanted);
    ~Exchange() { reset(); }
    Exchange(Exchange&& other) noexcept : ranks_(other.ranks_), leaves_(other.leaves_), sf_(std::exchange(other.sf_, nullptr)) {}
    Exchange& operator=(Exchange&& other) noexcept {
        std::swap(sf_, other.sf_);
        std::swap(leaves_, other.leaves_);
        std::swap(ranks_, other.ranks_);
        return *this;
    }

    /// From the own values to the places of the wanted ones.
    template <typename Value>
    void bring(const Value* own, Value* to) const {
        bring_bytes(sizeof(Value), own, to);
    }

private:
    void bring_bytes(std::size_t size, const void* own, void* to) const;
    void reset();

    const Ranks* ranks_ = nullptr;
    std::int64_t leaves_ = 0;
    PetscSF sf_ = nullptr;
};

/// Throws IoError if PETSc reports one.
void check_petsc(PetscErrorCode code);

}  // namespace ndpool
