#include "ndpool/generate/generate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <limits>

#include "ndpool/base/error.hpp"
#include "ndpool/base/memory.hpp"
#include "ndpool/generate/generator_table.hpp"

namespace ndpool {

namespace {

std::string_view name_in(std::string_view spec) {
    return spec.substr(0, spec.find(':'));
}

const Generator* find_generator(std::string_view name) {
    const auto table = generator_table();
    const auto found = std::find_if(table.begin(), table.end(), [&](const Generator& one) { return one.name == name; });
    return found == table.end() ? nullptr : &*found;
}

/// "grid:ROWSxCOLUMNS", "sbm:NODES[,CLASSES[,INSIDE[,ACROSS]]]"
std::string form_of(const Generator& generator) {
    std::string form = fmt::format("{}:", generator.name);
    std::string closing;
    for (std::size_t i = 0; i < generator.parameters.size(); ++i) {
        const Parameter& parameter = generator.parameters[i];
        if (parameter.optional) {
            form += '[';
            closing += ']';
        }
        if (i > 0) {
            form += parameter.separator;
        }
        for (const char c : parameter.name) {
            form += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
        }
    }
    return form + closing;
}

template <typename Number>
std::from_chars_result parse_all(std::string_view text, Number& number) {
    auto result = std::from_chars(text.data(), text.data() + text.size(), number);
    if (result.ec == std::errc() && result.ptr != text.data() + text.size()) {
        result.ec = std::errc::invalid_argument;
    }
    return result;
}

void add_whole(const Parameter& parameter, std::string_view text, ParameterValues& values) {
    constexpr NodeId most = std::numeric_limits<NodeId>::max();
    std::int64_t number = 0;
    const auto result = parse_all(text, number);
    if (result.ec == std::errc::invalid_argument) {
        throw InvalidInput(fmt::format("{} is '{}', expected a whole number", parameter.name, text));
    }
    if (result.ec != std::errc() || number < -most || number > most) {
        throw InvalidInput(fmt::format("{} is {}, expected a whole number of at most {}", parameter.name, text, most));
    }
    values.add(static_cast<double>(number));
}

void add_real(const Parameter& parameter, std::string_view text, ParameterValues& values) {
    double number = 0;
    if (parse_all(text, number).ec != std::errc() || !std::isfinite(number)) {
        throw InvalidInput(fmt::format("{} is '{}', expected a number", parameter.name, text));
    }
    values.add(number);
}

void add_value(const Parameter& parameter, std::string_view text, ParameterValues& values) {
    switch (parameter.kind) {
        case ParameterKind::whole: return add_whole(parameter, text, values);
        case ParameterKind::real: return add_real(parameter, text, values);
        case ParameterKind::word: return values.add(text);
    }
}

ParameterValues parse_parameters(const Generator& generator, std::string_view text) {
    ParameterValues values;
    bool more = !text.empty();
    for (std::size_t i = 0; i < generator.parameters.size(); ++i) {
        const Parameter& parameter = generator.parameters[i];
        if (!more) {
            if (parameter.optional) {
                break;
            }
            throw InvalidInput(fmt::format("{} is missing", parameter.name));
        }
        const bool last = i + 1 == generator.parameters.size();
        const std::size_t end = text.find(last ? ',' : generator.parameters[i + 1].separator);
        add_value(parameter, text.substr(0, end), values);
        more = end != std::string_view::npos;
        text.remove_prefix(more ? end + 1 : text.size());
    }
    if (more) {
        throw InvalidInput(fmt::format("'{}' is too much, expected at most {} parameters", text, generator.parameters.size()));
    }
    return values;
}

void refuse_what_does_not_fit(const Extent& extent) {
    constexpr NodeId most = std::numeric_limits<NodeId>::max();
    if (extent.nodes > most) {
        throw TooLarge(fmt::format("{:.0f} nodes, at most {} can be numbered", extent.nodes, most));
    }
    const double bytes = extent.nodes * extent.bytes_per_node + extent.edges * extent.bytes_an_edge;
    const auto available = static_cast<double>(available_memory());
    if (bytes > available / 2) {
        throw TooLarge(fmt::format("would take about {}, expected at most half of the {} of memory that are free",
                                   readable_bytes(bytes), readable_bytes(available)));
    }
}

[[noreturn]] void refuse_name(std::string_view spec, bool dataset) {
    std::string known;
    for (const Generator& generator : generator_table()) {
        if ((generator.dataset != nullptr) == dataset) {
            known += fmt::format("{}{}", known.empty() ? "" : ", ", generator.example);
        }
    }
    throw InvalidInput(fmt::format("{}: '{}' is no known generator of a {}, expected one like {}", spec, name_in(spec),
                                   dataset ? "dataset" : "graph", known));
}

/// Finds the generator, reads the parameters, checks the size, and calls make(generator, values). Error messages begin with the
/// spec.
template <typename Make>
auto generate(std::string_view spec, bool dataset, Make&& make) {
    const Generator* generator = find_generator(name_in(spec));
    if (generator == nullptr || (generator->dataset != nullptr) != dataset) {
        refuse_name(spec, dataset);
    }
    try {
        const std::size_t colon = std::min(spec.find(':'), spec.size() - 1);
        const ParameterValues values = parse_parameters(*generator, spec.substr(colon + 1));
        refuse_what_does_not_fit(generator->extent(values));
        return make(*generator, values);
    } catch (const InvalidInput& error) {
        throw InvalidInput(
            fmt::format("{}: {} ({}, for example {})", spec, error.what(), form_of(*generator), generator->example));
    } catch (const TooLarge& error) {
        throw TooLarge(fmt::format("{}: {}", spec, error.what()));
    }
}

bool begins_like(std::string_view text, bool dataset) {
    const Generator* generator = text.find(':') == std::string_view::npos ? nullptr : find_generator(name_in(text));
    return generator != nullptr && (generator->dataset != nullptr) == dataset;
}

}  // namespace

PlacedGraph generate_graph(std::string_view spec, Seed seed) {
    return generate(spec, false,
                    [&](const Generator& generator, const ParameterValues& values) { return generator.graph(values, seed); });
}

Dataset generate_dataset(std::string_view spec, Seed seed) {
    return generate(spec, true,
                    [&](const Generator& generator, const ParameterValues& values) { return generator.dataset(values, seed); });
}

bool is_generator_spec(std::string_view text) {
    return begins_like(text, false);
}

bool is_dataset_spec(std::string_view text) {
    return begins_like(text, true);
}

std::vector<GeneratorHelp> generator_list() {
    std::vector<GeneratorHelp> list;
    for (const Generator& generator : generator_table()) {
        list.push_back({std::string(generator.name), form_of(generator), std::string(generator.meaning),
                        std::string(generator.example), generator.dataset != nullptr});
    }
    return list;
}

}  // namespace ndpool
