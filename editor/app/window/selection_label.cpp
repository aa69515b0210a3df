#include "editor/app/window/selection_label.h"

#include "editor/document/document.h"
#include "engine_core/base/count_text.h"
#include "engine_core/scene/spatial/static_geometry.h"

namespace editor
{
using namespace engine;

namespace
{
QString lengthText(double value)
{
    return QString::number(value, 'f', 2);
}

/// Of brush and model: not how far a light shines, nor a point that is shown by an icon.
Aabb bodyOf(const World& world, EntityId entity)
{
    Aabb bounds;
    if (const auto brush = brushInWorld(world, entity))
        bounds = brush->bounds();
    if (const auto model = meshOf(world, entity))
        bounds.add(model->boundsAt(worldTransform(world, entity)));
    return bounds;
}

/// Adds the bodies of the entity and of what is below it while `left` lasts; false if it does not.
bool addTree(const World& world, EntityId entity, Aabb& bounds, int& left)
{
    if (left-- <= 0)
        return false;
    bounds.add(bodyOf(world, entity));
    for (const auto child : world.children(entity))
        if (!addTree(world, child, bounds, left))
            return false;
    return true;
}
} // namespace

SelectionLabel::SelectionLabel(const Document& document, QWidget* parent)
    : QLabel{parent}, m_document{document}
{
    m_soon.setSingleShot(true);
    m_soon.setInterval(0);
    connect(&m_soon, &QTimer::timeout, this, &SelectionLabel::refresh);
    setTextFormat(Qt::PlainText);
    refresh();
}

void SelectionLabel::refreshSoon()
{
    if (!m_soon.isActive())
        m_soon.start();
}

void SelectionLabel::refresh()
{
    m_soon.stop();
    setText(describe());
}

QString SelectionLabel::describe() const
{
    const auto& chosen = m_document.selection();
    if (!chosen.faces().empty())
        return QString::fromStdString(countText(chosen.faces().size(), "face", "faces"));
    if (chosen.entities().empty())
        return tr("nothing selected");
    const auto count =
        QString::fromStdString(countText(chosen.entities().size(), "object", "objects"));
    Aabb bounds;
    int left = MeasuredObjects;
    for (const auto entity : chosen.entities())
        if (!addTree(m_document.world(), entity, bounds, left))
            return count;
    if (bounds.isEmpty())
        return count;
    const auto size = bounds.size();
    return QStringLiteral("%1  %2 x %3 x %4 m")
        .arg(count, lengthText(size.x), lengthText(size.y), lengthText(size.z));
}
} // namespace editor
