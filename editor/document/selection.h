#pragma once

#include "engine_core/base/signal.h"
#include "engine_core/render/passes/view.h"

#include <functional>
#include <memory>
#include <vector>

namespace editor
{
using engine::EntityId;
using engine::FaceRef;

/// Whether clicks pick whole objects or single faces of brushes.
enum class SelectionMode
{
    Objects,
    Faces
};

/// What is selected at one time, for the history.
struct SelectionState
{
    SelectionMode mode = SelectionMode::Objects;
    EntityId openGroup;
    std::vector<EntityId> entities;
    std::vector<FaceRef> faces;
    friend bool operator==(const SelectionState&, const SelectionState&) = default;

    [[nodiscard]] bool isEmpty() const { return entities.empty() && faces.empty(); }
};

/// What the user has chosen: objects or faces, never both. Order of choosing is kept: the last one
/// is the primary. Ids of entities that are gone are dropped by the document.
class Selection
{
public:
    [[nodiscard]] SelectionMode mode() const { return m_mode; }

    /// Switching converts: chosen brushes to all their faces, chosen faces to their brushes.
    void setMode(SelectionMode mode);

    [[nodiscard]] const std::vector<EntityId>& entities() const { return m_entities; }

    [[nodiscard]] const std::vector<FaceRef>& faces() const { return m_faces; }

    /// Quick for thousands, too.
    [[nodiscard]] bool contains(EntityId entity) const;
    [[nodiscard]] bool contains(const FaceRef& face) const;

    [[nodiscard]] bool isEmpty() const { return m_entities.empty() && m_faces.empty(); }

    /// The one chosen last; null if nothing is chosen.
    [[nodiscard]] EntityId primary() const;

    /// The group that is edited in place: clicks choose what is in it, nothing else can be chosen
    /// in the views, and new objects go there. Null: none is open.
    [[nodiscard]] EntityId openGroup() const { return m_openGroup; }

    /// What is selected stays.
    void setOpenGroup(EntityId group);

    void clear();
    void set(std::vector<EntityId> entities);
    void setFaces(std::vector<FaceRef> faces);
    void add(EntityId entity); ///< makes it the primary if it is chosen already
    void remove(EntityId entity);
    void toggle(EntityId entity);
    void toggle(const FaceRef& face);

    /// What is selected now. Asked again it is the same object until something changes.
    [[nodiscard]] std::shared_ptr<const SelectionState> state() const;

    /// After anything above changed something.
    engine::Signal<> changed;

private:
    friend class Document;

    /// Drops what is gone, and says nothing of it before tellPruned().
    void prune(const std::function<bool(EntityId)>& exists);

    /// Tells `changed` if prune() dropped something and nothing has told of a change since.
    void tellPruned();

    /// Selects what was selected then, without what is gone; tells `changed` if that is something
    /// else than now. The mode stays if nothing was selected.
    void restore(const std::shared_ptr<const SelectionState>& then,
                 const std::function<bool(EntityId)>& exists);

    [[nodiscard]] bool isGone(const FaceRef& face,
                              const std::function<bool(EntityId)>& exists) const;
    void tellChanged();

    std::function<std::size_t(EntityId)> m_faceCount; ///< 0 for what is no brush
    SelectionMode m_mode = SelectionMode::Objects;
    bool m_isPruned = false; ///< which `changed` has not told yet
    std::vector<EntityId> m_entities;
    mutable std::vector<EntityId> m_sorted; ///< of m_entities once many are asked for, or empty
    std::vector<FaceRef> m_faces;
    EntityId m_openGroup;
    mutable std::shared_ptr<const SelectionState> m_state; ///< of now, once it was asked for
};
} // namespace editor
