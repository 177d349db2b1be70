#pragma once

#include <string>
#include <vector>

#include "ndpool/reproduce/experiment_list.hpp"

namespace ndpool {

/// One claim of the paper with what we see.
struct Claim {
    std::string words;  ///< as the paper says it, shortened
    std::string place;  ///< in the paper
    std::string ours;   ///< what we see, with numbers
    Agreement agreement = Agreement::missing;
    std::string command;         ///< that made it, or would
    std::string criterion = {};  ///< what has to be seen for the claim to hold
};

}  // namespace ndpool
