#include "ndpool/learn/signals/words/word_signals.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <unordered_map>

#include "ndpool/base/aligned_vector.hpp"
#include "ndpool/base/elementary.hpp"
#include "ndpool/base/stopwatch.hpp"
#include "ndpool/learn/nn/kernels/dense_kernels.hpp"

namespace ndpool {

namespace {

struct Candidate {
    double distance;
    NodeId node;

    bool operator<(const Candidate& other) const {
        return distance < other.distance || (distance == other.distance && node < other.node);
    }
};

/// The nearest of what was offered, nearest first.
class NearestList {
public:
    explicit NearestList(std::size_t most) : most_(most) { list_.reserve(most + 1); }

    void offer(const Candidate& candidate) {
        if (list_.size() == most_ && !(candidate < list_.back())) {
            return;
        }
        list_.insert(std::upper_bound(list_.begin(), list_.end(), candidate), candidate);
        if (list_.size() > most_) {
            list_.pop_back();
        }
    }
    [[nodiscard]] const std::vector<Candidate>& list() const { return list_; }

private:
    std::size_t most_;
    std::vector<Candidate> list_;
};

double squared_distance(std::span<const float> vectors, std::int64_t length, NodeId a, NodeId b) {
    double sum = 0;
    for (std::int64_t k = 0; k < length; ++k) {
        const double difference = static_cast<double>(vectors[a * length + k]) - vectors[b * length + k];
        sum += difference * difference;
    }
    return sum;
}

constexpr std::size_t spare_candidates = 8;
constexpr std::int64_t rows_at_once = 96;
constexpr std::int64_t columns_at_once = 256;

/// Squared distances of some vectors to all, a panel of products at a time, and the nearest of them.
class NearestSearch {
public:
    NearestSearch(std::span<const float> vectors, NodeId count, int neighbors)
        : vectors_(vectors), count_(count), length_(static_cast<std::int64_t>(vectors.size()) / count), neighbors_(neighbors) {
        for (NodeId i = 0; i < count; ++i) {
            squares_.push_back(static_cast<float>(square(i, i)));
        }
        for (std::int64_t begin = 0; begin < count; begin += columns_at_once) {
            const std::int64_t columns = std::min<std::int64_t>(columns_at_once, count - begin);
            AlignedVector<float> panel(static_cast<std::size_t>(length_ * columns));
            transpose(vectors.data() + begin * length_, columns, length_, panel.data());
            panels_.push_back(std::move(panel));
        }
    }

    /// The neighbours of nodes begin .. end - 1, one list after the other.
    [[nodiscard]] std::vector<NodeId> search(NodeId begin, NodeId end) const {
        const std::int64_t rows = end - begin;
        std::vector<NearestList> near(static_cast<std::size_t>(rows),
                                      NearestList(static_cast<std::size_t>(neighbors_) + spare_candidates));
        AlignedVector<float> products(static_cast<std::size_t>(rows * columns_at_once));
        for (std::size_t p = 0; p < panels_.size(); ++p) {
            const std::int64_t first = static_cast<std::int64_t>(p) * columns_at_once;
            const std::int64_t columns = std::min<std::int64_t>(columns_at_once, count_ - first);
            multiply_matrices({vectors_.data() + begin * length_, length_, 1}, panels_[p].data(), products.data(), rows, length_,
                              columns, false);
            for (std::int64_t row = 0; row < rows; ++row) {
                offer_panel(begin + row, first, columns, products.data() + row * columns, near[static_cast<std::size_t>(row)]);
            }
        }
        std::vector<NodeId> result;
        for (NodeId node = begin; node < end; ++node) {
            NearestList exact(static_cast<std::size_t>(neighbors_));
            for (const Candidate& candidate : near[static_cast<std::size_t>(node - begin)].list()) {
                exact.offer({squared_distance(vectors_, length_, node, candidate.node), candidate.node});
            }
            for (const Candidate& candidate : exact.list()) {
                result.push_back(candidate.node);
            }
        }
        return result;
    }

private:
    void offer_panel(std::int64_t node, std::int64_t first, std::int64_t columns, const float* products,
                     NearestList& near) const {
        const float own = squares_[static_cast<std::size_t>(node)];
        for (std::int64_t c = 0; c < columns; ++c) {
            const float squared = own + squares_[static_cast<std::size_t>(first + c)] - 2 * products[c];
            if (first + c != node) {
                near.offer({squared, static_cast<NodeId>(first + c)});
            }
        }
    }

    [[nodiscard]] double square(NodeId a, NodeId b) const {
        double sum = 0;
        for (std::int64_t k = 0; k < length_; ++k) {
            sum += static_cast<double>(vectors_[a * length_ + k]) * vectors_[b * length_ + k];
        }
        return sum;
    }

    std::span<const float> vectors_;
    NodeId count_;
    std::int64_t length_;
    int neighbors_;
    std::vector<float> squares_;
    std::vector<AlignedVector<float>> panels_;
};

}  // namespace

Graph nearest_vectors_graph(std::span<const float> vectors, NodeId count, int neighbors, const Parallel& parallel) {
    if (count <= neighbors) {
        throw InvalidInput(fmt::format("{} vectors have no {} nearest ones each, expected more vectors", count, neighbors));
    }
    const NearestSearch search(vectors, count, neighbors);
    std::vector<std::vector<NodeId>> found((static_cast<std::size_t>(count) + rows_at_once - 1) / rows_at_once);
    parallel_for_pieces(static_cast<std::size_t>(count), rows_at_once, parallel, [&](std::size_t begin, std::size_t end) {
        found[begin / rows_at_once] = search.search(static_cast<NodeId>(begin), static_cast<NodeId>(end));
    });
    std::set<std::pair<NodeId, NodeId>> pairs;
    NodeId node = 0;
    for (const std::vector<NodeId>& part : found) {
        for (std::size_t k = 0; k < part.size(); ++k) {
            const NodeId from = node + static_cast<NodeId>(k / static_cast<std::size_t>(neighbors));
            pairs.emplace(std::min(from, part[k]), std::max(from, part[k]));
        }
        node += static_cast<NodeId>(part.size() / static_cast<std::size_t>(neighbors));
    }
    std::vector<Edge> edges;
    edges.reserve(pairs.size());
    for (const auto& [from, to] : pairs) {
        edges.push_back({from, to});
    }
    return Graph::from_edges(count, edges);
}

Graph with_gaussian_weights(const Graph& graph, std::span<const float> vectors) {
    const auto length = static_cast<std::int64_t>(vectors.size()) / std::max<NodeId>(graph.node_count(), 1);
    std::vector<Edge> edges = edges_of(graph);
    double distances = 0;
    for (const Edge& edge : edges) {
        distances += std::sqrt(squared_distance(vectors, length, edge.from, edge.to));
    }
    const double mean = distances / static_cast<double>(std::max<std::size_t>(edges.size(), 1));
    for (Edge& edge : edges) {
        const double squared = squared_distance(vectors, length, edge.from, edge.to);
        edge.weight = mean > 0 ? portable_exp(-squared / (mean * mean)) : 1;
    }
    return Graph::from_edges(graph.node_count(), edges);
}

SignalRows word_presence(const WordLists& lists, int words) {
    SignalRows rows;
    std::vector<std::int32_t> present;
    for (std::size_t i = 0; i < lists.size(); ++i) {
        const auto text = lists.text(i);
        present.clear();
        std::copy_if(text.begin(), text.end(), std::back_inserter(present), [&](std::int32_t word) { return word < words; });
        std::sort(present.begin(), present.end());
        present.erase(std::unique(present.begin(), present.end()), present.end());
        rows.nodes.insert(rows.nodes.end(), present.begin(), present.end());
        rows.offsets.push_back(rows.nodes.size());
    }
    rows.values.assign(rows.nodes.size(), 1.0F);
    return rows;
}

WordLists with_vocabulary(const WordLists& lists, const std::vector<std::string>& vocabulary) {
    std::unordered_map<std::string_view, std::int32_t> number_of;
    for (std::size_t i = 0; i < vocabulary.size(); ++i) {
        number_of.emplace(vocabulary[i], static_cast<std::int32_t>(i));
    }
    WordLists result = lists;
    result.vocabulary = vocabulary;
    result.words.clear();
    for (std::size_t i = 0; i < lists.size(); ++i) {
        for (const std::int32_t word : lists.text(i)) {
            if (const auto found = number_of.find(lists.vocabulary[word]); found != number_of.end()) {
                result.words.push_back(found->second);
            }
        }
        result.offsets[i + 1] = result.words.size();
    }
    return result;
}

WordSignals word_signals(WordLists lists, const WordSignalOptions& options, const Parallel& parallel) {
    const std::int32_t known = lists.words.empty() ? 0 : *std::max_element(lists.words.begin(), lists.words.end()) + 1;
    const int words = std::min(options.words, known);
    constexpr int least_words = 16;
    if (words < least_words) {
        throw InvalidInput(fmt::format("{}: the vocabulary has {} words, expected at least {}", lists.name, words, least_words));
    }
    hold_out_validation(lists.parts, options.validation_share, options.seed);
    WordClassifierOptions classifier = options.classifier;
    classifier.words = words;
    WordSignals result;
    result.classifier = train_word_classifier(lists, classifier, Seed(options.seed).child("words"));
    Stopwatch watch;
    result.set.name = fmt::format("{}-{}", lists.name, words);
    result.set.graph = nearest_vectors_graph(result.classifier.vectors, words, options.neighbors, parallel);
    if (options.gaussian_weights) {
        result.set.graph = with_gaussian_weights(result.set.graph, std::span(result.classifier.vectors));
    }
    result.graph_seconds = watch.lap();
    result.set.signals = word_presence(lists, words);
    set_classes(result.set, lists.labels);
    result.set.parts = lists.parts;
    result.set.words.assign(lists.vocabulary.begin(),
                            lists.vocabulary.begin() + std::min<std::ptrdiff_t>(words, std::ssize(lists.vocabulary)));
    check_signal_set(result.set);
    return result;
}

}  // namespace ndpool
