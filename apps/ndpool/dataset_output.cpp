#include "dataset_output.hpp"

#include <fmt/format.h>

#include "ndpool/base/error.hpp"
#include "ndpool/base/version.hpp"
#include "ndpool/io/archive/zip_writer.hpp"
#include "ndpool/io/atomic_write.hpp"
#include "ndpool/io/graph_file.hpp"
#include "ndpool/io/tu/tu_write.hpp"
#include "output.hpp"
#include "terminal.hpp"

namespace ndpool::command {

namespace {

void write_dataset_folder(const Dataset& dataset, const DatasetOutput& where) {
    AtomicFolder folder(where.output);
    write_dataset(dataset, folder.path());
    const Json manifest{{"program", "ndpool"}, {"version", version()}, {"input", where.input}, {"seed", where.seed}};
    write_file(folder.path() / "manifest.json", json_text(manifest, 2) + "\n");
    folder.commit();
}

void write_dataset_zip(const Dataset& dataset, const std::string& output) {
    std::vector<ZipMember> members;
    for (auto& [name, text] : tu_texts(dataset)) {
        members.push_back({fmt::format("{}/{}", dataset.name, name), text});
    }
    write_file(output, zip_bytes(members));
}

}  // namespace

void require_place_for_dataset(const DatasetOutput& where) {
    const auto by_ending = format_of_ending(where.output);
    if (where.format.value_or(Format::tu) != Format::tu || by_ending.value_or(Format::tu) != Format::tu) {
        throw InvalidInput(fmt::format("{}: {} is a dataset of many graphs, expected the name of a folder or of a .zip",
                                       where.output, where.input));
    }
    by_ending ? require_place_for_file(where.output) : require_place_for_folder(where.output);
}

void write_dataset_output(const Dataset& dataset, const DatasetOutput& where) {
    require_place_for_dataset(where);
    format_of_ending(where.output) ? write_dataset_zip(dataset, where.output) : write_dataset_folder(dataset, where);
}

}  // namespace ndpool::command
