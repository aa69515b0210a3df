#pragma once

#include "engine_core/base/files/files.h"

#include <QFrame>

class QListWidget;
class QPushButton;
class QVBoxLayout;

namespace editor
{
/// What the first start shows instead of a level: recent projects with pictures, new projects from
/// templates, opening, and the guided tour. Only asks; the window does what is asked for.
class StartPage : public QFrame
{
    Q_OBJECT

public:
    explicit StartPage(QWidget* parent);

    /// Reads the list of recent projects anew.
    void refresh();

Q_SIGNALS:
    void projectWanted(const QString& folder);
    void newProjectWanted(const QString& templateName);
    void folderWanted();
    void tourWanted();
    void closed();

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    [[nodiscard]] QWidget* makeActions();
    [[nodiscard]] QWidget* makeRecent();
    QPushButton* addButton(QVBoxLayout& layout,
                           const QString& icon,
                           const QString& label,
                           const QString& tooltip,
                           const char* name);

    QListWidget* m_recent = nullptr;
};
} // namespace editor
