#include "ndpool/learn/train/prepared_data.hpp"

#include <gtest/gtest.h>

#include "learn/train/toy_data.hpp"
#include "ndpool/base/error.hpp"
#include "ndpool/pyramid/cluster_assignment.hpp"
#include "support/scratch_folder.hpp"

namespace ndpool {
namespace {

using Dense = std::vector<std::vector<float>>;

Dense written_out(const SparseRows& matrix) {
    Dense rows(matrix.rows, std::vector<float>(matrix.columns, 0));
    for (std::int32_t row = 0; row < matrix.rows; ++row) {
        for (std::int32_t k = matrix.offsets[row]; k < matrix.offsets[row + 1]; ++k) {
            rows[row][matrix.indices[k]] += matrix.values[k];
        }
    }
    return rows;
}

/// The weights of a pool, node by node.
Dense pool_by_hand(const Pyramid& pyramid, std::size_t index, Reduce reduce) {
    const Level& next = pyramid.levels[index];
    Dense rows(next.graph.node_count(), std::vector<float>(node_count_at(pyramid, index), 0));
    const std::vector<NodeId> joins = cluster_assignment(pyramid, index);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        for (std::size_t node = 0; node < rows[i].size(); ++node) {
            if (reduce == Reduce::take) {
                rows[i][node] = next.pool[i] == static_cast<NodeId>(node) ? 1.0F : 0.0F;
            } else if (next.assignment_matrix) {
                const SparseMatrix& shares = *next.assignment_matrix;
                for (EntryIndex k = shares.offsets[i]; k < shares.offsets[i + 1]; ++k) {
                    rows[i][shares.indices[k]] = static_cast<float>(shares.values[k]);
                }
            } else {
                rows[i][node] = joins[node] == static_cast<NodeId>(i) ? 1.0F : 0.0F;
            }
        }
        if (reduce == Reduce::mean) {
            float sum = 0;
            for (const float weight : rows[i]) {
                sum += weight;
            }
            for (float& weight : rows[i]) {
                weight = sum > 0 ? weight / sum : weight;
            }
        }
    }
    return rows;
}

void expect_same(const std::vector<Sample>& first, const std::vector<Sample>& second) {
    ASSERT_EQ(first.size(), second.size());
    for (std::size_t g = 0; g < first.size(); ++g) {
        EXPECT_EQ(first[g].label, second[g].label);
        EXPECT_EQ(first[g].features, second[g].features);
        EXPECT_EQ(first[g].adjacency, second[g].adjacency);
        ASSERT_EQ(first[g].levels.size(), second[g].levels.size());
        for (std::size_t i = 0; i < first[g].levels.size(); ++i) {
            EXPECT_EQ(first[g].levels[i].last.matrix, second[g].levels[i].last.matrix);
            EXPECT_EQ(first[g].levels[i].last.rows, second[g].levels[i].last.rows);
            EXPECT_EQ(first[g].levels[i].pool, second[g].levels[i].pool);
        }
    }
}

/// The pyramids that samples are made of, made once more.
std::vector<Pyramid> pyramids_for(const Dataset& dataset, const RunOptions& options) {
    return make_pyramids(dataset.graphs, pyramid_options_of(options).value(), Seed(options.seed).child("coarsen"), {});
}

class PreparedSamples : public WithoutCache {};

TEST_F(PreparedSamples, AreAugmentedByPyramidsOfOtherSides) {
    const Dataset dataset = coloured_graphs(20, 8);
    RunOptions options = quick_options();
    options.augment = {KeptSide::smaller, KeptSide::larger};
    const PreparedData data = prepare_data(dataset, options, {}, {});
    ASSERT_EQ(data.sides, 3U);
    ASSERT_EQ(data.samples.size(), 60U);
    EXPECT_EQ(data.graph_count(), 20U);
    EXPECT_EQ(data.on_side({3, 19}, 2), (std::vector<int>{43, 59}));
    const std::vector<KeptSide> sides{quick_options().ndp.cut.keep, KeptSide::smaller, KeptSide::larger};
    for (std::size_t side = 0; side < sides.size(); ++side) {
        const auto begin = data.samples.begin() + static_cast<std::ptrdiff_t>(20 * side);
        expect_same({begin, begin + 20}, prepare_data(dataset, with_side(quick_options(), sides[side]), {}, {}).samples);
    }
    EXPECT_EQ(data.judged_sides(), 1U);
    options.average = true;
    EXPECT_EQ(prepare_data(dataset, options, {}, {}).judged_sides(), 3U);
}

TEST_F(PreparedSamples, PoolWithTheWeightsThatTheMethodSays) {
    const Dataset dataset = coloured_graphs(20, 8);
    for (const PoolMethod pool : {PoolMethod::ndp, PoolMethod::graclus, PoolMethod::graclus_without_fakes, PoolMethod::nmf}) {
        for (const Reduce reduce : {Reduce::take, Reduce::mean, Reduce::sum, Reduce::max}) {
            SCOPED_TRACE(std::string(parts_of(pool).word) + " " + std::to_string(static_cast<int>(reduce)));
            RunOptions options = quick_options(pool);
            options.network.pool.reduce = reduce;
            const std::vector<Sample> samples = prepare_data(dataset, options, {}, {}).samples;
            const std::vector<Pyramid> pyramids = pyramids_for(dataset, options);
            for (std::size_t g = 0; g < samples.size(); ++g) {
                ASSERT_EQ(samples[g].levels.size(), 3U);
                for (std::size_t index = 0; index < 2; ++index) {
                    const LevelOperators& level = samples[g].levels[index];
                    if (reduce == Reduce::take) {
                        EXPECT_EQ(level.last.rows, pyramids[g].levels[index].pool) << "the others are never computed";
                        continue;
                    }
                    EXPECT_TRUE(level.last.is_whole());
                    const Dense here = written_out(level.pool);
                    const Dense expected = pool_by_hand(pyramids[g], index, reduce);
                    ASSERT_EQ(here.size(), expected.size());
                    for (std::size_t i = 0; i < here.size(); ++i) {
                        ASSERT_EQ(here[i].size(), expected[i].size());
                        for (std::size_t node = 0; node < here[i].size(); ++node) {
                            EXPECT_NEAR(here[i][node], expected[i][node], 1e-6);
                        }
                    }
                }
            }
        }
    }
}

TEST_F(PreparedSamples, FakeNodesOfGraclusHaveNoFeaturesAndEveryPoolJoinsTwo) {
    const Dataset dataset = coloured_graphs(20, 9);
    const PreparedData data = prepare_data(dataset, quick_options(PoolMethod::graclus), {}, {});
    bool some_fake = false;
    for (std::size_t g = 0; g < data.samples.size(); ++g) {
        const Sample& sample = data.samples[g];
        const std::int32_t nodes = sample.levels[0].last.matrix.columns;
        const NodeId real = dataset.graphs[g].node_count();
        ASSERT_EQ(sample.features.rows, nodes);
        ASSERT_EQ(std::ssize(sample.features.offsets), nodes + 1);
        EXPECT_EQ(nodes, 4 * sample.levels[2].last.matrix.columns);
        some_fake = some_fake || nodes > real;
        EXPECT_GT(sample.features.offsets[real], 0);
        EXPECT_EQ(sample.features.offsets[real], sample.features.offsets[nodes]);
        for (const std::size_t level : {0U, 1U}) {
            const SparseRows& pool = sample.levels[level].pool;
            for (std::int32_t row = 0; row < pool.rows; ++row) {
                EXPECT_EQ(pool.offsets[row + 1] - pool.offsets[row], 2);
            }
        }
    }
    EXPECT_TRUE(some_fake);
}

TEST_F(PreparedSamples, SharesOfNmfLoseNothing) {
    const Dataset dataset = coloured_graphs(10, 2);
    for (const Sample& sample : prepare_data(dataset, quick_options(PoolMethod::nmf), {}, {}).samples) {
        for (const std::size_t level : {0U, 1U}) {
            const Dense pool = written_out(sample.levels[level].pool);
            for (std::size_t node = 0; node < pool[0].size(); ++node) {
                float sum = 0;
                for (const auto& row : pool) {
                    sum += row[node];
                }
                EXPECT_NEAR(sum, 1, 1e-5);
            }
        }
    }
}

TEST_F(PreparedSamples, DoNotDependOnThreads) {
    const Dataset dataset = coloured_graphs(30, 4);
    for (const PoolMethod pool : {PoolMethod::ndp, PoolMethod::graclus, PoolMethod::nmf, PoolMethod::topk}) {
        expect_same(prepare_data(dataset, quick_options(pool), {1}, {}).samples,
                    prepare_data(dataset, quick_options(pool), {3}, {}).samples);
    }
}

TEST_F(PreparedSamples, ComeFromTheCacheTheSecondTime) {
    const ScratchFolder cache;
    setenv("NDPOOL_CACHE", cache.path().c_str(), 1);
    const Dataset dataset = coloured_graphs(12, 4);
    for (const PoolMethod pool : {PoolMethod::ndp, PoolMethod::graclus, PoolMethod::nmf}) {
        const std::size_t before = cache.file_count();
        std::size_t steps = 0;
        const Progress count = [&](std::string_view, std::size_t, std::size_t) { ++steps; };
        const std::vector<Sample> made = prepare_data(dataset, quick_options(pool), {}, count).samples;
        EXPECT_GT(steps, 0U);
        EXPECT_EQ(cache.file_count(), before + 1);
        steps = 0;
        expect_same(prepare_data(dataset, quick_options(pool), {}, count).samples, made);
        EXPECT_EQ(steps, 0U) << "nothing was coarsened";
        RunOptions other = quick_options(pool);
        other.seed = 77;
        (void)prepare_data(dataset, other, {}, {});
        EXPECT_EQ(cache.file_count(), before + 2) << "another seed is another file";
    }
}

TEST_F(PreparedSamples, OfOtherDataKnowClassesAndFeaturesByTheirLabels) {
    const Dataset learned = coloured_graphs(12, 4);
    const RunOptions options = quick_options();
    const PreparedData data = prepare_data(learned, options, {}, {});
    Dataset other = coloured_graphs(4, 99);
    other.graph_labels = {8, 3, 5, 8};
    const auto like = [&](const Dataset& dataset, const RunOptions& how) {
        return samples_like(dataset, how, data.facts, data.encoding, data.labels, {}, {});
    };
    const std::vector<Sample> samples = like(other, options);
    EXPECT_EQ(samples[0].label, 1);
    EXPECT_EQ(samples[1].label, 0);
    EXPECT_EQ(samples[2].label, -1) << "a class that was not learned";
    other.graph_labels.clear();
    EXPECT_EQ(like(other, options)[0].label, -1);
    expect_same(like(learned, options), data.samples);

    other.edge_labels.values[0] = 999;
    EXPECT_EQ(like(other, options).size(), 4U) << "this layer does not look at labels of edges";
    RunOptions relational = options;
    relational.network.layer.kind = LayerKind::relational;
    EXPECT_THROW((void)like(other, relational), InvalidInput);
    other.edge_labels = {};
    EXPECT_THROW((void)like(other, relational), InvalidInput);
    other.node_labels = {};
    EXPECT_THROW((void)like(other, options), InvalidInput);
}

TEST(PreparedFolds, AreTheGivenSplitAsOftenAsAskedOrFoldsOfTheirOwn) {
    Dataset dataset = coloured_graphs(12, 4);
    dataset.graph_split.assign(12, "train");
    dataset.graph_split[2] = dataset.graph_split[5] = "test";
    dataset.graph_split[7] = "val";
    RunOptions options = quick_options();
    const std::vector<Fold> given = folds_of(dataset, options);
    ASSERT_EQ(given.size(), 3U);
    for (const Fold& fold : given) {
        EXPECT_EQ(fold.test, (std::vector<int>{2, 5}));
        EXPECT_EQ(fold.validation, std::vector<int>{7});
    }
    options.given_split = false;
    const std::vector<Fold> own = folds_of(dataset, options);
    EXPECT_EQ(own.size(), 3U);
    EXPECT_EQ(own[0].test.size(), 4U);
    EXPECT_NE(own[0], own[1]);
}

TEST(PreparedFolds, CannotBeMadeWithoutClassesOrWithOne) {
    Dataset dataset = coloured_graphs(12, 4);
    dataset.graph_labels.assign(12, 3);
    EXPECT_THROW((void)folds_of(dataset, quick_options()), InvalidInput);
    dataset.graph_labels.clear();
    EXPECT_THROW((void)folds_of(dataset, quick_options()), InvalidInput);
}

}  // namespace
}  // namespace ndpool
