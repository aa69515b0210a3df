#pragma once

#include "editor/api/editor_api.h"
#include "editor/panels/inspector/inspector_section.h"

#include <functional>
#include <vector>

class QListWidget;
class QListWidgetItem;

namespace editor
{
/// The inspector's part about wires of others that lead to the shown object, as sentences; a click
/// selects the object that one comes from. Hidden where none leads to.
class IncomingWires : public InspectorSection
{
    Q_OBJECT

public:
    using Objects = std::function<std::vector<EntityId>()>;

    /// Most that are listed.
    static constexpr std::size_t MostListed = 200;

    IncomingWires(EditorApi& editor, Objects objects, QWidget* parent);

    /// Lists them again.
    void refresh();

    /// Whether the change is about what is listed, or may make it longer.
    [[nodiscard]] bool isAbout(const engine::Change& change) const;

private:
    void select(const QListWidgetItem* item);

    EditorApi& m_editor;
    Objects m_objects;
    std::vector<EntityId> m_sources; ///< of the rows
    QListWidget* m_list = nullptr;
};
} // namespace editor
