#include "ndpool/learn/data/pyramid_cache.hpp"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <cstring>
#include <fstream>
#include <optional>

#include "ndpool/base/content_hash.hpp"
#include "ndpool/io/file.hpp"
#include "ndpool/learn/data/pyramid_bytes.hpp"
#include "ndpool/pyramid/ndp/ndp.hpp"
#include "support/random_graphs.hpp"
#include "support/scratch_folder.hpp"

namespace ndpool {
namespace {

namespace fs = std::filesystem;

TEST(ContentHash, HasItsPublishedValues) {
    // Key 00 01 .. 0f, the messages of no byte, of 00, and of 00 01 .. 08.
    constexpr std::uint64_t low = 0x0706050403020100ULL;
    constexpr std::uint64_t high = 0x0f0e0d0c0b0a0908ULL;
    EXPECT_EQ(text_of(content_hash("", low, high)), "a3817f04ba25a8e66df67214c7550293");
    EXPECT_EQ(text_of(content_hash(std::string_view("\0", 1), low, high)), "da87c1d86b99af44347659119b22fc45");
    EXPECT_EQ(text_of(content_hash(std::string_view("\0\1\2\3\4\5\6\7\10", 9), low, high)), "264499060ad9baabc47f8b02bb6d71ed");
}

TEST(ContentHash, EveryByteAndTheLengthCount) {
    std::string bytes(40, 'a');
    const ContentHash hash = content_hash(bytes);
    for (char& c : bytes) {
        c ^= 1;
        EXPECT_NE(content_hash(bytes), hash);
        c ^= 1;
    }
    EXPECT_EQ(content_hash(bytes), hash);
    EXPECT_NE(content_hash(std::string(1, '\0')), content_hash(std::string(2, '\0')));
    EXPECT_NE(content_hash(""), content_hash(std::string(1, '\0')));
}

std::vector<Graph> some_graphs(std::uint64_t seed = 1) {
    std::vector<Graph> graphs{Graph()};
    for (std::uint64_t i = 0; i < 12; ++i) {
        graphs.push_back(random_graph(Seed(seed).child("graph", i), {.most_nodes = 40}));
    }
    return graphs;
}

const PyramidRecipe recipe{"ndp", "{\"levels\":[1,2]}", Seed(3)};

/// Makes pyramids and counts how often it had to.
struct Maker {
    std::vector<Graph> graphs = some_graphs();
    int calls = 0;

    std::vector<Pyramid> operator()() {
        ++calls;
        return ndp_pyramids(graphs, {.levels = {1, 2}}, Seed(3), {});
    }
};

void expect_same(const std::vector<Pyramid>& found, const std::vector<Pyramid>& expected) {
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
        EXPECT_EQ(found[i].base, expected[i].base);
        ASSERT_EQ(found[i].levels.size(), expected[i].levels.size());
        for (std::size_t l = 0; l < found[i].levels.size(); ++l) {
            const Level& a = found[i].levels[l];
            const Level& b = expected[i].levels[l];
            EXPECT_EQ(a.number, b.number);
            EXPECT_EQ(a.graph, b.graph);
            EXPECT_EQ(a.pool, b.pool);
            EXPECT_EQ(a.nodes, b.nodes);
            EXPECT_EQ(a.edges_before_sparsify, b.edges_before_sparsify);
            EXPECT_EQ(a.components, b.components);
            EXPECT_EQ(a.cut, b.cut);
        }
    }
}

TEST(PyramidCache, MakesOnceAndReadsBackTheSame) {
    const ScratchFolder folder;
    Maker maker;
    const auto make = [&] { return maker(); };
    const auto made = cached_pyramids(maker.graphs, recipe, folder / "new" / "one", make);
    const auto read = cached_pyramids(maker.graphs, recipe, folder / "new" / "one", make);
    EXPECT_EQ(maker.calls, 1);
    expect_same(read, made);
    EXPECT_EQ(read.back().levels[0].seconds.cut, made.back().levels[0].seconds.cut);
    EXPECT_TRUE(fs::exists(folder / "new" / "one" / cache_file_name(maker.graphs, recipe)));
}

TEST(PyramidCache, EverythingThatDecidesIsInTheName) {
    const std::vector<Graph> graphs = some_graphs();
    const std::string name = cache_file_name(graphs, recipe);
    EXPECT_EQ(name, cache_file_name(some_graphs(), recipe));
    EXPECT_NE(name, cache_file_name(some_graphs(2), recipe));
    EXPECT_NE(name, cache_file_name(graphs, {"graclus", recipe.options, recipe.seed}));
    EXPECT_NE(name, cache_file_name(graphs, {recipe.method, "{}", recipe.seed}));
    EXPECT_NE(name, cache_file_name(graphs, {recipe.method, recipe.options, Seed(4)}));
    std::vector<Graph> heavier = graphs;
    heavier[5] = std::move(heavier[5]).scaled_by(2);
    EXPECT_NE(name, cache_file_name(heavier, recipe));
}

TEST(PyramidCache, BrokenFilesAreReplaced) {
    const ScratchFolder folder;
    Maker maker;
    const auto make = [&] { return maker(); };
    const auto made = cached_pyramids(maker.graphs, recipe, folder.path(), make);
    const fs::path file = folder / cache_file_name(maker.graphs, recipe);
    const std::string sound = read_bytes(file);
    std::vector<std::string> broken{"", "something else", sound + "x", sound.substr(0, sound.size() - 1),
                                    sound.substr(0, sound.size() / 2)};
    for (std::size_t i = 0; i < sound.size(); i += 997) {
        broken.push_back(sound);
        broken.back()[i] ^= 4;
    }
    for (const std::string& bytes : broken) {
        std::ofstream(file, std::ios::binary) << bytes;
        const int before = maker.calls;
        expect_same(cached_pyramids(maker.graphs, recipe, folder.path(), make), made);
        EXPECT_EQ(maker.calls, before + 1);
        expect_same(cached_pyramids(maker.graphs, recipe, folder.path(), make), made);
        EXPECT_EQ(maker.calls, before + 1) << "it was not replaced";
    }
}

TEST(PyramidCache, FilesOfOthersAreNotBelieved) {
    const ScratchFolder folder;
    Maker maker;
    const auto make = [&] { return maker(); };
    (void)cached_pyramids(maker.graphs, recipe, folder.path(), make);
    const PyramidRecipe other{"ndp", "other options", Seed(3)};
    fs::copy_file(folder / cache_file_name(maker.graphs, recipe), folder / cache_file_name(maker.graphs, other));
    (void)cached_pyramids(maker.graphs, other, folder.path(), make);
    EXPECT_EQ(maker.calls, 2);
}

TEST(PyramidCache, AFolderThatCannotBeWrittenIsNoFailure) {
    const ScratchFolder folder;
    Maker maker;
    const auto make = [&] { return maker(); };
    std::ofstream(folder / "file") << "no folder";
    for (const fs::path& place : {folder / "file", folder / "file" / "below", fs::path("/proc/ndpool"), fs::path()}) {
        EXPECT_EQ(cached_pyramids(maker.graphs, recipe, place, make).size(), maker.graphs.size()) << place;
    }
    EXPECT_EQ(maker.calls, 4);
    fs::create_directories(folder / cache_file_name(maker.graphs, recipe));
    EXPECT_NO_THROW((void)cached_pyramids(maker.graphs, recipe, folder.path(), make)) << "the file is a folder";
}

TEST(PyramidCache, FailuresToMakeReachTheCaller) {
    const ScratchFolder folder;
    const auto fail = []() -> std::vector<Pyramid> { throw NumericalFailure("no"); };
    EXPECT_THROW((void)cached_pyramids(some_graphs(), recipe, folder.path(), fail), NumericalFailure);
    EXPECT_EQ(folder.file_count(), 0U);
}

/// Sets variables of the environment and brings the old ones back.
class Environment {
public:
    explicit Environment(const char* name, std::optional<std::string> value) : name_(name) {
        if (const char* const old = getenv(name)) {
            old_ = old;
        }
        set(value);
    }
    ~Environment() { set(old_); }
    Environment(const Environment&) = delete;
    Environment& operator=(const Environment&) = delete;

private:
    void set(const std::optional<std::string>& value) {
        if (value) {
            setenv(name_, value->c_str(), 1);
        } else {
            unsetenv(name_);
        }
    }

    const char* name_;
    std::optional<std::string> old_;
};

TEST(PyramidBytes, MoreFakeNodesThanThereAreBytesAreRefusedBeforeTheyTakeMemory) {
    const std::vector<Graph> bases{random_graph(Seed(1), {.most_nodes = 20})};
    const std::vector<Pyramid> pyramids = ndp_pyramids(bases, {.levels = {1}}, Seed(2), {1});
    std::string bytes = bytes_of_pyramids(pyramids);
    EXPECT_EQ(pyramids_of_bytes(bytes, bases).front().levels.size(), 1U);
    const NodeId many = 1'900'000'000;
    std::memcpy(bytes.data() + sizeof(std::uint64_t), &many, sizeof many);  // behind the number of pyramids
    EXPECT_THROW((void)pyramids_of_bytes(bytes, bases), InvalidInput);
}

TEST(PyramidCache, TheFolderComesFromTheEnvironment) {
    const Environment home("HOME", "/home/somebody");
    const Environment caches("XDG_CACHE_HOME", "/caches");
    const Environment own("NDPOOL_CACHE", "/own");
    EXPECT_EQ(default_cache_folder(), "/own");
    const Environment none("NDPOOL_CACHE", "");
    EXPECT_EQ(default_cache_folder(), "");
    const Environment unset("NDPOOL_CACHE", std::nullopt);
    EXPECT_EQ(default_cache_folder(), "/caches/ndpool");
    const Environment relative("XDG_CACHE_HOME", "caches");
    EXPECT_EQ(default_cache_folder(), "/home/somebody/.cache/ndpool");
    const Environment homeless("HOME", std::nullopt);
    EXPECT_EQ(default_cache_folder(), "");
}

}  // namespace
}  // namespace ndpool
