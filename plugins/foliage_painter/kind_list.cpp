#include "plugins/foliage_painter/kind_list.h"

#include "editor/api/asset_mime.h"
#include "editor/api/asset_pictures.h"
#include "editor/api/empty_hint.h"
#include "engine_core/base/count_text.h"
#include "engine_core/scene/components/node.h"

#include <QDragEnterEvent>
#include <QMimeData>
#include <QSignalBlocker>
#include <QUrl>

#include <algorithm>

namespace foliage_painter
{
namespace
{
using engine::EntityId;
using engine::FoliageKind;
using engine::FoliageTypeEntry;

constexpr int PictureSide = 24; ///< pixels

EntityId idOf(const QListWidgetItem* item)
{
    return item != nullptr ? EntityId{item->data(Qt::UserRole).toULongLong()} : EntityId{};
}

std::size_t plantsOf(const engine::FoliageInstances& standing, std::int64_t slot)
{
    std::size_t count = 0;
    for (const auto& cell : standing.cells())
        count += cell.chunk->countOf(static_cast<std::uint8_t>(slot));
    return count;
}

/// What is missing before its plants can be seen, or the density that the mix leaves it; empty if
/// there is nothing to say.
QString remarkOn(const engine::FoliageType& type, double share, bool isPlanted)
{
    if (engine::shapeOf(type).empty())
        return type.kind == FoliageKind::Mesh ? KindList::tr(": no model yet")
                                              : KindList::tr(": no picture yet");
    if (!isPlanted || share >= 1)
        return {};
    return KindList::tr(", %1 per m\u00b2").arg(type.density * share, 0, 'g', 3);
}

QString tipOn(const engine::FoliageType& type, double share, bool isPlanted)
{
    if (engine::shapeOf(type).empty())
        return type.kind == FoliageKind::Mesh
                   ? KindList::tr("Unfinished: choose a Mesh below, or drop a model on the list. "
                                  "Until then it is not planted and takes no share of the mix.")
                   : KindList::tr("Unfinished: choose a Picture's material below. Until then it is "
                                  "not planted and takes no share of the mix.");
    if (remarkOn(type, share, isPlanted).isEmpty())
        return {};
    return KindList::tr("Of its density of %1 per m\u00b2 the ticked kinds of the mix leave it "
                        "%2 %, by their shares, also where they cannot grow themselves.")
        .arg(type.density, 0, 'g', 3)
        .arg(100 * share, 0, 'f', 0);
}
} // namespace

KindList::KindList(std::shared_ptr<PainterState> state, QWidget* parent)
    : QListWidget{parent}, m_state{std::move(state)}, m_import{m_state->editor()}
{
    setAccessibleName(tr("Kinds of plants"));
    setToolTip(tr("Ticked kinds are planted; the chosen one shows its settings below. Drop models "
                  "or pictures here to add kinds."));
    setIconSize({PictureSide, PictureSide});
    setAcceptDrops(true);
    setDragDropMode(QAbstractItemView::DropOnly);
    editor::setEmptyHint(this, tr("Drop models or pictures here,\nor choose Add model."));
    connect(this, &QListWidget::itemChanged, this, [this](QListWidgetItem* item) {
        const auto* type =
            m_state->editor().document().world().get<engine::FoliageType>(idOf(item));
        if (type != nullptr)
            m_state->setPainted(static_cast<std::uint8_t>(type->slot),
                                item->checkState() == Qt::Checked);
    });
    m_added = m_import.added.connect([this](EntityId layer, EntityId kind) {
        m_state->setLayer(layer);
        choose(kind);
    });
    if (auto* pictures = m_state->editor().assetPictures())
        connect(pictures, &editor::AssetPictures::ready, this, &KindList::refresh);
}

EntityId KindList::current() const
{
    return idOf(currentItem());
}

void KindList::choose(EntityId kind)
{
    for (int row = 0; row < count(); ++row)
        if (idOf(item(row)) == kind)
            setCurrentRow(row);
}

QSize KindList::sizeHint() const
{
    constexpr int Rows = 5;
    return {QListWidget::sizeHint().width(), Rows * (PictureSide + 4) + 2 * frameWidth()};
}

void KindList::refresh()
{
    const auto chosen = current();
    const auto planted = m_state->finishedSlots();
    const auto types = engine::foliageTypes(m_state->editor().document().world(), m_state->layer());
    auto mix = types;
    std::erase_if(mix, [&](const FoliageTypeEntry& each) {
        return std::find(planted.begin(), planted.end(), each.type.slot) == planted.end();
    });
    const QSignalBlocker quiet{this};
    clear();
    for (const auto& kind : types)
        addRow(kind, mix);
    choose(chosen);
    if (currentItem() == nullptr)
        setCurrentRow(0);
}

void KindList::addRow(const FoliageTypeEntry& kind, std::span<const FoliageTypeEntry> mix)
{
    const auto& [entity, type] = kind;
    const auto& world = m_state->editor().document().world();
    const auto standing = plantsOf(*engine::foliageOf(world, m_state->layer()), type.slot);
    const bool isPlanted = std::any_of(mix.begin(), mix.end(), [&](const FoliageTypeEntry& each) {
        return each.entity == kind.entity;
    });
    const double share = engine::shareInMix(type, mix);
    auto* item = new QListWidgetItem{
        tr("%1 (%2)")
                .arg(QString::fromStdString(world.get<engine::Node>(entity)->name))
                .arg(QString::fromStdString(engine::numberText(standing))) +
            remarkOn(type, share, isPlanted),
        this};
    item->setToolTip(tipOn(type, share, isPlanted));
    item->setData(Qt::UserRole, qulonglong{entity.value});
    item->setFlags(item->flags() | Qt::ItemIsUserCheckable);
    item->setCheckState(m_state->isPainted(static_cast<std::uint8_t>(type.slot)) ? Qt::Checked
                                                                                 : Qt::Unchecked);
    if (auto* pictures = m_state->editor().assetPictures(); pictures != nullptr)
        item->setIcon(pictures->pictureOf(
            type.kind == FoliageKind::Mesh ? engine::AssetKind::Mesh : engine::AssetKind::Material,
            engine::shapeOf(type)));
}

std::vector<DroppedShape> KindList::shapesOf(const QMimeData& mime) const
{
    const auto& entries = m_state->editor().assets().entries();
    std::vector<DroppedShape> shapes;
    const auto addAsset = [&](const auto& isIt) {
        const auto at = std::find_if(entries.begin(), entries.end(), isIt);
        if (at != entries.end())
            shapes.push_back({at->file, at->kind, at->path});
        return at != entries.end();
    };
    for (const auto& asset : editor::assetsOf(&mime))
        addAsset([&](const engine::AssetEntry& each) {
            return each.kind == asset.kind && each.path == asset.path;
        });
    for (const auto& url : mime.urls()) {
        const engine::fs::path file{url.toLocalFile().toStdString()};
        if (!file.empty() &&
            !addAsset([&](const engine::AssetEntry& each) { return each.file == file; }))
            shapes.push_back({.file = file});
    }
    return shapes;
}

void KindList::dragEnterEvent(QDragEnterEvent* event)
{
    const auto& mime = *event->mimeData();
    if (mime.hasUrls() || mime.hasFormat(QLatin1String{editor::AssetMimeType}))
        event->acceptProposedAction();
}

void KindList::dragMoveEvent(QDragMoveEvent* event)
{
    event->acceptProposedAction(); // anywhere on the list
}

void KindList::dropEvent(QDropEvent* event)
{
    auto shapes = shapesOf(*event->mimeData());
    if (shapes.empty())
        return;
    event->setDropAction(Qt::CopyAction); // whoever was dragged from keeps it
    event->accept();
    m_import.start(m_state->layer(), std::move(shapes));
}
} // namespace foliage_painter
