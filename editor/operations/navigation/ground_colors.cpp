#include "editor/operations/navigation/ground_colors.h"

#include <algorithm>

namespace editor
{
engine::DrawColor heatColor(double share, float alpha)
{
    const auto at = static_cast<float>(std::clamp(share, 0.0, 1.0) * 3);
    if (at < 1)
        return {0.20F, 0.35F + 0.40F * at, 0.90F - 0.55F * at, alpha};
    if (at < 2)
        return {0.20F + 0.75F * (at - 1), 0.75F, 0.35F - 0.15F * (at - 1), alpha};
    return {0.95F, 0.75F - 0.50F * (at - 2), 0.20F, alpha};
}

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
