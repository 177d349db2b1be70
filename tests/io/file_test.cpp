#include "ndpool/io/file.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <fstream>

#include "io/refusal.hpp"
#include "ndpool/io/archive/gzip.hpp"
#include "ndpool/io/atomic_write.hpp"
#include "support/scratch_folder.hpp"

namespace ndpool {
namespace {

namespace fs = std::filesystem;

void put(const fs::path& path, const std::string& content) {
    std::ofstream(path, std::ios::binary) << content;
}

TEST(ReadFile, GivesTheBytesAndUnpacksGzip) {
    const ScratchFolder folder;
    const std::string content(300000, 'x');
    put(folder / "plain", content);
    put(folder / "packed", gzip(content));
    put(folder / "empty", "");

    EXPECT_EQ(read_file(folder / "plain"), content);
    EXPECT_EQ(read_file(folder / "packed"), content);
    EXPECT_EQ(read_file(folder / "empty"), "");
}

TEST(ReadFile, RefusesWhatIsNoReadableFile) {
    const ScratchFolder folder;
    for (const fs::path& path : {folder / "missing", folder.path(), fs::path("/dev/null")}) {
        const std::string message = refusal([&] { (void)read_file(path); });
        EXPECT_TRUE(message.starts_with(path.string() + ": ")) << message;
    }
    ASSERT_EQ(mkfifo((folder / "pipe").c_str(), 0600), 0);
    EXPECT_NE(refusal([&] { (void)read_file(folder / "pipe"); }).find("regular"), std::string::npos);
}

TEST(ReadFile, RefusesWhatIsNotPermitted) {
    constexpr uid_t nobody = 65534;
    const ScratchFolder folder;
    put(folder / "secret", "1 2\n");
    fs::permissions(folder / "secret", fs::perms::none);
    const uid_t self = geteuid();
    if (self == 0 && seteuid(nobody) != 0) {
        GTEST_SKIP() << "SKIPPED: root may read everything and cannot be anybody else here";
    }
    const std::string message = refusal([&] { (void)read_file(folder / "secret"); });
    ASSERT_TRUE(self == geteuid() || seteuid(self) == 0);
    EXPECT_NE(message.find("Permission denied"), std::string::npos) << message;
}

TEST(Gzip, HasOneFormForOneContent) {
    EXPECT_EQ(gzip("some content"), gzip("some content"));
    EXPECT_EQ(gunzip(gzip(""), "f"), "");
    EXPECT_EQ(gunzip(gzip("one ") + gzip("two"), "f"), "one two") << "members follow each other";
}

TEST(Gzip, RefusesBrokenData) {
    std::string text;
    for (int k = 0; k < 5000; ++k) {
        text += std::to_string(k * 7919 % 10007);
    }
    const std::string packed = gzip(text);
    std::string flipped = packed;
    flipped[packed.size() / 2] ^= 0x55;
    std::string wrong_sum = packed;
    wrong_sum[packed.size() - 6] ^= 1;
    std::string wrong_size = packed;
    wrong_size[packed.size() - 1] ^= 1;
    std::string other_method = packed;
    other_method[2] = 7;
    expect_refusals(
        {
            {"only the magic", "\x1f\x8b", "f", "too early"},
            {"half a header", packed.substr(0, 6), "f", "too early"},
            {"header only", packed.substr(0, 10), "f", "too early"},
            {"half", packed.substr(0, packed.size() / 2), "f", "too early"},
            {"without its sum", packed.substr(0, packed.size() - 8), "f", "too early"},
            {"without its last byte", packed.substr(0, packed.size() - 1), "f", "too early"},
            {"a flipped byte", flipped, "f", "corrupt"},
            {"a wrong sum", wrong_sum, "f", "corrupt"},
            {"a wrong size", wrong_size, "f", "corrupt"},
            {"an unknown method", other_method, "f", "corrupt"},
            {"something behind", packed + "x", "f", "behind"},
            {"half a second member", packed + packed.substr(0, 20), "f", "too early"},
        },
        [](const std::string& bytes) { (void)gunzip(bytes, "f"); });
}

TEST(WriteFile, ReplacesTheContentAndLeavesNothingElse) {
    const ScratchFolder folder;
    write_file(folder / "a", "old");
    fs::permissions(folder / "a", fs::perms::owner_read | fs::perms::owner_write);
    write_file(folder / "a", "new");

    EXPECT_EQ(read_file(folder / "a"), "new");
    EXPECT_EQ(fs::status(folder / "a").permissions(), fs::perms::owner_read | fs::perms::owner_write);
    EXPECT_EQ(folder.file_count(), 1U);
}

TEST(WriteFile, FollowsLinks) {
    const ScratchFolder folder;
    write_file(folder / "real", "old");
    fs::create_symlink("real", folder / "link");
    write_file(folder / "link", "new");
    EXPECT_TRUE(fs::is_symlink(folder / "link"));
    EXPECT_EQ(read_file(folder / "real"), "new");
}

TEST(WriteFile, SaysWhyItCouldNot) {
    const ScratchFolder folder;
    try {
        write_file("/dev/full", "content");
        ADD_FAILURE() << "a full device was written to";
    } catch (const IoError& error) {
        EXPECT_NE(std::string(error.what()).find("No space"), std::string::npos) << error.what();
    }
    EXPECT_THROW(write_file(folder / "missing" / "a", "content"), IoError);
    EXPECT_THROW(write_file("/proc/ndpool_test", "content"), IoError);
    EXPECT_THROW(write_file(folder.path(), "content"), InvalidInput);
    EXPECT_EQ(folder.file_count(), 0U);
    EXPECT_NO_THROW(write_file("/dev/null", "content"));
}

TEST(AtomicFile, IsWrittenPieceByPieceAndAppearsWhenCommitted) {
    const ScratchFolder folder;
    {
        AtomicFile file(folder / "a");
        file.append("lost");
        EXPECT_FALSE(fs::exists(folder / "a"));
    }
    EXPECT_EQ(folder.file_count(), 0U) << "what was not committed is gone";

    AtomicFile file(folder / "a");
    file.append("one two ");
    file.append("three");
    file.replace(4, "TWO");
    file.commit();
    EXPECT_EQ(read_file(folder / "a"), "one TWO three");
    EXPECT_EQ(read_beginning(folder / "a", 3), "one");
    EXPECT_EQ(read_beginning(folder / "a", 100), "one TWO three");
}

TEST(AtomicFile, WhatIsNoFileGetsTheWholeContent) {
    const ScratchFolder folder;
    ASSERT_EQ(mkfifo((folder / "pipe").c_str(), 0600), 0);
    const int reader = open((folder / "pipe").c_str(), O_RDONLY | O_NONBLOCK);
    ASSERT_GE(reader, 0);
    AtomicFile file(folder / "pipe");
    file.append("one two");
    file.replace(4, "TWO");
    file.commit();
    std::array<char, 20> got{};
    EXPECT_EQ(read(reader, got.data(), got.size()), 7);
    EXPECT_EQ(std::string(got.data()), "one TWO");
    close(reader);
}

TEST(AtomicFolder, AppearsOnlyWhenCommitted) {
    const ScratchFolder folder;
    {
        AtomicFolder out(folder / "out");
        write_file(out.path() / "manifest.json", "{}");
        EXPECT_FALSE(fs::exists(folder / "out"));
    }
    EXPECT_EQ(folder.file_count(), 0U) << "what was not committed is gone";

    AtomicFolder out(folder / "out");
    write_file(out.path() / "manifest.json", "{}");
    out.commit();
    EXPECT_EQ(read_file(folder / "out" / "manifest.json"), "{}");
}

TEST(AtomicFolder, ReplacesAnOldResultWhole) {
    const ScratchFolder folder;
    fs::create_directories(folder / "out" / "level_1");
    put(folder / "out" / "manifest.json", "old");
    put(folder / "out" / "level_1" / "old.txt", "old");
    {
        AtomicFolder out((folder / "out") / "");  // with a slash behind
        write_file(out.path() / "manifest.json", "new");
        EXPECT_EQ(read_file(folder / "out" / "manifest.json"), "old");
        out.commit();
    }
    EXPECT_EQ(read_file(folder / "out" / "manifest.json"), "new");
    EXPECT_FALSE(fs::exists(folder / "out" / "level_1"));
    EXPECT_EQ(folder.file_count(), 1U);
}

TEST(AtomicFolder, NeverReplacesWhatItDidNotWrite) {
    const ScratchFolder folder;
    fs::create_directory(folder / "photos");
    put(folder / "photos" / "me.png", "x");
    put(folder / "file", "x");
    EXPECT_NE(refusal([&] { AtomicFolder out(folder / "photos"); }).find("manifest.json"), std::string::npos);
    EXPECT_NE(refusal([&] { AtomicFolder out(folder / "file"); }).find("is a file"), std::string::npos);
    EXPECT_THROW(AtomicFolder(folder / "missing" / "out"), IoError);
    EXPECT_EQ(folder.file_count(), 2U);

    fs::create_directory(folder / "empty");
    AtomicFolder out(folder / "empty");
    out.commit();
    EXPECT_TRUE(fs::is_empty(folder / "empty"));
}

TEST(AtomicFolder, RemovesWhatDeadProcessesLeft) {
    const ScratchFolder folder;
    const pid_t child = fork();
    if (child == 0) {
        _exit(0);
    }
    ASSERT_EQ(waitpid(child, nullptr, 0), child);
    const std::string dead = ".out.partial-" + std::to_string(child);
    const std::string alive = ".out.partial-" + std::to_string(getppid());
    const std::string other = ".other.partial-" + std::to_string(child);
    for (const std::string& name : {dead, alive, other, std::string(".out.partial-notes")}) {
        fs::create_directories(folder / name / "level_1");
    }
    AtomicFolder out(folder / "out");
    EXPECT_FALSE(fs::exists(folder / dead));
    EXPECT_TRUE(fs::exists(folder / alive));
    EXPECT_TRUE(fs::exists(folder / other));
    EXPECT_TRUE(fs::exists(folder / ".out.partial-notes"));
}

}  // namespace
}  // namespace ndpool
