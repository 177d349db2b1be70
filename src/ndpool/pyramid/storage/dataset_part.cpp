#include "ndpool/pyramid/storage/dataset_part.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "ndpool/base/content_hash.hpp"
#include "ndpool/graph/subgraph.hpp"
#include "ndpool/io/file.hpp"
#include "ndpool/io/graph_file.hpp"
#include "ndpool/io/place.hpp"
#include "ndpool/io/tu/tu_write.hpp"
#include "ndpool/pyramid/node_lists.hpp"
#include "ndpool/pyramid/storage/dataset_levels.hpp"
#include "ndpool/pyramid/storage/pyramid_folder.hpp"

namespace ndpool {

namespace {

namespace fs = std::filesystem;

constexpr const char* facts_file = "graphs.json";

template <typename Item>
std::vector<Item> slice(const std::vector<Item>& items, std::size_t begin, std::size_t end) {
    return items.empty() ? items : std::vector<Item>(items.begin() + begin, items.begin() + end);
}

template <typename Number>
Table<Number> rows_of(const Table<Number>& table, std::size_t begin, std::size_t end) {
    return {table.columns, slice(table.values, begin * table.columns, end * table.columns)};
}

std::string hash_of(const Dataset& dataset) {
    std::string all;
    for (const auto& [file, text] : tu_texts(dataset)) {
        all += text_of(content_hash(text));
        all += file;
    }
    return text_of(content_hash(all));
}

Manifest json_of(const Pyramid& pyramid) {
    Manifest levels = Manifest::array();
    for (const Level& level : pyramid.levels) {
        Manifest facts{{"edges_before_sparsify", level.edges_before_sparsify},
                       {"cut_fraction", level.cut.fraction},
                       {"upper_bound", level.cut.upper_bound},
                       {"origin", level.cut.origin},
                       {"converged", level.cut.converged},
                       {"vanished_components", level.cut.vanished_components},
                       {"seconds", {level.seconds.eigen, level.seconds.cut, level.seconds.kron, level.seconds.sparsify}}};
        if (level.spectrum) {
            facts["spectrum"] = spectrum_json(*level.spectrum);
        }
        levels.push_back(std::move(facts));
    }
    Manifest result{{"levels", std::move(levels)}};
    if (!pyramid.not_measured.empty()) {
        result["not_measured"] = pyramid.not_measured;
    }
    return result;
}

/// Gives a loaded pyramid what only graphs.json knows.
void restore_facts(Pyramid& pyramid, const Manifest& facts, const fs::path& folder) {
    if (facts.at("levels").size() != pyramid.levels.size()) {
        refuse((folder / facts_file).string(), fmt::format("there are {} levels, expected {} as the manifest says",
                                                           facts.at("levels").size(), pyramid.levels.size()));
    }
    for (std::size_t l = 0; l < pyramid.levels.size(); ++l) {
        const Manifest& from = facts.at("levels")[l];
        Level& level = pyramid.levels[l];
        level.edges_before_sparsify = from.at("edges_before_sparsify");
        level.cut = {from.at("cut_fraction"), from.at("upper_bound"), from.at("origin"), from.at("converged"),
                     from.at("vanished_components")};
        const auto seconds = from.at("seconds").get<std::array<double, 4>>();
        level.seconds = {seconds[0], seconds[1], seconds[2], seconds[3]};
        if (from.contains("spectrum")) {
            level.spectrum = spectrum_from(from.at("spectrum"));
        }
    }
    pyramid.not_measured = facts.value("not_measured", "");
}

/// A part's folder and its manifest, without what differs from part to part.
struct PartFolder {
    fs::path path;
    DatasetPart part;
    Manifest common;
    PyramidOrigin origin;
    Format merged = Format::tu;
    std::size_t graphs = 0;  ///< of the part
};

PartFolder open_part(const fs::path& path) {
    const Manifest manifest = read_manifest(path);
    if (!manifest.contains("part")) {
        throw InvalidInput(
            fmt::format("{}: this is no part of a dataset, expected a folder that ndpool coarsen --part wrote", path.string()));
    }
    try {
        const Manifest& of = manifest.at("part");
        PartFolder folder{path, {of.at("number"), of.at("of")}, {}, origin_from(manifest), {}, manifest.at("graphs")};
        folder.merged = format_named(of.at("merged_format").get<std::string>());
        if (folder.part.number < 1 || folder.part.number > folder.part.count) {
            refuse((path / "manifest.json").string(),
                   fmt::format("part {} of {} cannot be", folder.part.number, folder.part.count));
        }
        for (const char* key : {"program", "version", "input", "options", "seed", "symmetrize"}) {
            folder.common[key] = manifest.contains(key) ? manifest.at(key) : Manifest();
        }
        for (const char* key : {"of", "graphs_of_dataset", "dataset", "merged_format"}) {
            folder.common[key] = of.at(key);
        }
        return folder;
    } catch (const Manifest::exception& error) {
        throw InvalidInput(fmt::format("{}: {}", (path / "manifest.json").string(), error.what()));
    }
}

/// Throws InvalidInput unless these are all parts of one dataset, each once.
void require_whole(const std::vector<PartFolder>& parts) {
    const PartFolder& first = parts.front();
    for (const PartFolder& part : parts) {
        for (const auto& [key, value] : first.common.items()) {
            if (part.common.at(key) != value) {
                const std::string what = key == "dataset" ? "content of the dataset" : key == "of" ? "number of parts" : key;
                throw InvalidInput(
                    fmt::format("{}: the {} is not that of {}, expected parts of one dataset made with the same options",
                                part.path.string(), what, first.path.string()));
            }
        }
    }
    for (std::size_t i = 0; i + 1 < parts.size(); ++i) {
        if (parts[i].part == parts[i + 1].part) {
            throw InvalidInput(fmt::format("{}: this is part {} of {}, and so is {}", parts[i + 1].path.string(),
                                           parts[i].part.number, parts[i].part.count, parts[i].path.string()));
        }
    }
    for (std::size_t i = 0; i < first.part.count; ++i) {
        if (i >= parts.size() || parts[i].part.number != i + 1) {
            throw InvalidInput(fmt::format("part {} of {} is missing", i + 1, first.part.count));
        }
    }
}

template <typename Number>
void append_rows(Table<Number>& table, const Table<Number>& rows) {
    table.columns = std::max(table.columns, rows.columns);
    table.values.insert(table.values.end(), rows.values.begin(), rows.values.end());
}

template <typename Item>
void append_all(std::vector<Item>& items, const std::vector<Item>& more) {
    items.insert(items.end(), more.begin(), more.end());
}

/// The rows of a node table that belong to real nodes, which come first in every graph.
template <typename Number>
Table<Number> without_fake_nodes(const Table<Number>& table, const std::vector<Pyramid>& pyramids) {
    Table<Number> real{table.columns, {}};
    std::size_t row = 0;
    for (const Pyramid& pyramid : pyramids) {
        append_all(real.values, rows_of(table, row, row + static_cast<std::size_t>(real_node_count(pyramid))).values);
        row += static_cast<std::size_t>(pyramid.base.node_count());
    }
    return real;
}

/// The dataset of a part as it was before its pyramids had fake nodes.
Dataset original_dataset(const fs::path& folder, const std::vector<Pyramid>& pyramids) {
    Dataset dataset = read_dataset(folder / "input");
    for (std::size_t g = 0; g < pyramids.size(); ++g) {
        if (pyramids[g].fake_nodes > 0) {
            dataset.graphs[g] = induced_subgraph(dataset.graphs[g], identity(real_node_count(pyramids[g])));
        }
    }
    dataset.node_labels = without_fake_nodes(dataset.node_labels, pyramids);
    dataset.node_attributes = without_fake_nodes(dataset.node_attributes, pyramids);
    return dataset;
}

void append_dataset(Dataset& whole, const Dataset& part) {
    whole.name = part.name;
    append_all(whole.graphs, part.graphs);
    append_all(whole.graph_labels, part.graph_labels);
    append_all(whole.graph_split, part.graph_split);
    append_rows(whole.graph_attributes, part.graph_attributes);
    append_rows(whole.node_labels, part.node_labels);
    append_rows(whole.node_attributes, part.node_attributes);
    append_rows(whole.edge_labels, part.edge_labels);
    append_rows(whole.edge_attributes, part.edge_attributes);
}

std::vector<Pyramid> load_part(const fs::path& folder) {
    std::vector<Pyramid> pyramids = load_pyramids(folder).pyramids;
    const fs::path path = folder / facts_file;
    try {
        const Manifest facts = Manifest::parse(read_file(path));
        if (facts.size() != pyramids.size()) {
            refuse(path.string(), fmt::format("there are {} graphs, expected {}", facts.size(), pyramids.size()));
        }
        for (std::size_t g = 0; g < pyramids.size(); ++g) {
            restore_facts(pyramids[g], facts.at(g), folder);
        }
    } catch (const Manifest::exception& error) {
        throw InvalidInput(fmt::format("{}: {}", path.string(), error.what()));
    }
    return pyramids;
}

}  // namespace

std::size_t first_graph_of(const DatasetPart& part, std::size_t graphs) {
    const std::size_t before = part.number - 1;
    return before * (graphs / part.count) + std::min(before, graphs % part.count);
}

Dataset part_of(const Dataset& dataset, const DatasetPart& part) {
    const std::size_t graphs = dataset.graphs.size();
    if (part.count > graphs) {
        throw InvalidInput(
            fmt::format("{} parts are too many for {} graphs, expected at most as many parts as graphs", part.count, graphs));
    }
    const std::size_t begin = first_graph_of(part, graphs);
    const std::size_t end = first_graph_of({part.number + 1, part.count}, graphs);
    const auto nodes = node_offsets(dataset);
    const auto entries = entry_offsets(dataset);
    Dataset result;
    result.name = dataset.name;
    result.graphs = slice(dataset.graphs, begin, end);
    result.graph_labels = slice(dataset.graph_labels, begin, end);
    result.graph_split = slice(dataset.graph_split, begin, end);
    result.graph_attributes = rows_of(dataset.graph_attributes, begin, end);
    result.node_labels = rows_of(dataset.node_labels, nodes[begin], nodes[end]);
    result.node_attributes = rows_of(dataset.node_attributes, nodes[begin], nodes[end]);
    result.edge_labels = rows_of(dataset.edge_labels, entries[begin], entries[end]);
    result.edge_attributes = rows_of(dataset.edge_attributes, entries[begin], entries[end]);
    return result;
}

std::string save_part(const Dataset& dataset, const DatasetPart& part, std::span<const Pyramid> pyramids,
                      const PyramidOrigin& origin, const fs::path& folder, Format merged) {
    AtomicFolder out(folder);
    write_dataset_levels(part_of(dataset, part), pyramids, out.path(), Format::tu);
    Manifest facts = Manifest::array();
    for (const Pyramid& pyramid : pyramids) {
        facts.push_back(json_of(pyramid));
    }
    write_file(out.path() / facts_file, facts.dump() + "\n");
    Manifest manifest = manifest_head(origin);
    manifest["format"] = format_name(Format::tu);
    manifest["graphs"] = pyramids.size();
    manifest["part"] = {{"number", part.number},
                        {"of", part.count},
                        {"graphs_of_dataset", dataset.graphs.size()},
                        {"dataset", hash_of(dataset)},
                        {"merged_format", format_name(merged)}};
    return finish_folder(out, std::move(manifest), pyramids);
}

MergedParts merge_parts(std::span<const fs::path> folders, const fs::path& output) {
    if (folders.empty()) {
        throw InvalidInput("there is nothing to merge, expected the folders of all parts of a dataset");
    }
    std::vector<PartFolder> parts;
    for (const fs::path& folder : folders) {
        parts.push_back(open_part(folder));
    }
    std::stable_sort(parts.begin(), parts.end(),
                     [](const PartFolder& a, const PartFolder& b) { return a.part.number < b.part.number; });
    require_whole(parts);
    MergedParts merged;
    Dataset dataset;
    for (const PartFolder& part : parts) {
        std::vector<Pyramid> pyramids = load_part(part.path);
        append_dataset(dataset, original_dataset(part.path, pyramids));
        std::move(pyramids.begin(), pyramids.end(), std::back_inserter(merged.pyramids));
    }
    if (hash_of(dataset) != parts.front().common.at("dataset").get<std::string>()) {
        throw InvalidInput(fmt::format("{}: the graphs of the parts are not those of the dataset, so that a file was changed",
                                       parts.front().path.string()));
    }
    merged.manifest = save_pyramids(dataset, merged.pyramids, parts.front().origin, output, parts.front().merged);
    return merged;
}

}  // namespace ndpool
