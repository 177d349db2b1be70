#include "run_report.hpp"

#include <fmt/format.h>

#include "ndpool/learn/train/pool_method.hpp"

namespace ndpool::command {

void print_run(const RunResult& result, const RunDescription& description, const CyclicPart& part, const CommonOptions& common) {
    if (common.json) {
        print_facts(to_json(result), common);
        return;
    }
    const bool is_whole = result.fold_accuracies.size() == static_cast<std::size_t>(description.options.folds);
    Json shown{{"dataset", description.dataset}, {"pool", parts_of(description.options.pool).word}};
    for (std::size_t i = 0; i < result.fold_accuracies.size(); ++i) {
        const std::size_t fold = is_whole ? i + 1 : part.number + i * part.count;
        shown[fmt::format("fold {}", fold)] =
            fmt::format("{:.1f} %, {} epochs, best {}", 100 * result.fold_accuracies[i], result.epochs[i], result.best_epochs[i]);
    }
    shown["accuracy"] = fmt::format("{:.1f} +- {:.1f} %", 100 * result.mean, 100 * result.deviation);
    shown["seconds_per_epoch"] = fmt::format("{:.4f}", result.seconds_per_epoch);
    shown["parameters"] = result.parameters;
    print_facts(shown, common);
}

}  // namespace ndpool::command
