#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ndpool/cut/cut_options.hpp"
#include "ndpool/kron/kron_reduction.hpp"
#include "ndpool/sparsify/threshold.hpp"

namespace ndpool {

enum class SparsifyWhen : std::uint8_t {
    at_the_end,  ///< recurse on the exact graph and threshold the copies that are returned: the paper's Alg. 1
    each_level,  ///< threshold every level and recurse on that: smaller, but errors add up
};

/// How close levels are to the Kron reduction.
enum class Accuracy : std::uint8_t {
    exact,     ///< the reduction itself, which is dense where the cut is poor
    faithful,  ///< with a drop tolerance: the threshold keeps the same edges, at a cost that is linear in the nodes
    lean,      ///< few nonzeros per node on every level, the smallest eigenvalues are kept: see docs/method.md
};

/// Whether levels are compared with the exact Kron reductions onto the same nodes, whose smallest eigenvalues are found without
/// forming them: Level::spectrum.
enum class Measuring : std::uint8_t {
    automatic,  ///< lean levels of graphs of at most 3,000,000 nodes are measured and fitted to what was measured; no others are
    never,
    always,     ///< all are measured; lean ones are also fitted
    certified,  ///< and the exact eigenvalues are bounded from both sides, which takes longer
};

/// Their names on the command line and in files, and the value of a name; throw InvalidInput for other names.
[[nodiscard]] std::string_view name_of(SparsifyWhen when);
[[nodiscard]] std::string_view name_of(Accuracy accuracy);
[[nodiscard]] std::string_view name_of(Measuring measuring);
[[nodiscard]] SparsifyWhen sparsify_when_named(std::string_view name);
[[nodiscard]] Accuracy accuracy_named(std::string_view name);
[[nodiscard]] Measuring measuring_named(std::string_view name);

/// @code
/// NdpOptions options = {.until_nodes = 100, .accuracy = Accuracy::lean};
/// options.cut.method = CutMethod::sdp;
/// assert(to_json(ndp_options_from_json(to_json(options))) == to_json(options));
/// @endcode
struct NdpOptions {
    std::vector<int> levels = {1, 2, 3};  ///< ascending; level l has about N / 2^l nodes
    NodeId until_nodes = 0;               ///< if positive, instead of `levels`: every level until one has fewer nodes than this
    /// If positive, instead of `levels`: one level of exactly this number of nodes. The last cut before it keeps additional
    /// nodes, drawn at random from its dropped side.
    NodeId exactly_nodes = 0;
    Accuracy accuracy = Accuracy::exact;
    CutOptions cut = {};
    KronOptions kron = {};
    Threshold threshold = {};  ///< not applied to lean levels, which are sparse already
    SparsifyWhen sparsify = SparsifyWhen::at_the_end;
    Measuring measure = Measuring::automatic;
    bool keep_unsparsified = false;  ///< also return every level as it was before the threshold
};

/// All options that decide the result, as a JSON object; threads and memory limits are not among them.
[[nodiscard]] std::string to_json(const NdpOptions& options);
/// What to_json wrote; a key that is missing has its default, one that is unknown throws InvalidInput.
[[nodiscard]] NdpOptions ndp_options_from_json(std::string_view json);

}  // namespace ndpool
