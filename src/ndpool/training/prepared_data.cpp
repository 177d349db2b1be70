#include "ndpool/training/prepared_data.hpp"

#include <algorithm>
#include <numeric>

#include "ndpool/base/stopwatch.hpp"

namespace ndpool {

namespace {

std::vector<Pyramid> pyramids_of(const Dataset& dataset, const RunOptions& options, const Parallel& parallel,
                                 const Progress& progress) {
    const std::vector<int> levels = levels_of(options);
    if (levels.empty()) {
        std::vector<Pyramid> pyramids(dataset.graphs.size());
        for (std::size_t g = 0; g < pyramids.size(); ++g) {
            pyramids[g].base = dataset.graphs[g];
        }
        return pyramids;
    }
    NdpOptions ndp = options.ndp;
    ndp.levels = levels;
    return ndp_pyramids(dataset.graphs, ndp, Seed(options.seed).child("coarsen"), parallel, progress);
}

std::vector<Sample> make_samples(const Dataset& dataset, const std::vector<Pyramid>& pyramids, const Table<float>& features,
                                 const std::vector<int>& classes, const RunOptions& options, const Parallel& parallel) {
    const SampleOptions how = sample_options(network_of(options));
    const std::vector<std::size_t> offsets = node_offsets(dataset);
    std::vector<Sample> samples(dataset.graphs.size());
    parallel_for(samples.size(), parallel, [&](std::size_t g) {
        const std::span<const float> rows(features.row(offsets[g]), (offsets[g + 1] - offsets[g]) * features.columns);
        samples[g] = make_sample(pyramids[g], features.columns, rows, classes[g], how);
    });
    return samples;
}

std::vector<Fold> folds_of(const Dataset& dataset, const std::vector<int>& classes, const RunOptions& options) {
    if (options.given_split && !dataset.graph_split.empty()) {
        return std::vector<Fold>(options.folds, given_split(dataset));
    }
    return stratified_folds(classes, options.folds, options.validation_share, Seed(options.seed).child("folds"));
}

}  // namespace

PreparedData prepare_data(const Dataset& dataset, const RunOptions& options, const Parallel& parallel, const Progress& progress) {
    PreparedData data;
    const std::vector<int> classes = class_numbers(dataset, data.labels);
    data.folds = folds_of(dataset, classes, options);
    data.encoding = learn_encoding(dataset, options.features);
    if (options.standardize) {
        std::vector<int> all(dataset.graphs.size());
        std::iota(all.begin(), all.end(), 0);
        data.encoding = with_standard_measures(std::move(data.encoding), dataset, all, parallel);
    }
    Stopwatch watch;
    const std::vector<Pyramid> pyramids = pyramids_of(dataset, options, parallel, progress);
    data.coarsening_seconds = watch.lap();
    data.samples = make_samples(dataset, pyramids, encode(data.encoding, dataset, parallel), classes, options, parallel);
    return data;
}

std::vector<Sample> samples_like(const Dataset& dataset, const RunOptions& options, const FeatureEncoding& encoding,
                                 const std::vector<long>& labels, const Parallel& parallel, const Progress& progress) {
    std::vector<int> classes(dataset.graphs.size(), -1);
    for (std::size_t g = 0; g < dataset.graph_labels.size(); ++g) {
        const auto found = std::find(labels.begin(), labels.end(), dataset.graph_labels[g]);
        classes[g] = found == labels.end() ? -1 : static_cast<int>(found - labels.begin());
    }
    return make_samples(dataset, pyramids_of(dataset, options, parallel, progress), encode(encoding, dataset, parallel), classes,
                        options, parallel);
}

}  // namespace ndpool
