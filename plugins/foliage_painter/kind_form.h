#pragma once

#include "editor/api/editor_api.h"
#include "engine_core/reflect/type_info.h"

#include <QWidget>

#include <functional>
#include <vector>

class QFormLayout;

namespace foliage_painter
{
/// All settings of one kind of plant as fields. Every change is one undoable step, and every change
/// from elsewhere shows at once.
class KindForm final : public QWidget
{
    Q_OBJECT

public:
    KindForm(editor::EditorApi& editor, QWidget* parent);

    /// Null: nothing is shown.
    void setKind(engine::EntityId kind);

    [[nodiscard]] engine::EntityId kind() const { return m_kind; }

    /// Shows the values as the document has them.
    void refresh();

private:
    void addField(const engine::Property& property);
    [[nodiscard]] QWidget* makeBool(const engine::Property& property);
    [[nodiscard]] QWidget* makeInt(const engine::Property& property);
    [[nodiscard]] QWidget* makeNumber(const engine::Property& property);
    [[nodiscard]] QWidget* makeVector(const engine::Property& property);
    [[nodiscard]] QWidget* makeChoice(const engine::Property& property);
    [[nodiscard]] QWidget* makeAsset(const engine::Property& property);
    [[nodiscard]] QWidget* makeText(const engine::Property& property);
    [[nodiscard]] QWidget* makeObject(const engine::Property& property);
    void set(const engine::Property& property, const engine::Value& value);

    editor::EditorApi& m_editor;
    const engine::TypeInfo& m_type;
    engine::EntityId m_kind;
    QFormLayout* m_layout = nullptr;
    /// Puts the component's value into a field, without telling it as a change.
    std::vector<std::function<void(const void* component)>> m_show;
};
} // namespace foliage_painter
