#include "ndpool/distributed/exchange.hpp"

#include <fmt/format.h>

namespace ndpool {

void check_petsc(PetscErrorCode code) {
    if (code != 0) {
        throw IoError(fmt::format("PETSc reports error {}", static_cast<int>(code)));
    }
}

Exchange::Exchange(const Ranks& ranks, std::int64_t count, std::span<const PetscInt> wanted, std::vector<PetscInt> places)
    : ranks_(&ranks), leaves_(static_cast<std::int64_t>(wanted.size())) {
    PetscLayout layout = nullptr;
    check_petsc(PetscLayoutCreateFromSizes(ranks.comm(), static_cast<PetscInt>(count), PETSC_DECIDE, 1, &layout));
    check_petsc(PetscSFCreate(ranks.comm(), &sf_));
    check_petsc(PetscSFSetGraphLayout(sf_, layout, static_cast<PetscInt>(wanted.size()), places.empty() ? nullptr : places.data(),
                                      PETSC_COPY_VALUES, wanted.data()));
    check_petsc(PetscSFSetUp(sf_));
    check_petsc(PetscLayoutDestroy(&layout));
}

Exchange::Exchange(const Ranks& ranks, std::int64_t count, std::vector<PetscSFNode> wanted)
    : ranks_(&ranks), leaves_(static_cast<std::int64_t>(wanted.size())) {
    check_petsc(PetscSFCreate(ranks.comm(), &sf_));
    check_petsc(PetscSFSetGraph(sf_, static_cast<PetscInt>(count), static_cast<PetscInt>(wanted.size()), nullptr,
                                PETSC_COPY_VALUES, wanted.data(), PETSC_COPY_VALUES));
    check_petsc(PetscSFSetUp(sf_));
}

void Exchange::bring_bytes(std::size_t size, const void* own, void* to) const {
    const double begin = cpu_seconds();
    const MPI_Datatype type = ranks_->bytes_type(size);
    check_petsc(PetscSFBcastBegin(sf_, type, own, to, MPI_REPLACE));
    check_petsc(PetscSFBcastEnd(sf_, type, own, to, MPI_REPLACE));
    Traffic& traffic = ranks_->traffic();
    ++traffic.exchanges;
    traffic.bytes_received += static_cast<double>(leaves_) * static_cast<double>(size);
    traffic.waiting_cpu_seconds += cpu_seconds() - begin;
}

void Exchange::reset() {
    if (sf_ != nullptr) {
        PetscSFDestroy(&sf_);  // a destructor has nobody to tell
    }
}

}  // namespace ndpool
