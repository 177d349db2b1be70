#include <algorithm>

#include "ndpool/analysis/level_spectra.hpp"
#include "ndpool/analysis/own_pairs.hpp"

namespace ndpool {

namespace {

constexpr int extension_sweeps = 2;
/// Levels of so many nodes or less have dips that are deep enough to learn from.
constexpr NodeId anchor_nodes = 300;
/// Vectors with less than this share of the energy that they could have differ from node to node by rounding alone.
constexpr double rounding_limit = 1e-12;

/// Of the nodes' weights; one if there are none.
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

class MultigridSpectra {
public:
    MultigridSpectra(const Pyramid& pyramid, const MultigridSettings& settings, const Parallel& parallel)
        : pyramid_(pyramid),
          grid_(pyramid, parallel),
          settings_(settings),
          parallel_(parallel),
          own_(find_own_pairs(grid_, settings, experience_, parallel)),
          depth_(static_cast<std::size_t>(pyramid.base.node_count()), 0) {
        for (std::size_t index = 0; index < pyramid.levels.size(); ++index) {
            for (const NodeId node : pyramid.levels[index].nodes) {
                depth_[node] = static_cast<std::uint16_t>(index + 1);
            }
        }
        const bool quick = settings.tolerance >= smooth_enough / 2;
        while (quick && reference_ < pyramid.levels.size() && grid_.graph(reference_).node_count() > settings.cycles_up_to) {
            ++reference_;
        }
        while (reference_ > 0 && !smooth_at(reference_)) {
            --reference_;
        }
    }

    [[nodiscard]] std::vector<LevelSpectra> all() {
        const std::size_t last = pyramid_.levels.size();
        std::vector<LevelSpectra> spectra(last);
        measure_fine_levels(spectra);
        measure_coarse_levels(spectra);
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

    /// Levels 1 .. reference: their vectors are so smooth that those of the base do for all of them.
    void measure_fine_levels(std::vector<LevelSpectra>& spectra) {
        if (reference_ == 0) {
            return;
        }
        const NullSpace& null_space = grid_.null_space(0);
        VectorBlock start = smoothed_start(grid_, 0, own_[1].vectors, parallel_);
        BlockEigenOptions options = experience_.options(settings_, pyramid_.base.node_count());
        if (experience_.first_change <= smooth_enough) {
            options.most_steps = 0;
        }
        BlockEigenPairs base = smallest_eigenpairs(grid_, 0, {}, std::move(start), options, parallel_);
        for (std::size_t level = 1; level <= reference_; ++level) {
            const Mass mass{depth_, static_cast<std::uint16_t>(level)};
            null_space.remove_from(base.vectors, mass, parallel_);
            PencilGrams grams{Eigen::MatrixXd::Zero(block_width, block_width), mass_gram(base.vectors, mass, parallel_)};
            for (std::size_t k = 0; k < base.values.size(); ++k) {
                grams.stiffness(static_cast<Eigen::Index>(k), static_cast<Eigen::Index>(k)) = base.values[k];
            }
            spectra[level - 1].exact = rayleigh_ritz(grams).values;
            spectra[level - 1].converged = base.converged;
        }
    }

    /// The others: the reduction of the reference level onto each, times what the reference level itself is off by. What it
    /// is off by at single nodes, where vectors dip, is one resistance for all levels, which anchors measured on the base tell.
    void measure_coarse_levels(std::vector<LevelSpectra>& spectra) {
        const std::size_t last = pyramid_.levels.size();
        const std::vector<std::uint16_t> depth = depth_at(reference_);
        std::vector<Anchor> anchors;
        for (std::size_t level = reference_ + 1; level <= last; ++level) {
            const bool anchored = is_anchor(level);
            VectorBlock start = extended(own_[level].vectors, level, reference_);
            BlockEigenPairs pairs =
                reduced_pairs(reference_, {depth, static_cast<std::uint16_t>(level)}, std::move(start), anchored);
            LevelSpectra& spectrum = spectra[level - 1];
            spectrum.exact = std::move(pairs.values);
            spectrum.converged = pairs.converged;
            if (reference_ > 0) {
                correct_by_reference(spectra[reference_ - 1], spectrum);
            }
            if (anchored) {
                anchors.push_back(anchor(level, extended(std::move(pairs.vectors), reference_, 0), spectrum));
            }
        }
        correct_by_anchors(anchors, spectra);
    }

    /// A level whose exact spectrum was found on the base.
    struct Anchor {
        std::size_t level;
        double resistance;  ///< that the reference level misses at each node
        std::vector<double> exact;
        bool converged;
    };

    [[nodiscard]] bool is_anchor(std::size_t level) const {
        const std::size_t last = pyramid_.levels.size();
        const bool first_small =
            grid_.graph(level).node_count() <= anchor_nodes && grid_.graph(level - 1).node_count() > anchor_nodes;
        return reference_ > 0 && (first_small || level == last);
    }

    Anchor anchor(std::size_t level, VectorBlock start, const LevelSpectra& reduced) const {
        const BlockEigenPairs pairs = reduced_pairs(0, {depth_, static_cast<std::uint16_t>(level)}, std::move(start), false);
        return {level, missing_resistance(pairs.values, reduced.exact, settings_.wanted), pairs.values, pairs.converged};
    }

    void correct_by_anchors(const std::vector<Anchor>& anchors, std::vector<LevelSpectra>& spectra) const {
        if (anchors.empty()) {
            return;
        }
        std::size_t next = 0;
        for (std::size_t level = reference_ + 1; level <= pyramid_.levels.size(); ++level) {
            while (next + 1 < anchors.size() && anchors[next].level < level) {
                ++next;
            }
            const Anchor& after = anchors[next];
            if (after.level == level) {
                spectra[level - 1].exact = after.exact;
                spectra[level - 1].converged = after.converged;
                continue;
            }
            const Anchor& before = anchors[next > 0 ? next - 1 : 0];
            const double part =
                next > 0 ? static_cast<double>(level - before.level) / static_cast<double>(after.level - before.level) : 1.0;
            const double resistance = before.resistance + part * (after.resistance - before.resistance);
            for (double& value : spectra[level - 1].exact) {
                value /= 1 + value * resistance;
            }
        }
    }

    /// Vectors of one stored level carried up to a finer one.
    [[nodiscard]] VectorBlock extended(VectorBlock x, std::size_t from, std::size_t to) const {
        VectorBlock finer;
        for (std::size_t level = from; level-- > to;) {
            grid_.extend(level, x, extension_sweeps, finer);
            x.swap(finer);
        }
        return x;
    }

    /// The spectrum of the Schur complement of a stored level's graph onto the nodes that count.
    [[nodiscard]] BlockEigenPairs reduced_pairs(std::size_t at, const Mass& mass, VectorBlock start, bool vectors_wanted) const {
        grid_.null_space(at).remove_from(start, mass, parallel_);
        BlockEigenOptions options = experience_.options(settings_, grid_.graph(at).node_count());
        options.vectors_wanted = vectors_wanted;
        return smallest_eigenpairs(grid_, at, mass, std::move(start), options, parallel_);
    }

    void correct_by_reference(const LevelSpectra& reference, LevelSpectra& level) const {
        const std::vector<double>& own = own_[reference_].values;
        level.exact.resize(std::min({level.exact.size(), own.size(), reference.exact.size()}));
        for (std::size_t k = 0; k < level.exact.size(); ++k) {
            level.exact[k] *= reference.exact[k] / own[k];
        }
    }

    /// For each node of a stored level the last stored level that has it.
    [[nodiscard]] std::vector<std::uint16_t> depth_at(std::size_t level) const {
        if (level == 0) {
            return depth_;
        }
        std::vector<std::uint16_t> depth;
        for (const NodeId node : pyramid_.levels[level - 1].nodes) {
            depth.push_back(depth_[node]);
        }
        return depth;
    }

    const Pyramid& pyramid_;
    Multigrid grid_;
    MultigridSettings settings_;
    Parallel parallel_;
    CycleExperience experience_;
    std::vector<OwnPairs> own_;
    std::vector<std::uint16_t> depth_;  ///< the last stored level that has the node
    bool too_smooth_ = false;           ///< for single precision to tell neighbours apart
    std::size_t reference_ = 0;         ///< the first level that is small enough for V-cycles
};

}  // namespace

std::vector<LevelSpectra> spectra_by_multigrid(const Pyramid& pyramid, const MultigridSettings& settings,
                                               const Parallel& parallel) {
    return pyramid.levels.empty() ? std::vector<LevelSpectra>() : MultigridSpectra(pyramid, settings, parallel).all();
}

}  // namespace ndpool
