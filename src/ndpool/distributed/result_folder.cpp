#include "ndpool/distributed/result_folder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "ndpool/distributed/shared_file.hpp"
#include "ndpool/io/atomic_write.hpp"
#include "ndpool/io/formats/binary.hpp"
#include "ndpool/io/formats/number_text.hpp"
#include "ndpool/io/mapped_file.hpp"
#include "ndpool/pyramid/storage/pyramid_folder.hpp"

namespace ndpool {

namespace fs = std::filesystem;

namespace {

/// The numbers of the levels to write.
std::vector<int> chosen_levels(const LevelStore& store, const NdpOptions& options) {
    std::vector<int> chosen;
    for (const StoredLevelFacts& facts : store.levels()) {
        if (options.until_nodes > 0) {
            const bool is_deep =
                facts.number > 1 && store.levels()[static_cast<std::size_t>(facts.number) - 2].nodes < options.until_nodes;
            if (!is_deep) {
                chosen.push_back(facts.number);
            }
        } else if (std::binary_search(options.levels.begin(), options.levels.end(), facts.number)) {
            chosen.push_back(facts.number);
        }
    }
    return chosen;
}

void write_matrix_rows(const Ranks& ranks, const fs::path& at, const OwnRows& rows, double factor, Format matrices) {
    const fs::path path = at / fmt::format("adjacency.{}", format_name(matrices));
    matrices == Format::ndg ? write_rows(ranks, path, rows, factor) : write_rows_as_text(ranks, path, rows, factor);
}

/// For each own row its node on a level further up: the pools of the levels between, one after the other.
std::vector<NodeId> pool_to(const LevelStore& store, int number, int above, const RowRange& range) {
    std::vector<NodeId> pool = read_numbers<NodeId>(store.pool_file(number), range);
    for (int level = number - 1; level > above; --level) {
        const MappedFile file(store.pool_file(level));
        const auto* const before = reinterpret_cast<const NodeId*>(file.bytes().data());
        for (NodeId& node : pool) {
            node = before[node];
        }
    }
    return pool;
}

void write_pool(const Ranks& ranks, const fs::path& path, const std::vector<NodeId>& pool, std::int64_t rows,
                std::int64_t columns, Format matrices) {
    const auto own = static_cast<std::int64_t>(pool.size());
    const std::int64_t first = ranks.sum_before(own);
    if (matrices != Format::ndg) {
        const std::string header = fmt::format("%%MatrixMarket matrix coordinate real general\n{} {} {}\n", rows, columns, rows);
        write_text(ranks, path, header, own, [&](std::int64_t row, std::string& text) {
            append_integer(text, first + row + 1);
            text += ' ';
            append_integer(text, std::int64_t{pool[row]} + 1);
            text += " 1\n";
        });
        return;
    }
    const BinaryHeader header{static_cast<std::uint64_t>(rows), static_cast<std::uint64_t>(columns),
                              static_cast<std::uint64_t>(rows), false, false};
    const BinaryLayout layout = layout_of(header);
    SharedFile file(ranks, path);
    std::vector<EntryIndex> offsets(pool.size() + 1);
    for (std::size_t row = 0; row < offsets.size(); ++row) {
        offsets[row] = first + static_cast<EntryIndex>(row);
    }
    const auto before = static_cast<std::uint64_t>(first);
    file.write(layout.offsets + 8 * before, offsets.data(), 8 * offsets.size());
    file.write(layout.columns + 4 * before, pool.data(), 4 * pool.size());
    if (ranks.is_first()) {
        const std::string bytes = header_bytes(header);
        file.write(0, bytes.data(), bytes.size());
        constexpr std::uint32_t padding = 0;
        file.write(layout.columns + 4 * header.entries, &padding, rows % 2 == 1 ? 4 : 0);
    }
    file.close();
}

void write_level(const Ranks& ranks, const LevelStore& store, int number, int above, std::int64_t nodes_above, double factor,
                 const fs::path& at, Format matrices) {
    const RowRange range = own_range(ranks, store.graph_file(number));
    OwnRows rows = read_rows(ranks, store.graph_file(number), range);
    const std::int64_t nodes = ranks.sum(rows.count());
    write_matrix_rows(ranks, at, rows, factor, matrices);
    rows = {};
    std::vector<NodeId> pool;
    std::vector<NodeId> names;
    ranks.together([&] {
        pool = pool_to(store, number, above, range);
        names = read_numbers<NodeId>(store.nodes_file(number), range);
    });
    write_pool(ranks, at / fmt::format("pool.{}", format_name(matrices)), pool, nodes, nodes_above, matrices);
    write_text(ranks, at / "nodes.txt", "", static_cast<std::int64_t>(names.size()), [&](std::int64_t row, std::string& text) {
        append_integer(text, names[row]);
        text += '\n';
    });
}

}  // namespace

std::string write_result(const Ranks& ranks, const SliceInput& input, const LevelStore& store, const std::vector<double>& factors,
                         const PyramidOrigin& origin, const NdpOptions& options, const fs::path& folder, Format matrices) {
    const std::vector<int> chosen = chosen_levels(store, options);
    std::unique_ptr<AtomicFolder> out;
    std::string partial;
    ranks.together([&] {
        if (ranks.is_first()) {
            out = std::make_unique<AtomicFolder>(folder);
            make_folder(out->path() / "input");
            for (const int number : chosen) {
                make_folder(level_folder(out->path(), number));
            }
            partial = out->path().string();
        }
    });
    const fs::path at = ranks.from_first(partial);
    std::int64_t nodes_above = 0;
    std::int64_t edges = 0;
    {
        const OwnRows rows = rows_of(ranks, input);
        nodes_above = ranks.sum(rows.count());
        const std::int64_t loops = self_loop_count(ranks, rows);
        edges = (ranks.sum(rows.offsets.back()) - loops) / 2 + loops;
        write_matrix_rows(ranks, at / "input", rows, 1, matrices);
    }
    Manifest manifest = manifest_head(origin);
    manifest["format"] = format_name(matrices);
    manifest["nodes"] = nodes_above;
    manifest["edges"] = edges;
    std::vector<LevelSummary> summaries;
    int above = 0;
    for (const int number : chosen) {
        const StoredLevelFacts& facts = store.levels()[static_cast<std::size_t>(number) - 1];
        const double factor = factors[std::min(static_cast<std::size_t>(number), factors.size()) - 1];
        write_level(ranks, store, number, above, nodes_above, factor, level_folder(at, number), matrices);
        summaries.push_back(summary_of(facts));
        above = number;
        nodes_above = facts.nodes;
    }
    const std::string text = manifest_text(std::move(manifest), summaries);
    ranks.together([&] {
        if (ranks.is_first()) {
            write_file(at / "manifest.json", text);
            out->commit();
        }
    });
    return ranks.from_first(text);
}

}  // namespace ndpool
