#include "ndpool/learn/train/model_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "ndpool/base/error.hpp"
#include "ndpool/io/archive/npy.hpp"
#include "ndpool/io/archive/npy_write.hpp"
#include "ndpool/io/archive/zip_archive.hpp"
#include "ndpool/io/archive/zip_writer.hpp"

namespace ndpool {

std::string model_bytes(const ParameterPlan& plan, const std::vector<float>& values) {
    std::vector<ZipMember> members;
    for (const ParameterSlot& slot : plan.slots()) {
        const std::span<const float> part(values.data() + slot.offset, slot.rows * slot.columns);
        members.push_back({slot.name + ".npy", npy_matrix_bytes(part, slot.rows, slot.columns)});
    }
    return zip_bytes(members);
}

std::vector<float> read_model(const std::filesystem::path& path, const ParameterPlan& plan) {
    ZipArchive archive(path);
    std::vector<float> values(plan.size());
    for (const ParameterSlot& slot : plan.slots()) {
        const std::string member = slot.name + ".npy";
        const std::string bytes = archive.read(member);
        const NpyArray array = parse_npy(bytes, archive.place(member));
        const std::vector<std::uint64_t> shape{static_cast<std::uint64_t>(slot.rows), static_cast<std::uint64_t>(slot.columns)};
        if (array.shape != shape) {
            throw InvalidInput(
                fmt::format("{}: expected a matrix of {} rows and {} columns", archive.place(member), slot.rows, slot.columns));
        }
        const std::vector<double> numbers = npy_numbers(array);
        if (const auto bad = std::find_if_not(numbers.begin(), numbers.end(), [](double x) { return std::isfinite(x); });
            bad != numbers.end()) {
            const auto place = bad - numbers.begin();
            throw InvalidInput(fmt::format("{}: row {}, column {} is {}, expected finite weights", archive.place(member),
                                           place / slot.columns, place % slot.columns, *bad));
        }
        std::copy(numbers.begin(), numbers.end(), values.begin() + slot.offset);
    }
    return values;
}

}  // namespace ndpool
