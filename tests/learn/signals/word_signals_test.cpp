#include "ndpool/learn/signals/words/word_signals.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include "ndpool/base/error.hpp"
#include "ndpool/io/archive/npy.hpp"
#include "ndpool/io/archive/npy_write.hpp"
#include "ndpool/io/archive/zip_writer.hpp"
#include "support/public_data.hpp"
#include "support/scratch_folder.hpp"
#include "support/vector_variants.hpp"

namespace ndpool {
namespace {

void write_text(const std::filesystem::path& path, const std::string& text) {
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << text;
}

/// Texts of words 0 to 19 in random order; those of class 1 have word 20, the others word 21, and all but some test ones say so.
WordLists toy_texts(std::size_t count) {
    WordLists lists;
    lists.name = "toy";
    Random random{Seed(1)};
    for (std::size_t i = 0; i < count; ++i) {
        const bool positive = i % 2 == 0;
        for (int k = 0; k < 10; ++k) {
            lists.words.push_back(static_cast<std::int32_t>(random.below(20)));
            lists.words.push_back(positive ? 20 : 21);
        }
        lists.offsets.push_back(lists.words.size());
        lists.labels.push_back(positive ? 1 : 0);
        lists.parts.push_back(i < count * 3 / 4 ? SignalPart::train : SignalPart::test);
    }
    return lists;
}

TEST(Words, AreLowerCaseWithoutPunctuation) {
    EXPECT_EQ(words_of("It's GREAT, isn't it?\n<br />Yes-no\t42."),
              (std::vector<std::string>{"it's", "great", "isn't", "it", "br", "yes", "no", "42"}));
    EXPECT_TRUE(words_of(" ... ").empty());
}

TEST(TextFolder, NumbersWordsByFrequencyInTrainingTexts) {
    const ScratchFolder folder;
    write_text(folder / "train/pos/a.txt", "good good film");
    write_text(folder / "train/neg/b.txt", "bad film");
    write_text(folder / "test/pos/c.txt", "good unheard film");
    write_text(folder / "test/neg/d.txt", "bad bad bad");
    ASSERT_TRUE(is_text_folder(folder.path()));
    const WordLists lists = read_text_folder(folder.path());
    EXPECT_EQ(lists.vocabulary, (std::vector<std::string>{"film", "good", "bad"}));
    EXPECT_EQ(lists.labels, (std::vector<std::int64_t>{1, 0, 1, 0}));
    EXPECT_EQ(lists.parts[1], SignalPart::train);
    EXPECT_EQ(lists.parts[2], SignalPart::test);
    const auto third = lists.text(2);
    EXPECT_EQ(std::vector<std::int32_t>(third.begin(), third.end()), (std::vector<std::int32_t>{1, 0}));
}

TEST(TextFolder, RefusesAnEmptyVocabulary) {
    const ScratchFolder folder;
    write_text(folder / "pos/a.txt", " ... ");
    write_text(folder / "neg/b.txt", "");
    try {
        (void)read_text_folder(folder.path());
        FAIL();
    } catch (const InvalidInput& error) {
        EXPECT_NE(std::string(error.what()).find("the vocabulary is empty"), std::string::npos) << error.what();
    }
}

TEST(WordArrays, RefuseWhatDoesNotFitTogether) {
    const ScratchFolder folder;
    const auto message = [&](const std::vector<std::int64_t>& ranks, const std::vector<std::int64_t>& offsets) -> std::string {
        std::vector<ZipMember> members;
        for (const std::string part : {"train", "test"}) {
            members.push_back({"x_" + part + "_words.npy", npy_bytes(ranks)});
            members.push_back({"x_" + part + "_offsets.npy", npy_bytes(offsets)});
            members.push_back({"y_" + part + ".npy", npy_bytes(std::vector<std::int64_t>{0, 1})});
        }
        write_text(folder / "imdb_flat.npz", zip_bytes(members));
        try {
            return std::to_string(read_word_arrays(folder.path()).words.size());
        } catch (const InvalidInput& error) {
            return error.what();
        }
    };
    EXPECT_EQ(message({1, 2, 3}, {0, 2, 3}), "6");
    EXPECT_NE(message({1, 2, 3}, {0, 3}).find("2 offsets, expected 3"), std::string::npos);
    EXPECT_NE(message({1, 2, 3}, {0, 4, 3}).find("do not rise from 0 to 3"), std::string::npos);
    EXPECT_NE(message({1, 0, 3}, {0, 2, 3}).find("item 1 is 0"), std::string::npos);
}

TEST(NearestVectors, AreThoseThatComparingAllGives) {
    constexpr NodeId count = 300;
    constexpr int length = 20;
    Random random{Seed(2)};
    std::vector<float> vectors(count * length);
    for (float& number : vectors) {
        number = static_cast<float>(random.below(4));  // with equal distances
    }
    std::vector<Edge> edges;
    for (NodeId i = 0; i < count; ++i) {
        std::vector<std::pair<double, NodeId>> others;
        for (NodeId j = 0; j < count; ++j) {
            double sum = 0;
            for (int k = 0; k < length; ++k) {
                const double difference = vectors[i * length + k] - vectors[j * length + k];
                sum += difference * difference;
            }
            if (i != j) {
                others.emplace_back(sum, j);
            }
        }
        std::sort(others.begin(), others.end());
        for (int k = 0; k < 4; ++k) {
            edges.push_back({std::min(i, others[k].second), std::max(i, others[k].second)});
        }
    }
    std::sort(edges.begin(), edges.end(),
              [](const Edge& a, const Edge& b) { return std::pair(a.from, a.to) < std::pair(b.from, b.to); });
    edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
    const Graph expected = Graph::from_edges(count, edges);
    for (const int threads : {1, 2, 8}) {
        EXPECT_EQ(nearest_vectors_graph(vectors, count, 4, {threads}), expected);
    }
    for (const Graph& graph : with_every_vector_variant([&] { return nearest_vectors_graph(vectors, count, 4, {}); })) {
        EXPECT_EQ(graph, expected);
    }
}

TEST(WordGraph, HasGaussianWeightsByDistance) {
    const std::vector<float> vectors = {0, 0, 3, 0, 3, 4};  // distances 3, 5 and 4, their mean is 4
    const Graph triangle = Graph::from_edges(3, std::vector<Edge>{{0, 1}, {0, 2}, {1, 2}});
    const std::vector<Edge> edges = edges_of(with_gaussian_weights(triangle, vectors));
    ASSERT_EQ(edges.size(), 3U);
    EXPECT_NEAR(edges[0].weight, std::exp(-9.0 / 16), 1e-15);
    EXPECT_NEAR(edges[1].weight, std::exp(-25.0 / 16), 1e-15);
    EXPECT_NEAR(edges[2].weight, std::exp(-1.0), 1e-15);
    const std::vector<float> equal(6, 1.0F);
    EXPECT_EQ(with_gaussian_weights(triangle, equal), triangle);
}

TEST(WordClassifier, LearnsWhichWordsDecideAndTellsThemApart) {
    WordLists lists = toy_texts(200);
    hold_out_validation(lists.parts, 0.2, 1);
    for (const bool flatten : {false, true}) {
        const WordClassifierOptions options{.words = 22,
                                            .length = 24,
                                            .vector_size = 16,
                                            .dropout = 0.2,
                                            .flatten = flatten,
                                            .learning_rate = 1e-2,
                                            .epochs = 20};
        const WordClassifierResult result = train_word_classifier(lists, options, Seed(3));
        EXPECT_EQ(result.test_accuracy, 1) << flatten;
        ASSERT_EQ(result.vectors.size(), 22U * 16U);
        const auto bytes =
            with_every_vector_variant([&] { return bytes_of(train_word_classifier(lists, options, Seed(3)).vectors); });
        EXPECT_TRUE(std::all_of(bytes.begin(), bytes.end(), [&](const std::string& other) { return other == bytes.front(); }));
    }
}

TEST(WordSignals, AreOnesWhereAWordIsThere) {
    const WordSignals made = word_signals(toy_texts(200), {.words = 22, .classifier = {.vector_size = 16, .epochs = 2}}, {});
    EXPECT_EQ(made.set.name, "toy-22");
    EXPECT_EQ(made.set.graph.node_count(), 22);
    const std::vector<float> first = signal_numbers(made.set.signals, 0, 22);
    EXPECT_EQ(first[20], 1);
    EXPECT_EQ(first[21], 0);
    EXPECT_EQ(samples_of(made.set, SignalPart::validation).size(), 15U);
}

TEST(WordSignals, RefuseTooFewWords) {
    EXPECT_THROW((void)word_signals(toy_texts(200), {.words = 10}, {}), InvalidInput);
    EXPECT_THROW((void)word_signals({}, {}, {}), InvalidInput);
}

TEST(WordArrays, ReadTheReviewsOfImdb) {
    const std::filesystem::path folder = public_data_folder() / "imdb";
    NDPOOL_SKIP_WITHOUT_DATA(folder);
    const WordLists lists = read_word_arrays(folder);
    EXPECT_EQ(lists.size(), 50000U);
    EXPECT_EQ(lists.words.size(), 5942841U + 5745105U);
    EXPECT_EQ(std::count(lists.labels.begin(), lists.labels.end(), 1), 25000);
}

}  // namespace
}  // namespace ndpool
