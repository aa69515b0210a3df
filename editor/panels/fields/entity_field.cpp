#include "editor/panels/fields/entity_field.h"

#include "editor/panels/panel_helpers.h"
#include "engine_core/scene/components/node.h"

#include <QDragEnterEvent>

#include <fmt/format.h>

namespace editor
{
namespace
{
constexpr auto EntityMimeType = "application/x-mapwright-entities";
} // namespace

QMimeData* makeEntityMime(std::span<const EntityId> entities)
{
    QByteArray ids;
    for (const auto entity : entities)
        ids += QByteArray::number(static_cast<qulonglong>(entity.value)) + '\n';
    auto* mime = new QMimeData;
    mime->setData(QLatin1String{EntityMimeType}, ids);
    return mime;
}

std::vector<EntityId> entitiesOf(const QMimeData* mime)
{
    std::vector<EntityId> entities;
    if (mime != nullptr)
        for (const auto& line : mime->data(QLatin1String{EntityMimeType}).split('\n'))
            if (const auto id = line.toULongLong(); id != 0)
                entities.push_back(EntityId{id});
    return entities;
}

EntityField::EntityField(EditorApi& editor, QWidget* parent) : QLineEdit{parent}, m_editor{editor}
{
    setAcceptDrops(true);
    setClearButtonEnabled(true);
    connect(this, &QLineEdit::editingFinished, this, &EntityField::commitText);
    leaveOnReturn(*this);
}

QString EntityField::nameOf(EntityId entity) const
{
    if (entity.isNull())
        return {};
    const auto* node = m_editor.document().world().get<engine::Node>(entity);
    return node != nullptr ? QString::fromStdString(node->name) : tr("(deleted)");
}

void EntityField::setEntity(EntityId entity)
{
    m_entity = entity;
    m_mixed = false;
    setPlaceholderText(tr("none"));
    if (!(hasFocus() && isModified()))
        setText(nameOf(entity));
}

void EntityField::setMixed()
{
    m_entity = {};
    m_mixed = true;
    setPlaceholderText(tr("mixed"));
    if (!(hasFocus() && isModified()))
        clear();
}

void EntityField::commitText()
{
    if (!isModified())
        return;
    setModified(false);
    const auto typed = text().trimmed().toStdString();
    if (typed.empty()) {
        if (!m_mixed && picked)
            picked({});
        return;
    }
    EntityId found;
    std::size_t count = 0;
    m_editor.document().world().forEach<engine::Node>([&](EntityId entity, const auto& node) {
        if (node.name == typed && ++count == 1)
            found = entity;
    });
    if (found.isNull()) {
        m_editor.showMessage(MessageKind::Error, "No object is called '" + typed + "'");
        setText(nameOf(m_entity));
        return;
    }
    if (picked)
        picked(found);
    if (count > 1)
        m_editor.showMessage(MessageKind::Warning,
                             fmt::format("{} objects are called '{}': the first one is taken. Drop "
                                         "another one from the scene browser",
                                         count, typed));
}

void EntityField::dragEnterEvent(QDragEnterEvent* event)
{
    if (entitiesOf(event->mimeData()).size() == 1)
        event->acceptProposedAction();
}

void EntityField::dropEvent(QDropEvent* event)
{
    const auto dropped = entitiesOf(event->mimeData());
    if (dropped.size() != 1)
        return;
    event->setDropAction(Qt::LinkAction); // the browser must not take it for a move
    event->accept();
    if (picked)
        picked(dropped.front());
}
} // namespace editor
