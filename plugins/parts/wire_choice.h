#pragma once

#include "editor/api/editor_api.h"
#include "engine_core/scene/components/wires.h"
#include "engine_core/scripting/compile/script_library.h"

#include <QDialog>

#include <string>
#include <vector>

class QLabel;
class QListWidget;
class QPushButton;

namespace parts
{
/// Asks which output of one object tells which message to another one, with the likely pair chosen,
/// and adds that wire as one step. Opens where the pointer is; Esc or a click elsewhere adds
/// nothing. It deletes itself when it is closed.
class WireChoice final : public QDialog
{
    Q_OBJECT

public:
    /// Both objects exist. The scripts outlive it.
    WireChoice(editor::EditorApi& editor,
               engine::ScriptLibrary& scripts,
               engine::EntityId from,
               engine::EntityId to,
               QWidget* parent);

    [[nodiscard]] engine::EntityId from() const { return m_from; }

    [[nodiscard]] engine::EntityId to() const { return m_to; }

    void accept() override;

private:
    QListWidget* addList(const QString& name, const QString& label, const QString& tooltip);
    void offer();
    void showSentence();
    [[nodiscard]] engine::Wire wire() const;

    editor::EditorApi& m_editor;
    engine::ScriptLibrary& m_scripts;
    engine::EntityId m_from;
    engine::EntityId m_to;
    QListWidget* m_outputs = nullptr;
    QListWidget* m_messages = nullptr;
    QLabel* m_sentence = nullptr;
    QPushButton* m_add = nullptr;
    engine::Connections m_connections;
};
} // namespace parts
