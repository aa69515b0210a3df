#include "engine_core/reflect/value.h"

#include <algorithm>

namespace engine
{
namespace
{
auto lowerBound(auto& bag, std::string_view name)
{
    return std::lower_bound(
        bag.begin(), bag.end(), name,
        [](const auto& entry, std::string_view key) { return entry.name < key; });
}
} // namespace

const Value* findValue(const ValueBag& bag, std::string_view name)
{
    const auto at = lowerBound(bag, name);
    return at != bag.end() && at->name == name ? &at->value : nullptr;
}

void setValue(ValueBag& bag, std::string_view name, Value value)
{
    const auto at = lowerBound(bag, name);
    if (at != bag.end() && at->name == name)
        at->value = std::move(value);
    else
        bag.insert(at, {std::string{name}, std::move(value)});
}
} // namespace engine
