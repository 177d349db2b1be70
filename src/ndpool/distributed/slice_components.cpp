#include "ndpool/distributed/slice_components.hpp"

#include <algorithm>
#include <numeric>

namespace ndpool {

namespace {

/// Disjoint sets that know on which of two sides of its set an item is, by the parity of its way to the root. The root is the
/// smallest item.
class SignedSets {
public:
    explicit SignedSets(std::size_t items) : parent_(items), parity_(items, 0), odd_(items, 0) {
        std::iota(parent_.begin(), parent_.end(), 0);
    }

    struct Found {
        std::int32_t root;
        std::uint8_t parity;
    };
    Found find(std::int32_t item) {
        std::int32_t root = item;
        std::uint8_t parity = 0;
        while (parent_[root] != root) {
            parity ^= parity_[root];
            root = parent_[root];
        }
        const Found found{root, parity};
        while (parent_[item] != root) {  // the way becomes short for the next time
            const std::int32_t next = parent_[item];
            const std::uint8_t own = parity_[item];
            parent_[item] = root;
            parity_[item] = parity;
            parity ^= own;
            item = next;
        }
        return found;
    }
    /// Joins the sets of two items, on different sides if `differ` is 1.
    void join(std::int32_t a, std::int32_t b, std::uint8_t differ) {
        const Found first = find(a);
        const Found second = find(b);
        const std::uint8_t between = first.parity ^ second.parity ^ differ;
        if (first.root == second.root) {
            odd_[first.root] |= between;
            return;
        }
        const auto [low, high] = std::minmax(first.root, second.root);
        parent_[high] = low;
        parity_[high] = between;
        odd_[low] |= odd_[high];
    }
    void make_odd(std::int32_t item) { odd_[find(item).root] = 1; }
    [[nodiscard]] bool is_odd(std::int32_t root) const { return odd_[root] != 0; }

private:
    std::vector<std::int32_t> parent_;
    std::vector<std::uint8_t> parity_;
    std::vector<std::uint8_t> odd_;  ///< of roots: the set has an odd cycle
};

/// How a rank's set is joined with another, or with itself if that only says that it is odd.
struct Joint {
    NodeId low;
    NodeId high;
    std::uint8_t differ;
    std::uint8_t odd;

    auto operator<=>(const Joint&) const = default;  // NOLINT(modernize-use-nullptr): clang-tidy 14 sees a 0 there
};

/// Where a set of one rank belongs.
struct Placed {
    NodeId set;
    NodeId root;
    std::uint8_t parity;
    std::uint8_t odd;
};

struct OwnSets {
    std::vector<NodeId> root;          ///< global number of each node's smallest joined node, also of ghosts on their own rank
    std::vector<std::uint8_t> parity;  ///< of each node to it
    std::vector<Joint> joints;
};

OwnSets own_sets(const GraphSlice& slice) {
    const NodeId first = slice.first_own();
    SignedSets sets(static_cast<std::size_t>(slice.own_count()));
    for (NodeId node = first; node < slice.end_own(); ++node) {
        for (EntryIndex e = slice.first_entry(node); e < slice.end_entry(node) && slice.to(e) < node; ++e) {
            if (slice.is_own(slice.to(e))) {
                sets.join(node - first, slice.to(e) - first, 1);
            }
        }
    }
    OwnSets own{std::vector<NodeId>(static_cast<std::size_t>(slice.here_count())),
                std::vector<std::uint8_t>(static_cast<std::size_t>(slice.here_count())),
                {}};
    for (NodeId i = 0; i < slice.own_count(); ++i) {
        const auto [root, parity] = sets.find(i);
        own.root[first + i] = slice.begin() + root;
        own.parity[first + i] = parity;
        if (root == i && sets.is_odd(i)) {
            own.joints.push_back({slice.begin() + i, slice.begin() + i, 0, 1});
        }
    }
    slice.share(own.root);
    slice.share(own.parity);
    for (NodeId node = first; node < slice.end_own(); ++node) {
        for (EntryIndex e = slice.first_entry(node); e < slice.end_entry(node); ++e) {
            const NodeId other = slice.to(e);
            if (!slice.is_own(other)) {
                const auto [low, high] = std::minmax(own.root[node], own.root[other]);
                own.joints.push_back({low, high, static_cast<std::uint8_t>(own.parity[node] ^ own.parity[other] ^ 1U), 0});
            }
        }
    }
    std::sort(own.joints.begin(), own.joints.end());
    own.joints.erase(std::unique(own.joints.begin(), own.joints.end()), own.joints.end());
    return own;
}

/// Joins the sets of all ranks; the sets that occur, ascending, with the place of each.
std::vector<Placed> placed_sets(const std::vector<Joint>& joints) {
    std::vector<NodeId> names;
    for (const Joint& joint : joints) {
        names.push_back(joint.low);
        names.push_back(joint.high);
    }
    std::sort(names.begin(), names.end());
    names.erase(std::unique(names.begin(), names.end()), names.end());
    const auto number = [&](NodeId name) {
        return static_cast<std::int32_t>(std::lower_bound(names.begin(), names.end(), name) - names.begin());
    };
    SignedSets sets(names.size());
    for (const Joint& joint : joints) {
        if (joint.odd != 0) {
            sets.make_odd(number(joint.low));
        } else {
            sets.join(number(joint.low), number(joint.high), joint.differ);
        }
    }
    std::vector<Placed> placed;
    for (std::size_t i = 0; i < names.size(); ++i) {
        const auto [root, parity] = sets.find(static_cast<std::int32_t>(i));
        placed.push_back({names[i], names[root], parity, static_cast<std::uint8_t>(sets.is_odd(root) ? 1 : 0)});
    }
    return placed;
}

std::vector<Placed> shared_by_all(const Ranks& ranks, const std::vector<Placed>& placed) {
    const std::string bytes = ranks.from_first({reinterpret_cast<const char*>(placed.data()), placed.size() * sizeof(Placed)});
    const auto* const begin = reinterpret_cast<const Placed*>(bytes.data());
    return {begin, begin + bytes.size() / sizeof(Placed)};
}

}  // namespace

SliceComponents components_of(const GraphSlice& slice) {
    const Ranks& ranks = slice.ranks();
    OwnSets own = own_sets(slice);
    const std::vector<Joint> joints = ranks.gathered(own.joints);
    const std::vector<Placed> placed = shared_by_all(ranks, ranks.is_first() ? placed_sets(joints) : std::vector<Placed>());
    SliceComponents components;
    components.two_sides.assign(static_cast<std::size_t>(slice.here_count()), 0);
    std::int64_t roots = 0;
    for (NodeId node = 0; node < slice.here_count(); ++node) {
        const auto found = std::lower_bound(placed.begin(), placed.end(), own.root[node],
                                            [](const Placed& at, NodeId set) { return at.set < set; });
        const bool is_placed = found != placed.end() && found->set == own.root[node];
        const NodeId root = is_placed ? found->root : own.root[node];
        const std::uint8_t parity = own.parity[node] ^ (is_placed ? found->parity : 0U);
        const bool odd = is_placed && found->odd != 0;
        components.two_sides[node] = static_cast<std::int8_t>(odd ? 0 : parity == 0 ? 1 : -1);
        components.bipartite = components.bipartite && !odd;
        roots += slice.is_own(node) && root == slice.global(node) ? 1 : 0;
    }
    components.count = ranks.sum(roots);
    components.bipartite = ranks.sum(components.bipartite ? 0 : 1) == 0;
    return components;
}

}  // namespace ndpool
