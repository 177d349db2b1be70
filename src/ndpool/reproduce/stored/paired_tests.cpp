#include "ndpool/reproduce/stored/paired_tests.hpp"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <numeric>

namespace ndpool {

double paired_t_test(std::span<const double> a, std::span<const double> b, double test_over_train) {
    const auto n = static_cast<double>(a.size());
    double mean = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        mean += (a[i] - b[i]) / n;
    }
    double variance = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        variance += (a[i] - b[i] - mean) * (a[i] - b[i] - mean) / (n - 1);
    }
    if (variance <= 1e-24) {
        return std::abs(mean) <= 1e-12 ? 1 : 0;
    }
    const double t = mean / std::sqrt((1 / n + test_over_train) * variance);
    const boost::math::students_t distribution(n - 1);
    return 2 * boost::math::cdf(boost::math::complement(distribution, std::abs(t)));
}

std::vector<double> holm_adjusted(std::span<const double> p_values) {
    std::vector<std::size_t> order(p_values.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return p_values[a] < p_values[b]; });
    std::vector<double> adjusted(p_values.size());
    double largest = 0;
    for (std::size_t rank = 0; rank < order.size(); ++rank) {
        const double factor = static_cast<double>(order.size() - rank);
        largest = std::max(largest, std::min(1.0, factor * p_values[order[rank]]));
        adjusted[order[rank]] = largest;
    }
    return adjusted;
}

}  // namespace ndpool
