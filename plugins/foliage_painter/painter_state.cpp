#include "plugins/foliage_painter/painter_state.h"

#include "editor/operations/brush/brush_space.h"
#include "engine_core/scene/components/node.h"

#include <algorithm>

namespace foliage_painter
{
namespace
{
/// Whether the change is about plants or names, and not about what else is in the level.
bool concerns(const engine::ChangeSet& changes)
{
    return std::any_of(changes.changes.begin(), changes.changes.end(),
                       [](const engine::Change& change) {
                           return change.type == engine::typeIdOf<engine::FoliagePlacement>() ||
                                  change.type == engine::typeIdOf<engine::FoliageType>() ||
                                  change.type == engine::typeIdOf<engine::FoliageLayer>() ||
                                  change.type == engine::typeIdOf<engine::Node>();
                       });
}

bool isOfNode(const engine::Change& change)
{
    return change.type == engine::typeIdOf<engine::Node>();
}

/// What is hidden, and all that is below it.
std::shared_ptr<const std::unordered_set<engine::EntityId>> hiddenOf(const engine::World& world)
{
    auto hidden = std::make_shared<std::unordered_set<engine::EntityId>>();
    world.forEach<engine::Node>([&](engine::EntityId entity, const engine::Node& node) {
        if (!node.hidden)
            return;
        for (const auto each : engine::subtree(world, entity))
            hidden->insert(each);
    });
    return hidden;
}

/// Why plants cannot be changed by what is said of that node; empty if they can.
std::string whyClosed(const engine::Node& node)
{
    if (node.hidden)
        return fmt::format("'{}' is hidden: show it in the scene browser to change its plants",
                           node.name);
    if (node.locked)
        return fmt::format("'{}' is locked: unlock it in the scene browser to change its plants",
                           node.name);
    return {};
}
} // namespace

PainterState::PainterState(editor::EditorApi& editor)
    : m_editor{editor}, m_planting{editor}, m_survey{editor}
{
    auto& document = editor.document();
    m_connections += document.changed.connect([this](const engine::ChangeSet& changes) {
        if (std::any_of(changes.changes.begin(), changes.changes.end(), isOfNode))
            m_hidden.reset();
        if (changes.kind == engine::ChangeKind::Final && concerns(changes))
            follow();
    });
    m_connections += document.reset.connect([this] {
        m_hidden.reset();
        follow();
    });
    m_connections += m_survey.changed.connect([this] { changed(); });
    follow();
}

void PainterState::follow()
{
    const auto& world = m_editor.document().world();
    const auto layers = engine::foliageLayers(world);
    if (std::find(layers.begin(), layers.end(), m_layer) == layers.end()) {
        m_layer = layers.empty() ? engine::EntityId{} : layers.front();
        m_left.clear();
    }
    m_survey.watch(m_layer);
    const auto standing = engine::foliageOf(world, m_layer);
    std::erase_if(m_selected, [&](const engine::FoliageInstance& plant) {
        const auto* chunk = standing->find(engine::foliageCellOf(plant.position));
        return chunk == nullptr ||
               !std::binary_search(chunk->instances.begin(), chunk->instances.end(), plant);
    });
    changed();
}

void PainterState::setLayer(engine::EntityId layer)
{
    if (m_layer == layer)
        return;
    m_layer = layer;
    m_left.clear();
    m_selected.clear();
    m_survey.watch(layer);
    changed();
}

std::vector<std::uint8_t> PainterState::slots() const
{
    const auto& world = m_editor.document().world();
    std::vector<std::uint8_t> slots;
    for (const auto& [entity, type] : engine::foliageTypes(world, m_layer))
        if (isPainted(static_cast<std::uint8_t>(type.slot)) && editor::isOpenToEdits(world, entity))
            slots.push_back(static_cast<std::uint8_t>(type.slot));
    return slots;
}

std::vector<std::uint8_t> PainterState::finishedSlots() const
{
    auto finished = slots();
    for (const auto& [entity, type] : engine::foliageTypes(m_editor.document().world(), m_layer))
        if (engine::shapeOf(type).empty())
            std::erase(finished, static_cast<std::uint8_t>(type.slot));
    return finished;
}

std::vector<std::uint8_t> PainterState::openSlots() const
{
    const auto& world = m_editor.document().world();
    std::vector<std::uint8_t> slots;
    const auto types = engine::foliageTypes(world, m_layer);
    for (const auto& [entity, type] : types)
        if (editor::isOpenToEdits(world, entity))
            slots.push_back(static_cast<std::uint8_t>(type.slot));
    return slots.size() == types.size() ? std::vector<std::uint8_t>{} : slots;
}

std::bitset<256> PainterState::closedSlots() const
{
    const auto& world = m_editor.document().world();
    std::bitset<256> slots;
    for (const auto& [entity, type] : engine::foliageTypes(world, m_layer))
        if (!editor::isOpenToEdits(world, entity))
            slots.set(static_cast<std::size_t>(type.slot));
    return slots;
}

engine::FoliageBrush PainterState::brushOnShown() const
{
    if (!m_hidden)
        m_hidden = hiddenOf(m_editor.document().world());
    auto brush = m_brush;
    brush.leftAlone = m_hidden;
    return brush;
}

void PainterState::setPainted(std::uint8_t slot, bool painted)
{
    if (painted)
        m_left.erase(slot);
    else
        m_left.insert(slot);
    changed();
}

void PainterState::setBrush(const engine::FoliageBrush& brush)
{
    m_brush = brush;
    m_brush.radius = std::clamp(brush.radius, 0.1, 100.0);
    m_brush.strength = std::clamp(brush.strength, 0.0, 1.0);
    m_brush.falloff = std::clamp(brush.falloff, 0.0, 1.0);
    changed();
    m_editor.updateViews();
}

void PainterState::select(std::vector<engine::FoliageInstance> plants)
{
    m_selected = std::move(plants);
    changed();
    m_editor.updateViews();
}

void PainterState::markOrphans(std::vector<engine::Vec3f> all, std::vector<engine::Vec3f> chosen)
{
    if (all == m_orphanMarks && chosen == m_chosenOrphanMarks)
        return;
    m_orphanMarks = std::move(all);
    m_chosenOrphanMarks = std::move(chosen);
    m_editor.updateViews();
}

std::string PainterState::missing() const
{
    if (!m_layer)
        return "Make a foliage in the Foliage dock first: New";
    if (engine::foliageTypes(m_editor.document().world(), m_layer).empty())
        return "Add a kind of plant in the Foliage dock first: Add model or Add billboard";
    return {};
}

std::string PainterState::closed() const
{
    const auto& world = m_editor.document().world();
    for (auto at = m_layer; at;) {
        const auto* node = world.get<engine::Node>(at);
        if (node == nullptr)
            break;
        if (auto text = whyClosed(*node); !text.empty())
            return text;
        at = node->parent;
    }
    return {};
}

std::string PainterState::closed(std::span<const engine::FoliageInstance> plants) const
{
    if (auto text = closed(); !text.empty())
        return text;
    const auto& world = m_editor.document().world();
    for (const auto& [entity, type] : engine::foliageTypes(world, m_layer)) {
        const auto* node = world.get<engine::Node>(entity);
        auto text = node != nullptr ? whyClosed(*node) : std::string{};
        if (!text.empty() && std::any_of(plants.begin(), plants.end(),
                                         [&type = type](const engine::FoliageInstance& plant) {
                                             return plant.type == type.slot;
                                         }))
            return text;
    }
    return {};
}

bool PainterState::refusesEdits(std::span<const engine::FoliageInstance> plants) const
{
    const auto problem = closed(plants);
    if (!problem.empty())
        m_editor.showMessage(editor::MessageKind::Warning, problem);
    return !problem.empty();
}

std::string PainterState::problem() const
{
    if (auto text = missing(); !text.empty())
        return text;
    if (auto text = closed(); !text.empty())
        return text;
    if (!slots().empty())
        return {};
    const auto types = engine::foliageTypes(m_editor.document().world(), m_layer);
    return std::any_of(types.begin(), types.end(),
                       [&](const engine::FoliageTypeEntry& each) {
                           return isPainted(static_cast<std::uint8_t>(each.type.slot));
                       })
               ? "The ticked kinds of plants are hidden or locked: show or unlock one in the scene "
                 "browser"
               : "Tick a kind of plant in the Foliage dock";
}

std::string PainterState::askForShape()
{
    if (!finishedSlots().empty())
        return {};
    const auto& world = m_editor.document().world();
    const auto planted = slots();
    for (const auto& [entity, type] : engine::foliageTypes(world, m_layer)) {
        if (std::find(planted.begin(), planted.end(), type.slot) == planted.end())
            continue;
        const auto* node = world.get<engine::Node>(entity);
        auto text = fmt::format("Choose a {} for '{}' in the Foliage dock first: without one its "
                                "plants cannot be seen",
                                type.kind == engine::FoliageKind::Mesh ? "Mesh" : "Picture",
                                node != nullptr ? node->name : "the kind");
        shapeWanted(entity);
        return text;
    }
    return {};
}
} // namespace foliage_painter
