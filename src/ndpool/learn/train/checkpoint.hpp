#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "ndpool/learn/train/fold_training.hpp"

namespace ndpool {

/// The state of a fold as it is stored: CBOR with the number of the fold and the mark of its run, then a checksum.
struct Checkpoint {
    FoldState state;
    std::optional<std::string> fold;  ///< as it is written there; checkpoints of earlier versions state neither
    std::optional<std::string> run;
};

[[nodiscard]] std::string checkpoint_bytes(int fold, std::string_view run, const FoldState& state);
/// Throws if the bytes are no checkpoint, or a damaged one.
[[nodiscard]] Checkpoint checkpoint_from(std::string_view bytes);

}  // namespace ndpool
