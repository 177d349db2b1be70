#include "ndpool/learn/signals/data/npz_signals.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "ndpool/io/archive/npy.hpp"
#include "ndpool/io/archive/zip_archive.hpp"

namespace ndpool {

namespace {

namespace fs = std::filesystem;

/// The member under one of its names.
NpyArray array_named(ZipArchive& archive, const fs::path& path, const std::string& name, const std::string& short_name) {
    for (const std::string& tried : {name, short_name}) {
        const std::string member = tried + ".npy";
        if (archive.contains(member)) {
            return parse_npy(archive.open(member), archive.place(member));
        }
    }
    throw InvalidInput(fmt::format("{}: there is no array {} or {}, expected signals with labels as numpy.savez writes them",
                                   path.string(), name, short_name));
}

void read_signals(const NpyArray& array, SignalSet& set) {
    const auto& shape = array.shape;
    if (shape.size() != 2 && shape.size() != 3) {
        throw InvalidInput(
            fmt::format("{}: {} dimensions, expected 2 or 3: samples, nodes and perhaps features", array.place, shape.size()));
    }
    if (shape[1] != static_cast<std::uint64_t>(set.graph.node_count())) {
        throw InvalidInput(fmt::format("{}: signals over {} nodes, expected {} as the graph has", array.place, shape[1],
                                       set.graph.node_count()));
    }
    constexpr std::uint64_t most_features = 4096;
    const std::uint64_t features = shape.size() == 3 ? shape[2] : 1;
    if (features < 1 || features > most_features) {
        throw InvalidInput(fmt::format("{}: {} features per node, expected 1 to {}", array.place, features, most_features));
    }
    set.signals.features = static_cast<std::int32_t>(features);
    const std::vector<double> numbers = npy_numbers(array);
    const std::size_t length = shape[1] * features;
    std::vector<float> sample(length);
    for (std::size_t i = 0; i < shape[0]; ++i) {
        std::copy_n(numbers.begin() + static_cast<std::ptrdiff_t>(i * length), length, sample.begin());
        append_signal(set.signals, sample);
    }
}

std::vector<std::int64_t> numbers_per_sample(const NpyArray& array, std::size_t samples) {
    if (array.shape.size() != 1 || array.shape[0] != samples) {
        throw InvalidInput(fmt::format("{}: an array of {}, expected {} numbers, one for each sample", array.place,
                                       fmt::join(array.shape, " x "), samples));
    }
    return npy_integers(array);
}

bool has_array(const ZipArchive& archive, const std::string& name, const std::string& short_name) {
    return archive.contains(name + ".npy") || archive.contains(short_name + ".npy");
}

void read_split(ZipArchive& archive, const fs::path& path, SignalSet& set) {
    if (!archive.contains("split.npy")) {
        set.parts.assign(set.size() - set.size() / 6, SignalPart::train);
        set.parts.resize(set.size(), SignalPart::test);
        return;
    }
    const NpyArray split = array_named(archive, path, "split", "split");
    for (const std::int64_t part : numbers_per_sample(split, set.size())) {
        if (part < 0 || part > 2) {
            throw InvalidInput(fmt::format("{}: item {} is {}, expected 0 (train), 1 (validation) or 2 (test)", split.place,
                                           set.parts.size(), part));
        }
        set.parts.push_back(static_cast<SignalPart>(part));
    }
}

SignalSet read_arrays(const fs::path& path, Graph graph, bool labels_needed) {
    ZipArchive archive(path);
    SignalSet set;
    set.name = path.stem().string();
    set.graph = std::move(graph);
    read_signals(array_named(archive, path, "signals", "x"), set);
    if (labels_needed || has_array(archive, "labels", "y")) {
        set_classes(set, numbers_per_sample(array_named(archive, path, "labels", "y"), set.size()));
    } else {
        set.labels.assign(set.size(), -1);
    }
    read_split(archive, path, set);
    return set;
}

}  // namespace

SignalSet read_npz_signals(const fs::path& path, Graph graph) {
    SignalSet set = read_arrays(path, std::move(graph), true);
    check_signal_set(set);
    return set;
}

SignalSet read_npz_signals_to_predict(const fs::path& path, Graph graph) {
    SignalSet set = read_arrays(path, std::move(graph), false);
    check_signal_numbers(set);
    return set;
}

bool is_npz_signals(const fs::path& path) {
    std::error_code ignored;
    if (path.extension() != ".npz" || !fs::is_regular_file(path, ignored)) {
        return false;
    }
    try {
        const ZipArchive archive(path);
        return has_array(archive, "signals", "x");
    } catch (const Error&) {
        return false;  // whoever reads it says why
    }
}

}  // namespace ndpool
