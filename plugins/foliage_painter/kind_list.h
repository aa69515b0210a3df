#pragma once

#include "plugins/foliage_painter/kind_import.h"
#include "plugins/foliage_painter/painter_state.h"

#include <QListWidget>

#include <memory>
#include <vector>

namespace foliage_painter
{
/// The kinds of plants of the foliage that the tools work on, with their pictures; those that are
/// ticked are planted. Models and pictures that are dropped on it become kinds.
class KindList final : public QListWidget
{
    Q_OBJECT

public:
    KindList(std::shared_ptr<PainterState> state, QWidget* parent);

    /// Null if there is none.
    [[nodiscard]] engine::EntityId current() const;

    void choose(engine::EntityId kind);

    /// Shows the kinds as the document has them; the chosen one stays chosen.
    void refresh();

    /// As high as some kinds.
    QSize sizeHint() const override;

protected:
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dragMoveEvent(QDragMoveEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    [[nodiscard]] std::vector<DroppedShape> shapesOf(const QMimeData& mime) const;
    void addRow(const engine::FoliageTypeEntry& kind,
                std::span<const engine::FoliageTypeEntry> mix);

    std::shared_ptr<PainterState> m_state;
    KindImport m_import;
    engine::Connection m_added;
};
} // namespace foliage_painter
