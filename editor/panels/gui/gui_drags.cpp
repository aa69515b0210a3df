#include "editor/panels/assets/asset_kinds.h"
#include "editor/panels/fields/entity_field.h"
#include "editor/panels/gui/gui_item.h"

#include <QApplication>
#include <QDrag>
#include <QDragEnterEvent>
#include <QLabel>
#include <QMouseEvent>

namespace editor
{
namespace
{
/// A frame to drag things from.
class DragHandle final : public QLabel
{
public:
    explicit DragHandle(QWidget* parent) : QLabel{parent}
    {
        setFrameShape(QFrame::StyledPanel);
        setAlignment(Qt::AlignCenter);
        setMargin(6);
        setCursor(Qt::OpenHandCursor);
    }

    /// What it carries; may be null.
    std::function<QMimeData*()> contents;

protected:
    void mousePressEvent(QMouseEvent* event) override { m_pressed = event->position().toPoint(); }

    void mouseMoveEvent(QMouseEvent* event) override
    {
        const auto moved = event->position().toPoint() - m_pressed;
        if (moved.manhattanLength() < QApplication::startDragDistance())
            return;
        auto* mime = contents ? contents() : nullptr;
        if (mime == nullptr)
            return;
        auto* drag = new QDrag{this}; // Qt deletes it
        drag->setMimeData(mime);
        drag->exec(Qt::CopyAction | Qt::LinkAction, Qt::CopyAction);
    }

private:
    QPoint m_pressed;
};

/// A frame to drop things on.
class DropPlace final : public QLabel
{
public:
    explicit DropPlace(QWidget* parent) : QLabel{parent}
    {
        setFrameShape(QFrame::StyledPanel);
        setAlignment(Qt::AlignCenter);
        setMargin(10);
        setProperty("muted", true);
        setAcceptDrops(true);
    }

    /// What of it is wanted; empty: nothing.
    std::function<std::vector<engine::Value>(const QMimeData*)> wanted;
    std::function<void(std::vector<engine::Value>)> dropped;

protected:
    void dragEnterEvent(QDragEnterEvent* event) override
    {
        if (!wanted(event->mimeData()).empty())
            event->acceptProposedAction();
    }

    void dropEvent(QDropEvent* event) override
    {
        auto things = wanted(event->mimeData());
        if (things.empty())
            return;
        event->setDropAction(Qt::LinkAction); // a list must not take it for a move
        event->accept();
        dropped(std::move(things));
    }
};

class GuiDragItem final : public GuiItem
{
public:
    GuiDragItem(GuiContext& context, const GuiNode&, QWidget* parent) : GuiItem{context}
    {
        m_handle = new DragHandle{parent};
        m_handle->contents = [this] {
            return carried();
        };
        setWidget(m_handle);
    }

protected:
    void update(const GuiNode& node) override
    {
        m_handle->setText(QString::fromStdString(node.label));
    }

private:
    [[nodiscard]] QMimeData* carried() const
    {
        std::vector<EntityId> entities;
        for (const auto& each : node().list) {
            if (const auto* asset = each.as<engine::AssetPath>())
                return makeAssetMime({node().assetKind, asset->path});
            if (const auto* entity = each.as<EntityId>())
                entities.push_back(*entity);
        }
        return entities.empty() ? nullptr : makeEntityMime(entities);
    }

    DragHandle* m_handle = nullptr;
};

class GuiDropItem final : public GuiItem
{
public:
    GuiDropItem(GuiContext& context, const GuiNode&, QWidget* parent) : GuiItem{context}
    {
        m_place = new DropPlace{parent};
        m_place->wanted = [this](const QMimeData* mime) {
            return wantedOf(mime);
        };
        m_place->dropped = [this](std::vector<engine::Value> things) {
            sendList(std::move(things));
        };
        setWidget(m_place);
    }

protected:
    void update(const GuiNode& node) override
    {
        m_place->setText(QString::fromStdString(node.label));
    }

private:
    [[nodiscard]] std::vector<engine::Value> wantedOf(const QMimeData* mime) const
    {
        std::vector<engine::Value> things;
        if (node().value.as<EntityId>() != nullptr)
            for (const auto entity : entitiesOf(mime))
                things.push_back({entity});
        else if (const auto asset = assetOf(mime))
            if (node().assetKind == engine::AssetKind::Any || node().assetKind == asset->kind)
                things.push_back({engine::AssetPath{asset->path}});
        return things;
    }

    DropPlace* m_place = nullptr;
};
} // namespace

std::unique_ptr<GuiItem> makeGuiDrag(GuiContext& context, const GuiNode& node, QWidget* parent)
{
    if (node.kind == GuiKind::Drag)
        return std::make_unique<GuiDragItem>(context, node, parent);
    if (node.kind == GuiKind::Drop)
        return std::make_unique<GuiDropItem>(context, node, parent);
    return nullptr;
}
} // namespace editor
