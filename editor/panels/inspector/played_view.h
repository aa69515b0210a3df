#pragma once

#include "editor/api/editor_api.h"

#include <QWidget>

#include <functional>
#include <string>
#include <vector>

class QTreeWidget;
class QTreeWidgetItem;

namespace engine
{
class ScriptLibrary;
}

namespace editor
{
/// What an object of the running game has now, component by component, to be read alone: for
/// objects that the level does not have.
class PlayedView : public QWidget
{
    Q_OBJECT

public:
    using ScriptSource = std::function<engine::ScriptLibrary&()>;

    PlayedView(EditorApi& editor, ScriptSource scripts, QWidget* parent);

    /// Null: nothing.
    void showObject(EntityId entity);

    /// Reads the values again.
    void refresh();

private:
    /// A row and how its text is found; the session and the object are there.
    struct Row
    {
        QTreeWidgetItem* item = nullptr;
        std::function<QString()> read;
    };

    void build();
    void addComponent(const engine::TypeInfo& type);
    void addScript(QTreeWidgetItem* section);
    void addRow(QTreeWidgetItem* section, const std::string& label, std::function<QString()> read);
    [[nodiscard]] std::vector<engine::TypeId> typesNow() const;

    EditorApi& m_editor;
    ScriptSource m_scripts;
    EntityId m_entity;
    std::vector<engine::TypeId> m_types; ///< that have a section
    std::vector<Row> m_rows;
    QTreeWidget* m_tree = nullptr;
};
} // namespace editor
