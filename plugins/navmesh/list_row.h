#pragma once

#include "engine_core/navigation/mesh/nav_tile.h"
#include "engine_core/scene/debug_draw.h"

#include <QIcon>
#include <QTreeWidgetItem>

namespace editor
{
class EditorApi;
} // namespace editor

namespace navmesh
{
/// A row of the dock's lists: its numbers sort as numbers, and it knows a place in the level.
class ListRow final : public QTreeWidgetItem
{
public:
    using QTreeWidgetItem::QTreeWidgetItem;

    bool operator<(const QTreeWidgetItem& other) const override;

    void setNumber(int column, double value, int decimals);

    /// "24 %" of all, from 0 to 1.
    void setShare(int column, double share);
    void setPlace(const engine::Vec3d& place);
    void setTile(engine::TileCoord tile);
};

/// The origin if the row knows none.
[[nodiscard]] engine::Vec3d placeOf(const QTreeWidgetItem& row);

/// Of a row with a tile.
[[nodiscard]] engine::TileCoord tileOf(const QTreeWidgetItem& row);

/// A list of such rows; a double click on one that knows a place shows it in the views of `editor`.
[[nodiscard]] QTreeWidget* placeList(const QString& name,
                                     const QStringList& columns,
                                     const QString& tooltip,
                                     editor::EditorApi& editor,
                                     QWidget* parent);

/// A small square of that colour.
[[nodiscard]] QIcon colorMark(const engine::DrawColor& color);
} // namespace navmesh
