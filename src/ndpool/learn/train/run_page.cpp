#include "ndpool/learn/train/run_page.hpp"

#include <fmt/format.h>

#include "ndpool/draw/plot/curves.hpp"
#include "ndpool/draw/text.hpp"

namespace ndpool {

namespace {

constexpr std::string_view training_color = "#2a6fbb";
constexpr std::string_view validation_color = "#d9772b";

std::vector<double> numbers_of(const FoldState& fold, double EpochRecord::*member) {
    std::vector<double> numbers;
    for (const EpochRecord& record : fold.history) {
        numbers.push_back(record.*member);
    }
    return numbers;
}

/// One line per fold for training and one for validation.
std::string chart_of(const std::vector<FoldState>& folds, const std::string& title, double EpochRecord::*learned,
                     double EpochRecord::*watched, double top) {
    CurveChart chart{.title = title, .across = "epoch", .curves = {}, .top = top};
    const double opacity = folds.size() > 3 ? 0.45 : 0.9;
    for (const FoldState& fold : folds) {
        chart.curves.push_back({numbers_of(fold, learned), std::string(training_color), opacity});
        chart.curves.push_back({numbers_of(fold, watched), std::string(validation_color), opacity, fold.best_epoch});
    }
    return fmt::format("<figure><figcaption>{}</figcaption>{}</figure>", escaped(title), curve_chart(chart));
}

std::string fold_table(const std::vector<FoldState>& folds) {
    std::string html =
        "<table><thead><tr><th>fold</th><th>test accuracy</th><th>test loss</th><th>chosen epoch</th>"
        "<th>epochs</th></tr></thead><tbody>";
    for (std::size_t i = 0; i < folds.size(); ++i) {
        const FoldState& fold = folds[i];
        html += fmt::format("<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>", i + 1,
                            fold.finished ? fmt::format("{:.1f} %", 100 * fold.test_accuracy) : "not yet",
                            fold.finished ? fmt::format("{:.4f}", fold.test_loss) : "", fold.best_epoch, fold.history.size());
    }
    return html + "</tbody></table>";
}

}  // namespace

std::string run_page(const RunDescription& description, const std::vector<FoldState>& folds) {
    const std::string_view pool = parts_of(description.options.pool).word;
    const std::string title = fmt::format("{} with {}", description.dataset, pool);
    std::string html = fmt::format(
        R"(<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{}: an ndpool run</title><style>
body{{font:16px/1.5 system-ui,sans-serif;max-width:75rem;margin:2rem auto;padding:0 1rem;color:#1d2733;background:#fff}}
table{{border-collapse:collapse;font-variant-numeric:tabular-nums}}th,td{{padding:.3rem .9rem;text-align:right;border-bottom:1px solid #dde3ea}}
figure{{display:inline-block;margin:0 1.5rem 1.5rem 0}}figcaption{{font-weight:600}}svg{{max-width:100%;height:auto}}section{{overflow-x:auto}}
pre{{background:#f4f6f8;padding:1rem;overflow:auto}}i{{font-style:normal;font-weight:600}}
:root{{color-scheme:light dark}}@media (prefers-color-scheme:dark){{body{{color:#e6ebf0;background:#12161b}}th,td{{border-color:#323b45}}line{{stroke:#323b45}}svg{{fill:#93a0ae}}pre{{background:#1b2128}}}}
</style></head><body><h1>{}</h1>
<p>{} graphs. <i style="color:{}">What was learned from</i> and <i style="color:{}">what was held back to choose the epoch</i>, a line for each fold; a dot marks the epoch that was chosen and tested.</p>)",
        escaped(title), escaped(title), description.graphs, training_color, validation_color);
    html += chart_of(folds, "Loss", &EpochRecord::loss, &EpochRecord::validation_loss, 0);
    html += chart_of(folds, "Accuracy", &EpochRecord::accuracy, &EpochRecord::validation_accuracy, 1);
    html += "<h2>Folds</h2><section>" + fold_table(folds) + "</section>";
    html += fmt::format("<h2>Options</h2><pre>{}</pre></body></html>\n", escaped(to_json(description.options).dump(2)));
    return html;
}

}  // namespace ndpool
