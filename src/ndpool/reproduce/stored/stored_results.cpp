#include "ndpool/reproduce/stored/stored_results.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "ndpool/base/error.hpp"
#include "ndpool/io/file.hpp"
#include "ndpool/reproduce/output/figure_json.hpp"

namespace ndpool {

namespace {

namespace fs = std::filesystem;

template <typename Parse>
auto parsed_file(const fs::path& file, const Parse& parse) {
    try {
        return parse(read_bytes(file));
    } catch (const InvalidInput& error) {
        throw InvalidInput(fmt::format("{}: {}", file.string(), error.what()));
    } catch (const nlohmann::json::exception& error) {
        throw InvalidInput(fmt::format("{}: not a result of ndpool: {}", file.string(), error.what()));
    }
}

std::vector<fs::path> sorted_folders(const fs::path& folder) {
    std::vector<fs::path> folders;
    std::error_code ignored;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, ignored)) {
        if (entry.is_directory(ignored)) {
            folders.push_back(entry.path());
        }
    }
    std::sort(folders.begin(), folders.end());
    return folders;
}

/// A figure that says that its table is missing has none.
std::optional<ResultTable> table_or_nothing(const std::string& text) {
    const nlohmann::json object = nlohmann::json::parse(text);
    const bool has_table = object.is_object() && (object.contains("rows") || object.contains("tables"));
    return has_table ? std::optional(table_from_json(text)) : std::nullopt;
}

StoredRun run_of(const std::string& text) {
    const nlohmann::json object = nlohmann::json::parse(text);
    StoredRun run;
    run.folds = object.at("folds").get<std::vector<double>>();
    run.seconds_per_epoch = object.value("seconds_per_epoch", 0.0);
    run.coarsening_seconds = object.value("coarsening_seconds", 0.0);
    run.parameters = object.value("parameters", 0);
    for (const auto& epochs : object.value("epochs", nlohmann::json::array())) {
        run.epochs += epochs.get<double>();
    }
    return run;
}

template <std::size_t Count>
std::string title_in(const std::array<std::pair<std::string_view, std::string_view>, Count>& titles, std::string_view name) {
    const auto found = std::find_if(titles.begin(), titles.end(), [&](const auto& entry) { return entry.first == name; });
    return std::string(found == titles.end() ? name : found->second);
}

}  // namespace

std::optional<fs::path> found_in(const std::vector<fs::path>& folders, const std::vector<std::string>& names) {
    std::error_code ignored;
    for (const fs::path& folder : folders) {
        std::vector<fs::path> places = sorted_folders(folder);
        places.insert(places.begin(), folder);
        for (const fs::path& place : places) {
            for (const std::string& name : names) {
                if (fs::exists(place / name, ignored)) {
                    return place / name;
                }
            }
        }
    }
    return std::nullopt;
}

std::optional<ResultTable> stored_table(const ExperimentOptions& options, const std::string& name, const std::string& folder) {
    const std::string inside = folder.empty() ? name : folder;
    const auto file = found_in(options.results, {fmt::format("{}/{}.json", inside, name), name + ".json"});
    return file ? parsed_file(*file, table_or_nothing) : std::nullopt;
}

std::optional<ReportFigure> stored_figure(const ExperimentOptions& options, const std::string& name) {
    const auto file = found_in(options.results, {name + ".json"});
    return file ? std::optional(parsed_file(*file, figure_from_json)) : std::nullopt;
}

std::vector<StoredRun> stored_runs(const ExperimentOptions& options) {
    std::vector<StoredRun> runs;
    const auto table = found_in(options.results, {"table-graphs/table-graphs.json", "table-graphs.json"});
    if (!table) {
        return runs;
    }
    std::error_code ignored;
    for (const fs::path& data : sorted_folders(table->parent_path() / "runs")) {
        for (const fs::path& method : sorted_folders(data)) {
            const fs::path file = method / "result.json";
            if (fs::exists(file, ignored)) {
                runs.push_back(parsed_file(file, run_of));
                runs.back().data = data.filename().string();
                runs.back().method = method.filename().string();
            }
        }
    }
    return runs;
}

std::string data_title(std::string_view data) {
    return title_in<8>({{{"easy_small", "Bench-easy (small)"},
                         {"easy_recreated", "Bench-easy (recreated)"},
                         {"hard_small", "Bench-hard (small)"},
                         {"hard_recreated", "Bench-hard (recreated)"},
                         {"PROTEINS", "Proteins"},
                         {"ENZYMES", "Enzymes"},
                         {"DD", "D&D"},
                         {"REDDIT-BINARY", "Reddit-Binary"}}},
                       data);
}

std::string method_title(std::string_view method) {
    return title_in<15>({{{"ndp", "NDP"},
                          {"ndp-sum", "NDP sum"},
                          {"ndp-harmonic", "NDP harmonic"},
                          {"ndp-harmonic-smaller", "NDP harmonic smaller"},
                          {"ndp-harmonic-cheaper", "NDP harmonic cheaper"},
                          {"graclus", "GRACLUS"},
                          {"graclus-plain", "GRACLUS plain"},
                          {"nmf", "NMF"},
                          {"diffpool", "DiffPool"},
                          {"topk", "Top-K"},
                          {"sagpool", "SAGPool"},
                          {"mincut", "MinCut"},
                          {"flat", "Flat"},
                          {"dense", "Dense"},
                          {"wl", "WL"}}},
                        method);
}

std::optional<double> value_in(const ResultTable& table, std::size_t row, std::string_view column) {
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
        if (table.columns[c] == column && table.rows[row].cells[c].ours) {
            return table.rows[row].cells[c].ours->mean;
        }
    }
    return std::nullopt;
}

}  // namespace ndpool
