#include "editor/panels/fields/link_button.h"

#include "editor/operations/prefab/linked_groups.h"
#include "editor/tools/place/prefab_commands.h"
#include "editor/views/theme.h"
#include "engine_core/scene/components/linked_group.h"
#include "engine_core/scene/prefabs/prefab_parts.h"

#include <QMenu>

#include <algorithm>

namespace editor
{
namespace
{
using State = PropertyLink::State;

/// In a linked group that has other copies.
bool isLinked(const engine::World& world, EntityId entity)
{
    const bool isRoot = world.get<engine::LinkedGroup>(entity) != nullptr;
    const auto group = isRoot ? entity : linkedGroupAbove(world, entity);
    return group && linkedCopies(world, group).size() > 1;
}

/// A linked group's own name and place follow nothing, and neither does what is hidden or locked.
bool canFollow(const engine::World& world,
               EntityId entity,
               const std::string& component,
               const std::string& property)
{
    if (component == "node" && (property == "hidden" || property == "locked"))
        return false;
    return !(world.get<engine::LinkedGroup>(entity) != nullptr && engine::belongsAround(component));
}
} // namespace

LinkButton::LinkButton(PropertyLink link,
                       const QString& label,
                       const QString& rowName,
                       QWidget* parent)
    : QToolButton{parent}, m_link{std::move(link)}, m_label{label}
{
    setObjectName(QStringLiteral("link.") + rowName);
    setAccessibleName(tr("Shared value of %1").arg(label));
    setIconSize({14, 14});
    setFixedSize(22, 22);
    connect(this, &QToolButton::clicked, this, &LinkButton::press);
    setVisible(false);
}

bool LinkButton::isMarked() const
{
    return m_state == State::Own || m_state == State::Overridden;
}

void LinkButton::refresh()
{
    m_state = m_link.state();
    setVisible(m_state != State::None);
    switch (m_state) {
    case State::None:
        break;
    case State::Follows:
        setIcon(themeIcon(QStringLiteral("link"), ColorRole::MutedText));
        setToolTip(tr("<b>Linked</b><br>The same in all copies. Click to keep a value of its own "
                      "in this copy."));
        setAccessibleName(tr("Keep own value of %1").arg(m_label));
        break;
    case State::Own:
        setIcon(themeIcon(QStringLiteral("pin"), ColorRole::Accent));
        setToolTip(tr("<b>Own value</b><br>This copy keeps its value. Click to take that of the "
                      "other copies again."));
        setAccessibleName(tr("Follow the other copies in %1").arg(m_label));
        break;
    case State::Overridden:
        setIcon(themeIcon(QStringLiteral("prefab"), ColorRole::Accent));
        setToolTip(tr("<b>Overridden</b><br>Not as in the prefab's file. Click to revert, or to "
                      "apply it to the prefab."));
        setAccessibleName(tr("Override of %1").arg(m_label));
        break;
    }
}

void LinkButton::press()
{
    if (m_state == State::Follows || m_state == State::Own)
        return m_link.keepOwn(m_state == State::Follows);
    QMenu menu{this};
    menu.setObjectName(QStringLiteral("overrideMenu"));
    connect(menu.addAction(themeIcon(QStringLiteral("reset")), tr("Revert to prefab")),
            &QAction::triggered, this, [this] { m_link.revert(); });
    connect(menu.addAction(themeIcon(QStringLiteral("prefab")), tr("Apply to prefab")),
            &QAction::triggered, this, [this] { m_link.apply(); });
    menu.exec(mapToGlobal(QPoint{0, height()}));
}

PropertyLink linkOfProperty(EditorApi& editor,
                            ShownObjects objects,
                            std::string component,
                            std::string property,
                            std::string entry)
{
    const auto overrides = [&editor, objects, component, property, entry] {
        std::vector<PrefabOverride> all;
        for (const auto entity : objects())
            for (auto& each :
                 overridesOf(editor.document().world(), entity, component, property, entry))
                all.push_back(std::move(each));
        return all;
    };
    PropertyLink link;
    link.state = [&editor, objects, overrides, component, property, entry] {
        const auto& world = editor.document().world();
        if (!overrides().empty())
            return State::Overridden;
        const auto shown = objects();
        const auto can = [&](EntityId entity) {
            return entry.empty() && canFollow(world, entity, component, property) &&
                   isLinked(world, entity);
        };
        if (shown.empty() || !std::all_of(shown.begin(), shown.end(), can))
            return State::None;
        return std::any_of(
                   shown.begin(), shown.end(),
                   [&](EntityId entity) { return keepsOwn(world, entity, component, property); })
                   ? State::Own
                   : State::Follows;
    };
    link.keepOwn = [&editor, objects, component, property](bool own) {
        const auto done = editor.document().run(
            own ? "Keep own value" : "Follow the copies",
            [&](Transaction& transaction) -> engine::Result<void> {
                for (const auto entity : objects())
                    if (auto set = setKeepsOwn(transaction, entity, component, property, own); !set)
                        return set;
                return {};
            });
        if (!done)
            editor.showMessage(MessageKind::Error, done.error().message());
    };
    link.revert = [&editor, overrides] {
        revertToPrefab(editor, overrides());
    };
    link.apply = [&editor, overrides] {
        applyToPrefab(editor, overrides());
    };
    return link;
}
} // namespace editor
