#include "ndpool/draw/plot/axis.hpp"

#include <cmath>
#include <initializer_list>

namespace ndpool {

double round_step(double length) {
    const double power = std::pow(10, std::floor(std::log10(length / 5)));
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (factor * power >= length / 5) {
            return factor * power;
        }
    }
    return 10 * power;
}

}  // namespace ndpool
