#pragma once

#include <filesystem>

#include "ndpool/learn/nn/network/parameter_plan.hpp"

namespace ndpool {

/// All matrices of a network by name as a NumPy .npz file of single precision, each with its rows and columns.
[[nodiscard]] std::string model_bytes(const ParameterPlan& plan, const std::vector<float>& values);

/// Throws InvalidInput "FILE: ..." if it is not a model of such a network.
[[nodiscard]] std::vector<float> read_model(const std::filesystem::path& path, const ParameterPlan& plan);

}  // namespace ndpool
