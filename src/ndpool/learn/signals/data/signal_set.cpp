#include "ndpool/learn/signals/data/signal_set.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "ndpool/base/seed.hpp"
#include "ndpool/learn/signals/sample_batches.hpp"

namespace ndpool {

namespace {

/// FNV-1a over words of 64 bits with a final mix: quick enough for millions of numbers.
class ContentSum {
public:
    void add(std::uint64_t word) { sum_ = (sum_ ^ word) * 0x100000001b3ULL + (sum_ >> 47); }
    [[nodiscard]] std::uint64_t value() const { return Seed(sum_).child("content").value(); }

private:
    std::uint64_t sum_ = 0xcbf29ce484222325ULL;
};

}  // namespace

void append_signal(SignalRows& rows, std::span<const float> numbers) {
    const auto features = static_cast<std::size_t>(rows.features);
    for (std::size_t node = 0; node * features < numbers.size(); ++node) {
        const auto of_node = numbers.subspan(node * features, features);
        if (std::any_of(of_node.begin(), of_node.end(), [](float number) { return number != 0; })) {
            rows.nodes.push_back(static_cast<std::int32_t>(node));
            rows.values.insert(rows.values.end(), of_node.begin(), of_node.end());
        }
    }
    rows.offsets.push_back(rows.nodes.size());
}

std::vector<float> signal_numbers(const SignalRows& rows, std::size_t sample, NodeId nodes) {
    const auto features = static_cast<std::size_t>(rows.features);
    std::vector<float> numbers(static_cast<std::size_t>(nodes) * features, 0);
    for (std::uint64_t k = rows.offsets[sample]; k < rows.offsets[sample + 1]; ++k) {
        std::copy_n(rows.values.data() + k * features, features,
                    numbers.data() + static_cast<std::size_t>(rows.nodes[k]) * features);
    }
    return numbers;
}

void set_classes(SignalSet& set, std::span<const std::int64_t> labels) {
    set.classes.assign(labels.begin(), labels.end());
    std::sort(set.classes.begin(), set.classes.end());
    set.classes.erase(std::unique(set.classes.begin(), set.classes.end()), set.classes.end());
    set.labels.clear();
    for (const std::int64_t label : labels) {
        const auto found = std::lower_bound(set.classes.begin(), set.classes.end(), label);
        set.labels.push_back(static_cast<std::int32_t>(found - set.classes.begin()));
    }
}

std::vector<std::int32_t> samples_of(std::span<const SignalPart> parts, SignalPart part) {
    std::vector<std::int32_t> samples;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (parts[i] == part) {
            samples.push_back(static_cast<std::int32_t>(i));
        }
    }
    return samples;
}

std::vector<std::int32_t> samples_of(const SignalSet& set, SignalPart part) {
    return samples_of(set.parts, part);
}

std::vector<std::int32_t> validation_samples(std::span<const SignalPart> parts) {
    std::vector<std::int32_t> samples = samples_of(parts, SignalPart::validation);
    return samples.empty() ? samples_of(parts, SignalPart::train) : samples;
}

void hold_out_validation(std::vector<SignalPart>& parts, double share, std::uint64_t seed) {
    if (std::find(parts.begin(), parts.end(), SignalPart::validation) != parts.end()) {
        return;
    }
    const auto training = shuffled_samples(samples_of(parts, SignalPart::train), Seed(seed).child("validation"));
    const auto count = static_cast<std::size_t>(std::lround(share * static_cast<double>(training.size())));
    for (std::size_t i = 0; i < count; ++i) {
        parts[training[i]] = SignalPart::validation;
    }
}

namespace {

/// A class that only test samples have cannot be learned: a label there is wrong, or the split.
void check_tested_classes(const SignalSet& set) {
    std::vector<bool> is_trained(set.classes.size(), false);
    for (std::size_t i = 0; i < set.size(); ++i) {
        if (set.parts[i] == SignalPart::train) {
            is_trained[static_cast<std::size_t>(set.labels[i])] = true;
        }
    }
    for (std::size_t i = 0; i < set.size(); ++i) {
        const auto label = static_cast<std::size_t>(set.labels[i]);
        if (set.parts[i] == SignalPart::test && !is_trained[label]) {
            throw InvalidInput(fmt::format("{}: sample {} has label {}, which no training sample has, expected one of those",
                                           set.name, i, set.classes[label]));
        }
    }
}

}  // namespace

void check_signal_set(const SignalSet& set) {
    if (set.labels.size() != set.size() || set.parts.size() != set.size()) {
        throw InvalidInput(fmt::format("{}: {} samples have {} labels and {} parts of a split, expected one of each per sample",
                                       set.name, set.size(), set.labels.size(), set.parts.size()));
    }
    if (set.classes.size() < 2) {
        throw InvalidInput(fmt::format("{}: all samples have one label, expected at least two classes", set.name));
    }
    const auto classes = static_cast<std::int32_t>(set.classes.size());
    for (std::size_t i = 0; i < set.size(); ++i) {
        if (set.labels[i] < 0 || set.labels[i] >= classes) {
            throw InvalidInput(
                fmt::format("{}: sample {} has label {}, expected 0 to {}", set.name, i, set.labels[i], classes - 1));
        }
    }
    for (const auto& [part, what] : {std::pair{SignalPart::train, "to train on"}, std::pair{SignalPart::test, "to test"}}) {
        if (std::find(set.parts.begin(), set.parts.end(), part) == set.parts.end()) {
            throw InvalidInput(fmt::format("{}: there are no samples {}, expected some", set.name, what));
        }
    }
    check_signal_numbers(set);
    check_tested_classes(set);
}

void check_signal_numbers(const SignalSet& set) {
    const SignalRows& rows = set.signals;
    const auto features = static_cast<std::size_t>(rows.features);
    for (std::size_t sample = 0; sample < rows.size(); ++sample) {
        for (std::uint64_t k = rows.offsets[sample]; k < rows.offsets[sample + 1]; ++k) {
            if (rows.nodes[k] < 0 || rows.nodes[k] >= set.graph.node_count()) {
                throw InvalidInput(
                    fmt::format("{}: sample {} has a number for node {}, expected nodes 0 to {} as the graph has them", set.name,
                                sample, rows.nodes[k], set.graph.node_count() - 1));
            }
            const auto* const first = rows.values.data() + k * features;
            const auto* const odd = std::find_if_not(first, first + features, [](float x) { return std::isfinite(x); });
            if (odd != first + features) {
                throw InvalidInput(
                    fmt::format("{}: sample {}, node {} is {}, expected a finite number", set.name, sample, rows.nodes[k], *odd));
            }
        }
    }
}

std::uint64_t content_number(const SignalSet& set) {
    ContentSum sum;
    for (const Edge& edge : edges_of(set.graph)) {
        sum.add((static_cast<std::uint64_t>(edge.from) << 32) | static_cast<std::uint32_t>(edge.to));
        sum.add(std::bit_cast<std::uint64_t>(edge.weight));
    }
    sum.add(static_cast<std::uint64_t>(set.graph.node_count()));
    for (const std::uint64_t offset : set.signals.offsets) {
        sum.add(offset);
    }
    for (const std::int32_t node : set.signals.nodes) {
        sum.add(static_cast<std::uint64_t>(node));
    }
    for (const float value : set.signals.values) {
        sum.add(std::bit_cast<std::uint32_t>(value));
    }
    for (std::size_t i = 0; i < set.size(); ++i) {
        sum.add(static_cast<std::uint64_t>(set.labels[i] < 0 ? -1 : set.classes[set.labels[i]]));
        sum.add(static_cast<std::uint64_t>(set.parts[i]));
    }
    return sum.value();
}

}  // namespace ndpool
