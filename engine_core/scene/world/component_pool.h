#pragma once

#include "engine_core/base/ids.h"
#include "engine_core/reflect/type_info.h"

#include <array>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace engine
{
/// The components of one type, in pages of 256 entities. Pages are shared between copies of a pool
/// until one of them is written, so that copying a world costs a pointer per page.
class ComponentPool
{
public:
    [[nodiscard]] const ComponentValue& find(EntityId entity) const;

    /// The slot to swap a value into; detaches the page from other copies.
    [[nodiscard]] ComponentValue exchange(EntityId entity, ComponentValue value);

    [[nodiscard]] std::size_t count() const { return m_count; }

    /// Calls visit(EntityId, const ComponentValue&) in ascending order of ids. The pool must not be
    /// written meanwhile.
    template <typename Visit>
    void forEach(const Visit& visit) const
    {
        for (const auto& [key, page] : m_pages)
            for (std::size_t i = 0; i < PageSize; ++i)
                if (page->values[i])
                    visit(EntityId{(key << PageBits) | i}, page->values[i]);
    }

private:
    static constexpr unsigned PageBits = 8;
    static constexpr std::size_t PageSize = std::size_t{1} << PageBits;

    struct Page
    {
        std::array<ComponentValue, PageSize> values;
        std::size_t used = 0;
    };

    using Entry = std::pair<std::uint64_t, std::shared_ptr<Page>>;

    std::vector<Entry> m_pages; ///< sorted by key
    std::size_t m_count = 0;
};
} // namespace engine
