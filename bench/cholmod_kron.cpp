// cholmod_kron INPUT: exact level 1 by ndpool and by CHOLMOD's sparse solve, with one cut, as a JSON object.
#include <cholmod.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <cstdio>
#include <exception>
#include <memory>
#include <nlohmann/json.hpp>

#include "measure.hpp"
#include "ndpool/kron/kron_reduction.hpp"

using namespace ndpool;

namespace {

/// CHOLMOD's state and whatever it hands out, freed with it.
class Cholmod {
public:
    Cholmod() { cholmod_l_start(&common_); }
    ~Cholmod() { cholmod_l_finish(&common_); }
    Cholmod(const Cholmod&) = delete;
    Cholmod& operator=(const Cholmod&) = delete;

    cholmod_common* operator&() { return &common_; }  // NOLINT: as its functions take it

    using Sparse = std::unique_ptr<cholmod_sparse, std::function<void(cholmod_sparse*)>>;
    using Factor = std::unique_ptr<cholmod_factor, std::function<void(cholmod_factor*)>>;

    Sparse own(cholmod_sparse* matrix) {
        return {matrix, [this](cholmod_sparse* it) { cholmod_l_free_sparse(&it, &common_); }};
    }
    Factor own(cholmod_factor* factor) {
        return {factor, [this](cholmod_factor* it) { cholmod_l_free_factor(&it, &common_); }};
    }

private:
    cholmod_common common_{};
};

using Long = SuiteSparse_long;

/// Numbers of nodes among the kept and among the dropped; -1 on the other side.
struct Numbers {
    std::vector<NodeId> kept;
    std::vector<NodeId> dropped;
};

Numbers numbers_of(const Graph& graph, const Cut& cut) {
    const auto nodes = static_cast<std::size_t>(graph.node_count());
    Numbers numbers{std::vector<NodeId>(nodes, -1), std::vector<NodeId>(nodes, -1)};
    for (std::size_t i = 0; i < cut.kept.size(); ++i) {
        numbers.kept[cut.kept[i]] = static_cast<NodeId>(i);
    }
    for (std::size_t i = 0; i < cut.dropped.size(); ++i) {
        numbers.dropped[cut.dropped[i]] = static_cast<NodeId>(i);
    }
    return numbers;
}

/// The block of the Laplacian with these rows and columns, by columns; `symmetry` 1 means the upper triangle alone.
Cholmod::Sparse laplacian_block(Cholmod& cholmod, const Graph& graph, const std::vector<NodeId>& columns, std::size_t row_count,
                                const std::vector<NodeId>& row_numbers, int symmetry) {
    std::size_t most = columns.size();
    for (const NodeId column : columns) {
        most += graph.neighbors(column).size();
    }
    auto block = cholmod.own(cholmod_l_allocate_sparse(row_count, columns.size(), most, 0, 1, symmetry, CHOLMOD_REAL, &cholmod));
    auto* offsets = static_cast<Long*>(block->p);
    auto* rows = static_cast<Long*>(block->i);
    auto* values = static_cast<double*>(block->x);
    Long next = 0;
    for (std::size_t j = 0; j < columns.size(); ++j) {
        offsets[j] = next;
        const auto neighbors = graph.neighbors(columns[j]);
        const auto weights = graph.weights(columns[j]);
        for (std::size_t k = 0; k < neighbors.size(); ++k) {
            const NodeId row = row_numbers[neighbors[k]];
            if (row >= 0 && neighbors[k] != columns[j] && (symmetry == 0 || static_cast<std::size_t>(row) < j)) {
                rows[next] = row;
                values[next++] = -weights[k];
            }
        }
        if (row_numbers[columns[j]] >= 0) {
            rows[next] = row_numbers[columns[j]];
            values[next++] = degree_of(graph, columns[j]);
        }
    }
    offsets[columns.size()] = next;
    block->sorted = 0;
    cholmod_l_sort(block.get(), &cholmod);
    return block;
}

/// L(V+,V+) - L(V+,V-) L(V-,V-)^-1 L(V-,V+)
Cholmod::Sparse schur_complement(Cholmod& cholmod, const Graph& graph, const Cut& cut) {
    const Numbers numbers = numbers_of(graph, cut);
    const auto inside = laplacian_block(cholmod, graph, cut.dropped, cut.dropped.size(), numbers.dropped, 1);
    const auto across = laplacian_block(cholmod, graph, cut.kept, cut.dropped.size(), numbers.dropped, 0);
    const auto kept = laplacian_block(cholmod, graph, cut.kept, cut.kept.size(), numbers.kept, 0);
    const auto factor = cholmod.own(cholmod_l_analyze(inside.get(), &cholmod));
    cholmod_l_factorize(inside.get(), factor.get(), &cholmod);
    const auto solution = cholmod.own(cholmod_l_spsolve(CHOLMOD_A, factor.get(), across.get(), &cholmod));
    const auto across_back = cholmod.own(cholmod_l_transpose(across.get(), 1, &cholmod));
    const auto filled = cholmod.own(cholmod_l_ssmult(across_back.get(), solution.get(), 0, 1, 0, &cholmod));
    double one[] = {1, 0};
    double minus_one[] = {-1, 0};
    return cholmod.own(cholmod_l_add(kept.get(), filled.get(), one, minus_one, 1, 1, &cholmod));
}

/// Largest difference of a weight over the largest weight. Entries that only one of the two has count in full.
double relative_difference(const Graph& reduced, const cholmod_sparse& schur) {
    const auto* offsets = static_cast<const Long*>(schur.p);
    const auto* rows = static_cast<const Long*>(schur.i);
    const auto* values = static_cast<const double*>(schur.x);
    double largest = 0;
    double difference = 0;
    std::vector<double> row(static_cast<std::size_t>(reduced.node_count()), 0.0);
    for (NodeId node = 0; node < reduced.node_count(); ++node) {
        const auto neighbors = reduced.neighbors(node);
        const auto weights = reduced.weights(node);
        for (std::size_t k = 0; k < neighbors.size(); ++k) {
            row[neighbors[k]] = weights[k];
            largest = std::max(largest, weights[k]);
        }
        for (Long k = offsets[node]; k < offsets[node + 1]; ++k) {
            if (rows[k] != node) {
                difference = std::max(difference, std::abs(row[rows[k]] + values[k]));
            }
            row[rows[k]] = 0;
        }
        for (const NodeId neighbor : neighbors) {
            difference = std::max(difference, row[neighbor]);
            row[neighbor] = 0;
        }
    }
    return difference / largest;
}

void run(const std::string& input, int repetitions) {
    const Graph graph = bench::read_graphs(input).front();
    const Cut cut = bench::spectral_partition(graph);
    Graph reduced;
    const double ours = bench::best_cpu_seconds(repetitions, [&] { reduced = kron_reduce(graph, cut); });
    const double peak_of_ours = bench::peak_megabytes();
    Cholmod cholmod;
    Cholmod::Sparse schur;
    const double theirs = bench::best_cpu_seconds(repetitions, [&] { schur = schur_complement(cholmod, graph, cut); });
    const nlohmann::json result = {{"input", input},
                                   {"nodes", graph.node_count()},
                                   {"kept", cut.kept.size()},
                                   {"cut_fraction", cut.fraction},
                                   {"entries", reduced.entry_count()},
                                   {"seconds", ours},
                                   {"cholmod_seconds", theirs},
                                   {"ratio", theirs / ours},
                                   {"relative_difference", relative_difference(reduced, *schur)},
                                   {"peak_megabytes", peak_of_ours},
                                   {"cholmod_peak_megabytes", bench::peak_megabytes()}};
    std::printf("%s\n", result.dump().c_str());
}

}  // namespace

int main(int argc, char** argv) {
    CLI::App program("Exact level 1 by ndpool and by CHOLMOD's sparse solve, with one cut, as a JSON object");
    std::string input;
    int repetitions = 3;
    program.add_option("INPUT", input, "graph file, or a generator like sensor:10000")->required();
    program.add_option("--repetitions", repetitions, "of both; the quickest counts")->check(CLI::PositiveNumber);
    CLI11_PARSE(program, argc, argv);
    try {
        run(input, repetitions);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "cholmod_kron: %s\n", error.what());
        return 1;
    }
    return 0;
}
