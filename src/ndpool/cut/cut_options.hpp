#pragma once

#include <cstdint>
#include <string_view>

#include "ndpool/base/parallel.hpp"
#include "ndpool/cut/kept_side.hpp"
#include "ndpool/linalg/eigen/top_eigenvector.hpp"

namespace ndpool {

enum class CutMethod : std::uint8_t {
    spectral,  ///< the paper's method
    random,    ///< the paper's baseline
    trevisan,  ///< the method of the paper's appendix
    sdp,       ///< low-rank semidefinite relaxation, rounded, refined and combined: the largest cuts for the time
    power,     ///< early-stopped power iteration and single flips: the quickest
    tabu,      ///< sdp, then annealing, tabu search and crossing of cuts until the limit of TabuCutOptions
    /// In components of up to 20,000 nodes the largest cut of sdp and of spectral with either Laplacian, refined or not, so
    /// never below spectral; in larger ones sdp alone.
    automatic,
};

enum class ComponentPolicy : std::uint8_t {
    each,   ///< cut every component on its own and keep at least one of its nodes: nothing ever vanishes
    whole,  ///< one eigenvector for all, as the paper states it; a component may vanish, and the cut says so
};

/// Their names on the command line and in files, and the value of a name; throw InvalidInput for other names.
[[nodiscard]] std::string_view name_of(CutMethod method);
[[nodiscard]] std::string_view name_of(ComponentPolicy policy);
[[nodiscard]] CutMethod cut_method_named(std::string_view name);
[[nodiscard]] ComponentPolicy component_policy_named(std::string_view name);

struct SpectralCutOptions {
    Laplacian laplacian = Laplacian::symmetric;  ///< Sec. IV-A: signs are steadier than with L.
    double random_below = 0.5;                   ///< Alg. 2 line 4: below this a random cut is tried instead.
    int random_tries = 10;                       ///< how many random cuts are drawn; the best cut of all is returned
    /// Entries of v_max below this share of the largest have no sign: on DD the mean gamma of three levels is .701, if all
    /// signs are read .671.
    double zero_below = 1e-3;
    EigenOptions eigen = {};
};

struct PowerCutOptions {
    int steps = 20;  ///< more converge to a vector on few nodes (sensor graph of 10^4 nodes: gamma .62 after 20, .34 converged)
};

/// 0 means that the value is chosen by the size of the graph: the values that gave the largest cut for the time.
struct SdpCutOptions {
    int rank = 0;         ///< of the relaxation, 4 or 8
    int sweeps = 0;       ///< of the mixing method
    int hyperplanes = 0;  ///< how many roundings are refined and combined
};

struct TabuCutOptions {
    double seconds = 1;       ///< CPU seconds of the searching thread; with this limit the result depends on the machine
    std::uint64_t steps = 0;  ///< limit in flips tried and table entries: the same result everywhere; 0: `seconds` is the limit
};

struct SearchOptions {
    SdpCutOptions sdp = {};
    PowerCutOptions power = {};
    TabuCutOptions tabu = {};
    NodeId reduce_up_to = 2000000;  ///< larger graphs keep nodes of low degree: removing these needs memory and one thread
};

/// @code
/// CutOptions options = {.method = CutMethod::tabu, .keep = KeptSide::smaller};
/// options.search.tabu.steps = 100000;  // with a limit in steps the cut is the same on every machine
/// assert(cut_graph(complete_graph(9), options, Seed(1)).kept.size() == 4);
/// @endcode
struct CutOptions {
    CutMethod method = CutMethod::spectral;
    ComponentPolicy components = ComponentPolicy::each;
    KeptSide keep = KeptSide::first;  ///< side kept in every component, or in the whole graph where that is cut as one
    SpectralCutOptions spectral = {};
    SearchOptions search = {};
    Parallel parallel = {};  ///< for sdp and power on large graphs; the result is the same for every number of threads
};

}  // namespace ndpool
