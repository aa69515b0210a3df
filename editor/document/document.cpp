#include "editor/document/document.h"

#include "editor/document/document_state.h"
#include "editor/document/step_in_parts.h"
#include "editor/operations/entity/new_objects.h"
#include "editor/operations/entity/sibling_places.h"
#include "editor/operations/foliage/foliage_operations.h"
#include "editor/operations/prefab/linked_groups.h"
#include "editor/operations/prefab/prefab_rule.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/serialization/scene_io.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace editor
{
namespace
{
/// The edit that turns one world into another. Values that both share are left alone.
engine::Edit editFromTo(const engine::World& from, const engine::World& to)
{
    engine::Edit edit;
    for (const auto entity : from.entities())
        for (const auto type : from.types())
            if (from.value(entity, type) && !to.value(entity, type))
                edit.swaps.push_back({entity, type, nullptr});
    for (const auto entity : to.entities())
        for (const auto type : to.types())
            if (const auto& value = to.value(entity, type); value)
                if (value != from.value(entity, type))
                    edit.swaps.push_back({entity, type, value});
    return edit;
}

/// As editFromTo(), but values that were read anew and are equal are left alone, too.
engine::Edit
editToEqual(const engine::World& from, const engine::World& to, const engine::TypeRegistry& types)
{
    auto edit = editFromTo(from, to);
    std::erase_if(edit.swaps, [&](const engine::Swap& swap) {
        const auto* type = types.find(swap.type);
        const auto& now = from.value(swap.entity, swap.type);
        return type != nullptr && now && swap.value && type->equal(now.get(), swap.value.get());
    });
    return edit;
}
} // namespace

Document::Document(const engine::TypeRegistry& types) : m_state{std::make_unique<State>(types)}
{
    auto& state = *m_state;
    state.selection.m_faceCount = [&world = state.world](EntityId entity) -> std::size_t {
        const auto* brush = world.get<engine::BrushComponent>(entity);
        return brush != nullptr && brush->brush ? brush->brush->faceCount() : 0;
    };
    state.world.addSystem(state.index);
    addRule(adoptNewObjects);
    addRule(updateLinkedGroups);
    addRule(followFoliage);
    addRule(notePrefabOverrides);
    addRule(placeNewObjects);
    state.connections += state.world.changed.connect([this](const engine::ChangeSet& changes) {
        if (changes.kind == engine::ChangeKind::Final) {
            m_state->selection.prune(
                [this](EntityId entity) { return m_state->world.exists(entity); });
            if (!m_state->stepping) // selectAgain() tells it together with what it selects
                m_state->selection.tellPruned();
            if (!m_state->world.exists(m_state->currentLayer))
                setCurrentLayer({});
        }
        if (!m_state->replacing)
            changed(changes);
    });
}

Document::~Document()
{
    ENGINE_EXPECT(!m_state->transactionOpen); // it would write to a world that is gone
    m_state->world.removeSystem(m_state->index);
}

const engine::World& Document::world() const
{
    return m_state->world;
}

engine::World& Document::worldForSystems()
{
    return m_state->world;
}

const engine::TypeRegistry& Document::types() const
{
    return m_state->types;
}

const engine::SpatialIndex& Document::index() const
{
    return m_state->index;
}

Selection& Document::selection()
{
    return m_state->selection;
}

const Selection& Document::selection() const
{
    return m_state->selection;
}

const History& Document::history() const
{
    return m_state->history;
}

const std::vector<RepeatStep>& Document::repeatSteps() const
{
    return m_state->repeat;
}

void Document::addRule(Rule rule)
{
    m_state->rules.push_back(std::move(rule));
}

EntityId Document::currentLayer() const
{
    return m_state->currentLayer;
}

void Document::setCurrentLayer(EntityId layer)
{
    if (m_state->currentLayer == layer)
        return;
    m_state->currentLayer = layer;
    currentLayerChanged();
}

bool Document::isEditing() const
{
    return m_state->transactionOpen;
}

bool Document::isInParts() const
{
    return m_state->parts != nullptr;
}

engine::Error Document::busyError() const
{
    return isInParts()
               ? engine::Error{"Wait for '{}' to end, or stop it, first", m_state->parts->label()}
               : engine::Error{"Finish the drag first"};
}

engine::Result<void> Document::run(std::string label,
                                   const std::function<engine::Result<void>(Transaction&)>& edit)
{
    if (isEditing())
        return busyError();
    auto transaction = begin(std::move(label));
    if (auto done = edit(transaction); !done)
        return done;
    if (auto settled = transaction.settle(); !settled)
        return settled;
    transaction.commit();
    return {};
}

std::vector<EntityId> Document::State::appeared(const engine::ChangeSet& changes) const
{
    std::unordered_set<EntityId> fresh;
    for (const auto& change : changes.changes)
        if (change.type == engine::typeIdOf<engine::Node>() && !change.before && change.after)
            fresh.insert(change.entity);
    std::vector<EntityId> top;
    for (const auto& change : changes.changes)
        if (change.type == engine::typeIdOf<engine::Node>() && fresh.contains(change.entity) &&
            !fresh.contains(world.get<engine::Node>(change.entity)->parent))
            top.push_back(change.entity);
    return top;
}

bool Document::State::concerns(const engine::ChangeSet& changes,
                               const SelectionState& selected) const
{
    std::unordered_set<EntityId> all{selected.entities.begin(), selected.entities.end()};
    for (const auto& face : selected.faces)
        all.insert(face.entity);
    std::unordered_map<EntityId, const engine::Node*> gone; // as they were
    for (const auto& change : changes.changes)
        if (change.type == engine::typeIdOf<engine::Node>() && !change.after)
            gone[change.entity] = static_cast<const engine::Node*>(change.before.get());
    const auto nodeOf = [&](EntityId entity) {
        const auto at = gone.find(entity);
        return at != gone.end() ? at->second : world.get<engine::Node>(entity);
    };
    std::unordered_set<EntityId> seen;
    return !all.empty() && std::ranges::any_of(changes.changes, [&](const engine::Change& change) {
        for (auto at = change.entity; at && seen.insert(at).second;) {
            if (all.contains(at))
                return true;
            const auto* node = nodeOf(at);
            at = node != nullptr ? node->parent : EntityId{};
        }
        return false;
    });
}

void Document::State::restoreSelection(const std::shared_ptr<const SelectionState>& then)
{
    selection.restore(then, [this](EntityId entity) { return world.exists(entity); });
}

void Document::State::selectAgain(const std::shared_ptr<const SelectionState>& now,
                                  const std::shared_ptr<const SelectionState>& other,
                                  const engine::ChangeSet& changes)
{
    const bool isSame = !selection.isEmpty() && now && *now == *selection.state();
    if (now && other && (isSame || *now != *other || concerns(changes, *now)))
        restoreSelection(now);
    else if (selection.isEmpty())
        selection.set(appeared(changes));
    selection.tellPruned();
}

void Document::selectAfterStep(std::vector<EntityId> entities)
{
    auto& state = *m_state;
    state.selection.set(std::move(entities));
    if (state.justDone)
        state.history.noteSelectedAfter(state.selection.state());
}

void Document::State::finishStep(Document& document,
                                 StepKind kind,
                                 const std::string& label,
                                 const engine::ChangeSet& changes)
{
    if (kind == StepKind::Done)
        history.noteSelectedAfter(selection.state());
    justDone = kind == StepKind::Done;
    document.stepped({kind, label, history.stateId(), changes.changes});
    history.changed();
    document.stateChanged();
}

void Document::State::applyStep(Document& document, std::size_t position, StepKind kind)
{
    auto& entry = history.m_entries[position];
    const auto label = entry.label;
    auto now = entry.selectedBefore;
    auto other = entry.selectedAfter;
    if (kind == StepKind::Redone)
        std::swap(now, other);
    const auto changes = world.exchange(entry.edit);
    exchangeFiles(document, entry.writes, kind);
    // From here on receivers run; they may edit, and so move or drop the entry.
    stepping = true;
    world.notify(changes);
    stepping = false;
    // A step that neither selected nor concerns what is selected leaves that to the one before.
    const bool decides = now && other && (*now != *other || concerns(changes, *now));
    if (putOff == nullptr)
        selectAgain(now, other, changes);
    else if (decides || !*putOff || !(*putOff)->decides)
        putOff->emplace(Selected{now, other, changes, decides});
    finishStep(document, kind, label, changes);
}

void Document::undo()
{
    auto& history = m_state->history;
    if (!isEditing() && !m_state->stepping && history.canUndo() &&
        m_state->mayStep(*this, history.m_position - 1, StepDirection::Back))
        m_state->applyStep(*this, --history.m_position, StepKind::Undone);
}

void Document::redo()
{
    auto& history = m_state->history;
    if (!isEditing() && !m_state->stepping && history.canRedo() &&
        m_state->mayStep(*this, history.m_position, StepDirection::Forward))
        m_state->applyStep(*this, history.m_position++, StepKind::Redone);
}

void Document::goTo(std::size_t position)
{
    const auto target = std::min(position, history().entries().size());
    // Once, at the end: whatever shows the selection is made anew each time.
    std::optional<State::Selected> last;
    m_state->putOff = &last;
    // A receiver may start an edit, after which nothing moves.
    for (auto before = history().position() + 1; before != history().position();) {
        before = history().position();
        if (before > target)
            undo();
        else if (before < target)
            redo();
    }
    m_state->putOff = nullptr;
    if (last)
        m_state->selectAgain(last->now, last->other, last->changes);
}

bool Document::isModified() const
{
    return m_state->isFileLost || !m_state->history.isSameScene(m_state->savedState);
}

void Document::setFileLost(bool isLost)
{
    if (std::exchange(m_state->isFileLost, isLost) != isLost)
        stateChanged();
}

const fs::path& Document::path() const
{
    return m_state->path;
}

engine::ContentHash Document::contentHash() const
{
    return engine::contentHash(m_state->world, m_state->types);
}

void Document::replaceBy(const engine::World& other, const fs::path& path, Origin origin)
{
    auto& state = *m_state;
    state.replaceWorld(*this, other);
    state.history.reset();
    state.repeat.clear();
    state.path = path;
    state.savedState = origin == Origin::File ? state.history.stateId() : NeverSaved;
    state.isFileLost = false;
    state.announceScene(*this);
}

void Document::becomeLike(const engine::World& other, std::string label)
{
    auto edit = editToEqual(m_state->world, other, m_state->types);
    auto transaction = begin(std::move(label));
    transaction.swap(std::move(edit.swaps));
    transaction.trust(); // rules have been through it when it was made
    transaction.commit();
}

void Document::State::replaceWorld(Document& document, const engine::World& other)
{
    replacing = true;
    selection.clear();
    selection.setOpenGroup({});
    document.setCurrentLayer({});
    auto edit = editFromTo(world, other);
    world.apply(edit);
    replacing = false;
}

void Document::State::announceScene(Document& document)
{
    document.reset();
    history.changed();
    document.stateChanged();
}

std::unique_ptr<KeptScene> Document::State::keep()
{
    auto kept = std::make_unique<KeptScene>(world);
    kept->entries = std::exchange(history.m_entries, {});
    kept->position = std::exchange(history.m_position, 0);
    kept->baseId = history.m_baseId;
    kept->savedState = savedState;
    kept->isFileLost = isFileLost;
    kept->path = path;
    kept->repeat = std::exchange(repeat, {});
    kept->currentLayer = currentLayer;
    kept->openGroup = selection.openGroup();
    kept->mode = selection.mode();
    kept->entities = selection.entities();
    kept->faces = selection.faces();
    return kept;
}

void Document::State::comeBackTo(Document& document, KeptScene& kept)
{
    replaceWorld(document, kept.world);
    history.m_entries = std::move(kept.entries);
    history.m_position = kept.position;
    history.m_baseId = kept.baseId;
    savedState = kept.savedState;
    isFileLost = kept.isFileLost;
    path = std::move(kept.path);
    repeat = std::move(kept.repeat);
    announceScene(document);
    document.setCurrentLayer(kept.currentLayer);
    selection.setOpenGroup(kept.openGroup);
    selection.setMode(kept.mode);
    if (kept.faces.empty())
        selection.set(std::move(kept.entities));
    else
        selection.setFaces(std::move(kept.faces));
}

engine::Result<std::vector<engine::Issue>> Document::open(const fs::path& file)
{
    if (isEditing())
        return engine::Error{"Finish the drag before opening another scene"};
    auto loaded = engine::loadScene(file, m_state->types);
    if (!loaded)
        return loaded.error();
    replaceBy(*loaded->world, file);
    return std::move(loaded->problems);
}

void Document::clear()
{
    ENGINE_EXPECT(!isEditing());
    replaceBy(engine::World{}, {});
}

engine::Result<void> Document::save(const fs::path& file)
{
    if (auto written = engine::saveScene(m_state->world, m_state->types, file); !written)
        return written;
    endSave(file, m_state->history.stateId());
    return {};
}

Document::SaveJob Document::beginSave() const
{
    return {std::make_shared<const engine::World>(m_state->world), m_state->history.stateId()};
}

void Document::endSave(const fs::path& file, std::uint64_t stateId)
{
    m_state->path = file;
    m_state->savedState = stateId;
    m_state->isFileLost = false;
    saved(stateId);
    stateChanged();
}
} // namespace editor
