#pragma once

#include "editor/operations/prefab/prefab_changes.h"
#include "editor/panels/inspector/inspector_bindings.h"
#include "editor/panels/inspector/inspector_section.h"

class QLabel;
class QListWidget;
class QPushButton;

namespace editor
{
/// The inspector's part about the prefab instance that the shown objects are in: what it overrides,
/// and buttons that revert or apply the chosen overrides, or all of them.
class PrefabSection : public InspectorSection
{
    Q_OBJECT

public:
    PrefabSection(EditorApi& editor, EntityId instance, QWidget* parent);

    /// Lists the overrides again.
    void refreshOverrides();

private:
    QPushButton* addButton(const QString& name, const QString& label, const QString& tooltip);
    void addButtons();
    [[nodiscard]] std::vector<PrefabOverride> chosen() const;

    EditorApi& m_editor;
    EntityId m_instance;
    std::vector<PrefabOverride> m_overrides; ///< the rows of the list
    QLabel* m_summary = nullptr;
    QListWidget* m_list = nullptr;
    QWidget* m_buttons = nullptr;
    QPushButton* m_revert = nullptr;
    QPushButton* m_apply = nullptr;
};
} // namespace editor
