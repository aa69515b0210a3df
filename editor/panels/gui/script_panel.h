#pragma once

#include "editor/panels/gui/gui_item.h"
#include "editor/scripting/script_window.h"

#include <QTimer>
#include <QWidget>

class QLabel;
class QPushButton;

namespace editor
{
/// What a script's window shows, as widgets; or what is wrong with the script. The script runs
/// while the dock around it is open, and again after each change while it can be seen.
class ScriptPanel : public QWidget
{
    Q_OBJECT

public:
    /// `window` outlives the panel. `parent` is its dock, or null in tests.
    ScriptPanel(EditorApi& editor, ScriptWindow& window, QWidget* parent = nullptr);
    ~ScriptPanel() override;

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void send(GuiEvent event);
    void showTree();
    void refreshSoon();

    ScriptWindow& m_window;
    GuiContext m_context;
    std::unique_ptr<GuiItem> m_root;
    QWidget* m_body = nullptr;
    QLabel* m_failure = nullptr;
    QPushButton* m_retry = nullptr;
    QLabel* m_notice = nullptr;
    QTimer m_later; ///< one run for all changes of a moment
    QTimer m_again; ///< of scripts that want to run by themselves
    bool m_inDock = false;
    engine::Connections m_connections;
};
} // namespace editor
