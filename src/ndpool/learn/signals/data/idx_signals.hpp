#pragma once

#include <filesystem>

#include "ndpool/learn/signals/data/signal_set.hpp"

namespace ndpool {

/// Whether a folder has one or more of the four IDX files of an image set.
[[nodiscard]] bool is_idx_folder(const std::filesystem::path& folder);

/// A folder of the four files of MNIST or Fashion-MNIST: `train-images-idx3-ubyte`, `train-labels-idx1-ubyte`,
/// `t10k-images-idx3-ubyte` and `t10k-labels-idx1-ubyte`, packed with gzip (.gz) or not. Bytes are divided by 255. The graph
/// joins each pixel to its eight nearest ones with Gaussian weights (Eq. of Sec. VI-B). One twelfth of the training images, those
/// at its end, are for validation: 55,000 and 5,000 of MNIST. Throws InvalidInput for files that are broken, missing or do not
/// fit together.
[[nodiscard]] SignalSet read_idx_signals(const std::filesystem::path& folder);

}  // namespace ndpool
