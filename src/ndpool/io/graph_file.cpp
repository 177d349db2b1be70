#include "ndpool/io/graph_file.hpp"

#include <fmt/format.h>

#include "ndpool/base/error.hpp"
#include "ndpool/io/archive/gzip.hpp"
#include "ndpool/io/archive/zip_archive.hpp"
#include "ndpool/io/atomic_write.hpp"
#include "ndpool/io/file.hpp"
#include "ndpool/io/formats/binary.hpp"
#include "ndpool/io/formats/edge_list.hpp"
#include "ndpool/io/formats/entry_list.hpp"
#include "ndpool/io/formats/gml.hpp"
#include "ndpool/io/formats/graphml.hpp"
#include "ndpool/io/formats/matrix_market.hpp"
#include "ndpool/io/formats/metis.hpp"
#include "ndpool/io/formats/npz.hpp"
#include "ndpool/io/formats/rudy.hpp"
#include "ndpool/io/mapped_file.hpp"
#include "ndpool/io/place.hpp"
#include "ndpool/io/tu/tu_files.hpp"
#include "ndpool/io/tu/tu_parse.hpp"
#include "ndpool/io/tu/tu_write.hpp"

namespace ndpool {

namespace fs = std::filesystem;

namespace {

NamedGraph parse_content(Format format, std::string_view content, const std::string& file, Symmetrize how) {
    switch (format) {
        case Format::mtx: return {parse_matrix_market(content, file, how)};
        case Format::metis: return {parse_metis(content, file, how)};
        case Format::edges: return parse_named_edge_list(content, file, how);
        case Format::npz: return {parse_npz(content, file, how)};
        case Format::rudy: return {parse_rudy(content, file)};
        case Format::graphml: return parse_graphml(content, file, how);
        case Format::gml: return parse_gml(content, file, how);
        case Format::ndg: return {parse_binary_graph(content, file, how)};
        case Format::tu: break;
    }
    refuse(file, "this is a data set of many graphs, expected a file of one");
}

bool begins_like_zip(const fs::path& path) {
    constexpr std::size_t enough = 4;
    return is_zip(read_beginning(path, enough));
}

Format format_to_write(const fs::path& path, std::optional<Format> format) {
    const auto known = format ? format : format_of_ending(path);
    if (!known) {
        refuse(path.string(),
               "cannot tell the format from the ending, expected .mtx, .graph, .txt, .csv, .tsv, .npz, .rudy, .graphml, .gml or "
               ".ndg");
    }
    return *known;
}

char separator_for(const fs::path& path) {
    fs::path name = path.filename();
    if (name.extension() == ".gz") {
        name = name.stem();
    }
    return name.extension() == ".csv" ? ',' : name.extension() == ".tsv" ? '\t' : ' ';
}

std::string binary_bytes(const Graph& graph) {
    StringSink sink;
    write_binary(graph.adjacency(), {}, sink);
    return sink.take();
}

std::string bytes_of(const Graph& graph, Format format, const fs::path& path) {
    switch (format) {
        case Format::mtx: return matrix_market_text(graph);
        case Format::metis: return metis_text(graph);
        case Format::edges: return edge_list_text(graph, separator_for(path));
        case Format::npz: return npz_bytes(graph);
        case Format::rudy: return rudy_text(graph);
        case Format::graphml: return graphml_text(graph);
        case Format::gml: return gml_text(graph);
        case Format::ndg: return binary_bytes(graph);
        case Format::tu: break;
    }
    throw InvalidInput("a TU data set is a folder of many graphs, expected a format for one");
}

/// Whether the file can be read in chunks: its archive is not packed once more.
bool is_plain_npz(const fs::path& path, std::optional<Format> format) {
    return (format ? format : format_of_ending(path)) == Format::npz && begins_like_zip(path);
}

/// Whether the file is in the binary format, so that it can be mapped.
bool begins_like_binary(const fs::path& path) {
    constexpr std::size_t enough = 8;
    return is_binary_graph(read_beginning(path, enough));
}

/// Writes in chunks what `write` produces.
template <typename Write>
void write_streamed(const fs::path& path, const Write& write) {
    AtomicFile file(path);
    write(file);
    file.commit();
}

bool is_packed(const fs::path& path) {
    return path.extension() == ".gz";
}

void write_packed(const fs::path& path, const std::string& content) {
    write_file(path, is_packed(path) ? gzip(content) : content);
}

NamedGraph parse_unpacked(std::string_view content, const std::string& file, const ReadOptions& options) {
    const Format format = options.format ? *options.format : guess_format(file, content);
    return parse_content(format, content, file, options.symmetrize);
}

SignedGraph parse_unpacked_signed(std::string_view content, const std::string& file, const ReadOptions& options) {
    const Format format = options.format ? *options.format : guess_format(file, content);
    if (format == Format::rudy) {
        return parse_signed_rudy(content, file);
    }
    try {
        return SignedGraph::from_adjacency(format == Format::mtx
                                               ? parse_matrix_market_matrix(content, file)
                                               : parse_content(format, content, file, options.symmetrize).graph.adjacency());
    } catch (const InvalidEntry& error) {
        refuse(file, error.what());
    }
}

}  // namespace

Graph read_graph(const fs::path& path, const ReadOptions& options) {
    return read_named_graph(path, options).graph;
}

NamedGraph read_named_graph(const fs::path& path, const ReadOptions& options) {
    if (is_plain_npz(path, options.format)) {
        return {assemble_graph(read_npz_matrix(path), options.symmetrize, path.string())};
    }
    if (begins_like_binary(path) && options.format.value_or(Format::ndg) == Format::ndg) {
        const MappedFile file(path);
        return {parse_binary_graph(file.bytes(), path.string(), options.symmetrize)};
    }
    return parse_unpacked(read_file(path), path.string(), options);
}

NamedGraph parse_graph(std::string_view bytes, const std::string& file, const ReadOptions& options) {
    return is_gzip(bytes) ? parse_unpacked(gunzip(bytes, file), file, options) : parse_unpacked(bytes, file, options);
}

SignedGraph read_signed_graph(const fs::path& path, const ReadOptions& options) {
    return parse_unpacked_signed(read_file(path), path.string(), options);
}

SignedGraph parse_signed_graph(std::string_view bytes, const std::string& file, const ReadOptions& options) {
    return is_gzip(bytes) ? parse_unpacked_signed(gunzip(bytes, file), file, options)
                          : parse_unpacked_signed(bytes, file, options);
}

void write_graph(const Graph& graph, const fs::path& path, std::optional<Format> format) {
    const Format chosen = format_to_write(path, format);
    if (chosen == Format::ndg && !is_packed(path)) {
        write_streamed(path, [&](ByteSink& sink) { write_binary(graph.adjacency(), {}, sink); });
        return;
    }
    if (chosen == Format::npz && !is_packed(path)) {
        write_streamed(path, [&](ByteSink& sink) { write_npz(graph.adjacency(), sink); });
        return;
    }
    std::string content;
    try {
        content = bytes_of(graph, chosen, path);
    } catch (const InvalidInput& error) {
        refuse(path.string(), error.what());
    }
    write_packed(path, content);
}

void write_graph(const PlacedGraph& placed, const fs::path& path, std::optional<Format> format) {
    if (format_to_write(path, format) != Format::ndg || is_packed(path)) {
        write_graph(placed.graph, path, format);
        return;
    }
    write_streamed(path, [&](ByteSink& sink) { write_binary(placed.graph.adjacency(), placed.positions, sink); });
}

SparseMatrix read_matrix(const fs::path& path) {
    if (begins_like_binary(path)) {
        const MappedFile file(path);
        return parse_binary_matrix(file.bytes(), path.string());
    }
    if (begins_like_zip(path)) {
        return read_npz_matrix(path);
    }
    const std::string content = read_file(path);
    return is_zip(content) ? parse_npz_matrix(content, path.string()) : parse_matrix_market_matrix(content, path.string());
}

void write_matrix(const SparseMatrix& matrix, const fs::path& path, std::optional<Format> format) {
    const Format chosen = format_to_write(path, format);
    if (chosen == Format::ndg && !is_packed(path)) {
        write_streamed(path, [&](ByteSink& sink) { write_binary(matrix, {}, sink); });
        return;
    }
    if (chosen != Format::mtx && chosen != Format::npz) {
        refuse(path.string(), fmt::format("a matrix cannot be written as {}, expected mtx, npz or ndg", format_name(chosen)));
    }
    if (chosen == Format::npz && !is_packed(path)) {
        write_streamed(path, [&](ByteSink& sink) { write_npz(matrix, sink); });
        return;
    }
    write_packed(path, chosen == Format::mtx ? matrix_market_text(matrix) : npz_bytes(matrix));
}

std::vector<Point> read_positions(const fs::path& path) {
    if (begins_like_binary(path)) {
        const MappedFile file(path);
        const BinaryReader reader(file.bytes(), path.string());
        return reader.positions(0, reader.header().rows);
    }
    return parse_positions(read_file(path), path.string());
}

bool is_dataset(const fs::path& path) {
    std::error_code error;
    return fs::is_directory(path, error) || format_of_ending(path) == Format::tu;
}

Dataset read_dataset(const fs::path& path, const ReadOptions& options) {
    if (options.format && options.format != Format::tu) {
        refuse(path.string(), fmt::format("this is a data set, expected a file in the format {}", format_name(*options.format)));
    }
    std::error_code error;
    if (!fs::is_directory(path, error)) {
        return parse_dataset(read_file(path), path.string(), options);
    }
    std::string name;
    const TuFiles files = tu_files_in_folder(path, name);
    return parse_tu_dataset(name, files, options.symmetrize);
}

Dataset parse_dataset(std::string_view bytes, const std::string& file, const ReadOptions& options) {
    if (!is_zip(bytes)) {
        refuse(file, "this is no zip archive, expected a TU data set as folder or .zip");
    }
    std::string name;
    const TuFiles files = tu_files_in_zip(bytes, file, name);
    return parse_tu_dataset(name, files, options.symmetrize);
}

void write_dataset(const Dataset& dataset, const fs::path& folder) {
    const auto texts = tu_texts(dataset);
    std::error_code error;
    fs::create_directories(folder, error);
    if (error) {
        throw IoError(fmt::format("{}: cannot make the folder: {}", folder.string(), error.message()));
    }
    for (const auto& [file, text] : texts) {
        write_file(folder / file, text);
    }
}

}  // namespace ndpool
