#include "plugins/navmesh/list_row.h"

#include "editor/api/editor_api.h"
#include "engine_core/base/count_text.h"

#include <QHeaderView>
#include <QPixmap>
#include <QTreeWidget>

#include <cmath>

namespace navmesh
{
namespace
{
constexpr int PlaceRole = Qt::UserRole; ///< in column 0 the place, in column 1 the tile
constexpr int NumberRole = Qt::UserRole + 1;
} // namespace

bool ListRow::operator<(const QTreeWidgetItem& other) const
{
    const int column = treeWidget() != nullptr ? treeWidget()->sortColumn() : 0;
    const auto mine = data(column, NumberRole);
    const auto theirs = other.data(column, NumberRole);
    return mine.isValid() && theirs.isValid() ? mine.toDouble() < theirs.toDouble()
                                              : text(column) < other.text(column);
}

void ListRow::setNumber(int column, double value, int decimals)
{
    setText(column, decimals == 0 && value >= 0
                        ? QString::fromStdString(
                              engine::numberText(static_cast<std::size_t>(std::llround(value))))
                        : QString::number(value, 'f', decimals));
    setData(column, NumberRole, value);
}

void ListRow::setShare(int column, double share)
{
    setText(column, share > 0 && share < 0.01 ? QObject::tr("< 1 %")
                                              : QObject::tr("%1 %").arg(std::llround(100 * share)));
    setData(column, NumberRole, share);
}

void ListRow::setPlace(const engine::Vec3d& place)
{
    setData(0, PlaceRole, QVariantList{place.x, place.y, place.z});
}

void ListRow::setTile(engine::TileCoord tile)
{
    setData(1, PlaceRole, QVariantList{tile.x, tile.z});
}

engine::Vec3d placeOf(const QTreeWidgetItem& row)
{
    const auto list = row.data(0, PlaceRole).toList();
    return list.size() == 3
               ? engine::Vec3d{list[0].toDouble(), list[1].toDouble(), list[2].toDouble()}
               : engine::Vec3d{0};
}

engine::TileCoord tileOf(const QTreeWidgetItem& row)
{
    const auto coord = row.data(1, PlaceRole).toList();
    return {coord.at(0).toInt(), coord.at(1).toInt()};
}

QTreeWidget* placeList(const QString& name,
                       const QStringList& columns,
                       const QString& tooltip,
                       editor::EditorApi& editor,
                       QWidget* parent)
{
    constexpr double Around = 4; // metres
    auto* tree = new QTreeWidget{parent};
    tree->setAccessibleName(name);
    tree->setToolTip(tooltip);
    tree->setHeaderLabels(columns);
    tree->header()->setSectionResizeMode(QHeaderView::Stretch);
    tree->setRootIsDecorated(false);
    tree->setUniformRowHeights(true);
    tree->setMaximumHeight(150);
    QObject::connect(tree, &QTreeWidget::itemActivated, parent, [&editor](QTreeWidgetItem* item) {
        if (!item->data(0, PlaceRole).isValid())
            return;
        engine::Aabb box;
        box.add(placeOf(*item));
        editor.focus(box.grown(Around));
    });
    return tree;
}

QIcon colorMark(const engine::DrawColor& color)
{
    QPixmap mark{10, 10};
    mark.fill(QColor::fromRgbF(color.r, color.g, color.b));
    return mark;
}
} // namespace navmesh
