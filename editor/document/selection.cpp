#include "editor/document/selection.h"

#include <algorithm>
#include <set>
#include <utility>

namespace editor
{
namespace
{
/// Up to here looking at each is as quick as anything.
constexpr std::size_t Few = 32;

/// Keeps the last of equal ones, since the last one chosen is the primary.
template <typename T>
void dropRepeats(std::vector<T>& all)
{
    const bool ascends = std::adjacent_find(all.begin(), all.end(), [](const T& a, const T& b) {
                             return !(a < b);
                         }) == all.end();
    if (ascends)
        return; // so that none is there twice: the usual case of thousands
    std::set<T> seen;
    std::vector<T> kept;
    for (auto at = all.rbegin(); at != all.rend(); ++at)
        if (seen.insert(*at).second)
            kept.push_back(*at);
    std::reverse(kept.begin(), kept.end());
    all = std::move(kept);
}
} // namespace

void Selection::setMode(SelectionMode mode)
{
    if (m_mode == mode)
        return;
    m_mode = mode;
    if (mode == SelectionMode::Objects && !m_faces.empty()) {
        std::vector<EntityId> owners;
        for (const auto& face : m_faces)
            owners.push_back(face.entity);
        dropRepeats(owners);
        m_entities = std::move(owners);
        m_sorted.clear();
        m_faces.clear();
    } else if (mode == SelectionMode::Faces && !m_entities.empty()) {
        for (const auto entity : m_entities)
            for (std::size_t face = 0; m_faceCount && face < m_faceCount(entity); ++face)
                m_faces.push_back({entity, face});
        m_entities.clear();
        m_sorted.clear();
    }
    tellChanged();
}

bool Selection::contains(EntityId entity) const
{
    if (m_entities.size() <= Few)
        return std::find(m_entities.begin(), m_entities.end(), entity) != m_entities.end();
    if (m_sorted.empty()) {
        m_sorted = m_entities;
        std::sort(m_sorted.begin(), m_sorted.end());
    }
    return std::binary_search(m_sorted.begin(), m_sorted.end(), entity);
}

bool Selection::contains(const FaceRef& face) const
{
    return std::find(m_faces.begin(), m_faces.end(), face) != m_faces.end();
}

EntityId Selection::primary() const
{
    if (!m_entities.empty())
        return m_entities.back();
    return m_faces.empty() ? EntityId{} : m_faces.back().entity;
}

void Selection::setOpenGroup(EntityId group)
{
    if (m_openGroup == group)
        return;
    m_openGroup = group;
    tellChanged();
}

void Selection::clear()
{
    if (isEmpty())
        return;
    m_entities.clear();
    m_sorted.clear();
    m_faces.clear();
    tellChanged();
}

void Selection::set(std::vector<EntityId> entities)
{
    dropRepeats(entities);
    if (m_faces.empty() && m_entities == entities)
        return;
    m_entities = std::move(entities);
    m_sorted.clear();
    m_faces.clear();
    tellChanged();
}

void Selection::setFaces(std::vector<FaceRef> faces)
{
    dropRepeats(faces);
    if (m_entities.empty() && m_faces == faces)
        return;
    m_faces = std::move(faces);
    m_entities.clear();
    m_sorted.clear();
    tellChanged();
}

void Selection::add(EntityId entity)
{
    auto entities = m_entities;
    entities.push_back(entity);
    set(std::move(entities));
}

void Selection::remove(EntityId entity)
{
    auto entities = m_entities;
    if (std::erase(entities, entity) > 0)
        set(std::move(entities));
}

void Selection::toggle(EntityId entity)
{
    if (contains(entity))
        remove(entity);
    else
        add(entity);
}

void Selection::toggle(const FaceRef& face)
{
    auto faces = m_faces;
    if (std::erase(faces, face) == 0)
        faces.push_back(face);
    setFaces(std::move(faces));
}

std::shared_ptr<const SelectionState> Selection::state() const
{
    if (!m_state)
        m_state = std::make_shared<const SelectionState>(
            SelectionState{m_mode, m_openGroup, m_entities, m_faces});
    return m_state;
}

void Selection::tellChanged()
{
    m_state.reset();
    m_isPruned = false;
    changed();
}

bool Selection::isGone(const FaceRef& face, const std::function<bool(EntityId)>& exists) const
{
    return !exists(face.entity) || (m_faceCount && face.face >= m_faceCount(face.entity));
}

void Selection::prune(const std::function<bool(EntityId)>& exists)
{
    const bool closes = m_openGroup && !exists(m_openGroup);
    if (closes)
        m_openGroup = {};
    const auto gone =
        std::erase_if(m_entities, [&](EntityId entity) { return !exists(entity); }) +
        std::erase_if(m_faces, [&](const FaceRef& face) { return isGone(face, exists); });
    m_sorted.clear();
    if (gone == 0 && !closes)
        return;
    m_state.reset();
    m_isPruned = true;
}

void Selection::tellPruned()
{
    if (std::exchange(m_isPruned, false))
        changed();
}

void Selection::restore(const std::shared_ptr<const SelectionState>& then,
                        const std::function<bool(EntityId)>& exists)
{
    auto back = *then;
    std::erase_if(back.entities, [&](EntityId entity) { return !exists(entity); });
    std::erase_if(back.faces, [&](const FaceRef& face) { return isGone(face, exists); });
    if (back.isEmpty())
        back.mode = m_mode;
    if (back.openGroup && !exists(back.openGroup))
        back.openGroup = {};
    const bool isWhole = back == *then;
    if (back == *state()) {
        if (isWhole)
            m_state = then;
        return;
    }
    m_mode = back.mode;
    m_openGroup = back.openGroup;
    m_entities = std::move(back.entities);
    m_faces = std::move(back.faces);
    m_sorted.clear();
    m_state = isWhole ? then : nullptr; // one object for both, however many are selected
    m_isPruned = false;
    changed();
}
} // namespace editor
