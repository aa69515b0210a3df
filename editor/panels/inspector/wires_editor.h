#pragma once

#include "editor/api/editor_api.h"
#include "engine_core/scene/components/wires.h"

#include <QWidget>

#include <functional>
#include <string>
#include <vector>

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QListWidget;
class QPushButton;

namespace engine
{
class ScriptLibrary;
}

namespace editor
{
class EntityField;
class NumberField;

/// The wires of one object as a list of sentences, and fields for the chosen one. Outputs and
/// messages are offered from what the scripts declare. Each edit is one step.
class WiresEditor : public QWidget
{
    Q_OBJECT

public:
    using Objects = std::function<std::vector<EntityId>()>;
    using ScriptSource = std::function<engine::ScriptLibrary&()>;

    WiresEditor(EditorApi& editor, Objects objects, ScriptSource scripts, QWidget* parent);

    /// Reads the wires again.
    void refresh();

private:
    void makeList();
    void makeFields();
    void connectFields();
    void showChosen();
    void offerNames(const engine::Wire& wire);
    void add();
    void remove();
    void change(const std::function<void(engine::Wire&)>& edit);
    void write(const std::string& label, engine::Wires wires);
    [[nodiscard]] EntityId object() const;
    [[nodiscard]] engine::Wires wires() const;
    [[nodiscard]] std::size_t chosen() const;

    EditorApi& m_editor;
    Objects m_objects;
    ScriptSource m_scripts;
    bool m_reading = false;
    QLabel* m_note = nullptr;
    QListWidget* m_list = nullptr;
    QPushButton* m_add = nullptr;
    QPushButton* m_remove = nullptr;
    QWidget* m_fields = nullptr;
    QComboBox* m_output = nullptr;
    EntityField* m_target = nullptr;
    QComboBox* m_message = nullptr;
    QLineEdit* m_value = nullptr;
    NumberField* m_delay = nullptr;
    QCheckBox* m_once = nullptr;
};
} // namespace editor
