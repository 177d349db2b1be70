#include "ndpool/learn/signals/words/word_lists.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <unordered_map>

#include "ndpool/io/archive/npy.hpp"
#include "ndpool/io/archive/zip_archive.hpp"
#include "ndpool/io/file.hpp"

namespace ndpool {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view arrays_file = "imdb_flat.npz";

fs::path arrays_path(const fs::path& path) {
    std::error_code ignored;
    return fs::is_directory(path, ignored) ? path / arrays_file : path;
}

std::vector<std::int64_t> integers_of(ZipArchive& archive, const std::string& name) {
    const std::string member = name + ".npy";
    if (!archive.contains(member)) {
        throw InvalidInput(
            fmt::format("{}: there is no such array, expected lists of words as x_train_words and so on", archive.place(member)));
    }
    const NpyArray array = parse_npy(archive.open(member), archive.place(member));
    if (array.shape.size() != 1) {
        throw InvalidInput(fmt::format("{}: {} dimensions, expected 1", array.place, array.shape.size()));
    }
    return npy_integers(array);
}

void append_part(ZipArchive& archive, const std::string& part, SignalPart kind, WordLists& lists) {
    const std::vector<std::int64_t> ranks = integers_of(archive, "x_" + part + "_words");
    const std::vector<std::int64_t> offsets = integers_of(archive, "x_" + part + "_offsets");
    const std::vector<std::int64_t> labels = integers_of(archive, "y_" + part);
    const std::string place = archive.place("x_" + part + "_offsets.npy");
    if (offsets.size() != labels.size() + 1) {
        throw InvalidInput(
            fmt::format("{}: {} offsets, expected {}, one more than labels", place, offsets.size(), labels.size() + 1));
    }
    if (offsets.front() != 0 || !std::is_sorted(offsets.begin(), offsets.end()) ||
        offsets.back() != static_cast<std::int64_t>(ranks.size())) {
        throw InvalidInput(
            fmt::format("{}: the offsets do not rise from 0 to {}, expected where each text begins", place, ranks.size()));
    }
    constexpr std::int64_t most = 1 << 24;
    const auto odd = std::find_if(ranks.begin(), ranks.end(), [](std::int64_t rank) { return rank < 1 || rank > most; });
    if (odd != ranks.end()) {
        throw InvalidInput(fmt::format("{}: item {} is {}, expected ranks from 1 to {}",
                                       archive.place("x_" + part + "_words.npy"), odd - ranks.begin(), *odd, most));
    }
    const std::uint64_t shift = lists.words.size();
    for (const std::int64_t rank : ranks) {
        lists.words.push_back(static_cast<std::int32_t>(rank - 1));
    }
    for (std::size_t i = 1; i < offsets.size(); ++i) {
        lists.offsets.push_back(shift + static_cast<std::uint64_t>(offsets[i]));
    }
    lists.labels.insert(lists.labels.end(), labels.begin(), labels.end());
    lists.parts.resize(lists.labels.size(), kind);
}

struct Text {
    fs::path file;
    std::int64_t label;
    SignalPart part;
};

void append_texts(const fs::path& folder, std::int64_t label, SignalPart part, std::vector<Text>& texts) {
    std::error_code error;
    std::vector<fs::path> files;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
        if (entry.path().extension() == ".txt") {
            files.push_back(entry.path());
        }
    }
    std::sort(files.begin(), files.end());
    for (const fs::path& file : files) {
        texts.push_back({file, label, part});
    }
}

bool has_classes(const fs::path& folder) {
    std::error_code ignored;
    return fs::is_directory(folder / "pos", ignored) && fs::is_directory(folder / "neg", ignored);
}

std::vector<Text> texts_in(const fs::path& folder) {
    std::vector<Text> texts;
    if (has_classes(folder / "train")) {
        for (const auto& [name, part] : {std::pair{"train", SignalPart::train}, std::pair{"test", SignalPart::test}}) {
            append_texts(folder / name / "pos", 1, part, texts);
            append_texts(folder / name / "neg", 0, part, texts);
        }
        return texts;
    }
    append_texts(folder / "pos", 1, SignalPart::train, texts);
    append_texts(folder / "neg", 0, SignalPart::train, texts);
    for (std::size_t i = 5; i < texts.size(); i += 6) {
        texts[i].part = SignalPart::test;
    }
    return texts;
}

/// The most frequent word first, of equally frequent ones the first in the alphabet.
std::vector<std::string> by_frequency(const std::map<std::string, std::uint64_t>& counts) {
    std::vector<std::pair<std::uint64_t, std::string>> order;
    order.reserve(counts.size());
    for (const auto& [word, count] : counts) {
        order.emplace_back(count, word);
    }
    std::stable_sort(order.begin(), order.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
    std::vector<std::string> words;
    words.reserve(order.size());
    for (auto& [count, word] : order) {
        words.push_back(std::move(word));
    }
    return words;
}

}  // namespace

bool is_word_arrays(const fs::path& path) {
    std::error_code ignored;
    return arrays_path(path).filename() == arrays_file && fs::exists(arrays_path(path), ignored);
}

WordLists read_word_arrays(const fs::path& path) {
    ZipArchive archive(arrays_path(path));
    WordLists lists;
    lists.name = "imdb";
    append_part(archive, "train", SignalPart::train, lists);
    append_part(archive, "test", SignalPart::test, lists);
    return lists;
}

bool is_text_folder(const fs::path& folder) {
    return has_classes(folder) || has_classes(folder / "train");
}

std::vector<std::string> words_of(std::string_view text) {
    std::vector<std::string> words;
    std::string word;
    for (const char letter : text) {
        const auto code = static_cast<unsigned char>(letter);
        const bool is_blank = code <= ' ' || (code < 0x7f && code != '\'' && std::isalnum(code) == 0) || code == 0x7f;
        if (!is_blank) {
            word += static_cast<char>(code < 0x80 ? std::tolower(code) : code);
        } else if (!word.empty()) {
            words.push_back(std::move(word));
            word.clear();
        }
    }
    if (!word.empty()) {
        words.push_back(std::move(word));
    }
    return words;
}

WordLists read_text_folder(const fs::path& folder) {
    WordLists lists;
    lists.name = fs::absolute(folder).lexically_normal().filename().string();
    std::map<std::string, std::uint64_t> counts;
    std::vector<std::vector<std::string>> texts;
    for (const Text& text : texts_in(folder)) {
        texts.push_back(words_of(read_bytes(text.file)));
        lists.labels.push_back(text.label);
        lists.parts.push_back(text.part);
        for (const std::string& word : texts.back()) {
            counts[word] += text.part == SignalPart::train ? 1 : 0;
        }
    }
    std::erase_if(counts, [](const auto& counted) { return counted.second == 0; });
    lists.vocabulary = by_frequency(counts);
    if (lists.vocabulary.empty()) {
        throw InvalidInput(fmt::format(
            "{}: the vocabulary is empty, expected words in files ending in .txt in the folders pos and neg", folder.string()));
    }
    std::unordered_map<std::string_view, std::int32_t> number_of;
    for (std::size_t i = 0; i < lists.vocabulary.size(); ++i) {
        number_of.emplace(lists.vocabulary[i], static_cast<std::int32_t>(i));
    }
    for (const auto& text : texts) {
        for (const std::string& word : text) {
            if (const auto found = number_of.find(word); found != number_of.end()) {
                lists.words.push_back(found->second);
            }
        }
        lists.offsets.push_back(lists.words.size());
    }
    return lists;
}

}  // namespace ndpool
