#pragma once

#include "engine_core/base/hash.h"

#include <memory>
#include <unordered_map>

namespace engine
{
/// Results kept by the hash of their inputs, shared by all worlds: play starts warm, stop is free,
/// and undo finds the old result still there. Main thread only.
template <typename T>
class DerivedCache
{
public:
    [[nodiscard]] std::shared_ptr<const T> find(ContentHash key) const
    {
        const auto at = m_entries.find(key);
        return at == m_entries.end() ? nullptr : at->second;
    }

    void put(ContentHash key, std::shared_ptr<const T> value) { m_entries[key] = std::move(value); }

    /// Drops what nobody else holds.
    void trim()
    {
        std::erase_if(m_entries, [](const auto& entry) { return entry.second.use_count() == 1; });
    }

    [[nodiscard]] std::size_t size() const { return m_entries.size(); }

private:
    std::unordered_map<ContentHash, std::shared_ptr<const T>> m_entries;
};
} // namespace engine
