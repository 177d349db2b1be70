#include "ndpool/learn/signals/data/idx_signals.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "ndpool/generate/lattice.hpp"
#include "ndpool/io/formats/idx.hpp"

namespace ndpool {

namespace {

namespace fs = std::filesystem;

constexpr NodeId neighbors = 8;         // Sec. VI-B
constexpr std::size_t validation = 12;  // one sample in so many is for validation
constexpr const char* file_names[] = {"train-images-idx3-ubyte", "train-labels-idx1-ubyte", "t10k-images-idx3-ubyte",
                                      "t10k-labels-idx1-ubyte"};

/// The file with this name, packed or not.
fs::path idx_file(const fs::path& folder, const std::string& name) {
    std::error_code ignored;
    const fs::path plain = folder / name;
    const fs::path packed = folder / (name + ".gz");
    return fs::exists(packed, ignored) && !fs::exists(plain, ignored) ? packed : plain;
}

IdxArray read_one_of_four(const fs::path& file) {
    if (!fs::exists(file)) {
        throw InvalidInput(fmt::format("{}: there is no such file, with or without .gz, expected all of {}", file.string(),
                                       fmt::join(file_names, ", ")));
    }
    return read_idx(file);
}

struct Images {
    IdxArray pixels;
    IdxArray labels;
};

Images read_images(const fs::path& folder, const std::string& part) {
    const fs::path image_file = idx_file(folder, part + "-images-idx3-ubyte");
    const fs::path label_file = idx_file(folder, part + "-labels-idx1-ubyte");
    Images images{read_one_of_four(image_file), read_one_of_four(label_file)};
    if (images.pixels.shape.size() != 3) {
        throw InvalidInput(fmt::format("{}: byte 3: {} dimensions, expected 3: images, rows and columns", image_file.string(),
                                       images.pixels.shape.size()));
    }
    if (images.labels.shape.size() != 1) {
        throw InvalidInput(fmt::format("{}: byte 3: {} dimensions, expected 1", label_file.string(), images.labels.shape.size()));
    }
    if (images.labels.shape[0] != images.pixels.shape[0]) {
        throw InvalidInput(fmt::format("{}: byte 4: {} labels, expected {}, one for each image of {}", label_file.string(),
                                       images.labels.shape[0], images.pixels.shape[0], image_file.string()));
    }
    return images;
}

void append_images(SignalSet& set, const Images& images) {
    const std::size_t pixels = std::size_t{images.pixels.shape[1]} * images.pixels.shape[2];
    std::vector<float> numbers(pixels);
    for (std::size_t image = 0; image < images.pixels.shape[0]; ++image) {
        const auto bytes = images.pixels.bytes().subspan(image * pixels, pixels);
        for (std::size_t k = 0; k < pixels; ++k) {
            numbers[k] = static_cast<float>(bytes[k]) / 255.0F;
        }
        append_signal(set.signals, numbers);
    }
}

}  // namespace

bool is_idx_folder(const fs::path& folder) {
    std::error_code ignored;
    return fs::is_directory(folder, ignored) &&
           std::ranges::any_of(file_names, [&](const char* name) { return fs::exists(idx_file(folder, name), ignored); });
}

SignalSet read_idx_signals(const fs::path& folder) {
    const Images training = read_images(folder, "train");
    const Images testing = read_images(folder, "t10k");
    const auto& shape = training.pixels.shape;
    if (testing.pixels.shape[1] != shape[1] || testing.pixels.shape[2] != shape[2]) {
        throw InvalidInput(fmt::format("{}: byte 8: images of {} x {} pixels, expected {} x {} as for training",
                                       idx_file(folder, "t10k-images-idx3-ubyte").string(), testing.pixels.shape[1],
                                       testing.pixels.shape[2], shape[1], shape[2]));
    }
    constexpr std::uint32_t longest_side = 4096;
    if (shape[1] < 3 || shape[2] < 4 || shape[1] > longest_side || shape[2] > longest_side) {
        throw InvalidInput(fmt::format("{}: byte 8: images of {} x {} pixels, expected sides of 4 to {}",
                                       idx_file(folder, "train-images-idx3-ubyte").string(), shape[1], shape[2], longest_side));
    }
    SignalSet set;
    set.name = fs::absolute(folder).lexically_normal().filename().string();
    if (set.name.empty()) {
        set.name = fs::absolute(folder).lexically_normal().parent_path().filename().string();
    }
    set.graph = knn_grid_graph(static_cast<NodeId>(shape[1]), static_cast<NodeId>(shape[2]), neighbors).graph;
    append_images(set, training);
    append_images(set, testing);
    std::vector<std::int64_t> labels(training.labels.bytes().begin(), training.labels.bytes().end());
    labels.insert(labels.end(), testing.labels.bytes().begin(), testing.labels.bytes().end());
    set_classes(set, labels);
    const std::size_t held_out = shape[0] / validation;
    set.parts.assign(shape[0] - held_out, SignalPart::train);
    set.parts.resize(shape[0], SignalPart::validation);
    set.parts.resize(set.size(), SignalPart::test);
    check_signal_set(set);
    return set;
}

}  // namespace ndpool
