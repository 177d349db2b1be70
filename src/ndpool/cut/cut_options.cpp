#include "ndpool/cut/cut_options.hpp"

#include "ndpool/base/enum_words.hpp"

namespace ndpool {

namespace {

constexpr EnumWord<CutMethod> method_words[] = {
    {CutMethod::spectral, "spectral"}, {CutMethod::random, "random"}, {CutMethod::trevisan, "trevisan"}, {CutMethod::sdp, "sdp"},
    {CutMethod::power, "power"},       {CutMethod::tabu, "tabu"},     {CutMethod::automatic, "auto"}};
constexpr EnumWord<ComponentPolicy> policy_words[] = {{ComponentPolicy::each, "each"}, {ComponentPolicy::whole, "whole"}};

}  // namespace

std::string_view name_of(CutMethod method) {
    return word_of(method_words, method);
}

std::string_view name_of(ComponentPolicy policy) {
    return word_of(policy_words, policy);
}

CutMethod cut_method_named(std::string_view name) {
    return value_of(method_words, "cut method", name);
}

ComponentPolicy component_policy_named(std::string_view name) {
    return value_of(policy_words, "component policy", name);
}

}  // namespace ndpool
