#pragma once

#include <filesystem>

#include "ndpool/signals/signal_set.hpp"

namespace ndpool {

/// Whether a folder has the IDX files of an image set.
[[nodiscard]] bool is_idx_folder(const std::filesystem::path& folder);

/// A folder of the four files of MNIST or Fashion-MNIST: `train-images-idx3-ubyte`, `train-labels-idx1-ubyte`,
/// `t10k-images-idx3-ubyte` and `t10k-labels-idx1-ubyte`, packed with gzip (.gz) or not. Bytes are divided by 255. The graph
/// joins each pixel to its eight nearest ones with Gaussian weights (Eq. of Sec. VI-B). One twelfth of the training images, those
/// at its end, are for validation: 55,000 and 5,000 of MNIST. Throws InvalidInput for files that are broken, missing or do not
/// fit together.
[[nodiscard]] SignalSet read_idx_signals(const std::filesystem::path& folder);

/// An .npz file with `signals` (or `x`): samples x nodes or samples x nodes x features; `labels` (or `y`): whole numbers; and
/// perhaps `split`: 0 train, 1 validation, 2 test. Without it the last sixth is for testing. Throws InvalidInput for files that
/// are broken or do not fit the graph.
[[nodiscard]] SignalSet read_npz_signals(const std::filesystem::path& path, Graph graph);
/// The same for predictions: labels may be missing, and there may be one class alone.
[[nodiscard]] SignalSet read_npz_signals_to_predict(const std::filesystem::path& path, Graph graph);
/// Whether an .npz file has signals and not a graph.
[[nodiscard]] bool is_npz_signals(const std::filesystem::path& path);

/// Whether INPUT names generated signals: "signals:NAME".
[[nodiscard]] bool is_generated_signals(std::string_view spec);

/// `signals:grid[,SIDE[,SAMPLES]]`, by default 16 and 3000: images of SIDE x SIDE pixels over the graph of MNIST, each with a
/// line of brightness 1 and noise of standard deviation 0.2. The class is the direction of the line: 0 level, 1 upright, 2
/// falling, 3 rising. Its middle is at most SIDE / 8 pixels from that of the image, and its ends are SIDE / 4 pixels or more from
/// there. Two thirds of the samples are for training, one sixth each for validation and testing. Throws InvalidInput for other
/// words, sides below 8 pixels and fewer than 24 samples.
[[nodiscard]] SignalSet generate_signals(std::string_view spec, std::uint64_t seed);

}  // namespace ndpool
