#include "ndpool/pyramid/measure/multigrid_spectra.hpp"

#include <algorithm>
#include <limits>

#include "ndpool/pyramid/measure/level_eigenpairs.hpp"
#include "ndpool/pyramid/measure/level_spectra.hpp"

namespace ndpool {

namespace {

/// Number of levels that vectors are extended over before they are improved; improving every second level leaves one step for
/// the large levels instead of up to five (sensor:1000000).
constexpr std::size_t levels_per_stride = 2;
/// On the way up, levels of at most this number of nodes take two steps, which also shows how fast errors shrink; larger ones
/// one.
constexpr NodeId two_steps_up_to = 20000;
/// The reference level replaces the base if its vectors dip by less than this.
constexpr double smooth_enough = 2e-3;
/// Levels of at most this number of nodes have dips deep enough to measure the missing resistance.
constexpr NodeId anchor_nodes = 300;
/// The reference level replaces the base only if the errors of its own eigenvalues differ by less than this: where they differ by
/// more, as on levels whose edges are sampled, those of other levels have nothing to do with them: eigenvalues of email-Enron
/// with seed 2 came out of order. The distances of the meshes in results/real_graphs.txt are the same without this limit.
constexpr double even_errors = 1.05;
/// Vectors with less than this share of the energy that they could have differ from node to node by rounding alone.
constexpr double rounding_limit = 1e-12;

/// The mean degree; one if there is no edge.
double mean_degree(const Graph& graph) {
    const double sum = 2 * total_weight(graph);
    return sum > 0 ? sum / graph.node_count() : 1;
}

/// The share by which an eigenvalue of a level is lower, seen from `steps` levels finer, because its vector dips at the
/// level's nodes: what one node draws meets a resistance of about one over the node's weight for each level.
double dip_share(const Graph& graph, double eigenvalue, std::size_t steps) {
    return 0.25 * eigenvalue / mean_degree(graph) * static_cast<double>(steps);
}

/// The mean over the eigenvalues of what is missing in the reciprocal: a resistance.
double missing_resistance(const std::vector<double>& exact, const std::vector<double>& reduced, int wanted) {
    const std::size_t count = std::min({exact.size(), reduced.size(), static_cast<std::size_t>(wanted)});
    double sum = 0;
    double weights = 0;
    for (std::size_t k = 0; k < count; ++k) {
        // Relative errors count alike, so a large eigenvalue tells more.
        const double weight = exact[k] * exact[k];
        sum += weight * (1 / exact[k] - 1 / reduced[k]);
        weights += weight;
    }
    return weights > 0 ? sum / weights : 0;
}

/// For each node of each stored level, the base being level 0, the last level that has it.
std::vector<std::vector<std::uint16_t>> node_depths(const Pyramid& pyramid) {
    const std::size_t last = pyramid.levels.size();
    std::vector<std::vector<std::uint16_t>> depths(last + 1);
    for (std::size_t level = last + 1; level-- > 0;) {
        depths[level].assign(static_cast<std::size_t>(node_count_at(pyramid, level)), static_cast<std::uint16_t>(level));
        for (std::size_t i = 0; level < last && i < depths[level + 1].size(); ++i) {
            depths[level][pyramid.levels[level].pool[i]] = depths[level + 1][i];
        }
    }
    return depths;
}

class MultigridSpectra {
public:
    MultigridSpectra(const Pyramid& pyramid, const MultigridSettings& settings, const Parallel& parallel)
        : pyramid_(pyramid),
          grid_(nested_graphs(pyramid), parallel),
          settings_(settings),
          parallel_(parallel),
          space_(grid_),
          own_(find_level_eigenpairs(grid_, settings, history_, space_, parallel)),
          depths_(node_depths(pyramid)) {
        const bool quick = tolerance_is_rough(settings);
        while (quick && reference_ < pyramid.levels.size() && grid_.graph(reference_).node_count() > settings.reference_up_to) {
            ++reference_;
        }
        while (reference_ > 0 && !smooth_at(reference_)) {
            --reference_;
        }
        near_ = reference_ > levels_per_stride ? reference_ - levels_per_stride : reference_;
    }

    [[nodiscard]] std::vector<LevelSpectra> all() {
        const std::size_t last = pyramid_.levels.size();
        std::vector<LevelSpectra> spectra(last);
        measure_fine_levels(spectra);
        const std::size_t first_coarse = reference_ + 1;
        if (reference_ > 0 && !errors_are_even(own_[reference_].values, spectra[reference_ - 1].exact)) {
            reference_ = 0;
            near_ = 0;
        }
        measure_coarse_levels(first_coarse, spectra);
        too_smooth_ = !spectra[0].exact.empty() && spectra[0].exact[0] < rounding_limit * mean_degree(pyramid_.base);
        const Components& components = grid_.null_space(0).components;
        for (std::size_t level = 1; level <= last; ++level) {
            LevelSpectra& both = spectra[level - 1];
            const NodeId skipped = exact_zeros(pyramid_.base, components, pyramid_.levels[level - 1].nodes);
            both.approximate = ranked_eigenvalues(own_[level].values, own_[level].zeros, skipped, settings_.wanted);
            const NodeId there_are = std::min<NodeId>(settings_.wanted, grid_.graph(level).node_count() - skipped);
            both.exact.resize(std::min(both.exact.size(), static_cast<std::size_t>(there_are)));
            const auto lost = std::erase_if(both.exact, [](double value) { return !(value > 0); });
            both.converged = both.converged && own_[level].converged && lost == 0 && !too_smooth_;
        }
        return spectra;
    }

private:
    [[nodiscard]] bool smooth_at(std::size_t level) const {
        const auto wanted = static_cast<std::size_t>(settings_.wanted);
        const std::vector<double>& values = own_[level].values;
        return own_[level].zeros == grid_.null_space(0).dimension() && values.size() >= wanted &&
               dip_share(grid_.graph(level), values[wanted - 1], level) <= smooth_enough;
    }

    [[nodiscard]] bool errors_are_even(const std::vector<double>& own, const std::vector<double>& exact) const {
        double least = std::numeric_limits<double>::infinity();
        double most = 0;
        for (std::size_t k = 0; k < std::min({own.size(), exact.size(), static_cast<std::size_t>(settings_.wanted)}); ++k) {
            least = std::min(least, exact[k] / own[k]);
            most = std::max(most, exact[k] / own[k]);
        }
        return most <= even_errors * least;
    }

    /// Levels 1 .. reference: their vectors are so smooth that those of the base serve for all of them.
    void measure_fine_levels(std::vector<LevelSpectra>& spectra) {
        if (reference_ == 0) {
            return;
        }
        const NullSpace& null_space = grid_.null_space(0);
        VectorBlock start = extended_start(grid_, 0, own_[1].vectors, space_.cycle, parallel_);
        for (std::size_t level = 1; level <= reference_; ++level) {
            own_[level].vectors = VectorBlock();
        }
        const BlockEigenOptions options = history_.options(settings_, pyramid_.base.node_count());
        BlockEigenPairs base = smallest_eigenpairs(grid_, 0, {}, std::move(start), options, space_, parallel_);
        for (std::size_t level = 1; level <= reference_; ++level) {
            const Mass mass{depths_[0], static_cast<std::uint16_t>(level)};
            null_space.remove_from(base.vectors, mass, parallel_);
            PencilGrams grams{Eigen::MatrixXd::Zero(block_width, block_width), mass_gram(base.vectors, mass, parallel_)};
            for (std::size_t k = 0; k < base.values.size(); ++k) {
                grams.stiffness(static_cast<Eigen::Index>(k), static_cast<Eigen::Index>(k)) = base.values[k];
            }
            spectra[level - 1].exact = rayleigh_ritz(grams).values;
            spectra[level - 1].converged = base.converged;
        }
        keep_memory_of(base.vectors);
    }

    /// The levels from `first` on: the reduction of the reference level onto each of them, or of a finer level onto the smallest,
    /// times the error factor of that level. Its error at single nodes, where vectors dip, is one resistance for all levels,
    /// which is found from anchors: levels measured on the base.
    void measure_coarse_levels(std::size_t first, std::vector<LevelSpectra>& spectra) {
        std::vector<Anchor> anchors;
        for (std::size_t level = first; level <= pyramid_.levels.size(); ++level) {
            const bool small = reference_ > 0 && grid_.graph(level).node_count() <= anchor_nodes;
            const bool finer = small && near_ < reference_;
            const bool anchored = small && (level == pyramid_.levels.size() || anchors.empty());
            BlockEigenPairs pairs = climb(level, level, reference_, start_of(level), finer || anchored);
            const std::vector<double> reduced = corrected(reference_, pairs.values, spectra);
            spectra[level - 1].exact = reduced;
            if (finer) {
                pairs = climb(level, reference_, near_, std::move(pairs), anchored);
                spectra[level - 1].exact = corrected(near_, pairs.values, spectra);
            }
            spectra[level - 1].converged = pairs.converged;
            if (anchored) {
                anchors.push_back(anchor(level, std::move(pairs), reduced, spectra[level - 1].exact));
            }
        }
        correct_by_anchors(anchors, spectra);
    }

    /// The spectrum of the Schur complement of stored level `to` onto the nodes of a level, from vectors of stored level `from`
    /// between the two. They are improved on the way, where that is cheap: what a vector lacks near the nodes that
    /// count becomes visible step by step.
    BlockEigenPairs climb(std::size_t level, std::size_t from, std::size_t to, BlockEigenPairs pairs, bool vectors_wanted) {
        VectorBlock x = std::move(pairs.vectors);
        for (std::size_t at = from; at-- > to;) {
            grid_.extend(at, x, spare_, space_.cycle);
            x.swap(spare_);
            if ((at - to) % levels_per_stride != 0) {
                continue;
            }
            const Mass mass{depths_[at], static_cast<std::uint16_t>(level)};
            grid_.null_space(at).remove_from(x, mass, parallel_);
            BlockEigenOptions options = history_.options(settings_, grid_.graph(at).node_count());
            options.vectors_wanted = vectors_wanted || at > to || reference_ == 0;
            options.contraction = std::max(options.contraction, pairs.contraction);
            if (at == 0 && !found_on_base_.empty() && own_[level].values.size() >= block_width) {
                grid_.null_space(0).remove_from(found_on_base_, mass, parallel_);
                options.further_start = &found_on_base_;
            }
            if (at > to) {
                options.least_steps = grid_.graph(at).node_count() <= two_steps_up_to ? 2 : 1;
                options.most_steps = options.least_steps;
            }
            pairs = smallest_eigenpairs(grid_, at, mass, std::move(x), options, space_, parallel_);
            x = std::move(pairs.vectors);
            if (at == 0 && reference_ == 0) {
                found_on_base_ = x;
            }
        }
        if (vectors_wanted) {
            pairs.vectors = std::move(x);
        } else {
            keep_memory_of(x);
        }
        return pairs;
    }

    void keep_memory_of(VectorBlock& x) {
        if (x.capacity() > spare_.capacity()) {
            spare_.swap(x);
        }
    }

    [[nodiscard]] BlockEigenPairs start_of(std::size_t level) const {
        BlockEigenPairs start;
        start.vectors = own_[level].vectors;
        return start;
    }

    /// A level whose exact spectrum was found on the base.
    struct Anchor {
        std::size_t level;
        double missing_at_reference;  ///< the resistance that the reference level misses at each node
        double missing_near;          ///< and the finer one
        std::vector<double> exact;
        bool converged;
    };

    Anchor anchor(std::size_t level, BlockEigenPairs start, const std::vector<double>& at_reference,
                  const std::vector<double>& near) {
        BlockEigenPairs pairs = climb(level, near_, 0, std::move(start), false);
        return {level, missing_resistance(pairs.values, at_reference, settings_.wanted),
                missing_resistance(pairs.values, near, settings_.wanted), std::move(pairs.values), pairs.converged};
    }

    void correct_by_anchors(const std::vector<Anchor>& anchors, std::vector<LevelSpectra>& spectra) const {
        if (anchors.empty()) {
            return;
        }
        const Anchor& first = anchors.front();
        const Anchor& last = anchors.back();
        for (std::size_t level = reference_ + 1; level < last.level; ++level) {
            double resistance = first.missing_at_reference;
            if (level >= first.level) {
                const double part = static_cast<double>(level - first.level) / static_cast<double>(last.level - first.level);
                resistance = first.missing_near + part * (last.missing_near - first.missing_near);
            }
            for (double& value : spectra[level - 1].exact) {
                value /= 1 + value * resistance;
            }
        }
        for (const Anchor& anchor : anchors) {
            spectra[anchor.level - 1].exact = anchor.exact;
            spectra[anchor.level - 1].converged = anchor.converged;
        }
    }

    /// Values of reductions of a stored level, times the error factor of that level.
    [[nodiscard]] std::vector<double> corrected(std::size_t at, std::vector<double> values,
                                                const std::vector<LevelSpectra>& spectra) const {
        if (at == 0) {
            return values;
        }
        const std::vector<double>& own = own_[at].values;
        const std::vector<double>& exact = spectra[at - 1].exact;
        values.resize(std::min({values.size(), own.size(), exact.size()}));
        for (std::size_t k = 0; k < values.size(); ++k) {
            values[k] *= exact[k] / own[k];
        }
        return values;
    }

    const Pyramid& pyramid_;
    Multigrid grid_;
    MultigridSettings settings_;
    Parallel parallel_;
    ConvergenceHistory history_;
    EigenSpace space_;
    VectorBlock spare_;          ///< memory for vectors on their way up
    VectorBlock found_on_base_;  ///< of the level before, if all levels are measured on the base: modes on few nodes are shared
    std::vector<LevelEigenpairs> own_;
    std::vector<std::vector<std::uint16_t>> depths_;  ///< for each node of each stored level the last level that has it
    bool too_smooth_ = false;                         ///< for single precision to tell neighbours apart
    std::size_t reference_ = 0;                       ///< the level that replaces the base for coarser ones
    std::size_t near_ = 0;                            ///< a finer one for the smallest levels, 0 or at most the reference
};

}  // namespace

std::vector<LevelSpectra> spectra_by_multigrid(const Pyramid& pyramid, const MultigridSettings& settings,
                                               const Parallel& parallel) {
    return pyramid.levels.empty() ? std::vector<LevelSpectra>() : MultigridSpectra(pyramid, settings, parallel).all();
}

}  // namespace ndpool
