#include "ndpool/draw/report/style.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <iterator>

#include "ndpool/draw/picture/edge_style.hpp"

namespace ndpool {

namespace {

using Colour = std::array<int, 3>;

std::string mixed(const Colour& ink, const Colour& paper, double strength) {
    std::string result = "#";
    for (std::size_t i = 0; i < ink.size(); ++i) {
        fmt::format_to(std::back_inserter(result), "{:02x}", std::lround(strength * ink[i] + (1 - strength) * paper[i]));
    }
    return result;
}

std::string edge_rules(const Colour& plain, const Colour& kept, const Colour& dropped, const Colour& paper) {
    std::string css;
    for (std::size_t i = 0; i < ink_strengths.size(); ++i) {
        fmt::format_to(std::back_inserter(css),
                       ".ink{0} path{{stroke:{1}}}.kept.ink{0} path{{stroke:{2}}}.dropped.ink{0} path{{stroke:{3}}}\n", i,
                       mixed(plain, paper, ink_strengths[i]), mixed(kept, paper, ink_strengths[i]),
                       mixed(dropped, paper, ink_strengths[i]));
    }
    return css;
}

}  // namespace

// Red and blue of different lightness, and discs against rings: the roles survive colour blindness and grey print.
std::string graph_style() {
    return edge_rules({0x46, 0x51, 0x5e}, {0xd1, 0x49, 0x5b}, {0x2e, 0x6f, 0x95}, {0xff, 0xff, 0xff}) +
           R"css(.edges path{fill:none;stroke-linecap:round}
.nodes.plain{fill:#46515e;stroke:#fff}
.nodes.kept{fill:#d1495b;stroke:#fff}
.nodes.dropped{fill:#fff;stroke:#2e6f95}
.points{fill:none;stroke-linecap:round;stroke:#46515e}
.points.kept{stroke:#d1495b}
.points.dropped{stroke:#2e6f95}
.nothing,.tick{fill:#66717f}
.rule{stroke:#e3e6ea;stroke-width:1}
.series{fill:none;stroke-width:2;stroke-linejoin:round}
.series.count-nodes{stroke:#d1495b}
.series.count-before{stroke:#9aa5b1;stroke-dasharray:5 4}
.series.count-after{stroke:#46515e}
.mark.count-nodes{fill:#d1495b;stroke:#fff}
.mark.count-before{fill:#fff;stroke:#9aa5b1}
.mark.count-after{fill:#46515e;stroke:#fff}
.mark{stroke-width:1.5}
.key{fill:#1f2933}
)css";
}

}  // namespace ndpool
