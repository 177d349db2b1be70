#include "ndpool/analysis/interlacing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include "ndpool/base/error.hpp"

namespace ndpool {

namespace {

std::vector<double> descending(std::span<const double> spectrum) {
    std::vector<double> sorted(spectrum.begin(), spectrum.end());
    if (std::any_of(sorted.begin(), sorted.end(), [](double value) { return std::isnan(value); })) {
        throw InvalidInput("an eigenvalue is not a number");
    }
    std::sort(sorted.begin(), sorted.end(), std::greater<>());
    return sorted;
}

}  // namespace

InterlacingReport check_interlacing(std::span<const double> larger_spectrum, std::span<const double> reduced_spectrum,
                                    double tolerance) {
    if (reduced_spectrum.size() > larger_spectrum.size()) {
        throw InvalidInput(fmt::format("the reduced spectrum has {} eigenvalues, expected at most the {} of the larger one",
                                       reduced_spectrum.size(), larger_spectrum.size()));
    }
    const std::vector<double> larger = descending(larger_spectrum);
    const std::vector<double> reduced = descending(reduced_spectrum);
    const std::size_t dropped = larger.size() - reduced.size();
    InterlacingReport report;
    for (std::size_t i = 0; i < reduced.size(); ++i) {
        report.worst_violation = std::max({report.worst_violation, reduced[i] - larger[i], larger[dropped + i] - reduced[i]});
    }
    report.holds = report.worst_violation <= tolerance;
    return report;
}

}  // namespace ndpool
