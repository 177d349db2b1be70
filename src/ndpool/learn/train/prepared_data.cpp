#include "ndpool/learn/train/prepared_data.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "ndpool/base/error.hpp"
#include "ndpool/base/stopwatch.hpp"
#include "ndpool/learn/data/pyramid_cache.hpp"
#include "ndpool/pyramid/methods_text.hpp"

namespace ndpool {

namespace {

std::vector<Pyramid> pyramids_of(const Dataset& dataset, const RunOptions& options, const Parallel& parallel,
                                 const Progress& progress) {
    const std::optional<PyramidOptions> how = pyramid_options_of(options);
    if (!how) {
        std::vector<Pyramid> pyramids(dataset.graphs.size());
        for (std::size_t g = 0; g < pyramids.size(); ++g) {
            pyramids[g].base = dataset.graphs[g];
        }
        return pyramids;
    }
    const Seed seed = Seed(options.seed).child("coarsen");
    const PyramidRecipe recipe{std::string(method_name(*how)), to_json(*how), seed};
    return cached_pyramids(dataset.graphs, recipe, default_cache_folder(),
                           [&] { return make_pyramids(dataset.graphs, *how, seed, parallel, progress); });
}

/// Throws InvalidInput unless edges have what the network was trained on.
void check_edges(const Dataset& dataset, const DataFacts& facts) {
    const std::size_t label_columns = facts.edge_labels.empty() ? 0 : 1;
    if (dataset.edge_labels.columns != label_columns || dataset.edge_attributes.columns != facts.edge_attributes) {
        throw InvalidInput(fmt::format("{}: edges have {} labels and {} attributes, expected {} and {}: this layer reads them",
                                       dataset.name, dataset.edge_labels.columns, dataset.edge_attributes.columns, label_columns,
                                       facts.edge_attributes));
    }
}

/// Labels of edges as numbers from 0 on, in the order of those that are known; empty if none are.
std::vector<std::int32_t> relations_of(const Dataset& dataset, const std::vector<long>& known) {
    std::vector<std::int32_t> relations;
    for (const long label : dataset.edge_labels.values) {
        const auto found = std::lower_bound(known.begin(), known.end(), label);
        if (found == known.end() || *found != label) {
            throw InvalidInput(
                fmt::format("{}: edge label {} is not among those of the data that was learned from", dataset.name, label));
        }
        relations.push_back(static_cast<std::int32_t>(found - known.begin()));
    }
    return relations;
}

DataFacts facts_of(const Dataset& dataset) {
    const double graphs = static_cast<double>(std::max<std::size_t>(dataset.graphs.size(), 1));
    return {static_cast<double>(node_offsets(dataset).back()) / graphs, distinct(dataset.edge_labels.values),
            dataset.edge_attributes.columns};
}

std::vector<Sample> make_samples(const Dataset& dataset, const std::vector<Pyramid>& pyramids, std::vector<SparseRows> features,
                                 const std::vector<int>& classes, const RunOptions& options, const DataFacts& facts,
                                 const Parallel& parallel) {
    const SampleOptions how = sample_options(network_of(options, facts));
    const std::vector<std::size_t> entries = entry_offsets(dataset);
    std::vector<std::int32_t> relations;
    if (how.annotate_edges) {  // other layers take any edges
        check_edges(dataset, facts);
        relations = relations_of(dataset, facts.edge_labels);
    }
    const auto relation_count = static_cast<std::int32_t>(std::max<std::size_t>(facts.edge_labels.size(), 1));
    std::vector<Sample> samples(dataset.graphs.size());
    parallel_for(samples.size(), parallel, [&](std::size_t g) {
        EdgeAnnotations edges{.columns = dataset.edge_attributes.columns, .relation_count = relation_count};
        const std::size_t count = entries[g + 1] - entries[g];
        edges.attributes = {dataset.edge_attributes.row(entries[g]), count * edges.columns};
        if (!relations.empty()) {
            edges.relations = std::span(relations).subspan(entries[g], count);
        }
        samples[g] = make_sample(pyramids[g], std::move(features[g]), classes[g], how, edges);
    });
    return samples;
}

}  // namespace

std::vector<Fold> folds_of(const Dataset& dataset, const RunOptions& options) {
    if (options.given_split && !dataset.graph_split.empty()) {
        return std::vector<Fold>(options.folds, given_split(dataset));
    }
    std::vector<long> labels;
    return stratified_folds(class_numbers(dataset, labels), options.folds, options.validation_share,
                            Seed(options.seed).child("folds"));
}

PreparedData prepare_data(const Dataset& dataset, const RunOptions& options, const Parallel& parallel, const Progress& progress) {
    PreparedData data;
    const std::vector<int> classes = class_numbers(dataset, data.labels);
    data.folds = folds_of(dataset, options);
    data.encoding = learn_encoding(dataset, options.features);
    if (options.standardize) {
        std::vector<int> all(dataset.graphs.size());
        std::iota(all.begin(), all.end(), 0);
        data.encoding = with_standard_measures(std::move(data.encoding), dataset, all, parallel);
    }
    Stopwatch watch;
    const std::vector<Pyramid> pyramids = pyramids_of(dataset, options, parallel, progress);
    data.coarsening_seconds = watch.lap();
    data.facts = facts_of(dataset);
    const std::vector<SparseRows> features = encode(data.encoding, dataset, parallel);
    data.samples = make_samples(dataset, pyramids, features, classes, options, data.facts, parallel);
    data.average = options.average;
    for (const KeptSide side : options.augment) {
        const std::vector<Pyramid> other = pyramids_of(dataset, with_side(options, side), parallel, progress);
        std::vector<Sample> samples = make_samples(dataset, other, features, classes, options, data.facts, parallel);
        std::move(samples.begin(), samples.end(), std::back_inserter(data.samples));
        ++data.sides;
    }
    return data;
}

std::vector<Sample> samples_like(const Dataset& dataset, const RunOptions& options, const DataFacts& facts,
                                 const FeatureEncoding& encoding, const std::vector<long>& labels, const Parallel& parallel,
                                 const Progress& progress) {
    std::vector<int> classes(dataset.graphs.size(), -1);
    for (std::size_t g = 0; g < dataset.graph_labels.size(); ++g) {
        const auto found = std::find(labels.begin(), labels.end(), dataset.graph_labels[g]);
        classes[g] = found == labels.end() ? -1 : static_cast<int>(found - labels.begin());
    }
    return make_samples(dataset, pyramids_of(dataset, options, parallel, progress), encode(encoding, dataset, parallel), classes,
                        options, facts, parallel);
}

}  // namespace ndpool
