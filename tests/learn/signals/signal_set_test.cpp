#include "ndpool/learn/signals/data/signal_set.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <functional>

#include "ndpool/base/error.hpp"
#include "ndpool/generate/lattice.hpp"
#include "ndpool/io/archive/gzip.hpp"
#include "ndpool/io/archive/npy.hpp"
#include "ndpool/io/archive/npy_write.hpp"
#include "ndpool/io/archive/zip_writer.hpp"
#include "ndpool/io/formats/idx.hpp"
#include "ndpool/learn/signals/data/generated_signals.hpp"
#include "ndpool/learn/signals/data/idx_signals.hpp"
#include "ndpool/learn/signals/data/npz_signals.hpp"
#include "support/public_data.hpp"
#include "support/scratch_folder.hpp"

namespace ndpool {
namespace {

void write(const std::filesystem::path& path, const std::string& bytes) {
    std::ofstream(path, std::ios::binary) << bytes;
}

std::string message_of(const std::function<void()>& body) {
    try {
        body();
    } catch (const InvalidInput& error) {
        return error.what();
    }
    return "nothing was refused";
}

void expect_words(const std::string& message, const std::vector<std::string>& words) {
    EXPECT_EQ(message.find('\n'), std::string::npos);
    for (const std::string& word : words) {
        EXPECT_NE(message.find(word), std::string::npos) << message << "\nlacks " << word;
    }
}

/// `count` images of 4 x 5 pixels.
IdxArray images(std::uint32_t count) {
    IdxArray array{{count, 4, 5}, std::string(count * 20, '\0')};
    for (std::size_t i = 0; i < array.items.size(); i += 3) {
        array.items[i] = static_cast<char>(i % 256);
    }
    return array;
}

IdxArray labels(std::uint32_t count) {
    IdxArray array{{count}, {}};
    for (std::uint32_t i = 0; i < count; ++i) {
        array.items += static_cast<char>(i % 3);
    }
    return array;
}

void write_images(const ScratchFolder& folder, std::uint32_t count) {
    write(folder / "train-images-idx3-ubyte", idx_bytes(images(count)));
    write(folder / "train-labels-idx1-ubyte.gz", gzip(idx_bytes(labels(count))));
    write(folder / "t10k-images-idx3-ubyte.gz", gzip(idx_bytes(images(6))));
    write(folder / "t10k-labels-idx1-ubyte", idx_bytes(labels(6)));
}

TEST(Idx, ReadsWhatItWrites) {
    const IdxArray array = images(2);
    const IdxArray read = parse_idx(idx_bytes(array), "f");
    EXPECT_EQ(read.shape, array.shape);
    EXPECT_EQ(read.items, array.items);
}

TEST(Idx, SaysWhereAFileIsBroken) {
    const std::string good = idx_bytes(images(2));
    const auto message = [](const std::string& bytes) { return message_of([&] { (void)parse_idx(bytes, "f.idx"); }); };
    expect_words(message(""), {"f.idx: byte 0", "expected"});
    expect_words(message("\x1f\x8b\x08\x03 and so on"), {"f.idx: byte 0", "two zeros"});
    expect_words(message(std::string("\0\0\x0d\x01", 4) + good.substr(4)), {"byte 2", "0x0d", "unsigned bytes"});
    expect_words(message(std::string("\0\0\x08\0", 4)), {"byte 3", "0 dimensions"});
    expect_words(message(good.substr(0, 10)), {"byte 10", "lengths of 3 dimensions"});
    expect_words(message(good.substr(0, good.size() - 1)), {"39 items", "expected 40", "2 x 4 x 5"});
    expect_words(message(good + "x"), {"41 items", "expected 40"});
    expect_words(message(std::string("\0\0\x08\x03\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff", 16)),
                 {"0 items", "expected 18446744073709551615"});
}

TEST(IdxSignals, AreImagesOverTheGridOfTheirPixels) {
    const ScratchFolder folder;
    write_images(folder, 24);
    const SignalSet set = read_idx_signals(folder.path());
    EXPECT_EQ(set.size(), 30U);
    EXPECT_EQ(set.graph, knn_grid_graph(4, 5, 8).graph);
    EXPECT_EQ(samples_of(set, SignalPart::train).size(), 22U);
    EXPECT_EQ(samples_of(set, SignalPart::validation), (std::vector<std::int32_t>{22, 23}));
    EXPECT_EQ(samples_of(set, SignalPart::test).size(), 6U);
    EXPECT_EQ(set.classes, (std::vector<long>{0, 1, 2}));
    const std::vector<float> first = signal_numbers(set.signals, 0, 20);
    EXPECT_FLOAT_EQ(first[3], 3.0F / 255);
    EXPECT_EQ(first[4], 0);
}

TEST(IdxSignals, RefuseFilesThatDoNotFitTogether) {
    const ScratchFolder folder;
    write_images(folder, 24);
    write(folder / "t10k-labels-idx1-ubyte", idx_bytes(labels(5)));
    expect_words(message_of([&] { (void)read_idx_signals(folder.path()); }), {"t10k-labels", "5 labels, expected 6"});
    write(folder / "t10k-labels-idx1-ubyte", idx_bytes(images(6)));
    expect_words(message_of([&] { (void)read_idx_signals(folder.path()); }), {"t10k-labels", "3 dimensions, expected 1"});
    std::filesystem::remove(folder / "t10k-labels-idx1-ubyte");
    expect_words(message_of([&] { (void)read_idx_signals(folder.path()); }), {"t10k-labels"});
}

std::string npz(const std::vector<double>& signals, std::uint64_t samples, std::uint64_t nodes,
                const std::vector<std::int64_t>& labels, const std::vector<std::int64_t>& split = {}) {
    std::vector<ZipMember> members{{"signals.npy", npy_matrix_bytes(signals, samples, nodes)}, {"labels.npy", npy_bytes(labels)}};
    if (!split.empty()) {
        members.push_back({"split.npy", npy_bytes(split)});
    }
    return zip_bytes(members);
}

TEST(NpzSignals, AreRowsOverAnyGraph) {
    const ScratchFolder folder;
    write(folder / "s.npz", npz({1, 0, 2, 0, 0, 0, 3, 4, 5}, 3, 3, {7, -2, 7}, {0, 1, 2}));
    const SignalSet set = read_npz_signals(folder / "s.npz", path_graph(3));
    EXPECT_EQ(set.classes, (std::vector<long>{-2, 7}));
    EXPECT_EQ(set.labels, (std::vector<std::int32_t>{1, 0, 1}));
    EXPECT_EQ(signal_numbers(set.signals, 0, 3), (std::vector<float>{1, 0, 2}));
    EXPECT_EQ(set.parts[1], SignalPart::validation);
}

TEST(NpzSignals, RefuseWhatDoesNotFit) {
    const ScratchFolder folder;
    const auto message = [&](const std::string& bytes, const Graph& graph) {
        write(folder / "s.npz", bytes);
        return message_of([&] { (void)read_npz_signals(folder / "s.npz", graph); });
    };
    const std::vector<double> numbers{1, 2, 3, 4, 5, 6};
    expect_words(message(npz(numbers, 2, 3, {0, 1}), path_graph(4)), {"s.npz:signals.npy", "over 3 nodes, expected 4"});
    expect_words(message(npz(numbers, 2, 3, {0, 1, 1}), path_graph(3)), {"labels.npy", "array of 3, expected 2"});
    expect_words(message(npz(numbers, 2, 3, {0, 1}, {0, 3}), path_graph(3)), {"split.npy", "item 1 is 3"});
    expect_words(message(npz(numbers, 2, 3, {1, 1}, {0, 2}), path_graph(3)), {"at least two classes"});
    expect_words(message(npz(numbers, 2, 3, {0, 1}, {0, 0}), path_graph(3)), {"no samples to test"});
    expect_words(message(npz({1, std::nan(""), 1, 1, 1, 1}, 2, 3, {0, 1}, {0, 2}), path_graph(3)), {"sample 0, node 1 is nan"});
    expect_words(message(npz({1, 2, 3, 4, 5, 6, 7, 8, 9}, 3, 3, {0, 1, 9}, {0, 0, 2}), path_graph(3)),
                 {"sample 2 has label 9", "no training sample"});
    expect_words(message("no archive", path_graph(3)), {"s.npz"});
    expect_words(message(zip_bytes({{"x.npy", npy_matrix_bytes(numbers, 2, 3)}}), path_graph(3)), {"no array labels or y"});
}

TEST(GeneratedSignals, AreTheSameForASeedAndHaveFourClasses) {
    const SignalSet set = generate_signals("signals:grid,8,60", 3);
    check_signal_set(set);
    EXPECT_EQ(set.size(), 60U);
    EXPECT_EQ(set.graph.node_count(), 64);
    EXPECT_EQ(set.classes.size(), 4U);
    EXPECT_EQ(content_number(set), content_number(generate_signals("signals:grid,8,60", 3)));
    EXPECT_NE(content_number(set), content_number(generate_signals("signals:grid,8,60", 4)));
    EXPECT_EQ(generate_signals("signals:grid", 0).size(), 3000U);
}

TEST(GeneratedSignals, RefuseOtherWords) {
    for (const char* spec :
         {"signals:", "signals:ring", "signals:grid,4", "signals:grid,16,3", "signals:grid,16,99,1", "signals:grid,x"}) {
        expect_words(message_of([&] { (void)generate_signals(spec, 0); }), {spec, "expected signals:grid"});
    }
}

TEST(SignalSet, HoldsAShareOutForValidation) {
    SignalSet set = generate_signals("signals:grid,8,60", 3);
    std::replace(set.parts.begin(), set.parts.end(), SignalPart::validation, SignalPart::train);
    hold_out_validation(set.parts, 0.1, 4);
    EXPECT_EQ(samples_of(set, SignalPart::validation).size(), 5U);
    EXPECT_EQ(samples_of(set, SignalPart::train).size(), 45U);
}

void expect_image_set(const std::filesystem::path& folder, const std::vector<int>& first_labels) {
    const SignalSet set = read_idx_signals(folder);
    EXPECT_EQ(set.size(), 70000U);
    EXPECT_EQ(samples_of(set, SignalPart::train).size(), 55000U);
    EXPECT_EQ(set.graph.node_count(), 784);
    EXPECT_EQ(set.classes.size(), 10U);
    EXPECT_EQ(std::vector<int>(set.labels.begin(), set.labels.begin() + 5), first_labels);
}

TEST(IdxSignals, ReadMnist) {
    const std::filesystem::path folder = public_data_folder() / "mnist";
    NDPOOL_SKIP_WITHOUT_DATA(folder);
    expect_image_set(folder, {5, 0, 4, 1, 9});
}

TEST(IdxSignals, ReadFashionMnist) {
    const std::filesystem::path folder = "/usr/share/datasets/fashion-mnist";
    NDPOOL_SKIP_WITHOUT_DATA(folder);
    expect_image_set(folder, {9, 0, 0, 3, 0});
}

}  // namespace
}  // namespace ndpool
