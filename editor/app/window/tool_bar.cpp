#include "editor/app/window/tool_bar.h"

#include "editor/app/actions/action_registry.h"

#include <QAction>
#include <QMenu>
#include <QSet>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace editor
{
namespace
{
constexpr auto SmallestGroup = 3; // tools; fewer stand in the bar by themselves

/// "foliage" of "foliage.paint"; empty for a tool of the editor itself.
QString familyOf(const ToolInfo& tool)
{
    if (!tool.family.empty())
        return QString::fromStdString(tool.family);
    const auto dot = tool.id.find('.');
    return dot == std::string::npos ? QString{} : QString::fromStdString(tool.id.substr(0, dot));
}

/// "Foliage"
QString titleOf(QString family)
{
    family[0] = family[0].toUpper();
    return family;
}

QHash<QString, int> countFamilies(const std::vector<ToolInfo>& tools)
{
    QHash<QString, int> counts;
    for (const auto& tool : tools)
        ++counts[familyOf(tool)];
    counts.remove(QString{});
    return counts;
}

/// The tools that others join: "face" if there is a "face.uv".
QSet<QString> findHosts(const std::vector<ToolInfo>& tools, const QHash<QString, int>& families)
{
    QSet<QString> hosts;
    for (const auto& tool : tools)
        if (const auto id = QString::fromStdString(tool.id); families.contains(id))
            hosts.insert(id);
    return hosts;
}
} // namespace

ToolBar::ToolBar(ActionRegistry& actions, Choose choose, QWidget* parent)
    : QToolBar{tr("Tools"), parent}, m_actions{actions}, m_choose{std::move(choose)}
{
    setObjectName(QStringLiteral("toolbar.tools"));
}

ToolBar::~ToolBar()
{
    removeTools();
}

void ToolBar::setTools(const std::vector<ToolInfo>& tools, const std::string& active)
{
    removeTools();
    if (!std::exchange(m_isDivided, true)) // once: submenus of tools stay below it
        m_actions.addSeparator(QStringLiteral("Tools"));
    const auto counts = countFamilies(tools);
    const auto hosts = findHosts(tools, counts);
    auto isBuiltin = true;
    for (const auto& tool : tools) {
        const auto id = QString::fromStdString(tool.id);
        const auto family = hosts.contains(id) ? id : familyOf(tool);
        const auto isHosted = hosts.contains(family);
        if (isBuiltin && !family.isEmpty() && !isHosted) {
            addSeparator();
            isBuiltin = false;
        }
        const auto hasMenu = !isHosted && counts.value(family) >= SmallestGroup;
        auto* action =
            addCommand(tool, hasMenu ? "Tools/" + titleOf(family).toStdString() : "Tools");
        m_choices.push_back(action);
        if (hasMenu || isHosted)
            groupNamed(family).menu->addAction(action);
        else
            addAction(action);
        if (tool.id == "select")
            addAction(m_actions.find("select.faces"));
    }
    for (const auto& group : m_groups) {
        const auto choices = group.menu->actions();
        const auto last = std::find_if(choices.begin(), choices.end(), [&](QAction* each) {
            return each->objectName() == m_lastOf.value(group.name);
        });
        group.button->setDefaultAction(last == choices.end() ? choices.front() : *last);
    }
    setActive(active);
}

void ToolBar::setActive(const std::string& id)
{
    const auto name = "tool." + QString::fromStdString(id);
    for (auto* action : m_choices)
        action->setChecked(action->objectName() == name);
    for (const auto& group : m_groups)
        for (auto* action : group.menu->actions())
            if (action->isChecked()) {
                group.button->setDefaultAction(action);
                m_lastOf[group.name] = name;
            }
}

QAction* ToolBar::addCommand(const ToolInfo& tool, const std::string& menu)
{
    const auto id = "tool." + tool.id;
    m_commands.push_back(m_actions.addTemporary({.id = id,
                                                 .menu = menu,
                                                 .label = tool.label,
                                                 .tooltip = tool.tooltip,
                                                 .icon = tool.icon,
                                                 .shortcut = tool.shortcut,
                                                 .run = [this, id = tool.id] { m_choose(id); },
                                                 .isEnabled = {}}));
    auto* action = m_actions.find(id);
    action->setCheckable(true);
    return action;
}

ToolBar::Group& ToolBar::groupNamed(const QString& name)
{
    for (auto& group : m_groups)
        if (group.name == name)
            return group;
    auto* button = new QToolButton{this};
    button->setObjectName("toolgroup." + name);
    button->setPopupMode(QToolButton::MenuButtonPopup);
    button->setAccessibleName(tr("%1 tools").arg(titleOf(name)));
    auto* menu = new QMenu{button};
    button->setMenu(menu);
    return m_groups.emplace_back(
        Group{.name = name, .place = addWidget(button), .button = button, .menu = menu});
}

void ToolBar::removeTools()
{
    m_choices.clear();
    for (auto* action : actions())
        if (action->isSeparator())
            delete action; // clear() leaves them to us
    clear();
    for (const auto& group : m_groups)
        group.place->deleteLater(); // one of its tools may be what takes the tools away
    m_groups.clear();
    m_commands.clear();
}
} // namespace editor
