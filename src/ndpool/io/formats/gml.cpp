#include "ndpool/io/formats/gml.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <unordered_map>

#include "ndpool/base/error.hpp"
#include "ndpool/io/formats/listed_graph.hpp"
#include "ndpool/io/formats/number_text.hpp"
#include "ndpool/io/place.hpp"

namespace ndpool {

namespace {

enum class TokenKind : std::uint8_t { word, string, open, close, end };

struct Token {
    TokenKind kind = TokenKind::end;
    std::string_view text;
    std::size_t offset = 0;
};

/// The words, strings and brackets of a GML file; lines that begin with # are comments.
class Tokens {
public:
    Tokens(std::string_view text, std::string_view file) : text_(text), file_(file) {
        at_ = text.starts_with("\xef\xbb\xbf") ? 3 : 0;
    }

    Token next() {
        skip_blanks();
        const std::size_t begin = at_;
        if (begin >= text_.size()) {
            return {TokenKind::end, "", begin};
        }
        if (text_[begin] == '[' || text_[begin] == ']') {
            ++at_;
            return {text_[begin] == '[' ? TokenKind::open : TokenKind::close, text_.substr(begin, 1), begin};
        }
        if (text_[begin] == '"') {
            const auto end = text_.find('"', begin + 1);
            if (end == std::string_view::npos) {
                refuse(place(begin), "the string has no end, expected a quote");
            }
            at_ = end + 1;
            return {TokenKind::string, text_.substr(begin + 1, end - begin - 1), begin};
        }
        at_ = std::min(text_.find_first_of(" \t\r\n[]\"", begin), text_.size());
        return {TokenKind::word, text_.substr(begin, at_ - begin), begin};
    }
    [[nodiscard]] std::string place(std::size_t offset) const { return place_of_byte(text_, file_, offset); }
    [[noreturn]] void refuse_token(const Token& token, std::string_view expected) const {
        if (token.kind == TokenKind::end) {
            const auto last = text_.find_last_not_of(" \t\r\n");
            refuse(place(last == std::string_view::npos ? 0 : last), fmt::format("the file ends here, expected {}", expected));
        }
        refuse(place(token.offset), fmt::format("found {}, expected {}", quoted(token.text), expected));
    }

private:
    void skip_blanks() {
        for (;;) {
            at_ = std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size());
            if (at_ >= text_.size() || text_[at_] != '#') {
                return;
            }
            at_ = std::min(text_.find('\n', at_), text_.size());
        }
    }

    std::string_view text_;
    std::string_view file_;
    std::size_t at_ = 0;
};

/// Decodes characters that GML escapes as HTML does.
std::string decoded(std::string_view text) {
    struct Entity {
        std::string_view written;
        char meant;
    };
    constexpr std::array<Entity, 5> entities{{{"&amp;", '&'}, {"&quot;", '"'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&apos;", '\''}}};
    std::string result;
    for (std::size_t at = 0; at < text.size();) {
        const std::string_view rest = text.substr(at);
        const auto known =
            std::find_if(entities.begin(), entities.end(), [&](const Entity& e) { return rest.starts_with(e.written); });
        if (known != entities.end()) {
            result += known->meant;
            at += known->written.size();
            continue;
        }
        std::uint32_t code = 0;
        const auto end = rest.find(';');
        if (rest.starts_with("&#") && end != std::string_view::npos && end < 10) {
            const auto [stop, error] = std::from_chars(rest.data() + 2, rest.data() + end, code);
            const bool valid = error == std::errc() && stop == rest.data() + end && code >= ' ' && code < 0x110000;
            if (valid && (code < 0xd800 || code > 0xdfff)) {
                if (code < 0x80) {
                    result += static_cast<char>(code);
                } else {
                    const int bytes = code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
                    constexpr std::array<unsigned, 5> lead{0, 0, 0xc0, 0xe0, 0xf0};
                    result += static_cast<char>(lead[bytes] | (code >> (6U * static_cast<unsigned>(bytes - 1))));
                    for (int k = bytes - 2; k >= 0; --k) {
                        result += static_cast<char>(0x80U | ((code >> (6U * static_cast<unsigned>(k))) & 0x3fU));
                    }
                }
                at += end + 1;
                continue;
            }
        }
        result += text[at++];
    }
    return result;
}

struct EdgeById {
    std::int64_t source;
    std::int64_t target;
    double weight;
    std::optional<bool> directed;  ///< overrides that of the graph
    std::size_t offset;
};

class Reader {
public:
    Reader(std::string_view text, std::string_view file) : tokens_(text, file) {}

    ListedGraph read() {
        bool found = false;
        for (Token key = tokens_.next(); key.kind != TokenKind::end; key = tokens_.next()) {
            require_key(key);
            const Token value = tokens_.next();
            if (key.text != "graph") {
                skip_value(value);
                continue;
            }
            if (found) {
                refuse(tokens_.place(key.offset), "there is a second graph, expected one");
            }
            found = true;
            read_graph(value);
        }
        if (!found) {
            refuse(tokens_.place(0), "there is no 'graph [', expected a graph in GML");
        }
        resolve_edges();
        return std::move(list_);
    }

private:
    void require_key(const Token& key) const {
        if (key.kind != TokenKind::word) {
            tokens_.refuse_token(key, "a key");
        }
    }
    void require_open(const Token& token) const {
        if (token.kind != TokenKind::open) {
            tokens_.refuse_token(token, "'['");
        }
    }
    /// Skips a value that is not needed; lists may nest.
    void skip_value(Token value) {
        constexpr std::size_t deepest = 1000;
        std::size_t depth = 0;
        for (;; value = tokens_.next()) {
            depth += value.kind == TokenKind::open ? 1 : 0;
            if (depth > deepest) {
                refuse(tokens_.place(value.offset),
                       fmt::format("lists nest more than {} deep, expected a graph in GML", deepest));
            }
            if (value.kind == TokenKind::end || (value.kind == TokenKind::close && depth == 0)) {
                tokens_.refuse_token(value, depth == 0 ? "a value" : "']'");
            }
            depth -= value.kind == TokenKind::close ? 1 : 0;
            if (depth == 0) {
                return;
            }
        }
    }
    [[nodiscard]] std::int64_t integer(const Token& value, std::string_view what) const {
        std::int64_t number = 0;
        const auto [stop, error] = std::from_chars(value.text.data(), value.text.data() + value.text.size(), number);
        if (value.kind != TokenKind::word || error != std::errc() || stop != value.text.data() + value.text.size()) {
            tokens_.refuse_token(value, what);
        }
        return number;
    }

    /// Calls take(key, value) for every key of a list; those that it does not take are skipped.
    template <typename Take>
    void for_each_key(const Token& open, Take take) {
        require_open(open);
        for (Token key = tokens_.next(); key.kind != TokenKind::close; key = tokens_.next()) {
            require_key(key);
            if (key.text == "graph") {
                refuse(tokens_.place(key.offset), "there is a graph in a graph, expected one");
            }
            const Token value = tokens_.next();
            if (!take(key, value)) {
                skip_value(value);
            }
        }
    }

    void read_graph(const Token& open) {
        for_each_key(open, [&](const Token& key, const Token& value) {
            if (key.text == "directed") {
                directed_ = integer(value, "directed 0 or 1") != 0;
            } else if (key.text == "node") {
                read_node(key, value);
            } else if (key.text == "edge") {
                read_edge(key, value);
            } else {
                return false;
            }
            return true;
        });
    }

    void read_node(const Token& at, const Token& open) {
        std::optional<std::int64_t> id;
        std::string label;
        std::string name;
        for_each_key(open, [&](const Token& key, const Token& value) {
            if (key.text == "id") {
                id = integer(value, "a whole number as id");
                return true;
            }
            if ((key.text != "label" && key.text != "name") || value.kind == TokenKind::open || value.kind == TokenKind::close) {
                return false;
            }
            (key.text == "label" ? label : name) = decoded(value.text);
            return true;
        });
        if (!id) {
            refuse(tokens_.place(at.offset), "the node has no id, expected one");
        }
        if (!numbers_.emplace(*id, static_cast<NodeId>(list_.nodes.size())).second) {
            refuse(tokens_.place(at.offset), fmt::format("node {} is there a second time, expected every id once", *id));
        }
        list_.nodes.push_back({fmt::to_string(*id), label.empty() ? name : label});
    }

    void read_edge(const Token& at, const Token& open) {
        std::optional<std::int64_t> source;
        std::optional<std::int64_t> target;
        std::optional<double> weight;
        std::optional<double> value_of_edge;  // Gephi's name for the weight
        std::optional<bool> directed;
        for_each_key(open, [&](const Token& key, const Token& value) {
            if (key.text == "source" || key.text == "target") {
                (key.text == "source" ? source : target) = integer(value, "the id of a node");
                return true;
            }
            if (key.text == "directed") {
                directed = integer(value, "directed 0 or 1") != 0;
                return true;
            }
            if (key.text == "value" && value.kind == TokenKind::word) {
                value_of_edge = parse_weight(value.text, [&] { return tokens_.place(value.offset); });
                return true;
            }
            if (key.text == "weight") {
                if (value.kind != TokenKind::word && value.kind != TokenKind::string) {
                    tokens_.refuse_token(value, "a weight");
                }
                weight = parse_weight(value.text, [&] { return tokens_.place(value.offset); });
                return true;
            }
            return false;
        });
        if (!source || !target) {
            refuse(tokens_.place(at.offset), "the edge lacks its source or target, expected both");
        }
        edges_.push_back({*source, *target, weight.value_or(value_of_edge.value_or(1)), directed, at.offset});
    }

    /// Nodes may come after their edges.
    void resolve_edges() {
        for (const EdgeById& edge : edges_) {
            const auto number = [&](std::int64_t id) {
                const auto found = numbers_.find(id);
                if (found == numbers_.end()) {
                    refuse(tokens_.place(edge.offset), fmt::format("the edge joins node {}, expected the id of a node", id));
                }
                return found->second;
            };
            list_.edges.push_back(
                {number(edge.source), number(edge.target), edge.weight, edge.directed.value_or(directed_), edge.offset});
        }
    }

    Tokens tokens_;
    bool directed_ = false;
    std::vector<EdgeById> edges_;
    ListedGraph list_;
    std::unordered_map<std::int64_t, NodeId> numbers_;
};

}  // namespace

NamedGraph parse_gml(std::string_view text, std::string_view file, Symmetrize how) {
    return assemble_listed(Reader(text, file).read(), text, file, how);
}

std::string gml_text(const Graph& graph) {
    const bool weighted = !are_ones(graph.adjacency().values);
    std::string text = "graph [\n";
    for (NodeId node = 0; node < graph.node_count(); ++node) {
        text += fmt::format("  node [ id {} ]\n", node);
    }
    for (const Edge& edge : edges_of(graph)) {
        text += fmt::format("  edge [ source {} target {}", edge.from, edge.to);
        if (weighted) {
            text += " weight ";
            append_number(text, edge.weight);
        }
        text += " ]\n";
    }
    return text + "]\n";
}

}  // namespace ndpool
