#include "ndpool/learn/data/pyramid_bytes.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <type_traits>

namespace ndpool {

namespace {

class Writer {
public:
    template <typename Number>
    void number(Number value) {
        static_assert(std::is_arithmetic_v<Number>);
        bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
    }
    /// A vector of numbers or a string: its length and its items.
    template <typename List>
    void list(const List& items) {
        number(static_cast<std::uint64_t>(items.size()));
        bytes_.append(reinterpret_cast<const char*>(items.data()), items.size() * sizeof(typename List::value_type));
    }
    [[nodiscard]] std::string take() { return std::move(bytes_); }

private:
    std::string bytes_;
};

class Reader {
public:
    explicit Reader(std::string_view bytes) : rest_(bytes) {}

    template <typename Number>
    Number number() {
        Number value;
        std::memcpy(&value, next(sizeof value), sizeof value);
        return value;
    }
    template <typename List>
    List list() {
        constexpr std::size_t width = sizeof(typename List::value_type);
        const auto length = number<std::uint64_t>();
        if (length > rest_.size() / width) {
            refuse();
        }
        List items(length, typename List::value_type{});
        if (length > 0) {
            std::memcpy(items.data(), next(length * width), length * width);
        }
        return items;
    }
    [[nodiscard]] bool at_end() const { return rest_.empty(); }
    [[nodiscard]] std::size_t bytes_left() const { return rest_.size(); }
    [[noreturn]] static void refuse() { throw InvalidInput("the bytes are no pyramids, expected those that ndpool wrote"); }

private:
    const char* next(std::size_t length) {
        if (length > rest_.size()) {
            refuse();
        }
        const char* const begin = rest_.data();
        rest_.remove_prefix(length);
        return begin;
    }

    std::string_view rest_;
};

void put_matrix(Writer& out, const SparseMatrix& matrix) {
    out.number(matrix.rows);
    out.number(matrix.columns);
    out.list(matrix.offsets);
    out.list(matrix.indices);
    out.list(matrix.values);
}

SparseMatrix take_matrix(Reader& in) {
    SparseMatrix matrix;
    matrix.rows = in.number<NodeId>();
    matrix.columns = in.number<NodeId>();
    matrix.offsets = in.list<std::vector<EntryIndex>>();
    matrix.indices = in.list<std::vector<NodeId>>();
    matrix.values = in.list<std::vector<double>>();
    return matrix;
}

/// A matrix that may be missing.
void put_optional_matrix(Writer& out, const std::optional<SparseMatrix>& matrix) {
    out.number(static_cast<std::uint8_t>(matrix.has_value()));
    if (matrix) {
        put_matrix(out, *matrix);
    }
}

std::optional<SparseMatrix> take_optional_matrix(Reader& in) {
    return in.number<std::uint8_t>() != 0 ? std::optional(take_matrix(in)) : std::nullopt;
}

void put_level(Writer& out, const Level& level) {
    out.number(level.number);
    put_matrix(out, level.graph.adjacency());
    out.list(level.pool);
    out.list(level.nodes);
    put_optional_matrix(out, level.assignment_matrix);
    out.number(level.fake_nodes);
    out.number(level.edges_before_sparsify);
    out.number(level.components);
    out.number(level.cut.fraction);
    out.number(level.cut.upper_bound);
    out.list(level.cut.origin);
    out.number(static_cast<std::uint8_t>(level.cut.converged));
    out.number(level.cut.vanished_components);
    for (const double seconds : {level.seconds.eigen, level.seconds.cut, level.seconds.kron, level.seconds.sparsify}) {
        out.number(seconds);
    }
}

Level take_level(Reader& in) {
    Level level;
    level.number = in.number<int>();
    level.graph = Graph::from_adjacency(take_matrix(in));
    level.pool = in.list<std::vector<NodeId>>();
    level.nodes = in.list<std::vector<NodeId>>();
    level.assignment_matrix = take_optional_matrix(in);
    level.fake_nodes = in.number<NodeId>();
    level.edges_before_sparsify = in.number<EntryIndex>();
    level.components = in.number<NodeId>();
    level.cut.fraction = in.number<double>();
    level.cut.upper_bound = in.number<double>();
    level.cut.origin = in.list<std::string>();
    level.cut.converged = in.number<std::uint8_t>() != 0;
    level.cut.vanished_components = in.number<NodeId>();
    for (double* const seconds : {&level.seconds.eigen, &level.seconds.cut, &level.seconds.kron, &level.seconds.sparsify}) {
        *seconds = in.number<double>();
    }
    return level;
}

/// A graph followed by isolated nodes.
Graph padded(const Graph& graph, NodeId isolated) {
    SparseMatrix adjacency = graph.adjacency();
    if (isolated < 0 || isolated > std::numeric_limits<NodeId>::max() - adjacency.rows) {
        Reader::refuse();
    }
    adjacency.rows += isolated;
    adjacency.columns = adjacency.rows;
    adjacency.offsets.resize(static_cast<std::size_t>(adjacency.rows) + 1, adjacency.offsets.back());
    return Graph::from_symmetric(std::move(adjacency));
}

/// An assignment matrix has as many rows as the level has nodes, and as many columns as the level before.
void require_fitting(const SparseMatrix& matrix, NodeId rows, NodeId columns) {
    const auto entries = static_cast<EntryIndex>(matrix.indices.size());
    if (matrix.rows != rows || matrix.columns != columns || matrix.offsets.size() != static_cast<std::size_t>(rows) + 1 ||
        matrix.offsets.front() != 0 || matrix.offsets.back() != entries || matrix.values.size() != matrix.indices.size() ||
        !std::is_sorted(matrix.offsets.begin(), matrix.offsets.end())) {
        Reader::refuse();
    }
}

void require_within(const std::vector<NodeId>& list, NodeId nodes) {
    if (!std::all_of(list.begin(), list.end(), [&](NodeId node) { return node >= 0 && node < nodes; })) {
        Reader::refuse();
    }
}

}  // namespace

std::string bytes_of_pyramids(std::span<const Pyramid> pyramids) {
    Writer out;
    out.number(static_cast<std::uint64_t>(pyramids.size()));
    for (const Pyramid& pyramid : pyramids) {
        out.number(pyramid.fake_nodes);
        out.number(static_cast<std::uint64_t>(pyramid.levels.size()));
        for (const Level& level : pyramid.levels) {
            put_level(out, level);
        }
    }
    return out.take();
}

std::vector<Pyramid> pyramids_of_bytes(std::string_view bytes, std::span<const Graph> bases) {
    Reader in(bytes);
    if (in.number<std::uint64_t>() != bases.size()) {
        Reader::refuse();
    }
    std::vector<Pyramid> pyramids(bases.size());
    for (std::size_t i = 0; i < bases.size(); ++i) {
        pyramids[i].fake_nodes = in.number<NodeId>();
        if (pyramids[i].fake_nodes > 0 && static_cast<std::size_t>(pyramids[i].fake_nodes) > in.bytes_left()) {
            Reader::refuse();  // each is in the assignment matrix of the first level
        }
        pyramids[i].base = padded(bases[i], pyramids[i].fake_nodes);
        const auto levels = in.number<std::uint64_t>();
        for (std::uint64_t index = 0; index < levels; ++index) {
            const NodeId nodes_before = node_count_at(pyramids[i], index);
            const Level& level = pyramids[i].levels.emplace_back(take_level(in));
            require_within(level.pool, nodes_before);
            require_within(level.nodes, pyramids[i].base.node_count());
            if (level.assignment_matrix) {
                require_fitting(*level.assignment_matrix, level.graph.node_count(), nodes_before);
                require_within(level.assignment_matrix->indices, nodes_before);
            }
        }
    }
    if (!in.at_end()) {
        Reader::refuse();
    }
    return pyramids;
}

}  // namespace ndpool
