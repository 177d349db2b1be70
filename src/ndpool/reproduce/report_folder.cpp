#include "ndpool/reproduce/report_folder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "ndpool/base/content_hash.hpp"
#include "ndpool/base/error.hpp"
#include "ndpool/base/stopwatch.hpp"
#include "ndpool/base/version.hpp"
#include "ndpool/io/atomic_write.hpp"
#include "ndpool/io/file.hpp"
#include "ndpool/io/folder_lock.hpp"
#include "ndpool/reproduce/output/figure_csv.hpp"
#include "ndpool/reproduce/output/figure_json.hpp"
#include "ndpool/reproduce/output/figure_svg.hpp"

namespace ndpool {

namespace {

namespace fs = std::filesystem;
using Manifest = nlohmann::ordered_json;

struct NamedExperiment {
    std::string name;  ///< as it was asked for: also that of its files
    Experiment experiment;
};

std::vector<NamedExperiment> chosen_experiments(const std::vector<std::string>& targets) {
    std::vector<NamedExperiment> chosen;
    for (const std::string& target : targets) {
        Experiment experiment = experiment_named(target);
        const auto is_same = [&](const NamedExperiment& other) { return other.experiment.name == experiment.name; };
        if (std::none_of(chosen.begin(), chosen.end(), is_same)) {
            chosen.push_back({target, std::move(experiment)});
        }
    }
    return chosen;
}

/// The manifest of an earlier call; an empty one if there is none that can be used.
Manifest earlier_manifest(const fs::path& folder) {
    std::error_code ignored;
    if (fs::exists(folder / "manifest.json", ignored)) {
        Manifest manifest = Manifest::parse(read_bytes(folder / "manifest.json"), nullptr, false);
        if (manifest.is_object() && manifest.contains("figures") && manifest.at("figures").is_object()) {
            return manifest;
        }
    }
    return {{"figures", Manifest::object()}};
}

/// What must be equal for a figure to be read instead of made.
Manifest key_of(const ReportOptions& options, const Experiment& experiment) {
    Manifest data = Manifest::array();
    for (const fs::path& folder : options.experiments.data) {
        data.push_back(text_of(content_hash(folder.string())));
    }
    Manifest key{{"version", version()}, {"seed", options.seed}, {"quick", options.experiments.quick}, {"data", data}};
    for (const std::string& name : experiment.reads) {
        if (const auto file = found_in(options.experiments.results, {name})) {
            key["read"].push_back(text_of(content_hash(read_bytes(*file))));
        }
    }
    return key;
}

std::string command_of(const std::string& name, const ReportOptions& options, bool from_results) {
    return fmt::format("ndpool reproduce {} -o report{}{}{}{}", name, options.experiments.quick ? " --quick" : "",
                       options.seed == 0 ? "" : fmt::format(" --seed {}", options.seed),
                       options.experiments.data.empty() ? "" : " --data DATA",
                       from_results && !options.experiments.results.empty() ? " --results RESULTS" : "");
}

Manifest without_files(Manifest key) {
    if (key.is_object()) {
        key.erase("read");
    }
    return key;
}

/// The figure that an earlier call left, if its file is as that call wrote it; `of_same_key` says whether a key will do.
template <typename Predicate>
std::optional<ReportFigure> reusable_figure(const fs::path& folder, const NamedExperiment& target, const Manifest& manifest,
                                            const Predicate& of_same_key) {
    std::error_code ignored;
    const fs::path file = folder / (target.name + ".json");
    if (target.experiment.from_results || !manifest.at("figures").contains(target.name) || !fs::exists(file, ignored)) {
        return std::nullopt;
    }
    const Manifest& entry = manifest.at("figures").at(target.name);
    if (!entry.is_object() || !of_same_key(entry.value("key", Manifest::object()))) {
        return std::nullopt;
    }
    const std::string json = read_bytes(file);
    if (entry.value("content", std::string()) != text_of(content_hash(json))) {
        return std::nullopt;
    }
    ReportFigure figure = figure_from_json(json);
    figure.origin.date = entry.value("date", std::string());
    figure.origin.seconds = entry.value("seconds", 0.0);
    return figure;
}

void write_figure(const fs::path& folder, const std::string& name, const ReportFigure& figure, const std::string& json) {
    for (const auto& [ending, csv] : csv_files(figure)) {
        write_file(folder / (name + ending), csv);
    }
    write_file(folder / (name + ".svg"), figure_svg(figure));
    write_file(folder / (name + ".json"), json);
}

}  // namespace

std::vector<ReportFigure> make_report(const fs::path& folder, const ReportOptions& options, const ReportProgress& progress) {
    const std::vector<NamedExperiment> chosen = chosen_experiments(options.targets);
    const FolderLock lock(folder);
    Manifest manifest = earlier_manifest(folder);
    manifest["program"] = "ndpool";
    manifest["version"] = version();
    manifest["seed"] = options.seed;
    manifest["quick"] = options.experiments.quick;
    const auto write_manifest = [&] { write_file(folder / "manifest.json", manifest.dump(2) + "\n"); };
    write_manifest();

    ExperimentOptions experiments = options.experiments;
    experiments.results.push_back(folder);
    std::vector<ReportFigure> figures;
    for (std::size_t i = 0; i < chosen.size(); ++i) {
        const auto& [name, experiment] = chosen[i];
        const Manifest key = key_of(options, experiment);
        std::optional<ReportFigure> figure =
            reusable_figure(folder, chosen[i], manifest, [&](const Manifest& there) { return there == key; });
        if (progress) {
            progress(name, i, chosen.size(), figure.has_value());
        }
        if (!figure) {
            experiments.earlier = reusable_figure(
                folder, chosen[i], manifest, [&](const Manifest& there) { return without_files(there) == without_files(key); });
            Stopwatch watch;
            // An alias is the older name, whose random numbers stay what they were.
            const std::string& stream = experiment.alias.empty() ? experiment.name : experiment.alias;
            figure = experiment.run(experiments, Seed(options.seed).child(stream));
            check_figure(*figure);
            figure->origin = FigureOrigin{.command = command_of(name, options, experiment.from_results),
                                          .seed = options.seed,
                                          .version = std::string(version()),
                                          .date = today(),
                                          .quick = experiments.quick,
                                          .seconds = watch.lap()};
            const std::string json = to_json(*figure);
            write_figure(folder, name, *figure, json);
            manifest["figures"][name] = {{"key", key},
                                         {"content", text_of(content_hash(json))},
                                         {"date", figure->origin.date},
                                         {"seconds", figure->origin.seconds}};
            write_manifest();
        }
        figures.push_back(*std::move(figure));
    }
    return figures;
}

}  // namespace ndpool
