#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "ndpool/pyramid/methods.hpp"

namespace ndpool {

/// Options as a user gives them, by words: those of the command line and of Python. Some defaults depend on other options, so
/// what is not given stays open until resolved() decides.
struct CutRequest {
    std::string method = std::string(name_of(CutOptions{}.method));  ///< empty: depends on the accuracy
    std::string laplacian = std::string(name_of(SpectralCutOptions{}.laplacian));
    std::string components = std::string(name_of(CutOptions{}.components));
    std::string keep = std::string(name_of(CutOptions{}.keep));
    double random_below = SpectralCutOptions{}.random_below;
    double zero_below = SpectralCutOptions{}.zero_below;
    double seconds = TabuCutOptions{}.seconds;
    std::uint64_t steps = TabuCutOptions{}.steps;
};

struct NdpRequest {
    CutRequest cut = {.method = ""};
    std::vector<int> levels = NdpOptions{}.levels;
    std::optional<double> epsilon;  ///< not given: that of Threshold, or 0 for lean levels
    bool relative_epsilon = false;
    std::string sparsify = std::string(name_of(NdpOptions{}.sparsify));
    std::string accuracy = std::string(name_of(NdpOptions{}.accuracy));  ///< also "auto": see with_accuracy
    NodeId until = 0;
    NodeId nodes = 0;
    double memory_gigabytes = 0;
    Measuring measure = NdpOptions{}.measure;
};

/// A method by its name with the options of all methods, of which it takes its own.
struct MethodRequest {
    std::string method = "ndp";
    NdpRequest ndp = {};  ///< its levels and its memory limit are those of every method
    bool fake_nodes = GraclusOptions{}.fake_nodes;
    NmfOptions nmf = {};
    int steps = KmisOptions{}.steps;
    std::string connect = std::string(name_of(KmisOptions{}.connect));
};

/// The options of the library. Throw InvalidInput for unknown words, numbers out of range, and options that exclude each other.
/// The accuracy "auto" becomes exact here, because it depends on the graph: see with_accuracy.
///
/// @code
/// const PyramidOptions options = resolved(MethodRequest{.ndp = {.levels = {1, 2}, .accuracy = "lean"}});
/// assert(std::get<NdpOptions>(options).cut.method == CutMethod::sdp);  // the cut of lean levels, if none is asked for
/// @endcode
[[nodiscard]] CutOptions resolved(const CutRequest& request);
[[nodiscard]] NdpOptions resolved(const NdpRequest& request);
[[nodiscard]] PyramidOptions resolved(const MethodRequest& request);

/// The same request, with the accuracy "auto" replaced by the one that is chosen for these graphs.
[[nodiscard]] NdpRequest with_accuracy(NdpRequest request, std::span<const Graph> graphs);
[[nodiscard]] MethodRequest with_accuracy(MethodRequest request, std::span<const Graph> graphs);

/// The options with the number of threads for all parts of one pyramid.
[[nodiscard]] PyramidOptions with_threads(PyramidOptions options, const Parallel& parallel);

}  // namespace ndpool
