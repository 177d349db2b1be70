#include "ndpool/learn/data/batch.hpp"

namespace ndpool {

namespace {

/// Appends a block to a block-diagonal matrix, below and to the right of the others.
void append_block(SparseRows& all, const SparseRows& block) {
    append_rows(all, block, all.columns);
}

void append_hop(PropagationStep& all, const PropagationStep& hop) {
    const std::int32_t first_node = all.matrix.columns;
    append_block(all.matrix, hop.matrix);
    append_block(all.transposed, hop.transposed);
    for (const std::int32_t row : hop.rows) {
        all.rows.push_back(first_node + row);
    }
    all.annotation_width = hop.annotation_width;
    all.annotations.insert(all.annotations.end(), hop.annotations.begin(), hop.annotations.end());
    all.relations.insert(all.relations.end(), hop.relations.begin(), hop.relations.end());
}

}  // namespace

Batch make_batch(std::span<const Sample> samples, std::span<const std::int32_t> numbers) {
    Batch batch;
    const std::size_t level_count = samples.empty() ? 0 : samples.front().levels.size();
    batch.levels.resize(level_count);
    batch.graph_offsets.assign(level_count, {0});
    for (const std::int32_t number : numbers) {
        const Sample& sample = samples[number];
        batch.labels.push_back(sample.label);
        append_rows(batch.features, sample.features);
        append_block(batch.adjacency, sample.adjacency);
        for (std::size_t level = 0; level < level_count; ++level) {
            const LevelOperators& maps = sample.levels[level];
            append_hop(batch.levels[level].last, maps.last);
            append_hop(batch.levels[level].inner, maps.inner);
            for (const std::int32_t row : maps.taken) {
                batch.levels[level].taken.push_back(batch.levels[level].pool.columns + row);
            }
            append_block(batch.levels[level].pool, maps.pool);
            append_block(batch.levels[level].pool_transposed, maps.pool_transposed);
            batch.graph_offsets[level].push_back(batch.levels[level].last.matrix.columns);
        }
    }
    return batch;
}

}  // namespace ndpool
