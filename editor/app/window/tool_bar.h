#pragma once

#include "editor/api/editor_api.h"

#include <QHash>
#include <QToolBar>

#include <functional>
#include <string>
#include <vector>

class QMenu;
class QToolButton;

namespace editor
{
class ActionRegistry;

/// The tools to choose from. Three or more whose ids share the word before the dot, such as
/// "foliage.paint" and "foliage.erase", share one button, which shows the one chosen last and
/// unfolds the others, and a menu of their own below Tools. One whose first word is another tool's
/// id, such as "face.uv", shares the button of that one.
class ToolBar : public QToolBar
{
    Q_OBJECT

public:
    using Choose = std::function<void(const std::string& id)>;

    /// `actions` must outlive the bar.
    ToolBar(ActionRegistry& actions, Choose choose, QWidget* parent);
    ~ToolBar() override;

    /// Makes a command and a place in the bar for each tool, in place of those before.
    void setTools(const std::vector<ToolInfo>& tools, const std::string& active);

    void setActive(const std::string& id);

private:
    struct Group
    {
        QString name;
        QAction* place = nullptr; ///< in the bar; owns the button
        QToolButton* button = nullptr;
        QMenu* menu = nullptr;
    };

    [[nodiscard]] QAction* addCommand(const ToolInfo& tool, const std::string& menu);
    Group& groupNamed(const QString& name);
    void removeTools();

    ActionRegistry& m_actions;
    Choose m_choose;
    bool m_isDivided = false; ///< the menu, between commands and tools
    std::vector<Registration> m_commands;
    std::vector<QAction*> m_choices; ///< by tool
    std::vector<Group> m_groups;
    QHash<QString, QString> m_lastOf; ///< object name of the action chosen last, by group
};
} // namespace editor
