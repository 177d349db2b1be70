#include "ndpool/learn/signals/signal_page.hpp"

#include <fmt/format.h>

#include "ndpool/base/version.hpp"
#include "ndpool/draw/text.hpp"
#include "ndpool/learn/train/run_figures.hpp"

namespace ndpool {

std::string signal_page(const SignalRunDescription& description, const std::vector<FoldState>& states, const RunResult& result) {
    Page page;
    page.title = fmt::format("{}: signals over one graph", description.dataset);
    page.kicker = "A training run of ndpool";
    page.lead =
        fmt::format("{} of the test signals are classified correctly (standard deviation {} over {}).", per_cent(result.mean),
                    per_cent(result.deviation), counted(static_cast<std::int64_t>(states.size()), "network"));
    page.facts = {{"signals", with_thousands(static_cast<std::int64_t>(description.samples))},
                  {"nodes", with_thousands(description.nodes)},
                  {"classes", fmt::to_string(description.classes.size())}};
    const PageFacts costs = cost_facts(states, result);
    page.facts.insert(page.facts.end(), costs.begin(), costs.end());
    page.facts.emplace_back("version", std::string(version()));
    page.figures = {curve_figure(states), fold_figure(states, result), options_figure(to_json(description.options).dump(2))};
    return page_html(page);
}

}  // namespace ndpool
