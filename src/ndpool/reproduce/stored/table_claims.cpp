#include "ndpool/reproduce/stored/table_claims.hpp"

#include <fmt/format.h>

#include "ndpool/reproduce/stored/coarsening_claims.hpp"
#include "ndpool/reproduce/stored/learning_claims.hpp"

namespace ndpool {

ReportFigure table_claims(const ExperimentOptions& options, Seed seed) {
    std::vector<Claim> claims = learning_claims(options);
    for (Claim& claim : coarsening_claims(options, seed)) {
        claims.push_back(std::move(claim));
    }
    ReportFigure figure{.name = "table-claims",
                        .title = "The paper's claims, one by one",
                        .paper_place = "whole text",
                        .says = "What the paper says, what we see, and the command that shows it."};
    TextTable table{.title = "Claims", .columns = {"claim", "where", "ours", "verdict", "holds if", "command"}};
    int agree = 0;
    int differ = 0;
    int missing = 0;
    for (const Claim& claim : claims) {
        agree += claim.agreement == Agreement::agrees ? 1 : 0;
        differ += claim.agreement == Agreement::differs ? 1 : 0;
        missing += claim.agreement == Agreement::missing ? 1 : 0;
        table.rows.push_back(
            {claim.words, claim.place, claim.ours, std::string(name_of(claim.agreement)), claim.criterion, claim.command});
    }
    figure.texts = {std::move(table)};
    figure.verdict = verdict_by({{"every claim that was tested holds, by the comparison in its line",
                                  fmt::format("{} hold, {} do not", agree, differ), differ == 0}},
                                fmt::format("of {} claims {} hold here, {} do not, {} were not tested, the others are ours alone",
                                            claims.size(), agree, differ, missing));
    return figure;
}

}  // namespace ndpool
