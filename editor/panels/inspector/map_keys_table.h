#pragma once

#include "editor/api/editor_api.h"
#include "editor/operations/entity/map_key_operations.h"

#include <QWidget>

#include <functional>
#include <vector>

class QPushButton;
class QTableWidget;
class QTableWidgetItem;

namespace editor
{
/// The keys of imported entities as a table of keys and values, edited in place; each edit is one
/// step for all shown objects.
class MapKeysTable : public QWidget
{
    Q_OBJECT

public:
    using Objects = std::function<std::vector<EntityId>()>;

    MapKeysTable(EditorApi& editor, Objects objects, QWidget* parent);

    /// Reads the keys again.
    void refresh();

private:
    void takeEdit(const QTableWidgetItem* item);
    void addKey();
    void removeKeys();
    [[nodiscard]] QString shownValue(const SharedMapKey& key) const;
    void
    run(const std::string& label,
        const std::function<engine::Result<void>(Transaction&, std::span<const EntityId>)>& edit);

    EditorApi& m_editor;
    Objects m_objects;
    std::vector<SharedMapKey> m_keys; ///< the rows
    QTableWidget* m_table = nullptr;
    QPushButton* m_remove = nullptr;
    bool m_reading = false;
};
} // namespace editor
