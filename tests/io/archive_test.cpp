#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "io/refusal.hpp"
#include "ndpool/base/seed.hpp"
#include "ndpool/graph/assemble.hpp"
#include "ndpool/io/archive/npy.hpp"
#include "ndpool/io/archive/npy_write.hpp"
#include "ndpool/io/archive/zip_archive.hpp"
#include "ndpool/io/archive/zip_writer.hpp"
#include "ndpool/io/atomic_write.hpp"
#include "ndpool/io/file.hpp"
#include "ndpool/io/formats/npz.hpp"
#include "support/scratch_folder.hpp"

namespace ndpool {
namespace {

/// Replaces every occurrence by something of the same length: names and fields stand twice in a zip archive.
std::string patched(std::string bytes, const std::string& from, const std::string& to) {
    EXPECT_EQ(from.size(), to.size());
    for (auto at = bytes.find(from); at != std::string::npos; at = bytes.find(from, at + 1)) {
        bytes.replace(at, to.size(), to);
    }
    return bytes;
}

/// Sets a field of the headers of the first member: at `local` in its own, at `central` in the directory's.
std::string with_field(std::string bytes, std::size_t local, std::size_t central, std::uint32_t value, std::size_t length) {
    const auto directory = bytes.find("PK\x01\x02");
    std::memcpy(bytes.data() + local, &value, length);
    std::memcpy(bytes.data() + directory + central, &value, length);
    return bytes;
}

std::string with_stated_size(const std::string& bytes, std::uint32_t size) {
    return with_field(bytes, 22, 24, size, 4);
}

const std::string zeros(1'000'000, '0');

TEST(ZipArchive, GivesBackWhatWasPacked) {
    const std::string bytes = zip_bytes({{"a.txt", "one"}, {"folder/b.txt", zeros}, {"empty", ""}});
    ZipArchive archive(bytes, "f");
    EXPECT_EQ(archive.names(), (std::vector<std::string>{"a.txt", "folder/b.txt", "empty"}));
    EXPECT_EQ(archive.read("a.txt"), "one");
    EXPECT_EQ(archive.read("folder/b.txt"), zeros);
    EXPECT_EQ(archive.read("empty"), "");
    EXPECT_EQ(bytes, zip_bytes({{"a.txt", "one"}, {"folder/b.txt", zeros}, {"empty", ""}}));
}

TEST(ZipArchive, RefusesBrokenArchives) {
    const std::string good = zip_bytes({{"abcdef", zeros}, {"b", "x"}});
    std::string flipped = good;
    flipped[60] ^= 0x55;
    expect_refusals(
        {
            {"empty", "", "f", "begin like a zip"},
            {"garbage", "PK\x03\x04 and so on", "f", "cannot be read"},
            {"half", good.substr(0, good.size() / 2), "f", "cannot be read"},
            {"without its end", good.substr(0, good.size() - 5), "f", "cannot be read"},
            {"parent folder", patched(good, "abcdef", "../abc"), "f", "'../abc'"},
            {"parent folder inside", patched(good, "abcdef", "a/../b"), "f", "'a/../b'"},
            {"absolute", patched(good, "abcdef", "/abcde"), "f", "'/abcde'"},
            {"backslash", patched(good, "abcdef", "ab\\def"), "f", "'ab\\def'"},
            {"drive", patched(good, "abcdef", "C:cdef"), "f", "'C:cdef'"},
            {"two of a name", patched(zip_bytes({{"one", "1"}, {"two", "2"}}), "two", "one"), "f", "two members"},
            {"says less than it is", with_stated_size(good, 1000), "f:abcdef"},
            {"says more than it is", with_stated_size(good, 2'000'000), "f:abcdef"},
            {"says 4 GB", with_stated_size(good, 0xfffffffe), "f:abcdef"},
            {"encrypted", with_field(good, 6, 8, 1, 2), "f:abcdef", "encrypted"},
            {"unknown method", with_field(good, 8, 10, 77, 2), "f:abcdef", "cannot be unpacked"},
            {"a flipped byte", flipped, "f:abcdef", "corrupt"},
            {"wrong sum", with_field(good, 14, 16, 12345, 4), "f:abcdef", "corrupt"},
        },
        [](const std::string& bytes) {
            ZipArchive archive(bytes, "f");
            for (const std::string& name : archive.names()) {
                (void)archive.read(name);
            }
        });
    ZipArchive archive(good, "f");
    EXPECT_NE(refusal([&] { (void)archive.read("c"); }).find("no member 'c'"), std::string::npos);
}

/// Bytes without any pattern.
std::string noise(std::size_t size) {
    Random random{Seed(7)};
    std::string bytes(size, '\0');
    for (char& byte : bytes) {
        byte = static_cast<char>(random.below(256));
    }
    return bytes;
}

TEST(ZipWriter, DeflatesOnlyWhatShrinks) {
    const std::string random_bytes = noise(1'000'000);
    const std::string mixed = random_bytes.substr(0, 500'000) + zeros;
    const std::string bytes = zip_bytes({{"noise", random_bytes}, {"zeros", zeros}, {"mixed", mixed}});
    EXPECT_GT(bytes.size(), 1'500'000U);
    EXPECT_LT(bytes.size(), 1'520'000U);
    ZipArchive archive(bytes, "f");
    EXPECT_EQ(archive.read("noise"), random_bytes);
    EXPECT_EQ(archive.read("zeros"), zeros);
    EXPECT_EQ(archive.read("mixed"), mixed);
}

TEST(ZipWriter, ContentOfEveryLengthComesBack) {
    const std::string random_bytes = noise(200'000);
    for (const std::size_t size : {1, 2, 65'535, 65'536, 65'537, 131'072, 200'000}) {
        const std::string stored = random_bytes.substr(0, size);
        const std::string deflated = zeros.substr(0, size);
        const std::string bytes = zip_bytes({{"stored", stored}, {"deflated", deflated}});
        ZipArchive archive(bytes, "f");
        EXPECT_EQ(archive.read("stored"), stored) << size;
        EXPECT_EQ(archive.read("deflated"), deflated) << size;
    }
}

TEST(ZipArchive, GivesMembersPieceByPieceFromAFileToo) {
    const ScratchFolder folder;
    const std::string random_bytes = noise(100'000);
    write_file(folder / "a.zip", zip_bytes({{"noise", random_bytes}, {"zeros", zeros}}));
    ZipArchive archive(folder / "a.zip");
    const ByteStream first = archive.open("noise");
    const ByteStream second = archive.open("zeros");
    EXPECT_EQ(first.size, random_bytes.size());
    EXPECT_EQ(first.likely, random_bytes.size());
    std::string read_first(random_bytes.size(), '\0');
    std::string read_second(zeros.size(), '\0');
    for (std::size_t k = 0; k < 10; ++k) {  // in turn
        first.read(std::span(read_first).subspan(k * 10'000, 10'000));
        second.read(std::span(read_second).subspan(k * 100'000, 100'000));
    }
    EXPECT_EQ(read_first, random_bytes);
    EXPECT_EQ(read_second, zeros);
}

TEST(ZipArchive, SetsNoMemoryAsideForAClaim) {
    const std::string large = with_stated_size(zip_bytes({{"a", zeros}}), 0x5000000);
    const std::string long_too = with_field(large, 18, 20, 0xfffffff0, 4);  // even packed
    ZipArchive archive(large, "f");
    EXPECT_EQ(archive.open("a").size, 0x5000000U);
    EXPECT_LT(archive.open("a").likely, 10'000'000U);
    ZipArchive other(long_too, "f");
    EXPECT_LT(other.open("a").likely, 10'000'000U);
    EXPECT_TRUE(refusal([&] { (void)other.read("a"); }).starts_with("f:a: "));
}

TEST(ZipArchive, RefusesBrokenFilesOfArchives) {
    const ScratchFolder folder;
    const std::string good = zip_bytes({{"abcdef", zeros}});
    for (const std::string& bytes : {good.substr(0, good.size() / 2), std::string("PK"), std::string()}) {
        write_file(folder / "a.zip", bytes);
        const std::string message = refusal([&] { ZipArchive archive(folder / "a.zip"); });
        EXPECT_TRUE(message.starts_with((folder / "a.zip").string() + ": ")) << message;
    }
    write_file(folder / "a.zip", with_field(good, 14, 16, 12345, 4));
    ZipArchive archive(folder / "a.zip");
    EXPECT_NE(refusal([&] { (void)archive.read("abcdef"); }).find("a.zip:abcdef: the member is corrupt"), std::string::npos);
    EXPECT_NE(refusal([&] { ZipArchive missing(folder / "b.zip"); }).find("cannot open"), std::string::npos);
}

std::string npy(const std::string& type, const std::string& shape, const std::string& content, char version = 1,
                const std::string& fortran_order = "False") {
    std::string header = "{'descr': " + type + ", 'fortran_order': " + fortran_order + ", 'shape': " + shape + ", }\n";
    std::string bytes = "\x93NUMPY";
    bytes += {version, '\0', static_cast<char>(header.size()), '\0'};
    bytes += version == 1 ? std::string() : std::string(2, '\0');
    return bytes + header + content;
}

TEST(Npy, ReadsEveryTypeAndByteOrder) {
    const auto numbers = [](const std::string& type, const std::string& content) {
        return npy_numbers(parse_npy(npy("'" + type + "'", "(1,)", content), "f")).at(0);
    };
    EXPECT_EQ(numbers("|b1", "\x01"), 1);
    EXPECT_EQ(numbers("|i1", "\xff"), -1);
    EXPECT_EQ(numbers("|u1", "\xff"), 255);
    EXPECT_EQ(numbers("<i2", std::string("\x00\x01", 2)), 256);
    EXPECT_EQ(numbers(">i2", std::string("\x00\x01", 2)), 1);
    EXPECT_EQ(numbers(">u4", std::string("\x00\x00\x01\x00", 4)), 256);
    EXPECT_EQ(numbers("<f4", std::string("\x00\x00\xc0\x3f", 4)), 1.5);
    EXPECT_EQ(numbers(">f4", std::string("\x3f\xc0\x00\x00", 4)), 1.5);
    EXPECT_EQ(numbers(">f8", std::string("\x3f\xf8\x00\x00\x00\x00\x00\x00", 8)), 1.5);
    EXPECT_EQ(numbers("<u8", std::string("\x05\x00\x00\x00\x00\x00\x00\x00", 8)), 5);
    EXPECT_EQ(npy_integers(parse_npy(npy("'<i4'", "(1, 1)", std::string("\x07\0\0\0", 4), 2), "f")).at(0), 7);
    EXPECT_EQ(npy_integers(parse_npy(npy("\"<i4\"", "()", std::string("\x07\0\0\0", 4), 3), "f")).at(0), 7);
    EXPECT_EQ(npy_text(parse_npy(npy("'<U2'", "()", std::string("c\0\0\0s\0\0\0", 8)), "f")), "cs");
    EXPECT_EQ(npy_text(parse_npy(npy_bytes("csr"), "f")), "csr");
    EXPECT_EQ(npy_numbers(parse_npy(npy_bytes(std::vector<double>{1, 2.5}), "f")), (std::vector<double>{1, 2.5}));
    EXPECT_EQ(npy_bytes(std::vector<double>{}).size() % 64, 0U);
}

TEST(Npy, ColumnsOfFortranBecomeRows) {
    const std::string content("\1\2\3\4\5\6", 6);
    const auto read = [&](const std::string& shape, const std::string& order) {
        return npy_numbers(parse_npy(npy("'|u1'", shape, content, 1, order), "f"));
    };
    EXPECT_EQ(read("(2, 3)", "False"), (std::vector<double>{1, 2, 3, 4, 5, 6}));
    EXPECT_EQ(read("(2, 3)", "True"), (std::vector<double>{1, 3, 5, 2, 4, 6}));
    EXPECT_EQ(read("(6,)", "True"), (std::vector<double>{1, 2, 3, 4, 5, 6}));
    EXPECT_NE(refusal([&] { (void)read("(1, 2, 3)", "True"); }).find("3 dimensions in Fortran's order"), std::string::npos);
    EXPECT_NE(refusal([&] { (void)read("(2, 3)", "maybe"); }).find("header"), std::string::npos);
}

TEST(Npy, ItemsThatAreMadeAreWrittenAsIfTheyWereThere) {
    std::vector<std::int32_t> values(1000);
    for (std::size_t k = 0; k < values.size(); ++k) {
        values[k] = static_cast<std::int32_t>(k * k);
    }
    const auto square = [](std::uint64_t k) { return static_cast<std::int32_t>(k * k); };
    const ByteSource made = npy_source_of_items<std::int32_t>(values.size(), square);
    EXPECT_EQ(bytes_of(made), npy_bytes(values));
    for (const std::size_t length : {1, 3, 64, 130}) {  // parts that begin and end anywhere
        std::string together;
        for (std::uint64_t begin = 0; begin < made.size; begin += length) {
            std::string part(std::min<std::uint64_t>(length, made.size - begin), '\0');
            made.copy(begin, part);
            together += part;
        }
        EXPECT_EQ(together, npy_bytes(values)) << length;
    }
}

TEST(Npy, LongArraysAreReadWhole) {
    std::vector<std::int64_t> values(100'003);
    for (std::size_t k = 0; k < values.size(); ++k) {
        values[k] = static_cast<std::int64_t>(k * 7919);
    }
    EXPECT_EQ(npy_integers(parse_npy(npy_bytes(values), "f")), values);
    EXPECT_EQ(npy_numbers(parse_npy(npy_bytes(values), "f")), std::vector<double>(values.begin(), values.end()));
}

TEST(Npy, RefusesBrokenArrays) {
    const std::string one(8, '\0');
    expect_refusals(
        {
            {"empty", "", "f"},
            {"garbage", "\x93NUMBYxxxxxxxxxxxxxxx", "f", "begin"},
            {"a version to come", npy("'<f8'", "(1,)", one, 9), "f", "version"},
            {"cut within the header", npy("'<f8'", "(1,)", one).substr(0, 30), "f", "within its header"},
            {"no header", std::string("\x93NUMPY\x01\0\0\0xx", 12), "f", "header"},
            {"a header of one byte", std::string("\x93NUMPY\x01\0\x01\0{}", 12), "f", "header"},
            {"an endless header", std::string("\x93NUMPY\x02\0\0\0\x02\0", 12) + std::string(0x20000, ' '), "f", "at most"},
            {"too short", npy("'<f8'", "(2,)", one), "f", "expected 16"},
            {"too long", npy("'<f8'", "(1,)", one + "x"), "f", "expected 8"},
            {"pickled", npy("'|O'", "(1,)", one), "f", "pickled"},
            {"pickled with size", npy("'|O8'", "(1,)", one), "f", "pickled"},
            {"fields", npy("[('a', '<f8')]", "(1,)", one), "f", "fields"},
            {"complex", npy("'<c16'", "(1,)", one), "f", "'<c16'"},
            {"no type", npy("''", "(1,)", one), "f", "type"},
            {"items of no size", npy("'|S0'", "(1,)", one), "f", "size"},
            {"no shape", npy("'<f8'", "None", one), "f", "header"},
            {"negative shape", npy("'<f8'", "(-1,)", one), "f", "header"},
            {"a shape that overflows", npy("'<f8'", "(4294967296, 4294967296, 4)", one), "f", "bytes"},
            {"an odd size", npy("'<f3'", "(1,)", "abc"), "f", "f3"},
        },
        [](const std::string& bytes) { (void)npy_numbers(parse_npy(bytes, "f")); });
    expect_refusals({{"real ids", npy("'<f8'", "(1,)", one), "f", "expected integers"},
                     {"too large an id", npy("'<u8'", "(1,)", std::string(8, '\xff')), "f", "smaller"}},
                    [](const std::string& bytes) { (void)npy_integers(parse_npy(bytes, "f")); });
}

/// 0 - 1 - 2 with weights 2 and 3, as csr.
NpzMembers path_members() {
    return {{"format", npy_bytes("csr")},
            {"shape", npy_bytes(std::vector<std::int64_t>{3, 3})},
            {"indptr", npy_bytes(std::vector<std::int32_t>{0, 1, 3, 4})},
            {"indices", npy_bytes(std::vector<std::int32_t>{1, 2, 0, 1})},
            {"data", npy_bytes(std::vector<double>{2, 3, 2, 3})}};
}

std::string packed(const NpzMembers& members) {
    std::vector<ZipMember> all;
    for (const auto& [name, content] : members) {
        all.push_back({name + ".npy", content});
    }
    return zip_bytes(all);
}

Graph path() {
    const std::vector<Edge> edges{{0, 1, 2}, {1, 2, 3}};
    return Graph::from_edges(3, edges);
}

TEST(Npz, ReadsCsrCscAndCoo) {
    NpzMembers members = path_members();
    EXPECT_EQ(parse_npz(packed(members), "f"), path());
    members["format"] = npy_bytes("csc");
    EXPECT_EQ(parse_npz(packed(members), "f"), path());
    members["format"] = npy_bytes("coo");
    members["row"] = npy_bytes(std::vector<std::int64_t>{0, 1, 1, 2});
    members["col"] = npy_bytes(std::vector<std::int64_t>{1, 2, 0, 1});
    EXPECT_EQ(parse_npz(packed(members), "f"), path());
}

TEST(Npz, ColumnsAndRowsAreNotMixedUp) {
    NpzMembers members = path_members();
    members["shape"] = npy_bytes(std::vector<std::int64_t>{3, 2});
    members["indptr"] = npy_bytes(std::vector<std::int32_t>{0, 1, 2});
    members["indices"] = npy_bytes(std::vector<std::int32_t>{2, 0});
    members["data"] = npy_bytes(std::vector<double>{-1, 5});
    members["format"] = npy_bytes("csc");
    EXPECT_EQ(parse_npz_matrix(packed(members), "f"), (SparseMatrix{3, 2, {0, 1, 1, 2}, {1, 0}, {5, -1}}));
}

TEST(Npz, WritesMatricesOfAnyShapeTheSameWayAlways) {
    const SparseMatrix matrix{2, 3, {0, 1, 2}, {2, 0}, {1, -0.5}};
    EXPECT_EQ(parse_npz_matrix(npz_bytes(matrix), "f"), matrix);
    EXPECT_EQ(npz_bytes(matrix), npz_bytes(matrix));
    EXPECT_EQ(parse_npz(npz_bytes(path()), "f"), path());
}

TEST(Npz, WritesASelectionLikeItsMatrix) {
    const std::vector<NodeId> picked{4, 0, 2};
    StringSink sink;
    write_npz_selection(picked, 5, sink);
    EXPECT_EQ(sink.take(), npz_bytes(SparseMatrix{3, 5, {0, 1, 2, 3}, {4, 0, 2}, {1, 1, 1}}));
}

TEST(Npz, LargeMatricesComeBackFromFiles) {
    const ScratchFolder folder;
    Random random{Seed(3)};
    constexpr NodeId rows = 40'000;
    SparseMatrix matrix{rows, 1000, {0}, {}, {}};
    for (NodeId row = 0; row < rows; ++row) {
        for (auto column = static_cast<NodeId>(random.below(300)); column < 1000;
             column += 1 + static_cast<NodeId>(random.below(300))) {
            matrix.indices.push_back(column);
            matrix.values.push_back(random.uniform(-0.5, 0.5));
        }
        matrix.offsets.push_back(static_cast<EntryIndex>(matrix.indices.size()));
    }
    AtomicFile file(folder / "a.npz");
    write_npz(matrix, file);
    file.commit();
    EXPECT_EQ(read_npz_matrix(folder / "a.npz"), matrix);
    EXPECT_EQ(read_file(folder / "a.npz"), npz_bytes(matrix));
    EXPECT_EQ(parse_npz_matrix(npz_bytes(matrix), "f"), matrix);
}

TEST(Npz, RefusesBrokenFiles) {
    const auto with = [](const std::string& name, const std::string& content) {
        NpzMembers members = path_members();
        members[name] = content;
        return packed(members);
    };
    const auto without = [](const std::string& name) {
        NpzMembers members = path_members();
        members.erase(name);
        return packed(members);
    };
    const auto ints = [](std::vector<std::int32_t> values) { return npy_bytes(values); };
    const auto reals = [](std::vector<double> values) { return npy_bytes(values); };
    const std::string good = packed(path_members());
    expect_refusals(
        {
            {"empty", "", "f"},
            {"garbage", "PK\x03\x04garbage", "f"},
            {"truncated", good.substr(0, good.size() - 30), "f"},
            {"no format", without("format"), "f", "format.npy"},
            {"no data", without("data"), "f", "data.npy"},
            {"no offsets", without("indptr"), "f", "indptr.npy"},
            {"bsr", with("format", npy_bytes("bsr")), "f:format.npy", "'bsr'"},
            {"dia", with("format", npy_bytes("dia")), "f:format.npy", "'dia'"},
            {"format of numbers", with("format", ints({1})), "f:format.npy", "text"},
            {"pickled", with("data", npy("'|O'", "(1,)", "12345678")), "f:data.npy", "pickled"},
            {"three sides", with("shape", ints({3, 3, 3})), "f:shape.npy", "two numbers"},
            {"negative shape", with("shape", ints({-3, 3})), "f:shape.npy", "-3"},
            {"not square", with("shape", ints({3, 4})), "f", "3 x 4"},
            {"huge shape", with("shape", npy_bytes(std::vector<std::int64_t>{2000000000, 2000000000})), "f:indptr.npy",
             "2000000001"},
            {"offsets too short", with("indptr", ints({0, 4})), "f:indptr.npy", "expected 4"},
            {"offsets fall", with("indptr", ints({0, 3, 1, 4})), "f:indptr.npy", "rise"},
            {"offsets begin late", with("indptr", ints({1, 1, 3, 4})), "f:indptr.npy", "rise"},
            {"offsets end late", with("indptr", ints({0, 1, 3, 9})), "f:indptr.npy", "rise"},
            {"id too large", with("indices", ints({1, 3, 0, 1})), "f:indices.npy", "item 1 is 3"},
            {"negative id", with("indices", ints({1, 2, -1, 1})), "f:indices.npy", "item 2 is -1"},
            {"real ids", with("indices", reals({1, 2, 0, 1})), "f:indices.npy", "integers"},
            {"too few values", with("data", reals({2, 3})), "f:data.npy", "2 values"},
            {"NaN", with("data", reals({2, 3, std::nan(""), 3})), "f:data.npy", "nan"},
            {"infinite", with("data", reals({2, 3, INFINITY, 3})), "f:data.npy", "inf"},
            {"negative", with("data", reals({-2, 3, -2, 3})), "f", "entry (0, 1): the weight -2 is negative"},
            {"asymmetric", with("data", reals({2, 3, 4, 3})), "f", "entry (0, 1)"},
            {"twice", with("indices", ints({1, 0, 0, 1})), "f", "(1, 0) is there a second time"},
            {"two dimensions", with("data", npy("'<f8'", "(1, 1)", std::string(8, '\0'))), "f:data.npy", "dimensions"},
        },
        [](const std::string& bytes) { (void)parse_npz(bytes, "f"); });
}

TEST(Npz, CoordinatesThatDoNotFitAreRefused) {
    NpzMembers members = path_members();
    members["format"] = npy_bytes("coo");
    members["row"] = npy_bytes(std::vector<std::int32_t>{0, 1, 1});
    members["col"] = npy_bytes(std::vector<std::int32_t>{1, 2, 0, 1});
    expect_refusal({"rows and columns", packed(members), "f:col.npy", "expected 3"},
                   [](const std::string& bytes) { (void)parse_npz(bytes, "f"); });
    members["row"] = npy_bytes(std::vector<std::int32_t>{0, 1, 0, 2});
    members["col"] = npy_bytes(std::vector<std::int32_t>{1, 2, 1, 1});
    expect_refusal({"twice", packed(members), "f", "(0, 1) is there a second time"},
                   [](const std::string& bytes) { (void)parse_npz(bytes, "f"); });
    members["shape"] = npy_bytes(std::vector<std::int64_t>{2000000000, 2000000000});
    expect_refusal({"nodes out of nothing", packed(members), "f:shape.npy", "2000000000 nodes"},
                   [](const std::string& bytes) { (void)parse_npz(bytes, "f"); });
}

}  // namespace
}  // namespace ndpool
