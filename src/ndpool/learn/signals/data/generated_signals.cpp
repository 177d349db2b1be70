#include "ndpool/learn/signals/data/generated_signals.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

#include "ndpool/base/seed.hpp"
#include "ndpool/generate/lattice.hpp"

namespace ndpool {

namespace {

constexpr std::string_view prefix = "signals:";
constexpr std::string_view usage =
    "expected signals:grid, signals:grid,SIDE or signals:grid,SIDE,SAMPLES with a side of 8 to 256 and 24 to 1000000 samples";

struct Direction {
    int rows;
    int columns;
};
constexpr Direction directions[] = {{0, 1}, {1, 0}, {1, 1}, {-1, 1}};

int number_between(std::string_view spec, std::string_view word, int least, int most) {
    int number = 0;
    const auto [stop, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    if (error != std::errc() || stop != word.data() + word.size() || number < least || number > most) {
        throw InvalidInput(fmt::format("{}: {}", spec, usage));
    }
    return number;
}

/// A line with its middle near that of the image, and noise everywhere.
std::vector<float> image_of(const Direction& direction, int side, Random& random) {
    constexpr double noise = 0.2;
    std::vector<float> image(static_cast<std::size_t>(side) * side);
    for (float& pixel : image) {
        pixel = static_cast<float>(noise * random.normal());
    }
    const int away = side / 8;
    const auto near_middle = [&] {
        return side / 2 - away + static_cast<int>(random.below(static_cast<std::uint64_t>(2 * away) + 1));
    };
    const int row = near_middle();
    const int column = near_middle();
    const int least = side / 4;
    const int half = least + static_cast<int>(random.below(static_cast<std::uint64_t>(side / 2 - away - least)));
    for (int step = -half; step <= half; ++step) {
        const int pixel = (row + step * direction.rows) * side + column + step * direction.columns;
        image[static_cast<std::size_t>(pixel)] += 1;
    }
    return image;
}

}  // namespace

bool is_generated_signals(std::string_view spec) {
    return spec.starts_with(prefix);
}

SignalSet generate_signals(std::string_view spec, std::uint64_t seed) {
    std::string_view rest = spec.substr(std::min(prefix.size(), spec.size()));
    const auto next_word = [&] {
        const std::size_t comma = std::min(rest.find(','), rest.size());
        const std::string_view word = rest.substr(0, comma);
        rest.remove_prefix(std::min(comma + 1, rest.size()));
        return word;
    };
    if (next_word() != "grid") {
        throw InvalidInput(fmt::format("{}: {}", spec, usage));
    }
    const int side = rest.empty() ? 16 : number_between(spec, next_word(), 8, 256);
    const int samples = rest.empty() ? 3000 : number_between(spec, next_word(), 24, 1000000);
    if (!rest.empty()) {
        throw InvalidInput(fmt::format("{}: {}", spec, usage));
    }
    SignalSet set;
    set.name = std::string(spec);
    set.graph = knn_grid_graph(side, side, 8).graph;
    Random random(Seed(seed).child("signals"));
    std::vector<std::int64_t> labels;
    for (int i = 0; i < samples; ++i) {
        labels.push_back(i % 4);
        append_signal(set.signals, image_of(directions[i % 4], side, random));
        set.parts.push_back(i < samples * 2 / 3   ? SignalPart::train
                            : i < samples * 5 / 6 ? SignalPart::validation
                                                  : SignalPart::test);
    }
    set_classes(set, labels);
    return set;
}

}  // namespace ndpool
