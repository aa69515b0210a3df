#include "editor/panels/inspector/played_view.h"

#include "editor/panels/inspector/played_value.h"
#include "engine_core/play/play_session.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scripting/compile/script_library.h"

#include <QHeaderView>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace editor
{
using engine::Property;
using engine::TypeInfo;

namespace
{
constexpr int MostLetters = 200; ///< of a value: a game may hold long texts

QString withUnit(QString text, const std::string& unit)
{
    if (text.size() > MostLetters)
        return text.left(MostLetters) + QStringLiteral("...");
    return unit.empty() || text.isEmpty() ? text : text + ' ' + QString::fromStdString(unit);
}
} // namespace

PlayedView::PlayedView(EditorApi& editor, ScriptSource scripts, QWidget* parent)
    : QWidget{parent}, m_editor{editor}, m_scripts{std::move(scripts)}
{
    auto* layout = new QVBoxLayout{this};
    layout->setContentsMargins(0, 0, 0, 0);
    m_tree = new QTreeWidget{this};
    m_tree->setObjectName(QStringLiteral("playedValues"));
    m_tree->setAccessibleName(tr("Values of the object in the running game"));
    m_tree->setToolTip(
        tr("<b>In play</b><br>What the object has now. The level has no such object, "
           "so nothing of it can be edited."));
    m_tree->setColumnCount(2);
    m_tree->setHeaderHidden(true);
    m_tree->setFrameShape(QFrame::NoFrame);
    m_tree->header()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
    layout->addWidget(m_tree);
    hide();
}

void PlayedView::showObject(EntityId entity)
{
    m_entity = entity;
    build();
    setVisible(static_cast<bool>(entity));
}

std::vector<engine::TypeId> PlayedView::typesNow() const
{
    std::vector<engine::TypeId> types;
    const auto* session = m_editor.playSession();
    if (session == nullptr || !session->world().exists(m_entity))
        return types;
    for (const auto& type : m_editor.document().types().all())
        if (session->world().value(m_entity, type.id))
            types.push_back(type.id);
    return types;
}

void PlayedView::build()
{
    m_tree->clear();
    m_rows.clear();
    m_types = typesNow();
    for (const auto id : m_types)
        addComponent(*m_editor.document().types().find(id));
    m_tree->expandAll();
    refresh();
}

void PlayedView::addComponent(const TypeInfo& type)
{
    auto* section = new QTreeWidgetItem{m_tree, {QString::fromStdString(type.label)}};
    section->setFirstColumnSpanned(true);
    auto font = section->font(0);
    font.setBold(true);
    section->setFont(0, font);
    for (const auto& property : type.properties) {
        if (property.hidden || property.kind == engine::PropertyKind::Bag)
            continue;
        addRow(section, property.label, [this, &property, id = type.id] {
            const auto& world = m_editor.playSession()->world();
            const auto& component = world.value(m_entity, id);
            return component
                       ? withUnit(valueText(world, property.get(component.get())), property.unit)
                       : QString{};
        });
    }
    if (type.id == engine::typeIdOf<engine::Script>())
        addScript(section);
}

void PlayedView::addScript(QTreeWidgetItem* section)
{
    const auto* script = m_editor.playSession()->world().get<engine::Script>(m_entity);
    if (script == nullptr || script->file.path.empty())
        return;
    const auto info = m_scripts().classInfo(script->file.path, script->className);
    if (!info)
        return; // the game runs an older version of it
    for (const auto& member : info->properties)
        addRow(section, member.label, [this, name = member.name, unit = member.unit] {
            const auto& session = *m_editor.playSession();
            const auto value = session.scriptProperty(m_entity, name);
            return value ? withUnit(valueText(session.world(), *value), unit) : QString{};
        });
}

void PlayedView::addRow(QTreeWidgetItem* section,
                        const std::string& label,
                        std::function<QString()> read)
{
    m_rows.push_back(
        {new QTreeWidgetItem{section, {QString::fromStdString(label)}}, std::move(read)});
}

void PlayedView::refresh()
{
    const auto types = typesNow();
    if (types.empty())
        return; // whoever shows it takes it away
    if (types != m_types)
        return build();
    for (const auto& [item, read] : m_rows)
        if (const auto text = read(); item->text(1) != text)
            item->setText(1, text);
}
} // namespace editor
