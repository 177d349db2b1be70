// A dataset that is coarsened in parts and merged is the dataset that is coarsened as a whole, to the byte.
#include <fmt/format.h>

#include "command/run_command.hpp"
#include "support/public_data.hpp"

namespace ndpool {
namespace {

class Parts : public CommandTest {
protected:
    /// Every file with its bytes; of the manifest all but the times.
    [[nodiscard]] std::map<std::string, std::string> content(const std::string& name) const {
        auto files = tree(name);
        Json manifest = Json::parse(text(name + "/manifest.json"));
        for (Json& level : manifest.at("levels")) {
            level.erase("seconds");
        }
        for (auto& [file, bytes] : files) {
            if (file.ends_with("manifest.json")) {
                bytes = manifest.dump();
            }
        }
        return files;
    }

    /// Coarsens in parts and merges them, the last one first; returns the folder.
    [[nodiscard]] std::string merged(const Words& coarsen, int parts) const {
        Words merge{"merge", "-o", fmt::format("merged{}", parts), "--quiet"};
        for (int part = parts; part >= 1; --part) {
            Words words = coarsen;
            const std::string at = fmt::format("part{}of{}", part, parts);
            for (const std::string& word : {std::string("--part"), fmt::format("{}/{}", part, parts), std::string("-o"), at}) {
                words.push_back(word);
            }
            EXPECT_EQ(run(words).code, 0);
            merge.push_back(at);
        }
        const Outcome outcome = run(merge);
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        return merge[2];
    }

    void expect_same_bytes(const Words& coarsen, int most_parts) const {
        Words words = coarsen;
        words.insert(words.end(), {"-o", "whole"});
        ASSERT_EQ(run(words).code, 0);
        const auto whole = content("whole");
        for (int parts = 1; parts <= most_parts; ++parts) {
            const auto there = content(merged(coarsen, parts));
            ASSERT_EQ(there.size(), whole.size());
            for (auto one = whole.begin(), other = there.begin(); one != whole.end(); ++one, ++other) {
                EXPECT_TRUE(one->second == other->second) << parts << " parts: " << one->first << " differs";
            }
        }
    }
};

TEST_F(Parts, MergedAreTheUndividedDataset) {
    expect_same_bytes({"coarsen", "bench:easy", "--quiet", "--seed", "3"}, 7);
}

TEST_F(Parts, MergedAreTheUndividedDatasetForEveryMethodAndFormat) {
    expect_same_bytes({"coarsen", "bench:easy-small,30", "--quiet", "--method", "graclus"}, 3);
    expect_same_bytes({"coarsen", "bench:easy-small,30", "--quiet", "--method", "graclus", "--format", "npz"}, 3);
    expect_same_bytes({"coarsen", "bench:easy-small,30", "--quiet", "--method", "nmf", "--levels", "1,3"}, 3);
    expect_same_bytes({"coarsen", "bench:easy-small,30", "--quiet", "--measure", "--format", "npz"}, 3);
}

TEST_F(Parts, MergedLabelsAndAttributesAreTheUndividedOnes) {
    const std::filesystem::path data = public_data_folder();
    NDPOOL_SKIP_WITHOUT_DATA(data);
    expect_same_bytes({"coarsen", "NCI1", "--data", data.string(), "--quiet"}, 7);
    expect_same_bytes({"coarsen", "MUTAG", "--data", data.string(), "--quiet", "--method", "graclus"}, 4);
}

TEST_F(Parts, SetsThatAreNotOneDatasetAreRefused) {
    const auto coarsen = [&](const std::string& part, const std::string& at, const Words& more) {
        Words words{"coarsen", "bench:easy-small,9", "--part", part, "-o", at, "--quiet"};
        words.insert(words.end(), more.begin(), more.end());
        ASSERT_EQ(run(words).code, 0);
    };
    coarsen("1/2", "one", {});
    coarsen("2/2", "two", {});
    coarsen("2/2", "other_seed", {"--seed", "5"});
    coarsen("2/2", "other_options", {"--epsilon", "0.5"});
    coarsen("2/3", "other_count", {});
    ASSERT_EQ(run({"coarsen", "bench:easy-small,9", "-o", "whole", "--quiet"}).code, 0);
    const auto refused = [&](Words folders, const Words& words) {
        folders.insert(folders.begin(), "merge");
        folders.insert(folders.end(), {"-o", "out"});
        expect_refusal(run(folders), 2, words);
        EXPECT_FALSE(std::filesystem::exists(folder.path() / "out"));
    };
    refused({"one"}, {"part 2 of 2 is missing"});
    refused({"two"}, {"part 1 of 2 is missing"});
    refused({"one", "two", "one"}, {"part 1 of 2", "and so is one"});
    refused({"one", "other_seed"}, {"other_seed: the seed is not that of one"});
    refused({"one", "other_options"}, {"other_options: the options is not that of one"});
    refused({"one", "other_count"}, {"other_count: the number of parts is not that of one"});
    refused({"one", "whole"}, {"whole: this is no part"});
    refused({"one", "nothing"}, {"nothing"});
    put("two/input/bench_easy_small_graph_labels.txt", "1\n1\n1\n1\n");
    refused({"one", "two"}, {"a file was changed"});
}

TEST_F(Parts, WordsThatAreNoPartsAreRefused) {
    for (const std::string part : {"0/3", "4/3", "1", "1/", "/3", "a/b", "-1/3", "1/3/5", "1/0"}) {
        expect_refusal(run({"coarsen", "bench:easy-small,9", "-o", "out", "--part", part}), 2, {"--part", "expected K/N"});
    }
    expect_refusal(run({"coarsen", "bench:easy-small,9", "-o", "out", "--part", "1/10"}), 2, {"10 parts", "9 graphs"});
    expect_refusal(run({"coarsen", "path:9", "-o", "out", "--part", "1/2"}), 2, {"--part", "one graph"});
}

}  // namespace
}  // namespace ndpool
