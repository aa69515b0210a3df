#include "editor/panels/inspector/incoming_wires.h"

#include "editor/operations/entity/wire_operations.h"
#include "engine_core/play/wire_ends.h"

#include <QListWidget>

#include <algorithm>

namespace editor
{
namespace
{
constexpr int MostRows = 8; ///< shown without scrolling
}

IncomingWires::IncomingWires(EditorApi& editor, Objects objects, QWidget* parent)
    : InspectorSection{QStringLiteral("incoming_wires"), tr("Told by"),
                       QStringLiteral("part_relay"), parent}
    , m_editor{editor}
    , m_objects{std::move(objects)}
{
    setToolTip(tr("Wires of other objects that lead to this one."));
    m_list = new QListWidget{this};
    m_list->setObjectName(QStringLiteral("incomingWires"));
    m_list->setAccessibleName(tr("Wires that lead to the object"));
    m_list->setToolTip(tr("<b>Told by</b><br>Who tells this object what. A click selects the "
                          "object that the wire comes from."));
    m_list->setWordWrap(true);
    addWide(m_list);
    connect(m_list, &QListWidget::itemClicked, this, &IncomingWires::select);
    connect(m_list, &QListWidget::itemActivated, this, &IncomingWires::select);
}

void IncomingWires::refresh()
{
    const auto& world = m_editor.document().world();
    const auto objects = m_objects();
    m_list->clear();
    m_sources.clear();
    if (objects.size() == 1)
        for (const auto& each : incomingWires(world, objects.front(), MostListed + 1)) {
            if (m_sources.size() == MostListed) {
                m_list->addItem(tr("... and more"));
                break;
            }
            const auto& wire = world.get<engine::Wires>(each.from)->list[each.place];
            m_sources.push_back(each.from);
            m_list->addItem(
                QString::fromStdString(engine::incomingWireText(world, each.from, wire)));
        }
    const int shown = std::clamp(m_list->count(), 1, MostRows);
    m_list->setFixedHeight(shown * std::max(m_list->sizeHintForRow(0), 18) +
                           2 * m_list->frameWidth());
    setVisible(m_list->count() > 0);
}

bool IncomingWires::isAbout(const engine::Change& change) const
{
    return change.type == engine::typeIdOf<engine::Wires>() ||
           std::find(m_sources.begin(), m_sources.end(), change.entity) != m_sources.end();
}

void IncomingWires::select(const QListWidgetItem* item)
{
    const auto row = static_cast<std::size_t>(m_list->row(item));
    if (row < m_sources.size() && m_editor.document().world().exists(m_sources[row]))
        m_editor.document().selection().set({m_sources[row]});
}
} // namespace editor
