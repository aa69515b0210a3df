#pragma once

#include "editor/api/editor_api.h"

#include <QLineEdit>
#include <QMimeData>

#include <functional>
#include <span>
#include <vector>

namespace editor
{
/// What a drag from the scene browser carries.
[[nodiscard]] QMimeData* makeEntityMime(std::span<const EntityId> entities);
[[nodiscard]] std::vector<EntityId> entitiesOf(const QMimeData* mime);

/// A reference to an object: its name can be typed, or the object dropped from the scene browser.
class EntityField : public QLineEdit
{
    Q_OBJECT

public:
    explicit EntityField(EditorApi& editor, QWidget* parent = nullptr);

    /// The user wants this object; null for none.
    std::function<void(EntityId entity)> picked;

    void setEntity(EntityId entity);
    void setMixed();

protected:
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void commitText();
    [[nodiscard]] QString nameOf(EntityId entity) const;

    EditorApi& m_editor;
    EntityId m_entity;
    bool m_mixed = false;
};
} // namespace editor
