// Public data sets for tests: in the folder that NDPOOL_DATA names, or beside the project.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

namespace ndpool {

[[nodiscard]] inline std::filesystem::path public_data_folder() {
    const char* const named = std::getenv("NDPOOL_DATA");
    return named != nullptr ? std::filesystem::path(named) : std::filesystem::path(NDPOOL_PROJECT_DIR) / "../shared/data";
}

}  // namespace ndpool

/// To be used in SetUp: skips the test, loudly, where the data is missing.
#define NDPOOL_SKIP_WITHOUT_DATA(folder)                                                                                \
    if (!std::filesystem::is_directory(folder)) {                                                                       \
        GTEST_SKIP() << "SKIPPED: there is no folder " << (folder) << " (NDPOOL_DATA names another), nothing was read"; \
    }
