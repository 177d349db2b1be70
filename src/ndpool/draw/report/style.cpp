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

std::string dark_graph_style() {
    return edge_rules({0xa9, 0xb6, 0xc4}, {0xff, 0x85, 0x90}, {0x79, 0xbd, 0xe6}, {0x1b, 0x21, 0x28}) +
           R"css(.nodes.plain{fill:#a9b6c4;stroke:#1b2128}
.nodes.kept{fill:#ff7583;stroke:#1b2128}
.nodes.dropped{fill:#1b2128;stroke:#79bde6}
.points{stroke:#a9b6c4}
.points.kept{stroke:#ff7583}
.points.dropped{stroke:#79bde6}
.nothing,.tick{fill:#93a0ae}
.rule{stroke:#323b45}
.series.count-nodes{stroke:#ff7583}
.series.count-before{stroke:#7d8a98}
.series.count-after{stroke:#cbd5df}
.mark.count-nodes{fill:#ff7583;stroke:#1b2128}
.mark.count-before{fill:#1b2128;stroke:#7d8a98}
.mark.count-after{fill:#cbd5df;stroke:#1b2128}
.key{fill:#e6ebf0}
)css";
}

std::string page_style() {
    return R"css(:root{color-scheme:light dark;--ground:#f6f7f8;--card:#fff;--ink:#1f2933;--quiet:#5c6773;--line:#e3e6ea;--warm:#d1495b}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif}
main{max-width:1240px;margin:0 auto;padding:36px 24px 48px}
h1{margin:0 0 4px;font-size:29px;line-height:1.2;letter-spacing:-.01em;overflow-wrap:anywhere}
h2{margin:0;font-size:19px}
.lead{margin:0 0 22px;color:var(--quiet)}
section{margin:0 0 20px;padding:18px 20px;background:var(--card);border:1px solid var(--line);border-radius:12px}
.input{display:grid;grid-template-columns:minmax(0,1.35fr) minmax(0,1fr);gap:28px;align-items:center}
.columns{display:grid;grid-template-columns:repeat(auto-fit,minmax(240px,1fr));gap:18px}
.level header{display:flex;flex-wrap:wrap;align-items:baseline;gap:4px 14px;margin:0 0 10px}
.level header p{margin:0;color:var(--quiet)}
figure{margin:0}
figure svg{display:block;width:100%;height:auto}
figcaption{margin-top:6px;color:var(--quiet);font-size:13.5px;line-height:1.4}
figcaption b{display:block;color:var(--ink);font-size:14px}
figcaption i{display:block}
.legend{display:flex;flex-wrap:wrap;gap:8px 26px;margin:0 0 18px;padding:0;list-style:none;color:var(--quiet);font-size:14px}
.legend li{display:flex;align-items:center;gap:8px}
.legend svg{flex:none}
dl{display:grid;grid-template-columns:auto 1fr;gap:3px 18px;margin:8px 0 20px}
dt{color:var(--quiet)}
dd{margin:0;overflow-wrap:anywhere;font-variant-numeric:tabular-nums}
.numbers{overflow-x:auto}
table{width:100%;margin-top:8px;border-collapse:collapse;font-variant-numeric:tabular-nums}
th,td{padding:7px 10px;text-align:right;white-space:nowrap;border-bottom:1px solid var(--line)}
th{color:var(--quiet);font-weight:600;font-size:13.5px;vertical-align:bottom;white-space:normal}
tbody tr:last-child td,tbody tr:last-child th{border-bottom:0}
tbody th{color:var(--ink);font-size:inherit;white-space:nowrap}
th:first-child{text-align:left}
@media (max-width:820px){.input,.columns{grid-template-columns:minmax(0,1fr)}main{padding:20px 12px}}
@media print{body{background:#fff}section{break-inside:avoid;border-color:#ccc}}
@media (prefers-color-scheme:dark){:root{--ground:#12161b;--card:#1b2128;--ink:#e6ebf0;--quiet:#9aa7b5;--line:#323b45;--warm:#ff7583}}
)css";
}

}  // namespace ndpool
