#pragma once

#include "editor/api/editor_api.h"
#include "engine_core/reflect/type_info.h"

#include <QWidget>

#include <functional>
#include <string>
#include <vector>

class QGridLayout;

namespace editor
{
class FoldSection;

/// All properties of one component as fields, for docks of plugins: labels to the left, which break
/// into lines rather than squeeze the fields, below the headings of the component's sections. Every
/// change is one undoable step; an entity without the component gets it with the first one.
class ComponentForm final : public QWidget
{
    Q_OBJECT

public:
    ComponentForm(EditorApi& editor, engine::TypeId type, QWidget* parent);

    /// Null, or one that is gone: the fields show what is usual and cannot be changed.
    void setEntity(engine::EntityId entity);

    /// Tooltips of the fields say it while they cannot be changed.
    void setWhyLocked(const QString& why);

    /// Fields whose values others decide. `counting`: the component with the values that count,
    /// which the fields show. `whyFixed`: why the field of that property (by name) cannot be
    /// changed then, for its tooltip; empty if it can.
    void
    setRules(std::function<engine::ComponentValue(const engine::ComponentValue& value)> counting,
             std::function<QString(const void* component, const std::string& property)> whyFixed);

    [[nodiscard]] engine::EntityId entity() const { return m_entity; }

    /// The field of that property (by name), unfolded; null if there is none.
    [[nodiscard]] QWidget* reveal(const std::string& property);

    /// Shows the values as the document has them; after every change of it.
    void refresh();

private:
    void addField(const engine::Property& property, QGridLayout& grid);
    [[nodiscard]] QWidget* makeField(const engine::Property& property);
    [[nodiscard]] QWidget* makeBool(const engine::Property& property);
    [[nodiscard]] QWidget* makeInt(const engine::Property& property);
    [[nodiscard]] QWidget* makeNumber(const engine::Property& property);
    [[nodiscard]] QWidget* makeVector(const engine::Property& property);
    [[nodiscard]] QWidget* makeChoice(const engine::Property& property);
    [[nodiscard]] QWidget* makeAsset(const engine::Property& property);
    [[nodiscard]] QWidget* makeText(const engine::Property& property);
    [[nodiscard]] QWidget* makeObject(const engine::Property& property);
    [[nodiscard]] engine::ComponentValue shownValue() const;
    void explainFields();
    void set(const engine::Property& property, const engine::Value& value);

    EditorApi& m_editor;
    const engine::TypeInfo& m_type;
    engine::EntityId m_entity;
    QString m_whyLocked;
    engine::ComponentValue m_usual;
    std::vector<FoldSection*> m_sections;
    /// Puts the component's value into a field, without telling it as a change.
    std::vector<std::function<void(const void* component)>> m_show;

    struct Field
    {
        QWidget* widget = nullptr; ///< the field, or its label
        QString tooltip;           ///< while it can be changed
        std::string property;
    };

    std::vector<Field> m_fields;
    std::function<engine::ComponentValue(const engine::ComponentValue&)> m_counting;
    std::function<QString(const void*, const std::string&)> m_whyFixed;
};
} // namespace editor
