#pragma once

#include "editor/api/editor_api.h"
#include "engine_core/reflect/type_info.h"

#include <QWidget>

#include <functional>
#include <vector>

class QFormLayout;

namespace navmesh
{
/// The numbers, choices and texts of one component as fields. Every change is one undoable step; an
/// entity without the component gets it with the first one.
class ComponentForm final : public QWidget
{
    Q_OBJECT

public:
    ComponentForm(editor::EditorApi& editor, engine::TypeId type, QWidget* parent);

    /// Null: the fields show what is usual and cannot be changed.
    void setEntity(engine::EntityId entity);

    /// Shows the values as the document has them.
    void refresh();

private:
    void addField(const engine::Property& property);
    [[nodiscard]] QWidget* makeNumber(const engine::Property& property);
    [[nodiscard]] QWidget* makeWhole(const engine::Property& property);
    [[nodiscard]] QWidget* makeChoice(const engine::Property& property);
    [[nodiscard]] QWidget* makeText(const engine::Property& property);
    void set(const engine::Property& property, const engine::Value& value);

    editor::EditorApi& m_editor;
    const engine::TypeInfo& m_type;
    engine::EntityId m_entity;
    engine::ComponentValue m_usual;
    QFormLayout* m_layout = nullptr;
    std::vector<std::function<void(const void* component)>> m_show;
};
} // namespace navmesh
