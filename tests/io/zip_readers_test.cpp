#include <gtest/gtest.h>

#include <optional>

#include "ndpool/base/error.hpp"
#include "ndpool/io/archive/zip_archive.hpp"
#include "ndpool/io/archive/zip_writer.hpp"
#include "ndpool/io/archive/zlib/zlib_contents.hpp"
#include "ndpool/io/atomic_write.hpp"
#include "support/scratch_folder.hpp"

namespace ndpool {
namespace {

using Members = std::vector<std::pair<std::string, std::string>>;

/// All members in order; nothing if the archive or one of them is refused.
template <typename Open>
std::optional<Members> members_of(Open open) {
    try {
        ZipArchive archive = open();
        Members members;
        for (const std::string& name : archive.names()) {
            members.emplace_back(name, archive.read(name));
        }
        return members;
    } catch (const InvalidInput& error) {
        EXPECT_EQ(std::string_view(error.what()).find('\n'), std::string_view::npos) << error.what();
        return std::nullopt;
    }
}

std::optional<Members> by_zlib(std::string_view bytes) {
    return members_of([&] { return ZipArchive(zlib_contents(bytes, "f"), "f"); });
}

/// By libzip, if this build has it.
std::optional<Members> by_default(std::string_view bytes) {
    return members_of([&] { return ZipArchive(bytes, "f"); });
}

const Members content = {{"stored", "x9"}, {"folder/deflated", std::string(300, 'a') + std::string(200, 'b')}, {"empty", ""}};

std::string archive_bytes() {
    std::vector<ZipMember> members;
    for (const auto& [name, text] : content) {
        members.push_back({name, text});
    }
    return zip_bytes(members);
}

TEST(ZipReaders, GiveTheSameMembersFromMemoryAndFromAFile) {
    const ScratchFolder folder;
    const std::filesystem::path path = folder / "a.zip";
    write_file(path, archive_bytes());
    EXPECT_EQ(by_zlib(archive_bytes()), content);
    EXPECT_EQ(by_default(archive_bytes()), content);
    EXPECT_EQ(members_of([&] { return ZipArchive(zlib_contents(path), "f"); }), content);
    EXPECT_EQ(members_of([&] { return ZipArchive(path); }), content);
}

TEST(ZipReaders, RefuseEveryShortenedArchive) {
    const std::string bytes = archive_bytes();
    for (std::size_t length = 0; length < bytes.size(); ++length) {
        EXPECT_FALSE(by_zlib(std::string_view(bytes).substr(0, length))) << length;
        EXPECT_FALSE(by_default(std::string_view(bytes).substr(0, length))) << length;
    }
}

TEST(ZipReaders, NeverGiveOtherContentWhereOneByteIsChanged) {
    const std::string bytes = archive_bytes();
    for (std::size_t place = 0; place < bytes.size(); ++place) {
        for (const int change : {0x01, 0x80, 0xff}) {
            std::string changed = bytes;
            changed[place] = static_cast<char>(changed[place] ^ change);
            for (const auto& found : {by_zlib(changed), by_default(changed)}) {
                // Names are not part of any checksum.
                for (std::size_t k = 0; found && k < found->size(); ++k) {
                    EXPECT_EQ((*found)[k].second, content[k].second) << place << " " << change;
                }
            }
        }
    }
}

}  // namespace
}  // namespace ndpool
