#include "editor/app/window/step_news.h"

#include "engine_core/scene/components/layer.h"
#include "engine_core/scene/components/node.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace editor
{
std::string whyUnseen(const engine::World& world, const HistoryEntry& step)
{
    EntityId first;
    std::size_t count = 0;
    bool isOneLayer = true;
    for (const auto& swap : step.edit.swaps) {
        if (swap.type != engine::typeIdOf<engine::Node>() || swap.value)
            continue; // what takes the step back removes what it made
        const auto* node = world.get<engine::Node>(swap.entity);
        if (node == nullptr || world.get<engine::Layer>(node->parent) == nullptr)
            continue;
        const auto* layer = world.get<engine::Node>(node->parent);
        if (!layer->hidden && !layer->locked)
            continue;
        if (count++ == 0)
            first = swap.entity;
        isOneLayer &= world.get<engine::Node>(first)->parent == node->parent;
    }
    if (count == 0)
        return {};
    if (!isOneLayer)
        return fmt::format("{} objects are in hidden or locked layers", count);
    const auto* node = world.get<engine::Node>(first);
    const auto* layer = world.get<engine::Node>(node->parent);
    return fmt::format("{} in the {} layer '{}'",
                       count == 1 ? fmt::format("'{}' is", node->name)
                                  : fmt::format("{} objects are", count),
                       layer->hidden ? "hidden" : "locked", layer->name);
}

StepNews::StepNews(const Document& document)
    : m_document{document}
    , m_state{document.history().stateId()}
    , m_newest{document.history().stateId()}
{
}

std::optional<StepNews::News> StepNews::next()
{
    const auto& history = m_document.history();
    const auto& entries = history.entries();
    const auto position = history.position();
    const auto before = std::exchange(m_state, history.stateId());
    if (m_state == before)
        return std::nullopt;
    const bool isNew = m_state > m_newest;
    m_newest = std::max(m_newest, m_state);
    const auto was = std::find_if(entries.begin(), entries.end(),
                                  [&](const auto& entry) { return entry.id == before; });
    // The step before is still there, but can only be redone: it was taken back.
    if (was != entries.end() && static_cast<std::size_t>(was - entries.begin()) >= position)
        return News{"Undone: " + entries[position].label};
    if (position == 0)
        return std::nullopt; // another scene
    return ofStep(isNew ? "Done: " : "Redone: ", entries[position - 1]);
}

StepNews::News StepNews::ofStep(const char* verb, const HistoryEntry& step) const
{
    const auto unseen = whyUnseen(m_document.world(), step);
    if (unseen.empty())
        return {verb + step.label};
    return {fmt::format("{}{}. {}", verb, step.label, unseen), true};
}
} // namespace editor
