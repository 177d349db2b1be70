#include "ndpool/reproduce/stored/learning_claims.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <sstream>

#include "ndpool/io/file.hpp"
#include "ndpool/reproduce/stored/shown_tables.hpp"
#include "ndpool/reproduce/stored/stored_results.hpp"

namespace ndpool {

namespace {

constexpr const char* table_command = "ndpool reproduce table-graphs -o results/table-graphs --data DATA";

Agreement agreement_if(bool agrees) {
    return agrees ? Agreement::agrees : Agreement::differs;
}

/// "NDP is above GRACLUS on 4 of 11 data sets (mean difference -0.3)".
struct Versus {
    int above = 0;
    int all = 0;
    double mean = 0;
};

Versus versus(const ResultTable& table, const std::string& a, const std::string& b) {
    Versus result;
    for (const std::size_t r : complete_rows({&table}, {a, b})) {
        const double difference = *value_in(table, r, a) - *value_in(table, r, b);
        result.above += difference > 0 ? 1 : 0;
        result.mean += difference;
        ++result.all;
    }
    result.mean /= std::max(result.all, 1);
    return result;
}

std::string words_of(const Versus& result, const std::string& a, const std::string& b) {
    return fmt::format("{} is above {} on {} of {} data sets, by {:+.1f} points on average", a, b, result.above, result.all,
                       result.mean);
}

std::vector<Claim> accuracy_claims(const ResultTable& table) {
    const Versus graclus = versus(table, "NDP", "GRACLUS");
    const Versus nmf = versus(table, "NDP", "NMF");
    const Versus diffpool = versus(table, "DiffPool", "Top-K");
    const Versus plain = versus(table, "GRACLUS plain", "GRACLUS");
    std::string ours = words_of(graclus, "NDP", "GRACLUS") + "; " + words_of(nmf, "NDP", "NMF");
    for (const char* variant : {"NDP sum", "NDP harmonic"}) {
        const Versus other = versus(table, variant, "GRACLUS");
        ours += other.all > 0 ? fmt::format("; {}; {}", words_of(other, variant, "GRACLUS"),
                                            words_of(versus(table, variant, "NMF"), variant, "NMF"))
                              : "";
    }
    std::vector<Claim> claims;
    claims.push_back({"NDP consistently achieves a higher accuracy compared to GRACLUS and NMF", "Sec. VI-A", ours,
                      agreement_if(graclus.above == graclus.all && nmf.above == nmf.all), table_command,
                      "the mean of NDP is above those of both on every data set that both were run on"});
    claims.push_back({"Among the feature-based pools DiffPool always outperforms Top-K", "Sec. VI-A",
                      words_of(diffpool, "DiffPool", "Top-K"), agreement_if(diffpool.above == diffpool.all), table_command,
                      "the mean of DiffPool is above on every data set"});
    if (plain.all > 0) {
        claims.push_back({"The lower performance of GRACLUS is due to the fake nodes", "Sec. VI-A",
                          words_of(plain, "GRACLUS plain", "GRACLUS") +
                              " (plain: without fake nodes; they carry zeros, which this network does not see)",
                          agreement_if(plain.mean > 1), table_command,
                          "without fake nodes GRACLUS gains a point on average (our limit)"});
    }
    return claims;
}

Claim coarsening_time_claim(const std::vector<StoredRun>& runs) {
    Claim claim{"Coarsening is much cheaper than training",
                "Sec. IV-D",
                "no runs were found",
                Agreement::missing,
                table_command,
                "coarsening takes less than a tenth of the time of training on every data set (our limit)"};
    double largest = 0;
    std::string worst;
    for (const StoredRun& run : runs) {
        const double training = run.seconds_per_epoch * run.epochs;
        if (run.method == "ndp" && training > 0 && run.coarsening_seconds / training >= largest) {
            largest = run.coarsening_seconds / training;
            worst = run.data;
        }
    }
    if (!worst.empty()) {
        claim.ours = fmt::format("coarsening takes at most {:.2g} % of the time of training, on {}", 100 * largest, worst);
        claim.agreement = agreement_if(largest < 0.1);
    }
    return claim;
}

/// Peak memory of training by data set and pool: lines "DATA POOL MiB" of pool_memory.txt.
std::map<std::string, std::map<std::string, double>> pool_memory(const std::filesystem::path& file) {
    std::map<std::string, std::map<std::string, double>> peaks;
    std::istringstream lines(read_bytes(file));
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        std::string data;
        std::string pool;
        double mebibytes = 0;
        if (words >> data >> pool >> mebibytes) {
            peaks[data][pool] = mebibytes;
        }
    }
    return peaks;
}

Claim memory_claim(const ExperimentOptions& options) {
    Claim claim{"NDP is cheaper in memory than feature-based pools",
                "Sec. VII",
                "peak memory of training was not measured",
                Agreement::missing,
                "bench/pool_memory --data DATA -o results/pool_memory.txt",
                "training with NDP has a smaller peak than with every trainable pool, on every data set that was measured"};
    const auto file = found_in(options.results, {"pool_memory.txt"});
    if (!file) {
        return claim;
    }
    std::string ours;
    bool holds = true;
    for (const auto& [data, peaks] : pool_memory(*file)) {
        if (!peaks.contains("ndp")) {
            continue;
        }
        ours += fmt::format("{}{}: NDP {:.0f} MiB", ours.empty() ? "peak memory of training on " : "; ", data_title(data),
                            peaks.at("ndp"));
        for (const char* pool : {"topk", "sagpool", "diffpool", "mincut"}) {
            if (peaks.contains(pool)) {
                ours += fmt::format(", {} {:.0f}", method_title(pool), peaks.at(pool));
                holds = holds && peaks.at("ndp") < peaks.at(pool);
            }
        }
        ours += peaks.contains("dense") ? fmt::format(" (Dense, without a pool and a graph, {:.0f})", peaks.at("dense")) : "";
    }
    if (!ours.empty()) {
        claim.ours = ours;
        claim.agreement = agreement_if(holds);
    }
    return claim;
}

Claim signals_claim(const ExperimentOptions& options) {
    Claim claim{"Topological pools are the only viable ones for graph signals",
                "Sec. VI-B, VII",
                "signals have not been run with these pools",
                Agreement::missing,
                "ndpool reproduce table-mnist -o results/table-mnist --data DATA",
                "on MNIST both NDP and GRACLUS are above DiffPool and Top-K"};
    const auto table = stored_table(options, "table-mnist");
    if (!table || table->rows.empty()) {
        return claim;
    }
    const auto ndp = value_in(*table, 0, "NDP");
    const auto graclus = value_in(*table, 0, "GRACLUS");
    const auto linear = value_in(*table, 0, "linear");
    const auto diffpool = value_in(*table, 0, "DiffPool");
    const auto topk = value_in(*table, 0, "Top-K");
    if (ndp && graclus) {
        claim.ours = fmt::format("on MNIST NDP has {:.2f} % and GRACLUS {:.2f} %{}", *ndp, *graclus,
                                 linear ? fmt::format(", a linear model on the pixels {:.2f} %", *linear) : "");
        if (diffpool && topk) {
            const double trained = std::max(*diffpool, *topk);
            claim.ours += fmt::format("; DiffPool has {:.2f} % and Top-K {:.2f} %", *diffpool, *topk);
            claim.agreement = agreement_if(std::min(*ndp, *graclus) > trained);
        } else {
            claim.ours += "; DiffPool and Top-K were not both run";
        }
    }
    return claim;
}

}  // namespace

std::vector<Claim> learning_claims(const ExperimentOptions& options) {
    std::vector<Claim> claims;
    if (const auto table = stored_table(options, "table-graphs")) {
        claims = accuracy_claims(*table);
    } else {
        claims.push_back({"NDP consistently achieves a higher accuracy compared to GRACLUS and NMF", "Sec. VI-A",
                          "no networks have been trained", Agreement::missing, table_command});
    }
    const ReportFigure accuracy_time = fig_accuracy_time(options, {});
    claims.push_back({"On average NDP obtains the highest accuracy and is the fastest of all pools", "Sec. VI-A, Fig. 8",
                      accuracy_time.verdict.words, accuracy_time.verdict.agreement, table_command,
                      "both hold for the means over all data sets that all five pools were run on"});
    claims.push_back(memory_claim(options));
    claims.push_back(coarsening_time_claim(stored_runs(options)));
    claims.push_back(signals_claim(options));
    return claims;
}

}  // namespace ndpool
