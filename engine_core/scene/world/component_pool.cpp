#include "engine_core/scene/world/component_pool.h"

#include "engine_core/base/copy_on_write.h"

#include <algorithm>

namespace engine
{
namespace
{
auto lowerBound(auto& pages, std::uint64_t key)
{
    // Ids of a scene are mostly given in a row, so its last pages lie without gaps.
    if (!pages.empty())
        if (const auto back = pages.back().first - key; back < pages.size())
            if (const auto at = pages.end() - static_cast<std::ptrdiff_t>(back + 1);
                at->first == key)
                return at;
    return std::lower_bound(pages.begin(), pages.end(), key,
                            [](const auto& entry, std::uint64_t k) { return entry.first < k; });
}
} // namespace

const ComponentValue& ComponentPool::find(EntityId entity) const
{
    static const ComponentValue none;
    const auto key = entity.value >> PageBits;
    const auto at = lowerBound(m_pages, key);
    if (at == m_pages.end() || at->first != key)
        return none;
    return at->second->values[entity.value & (PageSize - 1)];
}

ComponentValue ComponentPool::exchange(EntityId entity, ComponentValue value)
{
    const auto key = entity.value >> PageBits;
    auto at = lowerBound(m_pages, key);
    if (at == m_pages.end() || at->first != key) {
        if (!value)
            return nullptr;
        at = m_pages.emplace(at, key, std::make_shared<Page>());
    }
    if (isShared(at->second))
        at->second = std::make_shared<Page>(*at->second);

    auto& page = *at->second;
    auto& slot = page.values[entity.value & (PageSize - 1)];
    const bool had = slot != nullptr;
    const bool has = value != nullptr;
    page.used = page.used + (has ? 1U : 0U) - (had ? 1U : 0U);
    m_count = m_count + (has ? 1U : 0U) - (had ? 1U : 0U);
    std::swap(slot, value);
    if (page.used == 0)
        m_pages.erase(at);
    return value;
}
} // namespace engine
