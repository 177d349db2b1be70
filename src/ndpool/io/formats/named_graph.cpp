#include "ndpool/io/formats/named_graph.hpp"

#include <algorithm>

namespace ndpool {

NodeId NameTable::number_of(std::string_view name) {
    const auto found = numbers_.find(name);
    if (found != numbers_.end()) {
        return found->second;
    }
    const NodeId number = size();
    names_.emplace_back(name);
    numbers_.emplace(names_.back(), number);
    return number;
}

std::string names_text(const std::vector<std::string>& names) {
    std::string text;
    for (const std::string& name : names) {
        text += name;
        std::replace_if(
            text.end() - static_cast<std::ptrdiff_t>(name.size()), text.end(), [](char c) { return c == '\n' || c == '\r'; },
            ' ');
        text += '\n';
    }
    return text;
}

}  // namespace ndpool
