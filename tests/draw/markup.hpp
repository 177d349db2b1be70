#pragma once

// What a test needs to know about markup: is it well formed, how often does something stand in it.
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ndpool::markup {

inline std::size_t count(std::string_view text, std::string_view what) {
    std::size_t found = 0;
    for (std::size_t at = text.find(what); at != std::string_view::npos; at = text.find(what, at + what.size())) {
        ++found;
    }
    return found;
}

/// Empty if every tag is closed in order and every attribute is quoted; else the place that is wrong.
inline std::string imbalance(std::string_view text) {
    std::vector<std::string> open;
    std::size_t at = 0;
    while ((at = text.find('<', at)) != std::string_view::npos) {
        if (text.substr(at, 2) == "<!") {
            at = text.find('>', at);
            continue;
        }
        std::size_t end = at + 1;
        bool quoted = false;
        for (; end < text.size() && (quoted || text[end] != '>'); ++end) {
            quoted = text[end] == '"' ? !quoted : quoted;
            if (text[end] == '<') {
                return "a tag in a tag: " + std::string(text.substr(at, 60));
            }
        }
        if (end >= text.size()) {
            return "no end: " + std::string(text.substr(at, 60));
        }
        const std::string_view tag = text.substr(at + 1, end - at - 1);
        const bool closing = tag.front() == '/';
        const std::string name(tag.substr(closing ? 1 : 0, tag.find_first_of(" /", 1) - (closing ? 1 : 0)));
        if (closing) {
            const std::string closed(tag.substr(1));
            if (open.empty() || open.back() != closed) {
                return "</" + closed + "> closes " + (open.empty() ? "nothing" : open.back());
            }
            open.pop_back();
        } else if (tag.back() != '/') {
            open.push_back(name);
        }
        at = end + 1;
    }
    return open.empty() ? "" : open.back() + " stays open";
}

/// A page without the insides of its <script> and <style> elements, which are no markup.
inline std::string without_scripts(std::string text) {
    for (const auto& [begin, end] : {std::pair("<script", "</script>"), std::pair("<style", "</style>")}) {
        for (std::size_t at = text.find(begin); at != std::string::npos; at = text.find(begin, at)) {
            text.erase(at, text.find(end, at) + std::string_view(end).size() - at);
        }
    }
    return text;
}

/// The <svg class="panel"> elements in their order.
inline std::vector<std::string> panels(std::string_view text) {
    std::vector<std::string> found;
    for (std::size_t at = text.find("<svg class=\"panel\""); at != std::string_view::npos;) {
        const std::size_t end = text.find("</svg>", at);
        found.emplace_back(text.substr(at, end - at));
        at = text.find("<svg class=\"panel\"", end);
    }
    return found;
}

}  // namespace ndpool::markup
