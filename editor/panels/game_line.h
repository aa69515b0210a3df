#pragma once

#include "editor/api/editor_api.h"

#include <QLineEdit>
#include <QStringList>

class QStandardItemModel;

namespace editor
{
/// Where a line for the running game's console is typed, with the commands and variables of its
/// scripts to choose from; Up and Down bring back what was typed before. Seen only while a game
/// runs.
class GameLine : public QLineEdit
{
    Q_OBJECT

public:
    explicit GameLine(EditorApi& editor, QWidget* parent = nullptr);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;

private:
    void send();
    void offerCommands();
    void showTyped(int at);

    EditorApi& m_editor;
    QStandardItemModel* m_commands = nullptr;
    QStringList m_typed; ///< the last ones, the newest at the end
    int m_at = 0;        ///< of m_typed; its size while none is shown
    engine::Connection m_following;
};
} // namespace editor
