#include "editor/operations/navigation/ground_colors.h"

#include <algorithm>

namespace editor
{
template <typename Change>
void GroundColors::change(const Change& edit)
{
    const auto before = shown();
    edit();
    if (shown() != before)
        changed();
}

void GroundColors::offer(GroundPainter painter, bool hasColors)
{
    change([&] { m_offers[static_cast<std::size_t>(painter)] = hasColors; });
}

void GroundColors::ask(GroundPainter painter)
{
    change([&] {
        const auto at = std::find(m_order.begin(), m_order.end(), painter);
        std::rotate(m_order.begin(), at, at + 1);
    });
}

void GroundColors::yield(GroundPainter painter)
{
    change([&] {
        const auto at = std::find(m_order.begin(), m_order.end(), painter);
        std::rotate(at, at + 1, m_order.end());
    });
}

std::optional<GroundPainter> GroundColors::shown() const
{
    const auto at = std::find_if(m_order.begin(), m_order.end(), [this](GroundPainter painter) {
        return m_offers[static_cast<std::size_t>(painter)];
    });
    return at != m_order.end() ? std::optional{*at} : std::nullopt;
}
} // namespace editor
