#include "ndpool/distributed/slice_reduction.hpp"

#include <algorithm>

#include "ndpool/distributed/slice_reroute.hpp"

namespace ndpool {

namespace {

constexpr double least_strength_in_rounds = 0.01;

enum class Role : std::int8_t { kept, dropped, selected, waiting, gone };
using Roles = std::vector<Role>;

/// A slice with values at its nodes, which move along when the slice is made anew.
struct Elimination {
    const Ranks& ranks;
    GraphSlice slice;
    Roles roles;
    SliceVectors vectors;

    /// Makes the slice of these rows of the same nodes.
    void replace(OwnRows rows) {
        const auto own = [&](auto& values) {
            using Values = std::decay_t<decltype(values)>;
            return Values(values.begin() + slice.first_own(), values.begin() + slice.end_own());
        };
        const Roles own_roles = own(roles);
        const SliceVectors own_vectors = own(vectors);
        slice = GraphSlice();
        slice = GraphSlice(ranks, std::move(rows));
        const auto spread = [&](const auto& from, auto& values) {
            values.resize(static_cast<std::size_t>(slice.here_count()));
            std::copy(from.begin(), from.end(), values.begin() + slice.first_own());
            slice.share(values);
        };
        spread(own_roles, roles);
        spread(own_vectors, vectors);
    }
    void replace_weights(std::vector<double> weights) {
        OwnRows rows = slice.take_rows(weights);
        weights = {};
        replace(std::move(rows));
    }
};

/// One entry of a row that is being made; `order` keeps the order in which terms of one column are added.
struct Term {
    NodeId column;
    std::uint32_t order;
    double weight;
};

/// The row of a node after its selected neighbours were eliminated, by star-mesh transforms. Entries (i, j) and (j, i) are sums
/// of the same terms in the same order: first the old entry, then one for each eliminated node, in their order.
void collect_terms(const GraphSlice& slice, const Roles& roles, const std::vector<double>& totals, NodeId node,
                   std::vector<Term>& terms) {
    terms.clear();
    bool is_touched = false;
    const auto add = [&](NodeId column, double weight) {
        terms.push_back({column, static_cast<std::uint32_t>(terms.size()), weight});
    };
    for (EntryIndex e = slice.first_entry(node); e < slice.end_entry(node); ++e) {
        if (roles[slice.to(e)] == Role::selected) {
            is_touched = true;
        } else {
            add(slice.global_to(e), slice.weight(e));
        }
    }
    if (!is_touched) {
        return;
    }
    const NodeId me = slice.global(node);
    for (EntryIndex e = slice.first_entry(node); e < slice.end_entry(node); ++e) {
        const NodeId center = slice.to(e);
        if (roles[center] != Role::selected) {
            continue;
        }
        const NodeId center_number = slice.global(center);
        for (EntryIndex b = slice.first_entry(center); b < slice.end_entry(center); ++b) {
            const NodeId end = slice.global_to(b);
            if (end != me) {  // the centre's own loop leads to ground, which is the loop of this node
                add(end == center_number ? me : end, (slice.weight(e) * slice.weight(b)) / totals[center]);
            }
        }
    }
    std::sort(terms.begin(), terms.end(),
              [](const Term& a, const Term& b) { return a.column != b.column ? a.column < b.column : a.order < b.order; });
}

/// Terms of all own rows.
std::size_t term_count(const GraphSlice& slice, const Roles& roles) {
    EntryIndex count = 0;
    for (NodeId node = slice.first_own(); node < slice.end_own(); ++node) {
        if (roles[node] != Role::kept && roles[node] != Role::dropped) {
            continue;
        }
        for (EntryIndex e = slice.first_entry(node); e < slice.end_entry(node); ++e) {
            const NodeId other = slice.to(e);
            count += roles[other] == Role::selected ? slice.end_entry(other) - slice.first_entry(other) : 1;
        }
    }
    return static_cast<std::size_t>(count);
}

/// The rows of all own nodes after the selected ones were eliminated, whose rows become empty.
OwnRows eliminated_rows(const GraphSlice& slice, const Roles& roles) {
    std::vector<double> totals(roles.size(), 0.0);
    for (NodeId node = 0; node < slice.here_count(); ++node) {
        if (roles[node] == Role::selected) {
            for (EntryIndex e = slice.first_entry(node); e < slice.end_entry(node); ++e) {
                totals[node] += slice.weight(e);
            }
        }
    }
    OwnRows rows;
    rows.names = slice.own_names();
    rows.offsets.reserve(static_cast<std::size_t>(slice.own_count()) + 1);
    const std::size_t most_terms = term_count(slice, roles);
    rows.columns.reserve(most_terms);  // pages that are never touched cost nothing; growing would cost a copy
    rows.weights.reserve(most_terms);
    std::vector<Term> terms;
    for (NodeId node = slice.first_own(); node < slice.end_own(); ++node) {
        if (roles[node] == Role::kept || roles[node] == Role::dropped) {
            collect_terms(slice, roles, totals, node, terms);
            for (std::size_t k = 0; k < terms.size();) {
                const NodeId column = terms[k].column;
                double sum = 0;
                for (; k < terms.size() && terms[k].column == column; ++k) {
                    sum += terms[k].weight;
                }
                if (sum > 0) {
                    rows.columns.push_back(column);
                    rows.weights.push_back(sum);
                }
            }
        }
        rows.offsets.push_back(static_cast<EntryIndex>(rows.columns.size()));
    }
    return rows;
}

/// Whether an own dropped node has no dropped neighbour.
bool is_alone(const Elimination& at, NodeId node) {
    for (EntryIndex e = at.slice.first_entry(node); e < at.slice.end_entry(node); ++e) {
        if (at.slice.to(e) != node && at.roles[at.slice.to(e)] == Role::dropped) {
            return false;
        }
    }
    return true;
}

/// Selects all dropped nodes if none has a dropped neighbour, and says so.
bool select_all_if_alone(Elimination& at) {
    std::int64_t busy = 0;
    for (NodeId node = at.slice.first_own(); node < at.slice.end_own(); ++node) {
        busy += at.roles[node] == Role::dropped && !is_alone(at, node) ? 1 : 0;
    }
    if (at.ranks.sum(busy) > 0) {
        return false;
    }
    for (Role& role : at.roles) {
        role = role == Role::dropped ? Role::selected : role;
    }
    return true;
}

struct Precedence {
    std::int32_t length;
    std::uint32_t tie;
};

/// Shorter rows first: they cause less fill.
bool goes_before(const Precedence& a, const Precedence& b) {
    return a.length != b.length ? a.length < b.length : a.tie < b.tie;
}

Role role_in_pass(const Elimination& at, const std::vector<Precedence>& precedence, NodeId node) {
    Role role = Role::selected;
    for (EntryIndex e = at.slice.first_entry(node); e < at.slice.end_entry(node); ++e) {
        const NodeId other = at.slice.to(e);
        if (at.roles[other] == Role::selected) {
            return Role::waiting;
        }
        if (other != node && at.roles[other] == Role::dropped && goes_before(precedence[other], precedence[node])) {
            role = Role::dropped;
        }
    }
    return role;
}

/// Selects an independent set of the dropped nodes that have dropped neighbours; the others wait until the end.
void select_independent(Elimination& at) {
    constexpr int passes = 4;
    constexpr std::uint32_t golden = 2654435769U;  // odd, so that no two names have the same product
    std::vector<Precedence> precedence(at.roles.size());
    std::vector<std::uint8_t> busy(at.roles.size(), 0);
    for (NodeId node = at.slice.first_own(); node < at.slice.end_own(); ++node) {
        precedence[node] = {static_cast<std::int32_t>(at.slice.end_entry(node) - at.slice.first_entry(node)),
                            static_cast<std::uint32_t>(at.slice.name(node)) * golden};
        busy[node] = at.roles[node] == Role::dropped && !is_alone(at, node) ? 1 : 0;
    }
    at.slice.share(precedence);
    for (int pass = 0; pass < passes; ++pass) {
        Roles next = at.roles;
        for (NodeId node = at.slice.first_own(); node < at.slice.end_own(); ++node) {
            if (busy[node] != 0 && at.roles[node] == Role::dropped) {
                next[node] = role_in_pass(at, precedence, node);
            }
        }
        at.roles = std::move(next);
        at.slice.share(at.roles);
    }
    for (Role& role : at.roles) {
        role = role == Role::waiting ? Role::dropped : role;
    }
}

/// Dropped nodes with long rows are kept.
void keep_long_rows(Elimination& at, int longest) {
    for (NodeId node = at.slice.first_own(); node < at.slice.end_own(); ++node) {
        if (at.roles[node] == Role::dropped && at.slice.end_entry(node) - at.slice.first_entry(node) > longest) {
            at.roles[node] = Role::kept;
        }
    }
    at.slice.share(at.roles);
}

int eliminate_all(Elimination& at, int longest) {
    for (int round = 1;; ++round) {
        keep_long_rows(at, longest);
        const bool is_last = select_all_if_alone(at);
        if (!is_last) {
            select_independent(at);
        }
        OwnRows rows = eliminated_rows(at.slice, at.roles);
        for (Role& role : at.roles) {
            role = role == Role::selected ? Role::gone : role;
        }
        at.replace(std::move(rows));
        if (is_last) {
            return round;
        }
        at.replace_weights(reroute_weak_edges(at.slice, least_strength_in_rounds, at.vectors));
    }
}

/// Leaves out the nodes that are gone, and numbers the others anew over all ranks.
std::vector<NodeId> renumber(Elimination& at) {
    GraphSlice& slice = at.slice;
    std::vector<NodeId> pool;
    for (NodeId node = slice.first_own(); node < slice.end_own(); ++node) {
        if (at.roles[node] == Role::kept) {
            pool.push_back(slice.global(node));
        }
    }
    std::vector<NodeId> number(at.roles.size(), -1);
    auto next = static_cast<NodeId>(at.ranks.sum_before(static_cast<std::int64_t>(pool.size())));
    for (const NodeId global : pool) {
        number[slice.local(global)] = next++;
    }
    slice.share(number);
    OwnRows rows;
    rows.offsets.reserve(pool.size() + 1);
    rows.columns.reserve(static_cast<std::size_t>(slice.own_entries()));
    rows.weights.reserve(static_cast<std::size_t>(slice.own_entries()));
    rows.names.reserve(pool.size());
    SliceVectors vectors;
    vectors.reserve(pool.size());
    for (const NodeId global : pool) {
        const NodeId node = slice.local(global);
        for (EntryIndex e = slice.first_entry(node); e < slice.end_entry(node); ++e) {
            rows.columns.push_back(number[slice.to(e)]);
            rows.weights.push_back(slice.weight(e));
        }
        rows.offsets.push_back(static_cast<EntryIndex>(rows.columns.size()));
        rows.names.push_back(slice.name(node));
        vectors.push_back(at.vectors[node]);
    }
    slice = GraphSlice();
    slice = GraphSlice(at.ranks, std::move(rows));
    at.roles.assign(static_cast<std::size_t>(slice.here_count()), Role::kept);
    at.vectors.assign(static_cast<std::size_t>(slice.here_count()), {});
    std::copy(vectors.begin(), vectors.end(), at.vectors.begin() + slice.first_own());
    slice.share(at.vectors);
    return pool;
}

}  // namespace

SliceReduction reduce_slice(GraphSlice slice, const SliceCut& cut, SliceVectors vectors, double nonzeros_per_node,
                            int longest_dropped_row) {
    const Ranks& ranks = slice.ranks();
    Elimination at{ranks, std::move(slice), {}, std::move(vectors)};
    at.roles.resize(cut.sides.size());
    std::transform(cut.sides.begin(), cut.sides.end(), at.roles.begin(),
                   [](std::int8_t side) { return side > 0 ? Role::kept : Role::dropped; });
    SliceReduction reduction;
    if (!cut.two_coloured) {
        at.replace_weights(reroute_within(at.slice, cut.sides, at.vectors));
    }
    reduction.rounds = eliminate_all(at, longest_dropped_row);
    reduction.pool = renumber(at);
    reduction.entries_before_thinning = at.slice.entries_in_all();
    if (const double least = strength_to_keep(at.slice, nonzeros_per_node); least > 0) {
        at.replace_weights(reroute_weak_edges(at.slice, least, at.vectors));
    }
    reduction.vectors.assign(at.vectors.begin() + at.slice.first_own(), at.vectors.begin() + at.slice.end_own());
    reduction.rows = at.slice.copied_rows();
    return reduction;
}

}  // namespace ndpool
