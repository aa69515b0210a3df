#pragma once

#include "editor/api/editor_api.h"
#include "editor/operations/entity/map_key_operations.h"
#include "engine_core/interchange/game_data/game_classes.h"

#include <QWidget>

#include <functional>
#include <optional>
#include <string>
#include <vector>

class QLineEdit;
class QPushButton;
class QTableWidget;
class QTableWidgetItem;

namespace editor
{
class MapKeyEditor;

/// The keys of imported entities as a table of keys and values, edited in place; each edit is one
/// step for all shown objects. If the project's FGD files know the class of all of them, its other
/// keys follow in grey with what they are when they are missing, and the chosen key has a field of
/// its kind below.
class MapKeysTable : public QWidget
{
    Q_OBJECT

public:
    using Objects = std::function<std::vector<EntityId>()>;

    MapKeysTable(EditorApi& editor, Objects objects, QWidget* parent);

    /// Reads the keys again.
    void refresh();

    /// Completes a class that is typed there with those of the project's FGD files.
    void completeClasses(QLineEdit* field);

private:
    struct Row
    {
        SharedMapKey key;
        std::optional<engine::GameKey> known;
        bool isSet = true; ///< at least one object has it
    };

    void makeEditor();
    void readRows();
    void showRow(int row);
    void showChosen();
    [[nodiscard]] const Row* chosenRow() const;            ///< null: none
    [[nodiscard]] int rowOf(const std::string& key) const; ///< -1: there is none
    /// Null: they are of several classes, or of one that is not known.
    [[nodiscard]] const engine::GameClass* sharedClass(const engine::GameClasses& classes) const;
    void takeEdit(const QTableWidgetItem* item);
    void addKey();
    void removeKeys();
    void
    run(const std::string& label,
        const std::function<engine::Result<void>(Transaction&, std::span<const EntityId>)>& edit);

    EditorApi& m_editor;
    Objects m_objects;
    std::vector<Row> m_rows;
    std::string m_helpOfClass; ///< as of the last refresh; empty if they have no class in common
    QTableWidget* m_table = nullptr;
    MapKeyEditor* m_editorOfKey = nullptr;
    QPushButton* m_remove = nullptr;
    bool m_reading = false;
};
} // namespace editor
