#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "ndpool/graph/graph.hpp"

namespace ndpool {

/// Many signals over the nodes of one graph. Only nodes with a number other than zero are stored: most pixels of an image and
/// most words of a language are not there, and signals without zeros cost half as much again as a full table.
struct SignalRows {
    std::int32_t features = 1;  ///< numbers per node
    std::vector<std::uint64_t> offsets = {0};
    std::vector<std::int32_t> nodes;  ///< of sample i: offsets[i] .. offsets[i + 1] - 1, ascending
    std::vector<float> values;        ///< `features` numbers for each entry of `nodes`

    [[nodiscard]] std::size_t size() const { return offsets.size() - 1; }
};

/// Appends a sample with `features` numbers for every node.
void append_signal(SignalRows& rows, std::span<const float> numbers);
/// All numbers of a sample, zeros included.
[[nodiscard]] std::vector<float> signal_numbers(const SignalRows& rows, std::size_t sample, NodeId nodes);

/// What a sample is for.
enum class SignalPart : std::uint8_t { train, validation, test };

/// Signals over one graph with a class each (Sec. VI-B).
struct SignalSet {
    std::string name;
    Graph graph;
    SignalRows signals;
    std::vector<std::int32_t> labels;  ///< class of each sample, from 0 on; -1 if it is not known
    std::vector<long> classes;         ///< the label of each class, ascending
    std::vector<SignalPart> parts;     ///< of each sample
    std::vector<std::string> words;    ///< what the nodes are called, where they are words

    [[nodiscard]] std::size_t size() const { return signals.size(); }
};

/// Sets `labels` and `classes` from the labels of the data.
void set_classes(SignalSet& set, std::span<const std::int64_t> labels);

/// The samples of a part, ascending.
[[nodiscard]] std::vector<std::int32_t> samples_of(std::span<const SignalPart> parts, SignalPart part);
[[nodiscard]] std::vector<std::int32_t> samples_of(const SignalSet& set, SignalPart part);
/// The samples to validate with: those for training where there are no others.
[[nodiscard]] std::vector<std::int32_t> validation_samples(std::span<const SignalPart> parts);

/// Holds a share of the training samples, drawn by the seed, out for validation, unless the set has some already.
void hold_out_validation(std::vector<SignalPart>& parts, double share, std::uint64_t seed);

/// Throws InvalidInput if the parts do not fit together: nodes that the graph does not have, numbers that are not finite, labels
/// out of range or of a class without training samples, fewer than two classes, no samples to train on or to test.
void check_signal_set(const SignalSet& set);

/// The part of it that predictions need: throws for nodes that the graph does not have and numbers that are not finite.
void check_signal_numbers(const SignalSet& set);

/// A hash of all data.
[[nodiscard]] std::uint64_t content_number(const SignalSet& set);

}  // namespace ndpool
