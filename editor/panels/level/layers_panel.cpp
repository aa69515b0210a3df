#include "editor/panels/level/layers_panel.h"

#include "editor/operations/entity/entity_operations.h"
#include "editor/operations/entity/layer_operations.h"
#include "editor/panels/fields/rename_key.h"
#include "editor/panels/panel_helpers.h"
#include "editor/views/theme.h"
#include "engine_core/base/count_text.h"
#include "engine_core/scene/components/node.h"

#include <QColorDialog>
#include <QHeaderView>
#include <QMenu>
#include <QPainter>
#include <QToolButton>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <iterator>

namespace editor
{
using namespace engine;

namespace
{
constexpr int EntityRole = Qt::UserRole;

/// Counts follow edits a moment later, so that drags of much do not wait for them. Milliseconds.
constexpr int GatherPause = 50;

EntityId layerOfRow(const QTreeWidgetItem* item)
{
    return item != nullptr ? EntityId{item->data(0, EntityRole).toULongLong()} : EntityId{};
}

/// A dot in the layer's colour; the current layer's has a ring around it.
QIcon markOf(const QColor& color, bool isCurrent)
{
    QPixmap pixmap{32, 32};
    pixmap.fill(Qt::transparent);
    QPainter painter{&pixmap};
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    painter.drawEllipse(QRectF{9, 9, 14, 14});
    if (isCurrent) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen{themeColor(ColorRole::Text), 3});
        painter.drawEllipse(QRectF{3, 3, 26, 26});
    }
    painter.end();
    pixmap.setDevicePixelRatio(2);
    return QIcon{pixmap};
}

bool all(const World& world, const std::vector<EntityId>& entities, bool Node::*flag)
{
    return !entities.empty() && std::all_of(entities.begin(), entities.end(), [&](EntityId each) {
        return world.get<Node>(each)->*flag;
    });
}

/// The layer itself, or what stands for the default one: its objects.
std::vector<EntityId> nodesOf(const World& world, EntityId layer)
{
    return layer ? std::vector{layer} : objectsOfLayer(world, {});
}
} // namespace

LayersPanel::LayersPanel(EditorApi& editor, QWidget* parent) : QWidget{parent}, m_editor{editor}
{
    setObjectName(QStringLiteral("layers"));
    setAccessibleName(tr("Layers"));
    auto* column = new QVBoxLayout{this};
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    makeButtons();
    makeTree();
    m_later.setSingleShot(true);
    m_later.setInterval(GatherPause);
    connect(&m_later, &QTimer::timeout, this, &LayersPanel::refreshNow);
    auto& document = editor.document();
    m_connections += document.changed.connect([this](const ChangeSet& changes) {
        const bool concerns =
            std::any_of(changes.changes.begin(), changes.changes.end(), [](const Change& change) {
                return change.type == typeIdOf<Node>() || change.type == typeIdOf<Layer>();
            });
        if (changes.kind == ChangeKind::Final && concerns)
            m_later.start();
    });
    m_connections += document.reset.connect([this] {
        m_hidden.clear();
        m_locked.clear();
        m_later.start();
    });
    m_connections += document.currentLayerChanged.connect([this] { m_later.start(); });
    refreshNow();
}

void LayersPanel::makeButtons()
{
    auto* row = new QHBoxLayout;
    row->setContentsMargins(8, 4, 8, 4);
    row->setSpacing(4);
    const auto add = [&](const char* name, const QString& icon, const QString& label,
                         const QString& tip, const std::function<void()>& run) {
        auto* button = new QToolButton{this};
        button->setObjectName(QLatin1String{name});
        button->setIcon(themeIcon(icon));
        button->setAutoRaise(true);
        button->setAccessibleName(label);
        button->setToolTip(QStringLiteral("<b>%1</b><br>%2").arg(label, tip));
        connect(button, &QToolButton::clicked, this, run);
        row->addWidget(button);
        return button;
    };
    add("addLayer", QStringLiteral("plus"), tr("New layer"),
        tr("Adds a layer and makes it the current one."), [this] { addLayer(); });
    add("moveToLayer", QStringLiteral("move_to_layer"), tr("Move selection here"),
        tr("Moves the selected objects to the chosen layer."), [this] {
            const auto chosen = m_editor.document().selection().entities();
            edit(tr("Move to layer"), [&](Transaction& transaction) {
                return moveToLayer(transaction, chosen, chosenLayer());
            });
        });
    row->addStretch(1);
    m_up = add("layerUp", QStringLiteral("arrow_up"), tr("Up"),
               tr("Moves the layer up in the list."), [this] {
                   edit(tr("Move layer up"), [&](Transaction& transaction) -> Result<void> {
                       shiftLayer(transaction, chosenLayer(), -1);
                       return {};
                   });
               });
    m_down = add("layerDown", QStringLiteral("arrow_down"), tr("Down"),
                 tr("Moves the layer down in the list."), [this] {
                     edit(tr("Move layer down"), [&](Transaction& transaction) -> Result<void> {
                         shiftLayer(transaction, chosenLayer(), 1);
                         return {};
                     });
                 });
    m_remove = add("removeLayer", QStringLiteral("delete"), tr("Remove layer"),
                   tr("Its objects go to the default layer and stay."), [this] {
                       edit(tr("Remove layer"), [&](Transaction& transaction) {
                           return removeLayer(transaction, chosenLayer());
                       });
                   });
    qobject_cast<QVBoxLayout*>(layout())->addLayout(row);
}

void LayersPanel::makeTree()
{
    m_tree = new QTreeWidget{this};
    m_tree->setObjectName(QStringLiteral("layerList"));
    m_tree->setAccessibleName(tr("Layers of the scene"));
    m_tree->setRootIsDecorated(false);
    m_tree->setUniformRowHeights(true);
    m_tree->setIconSize({16, 16});
    m_tree->setColumnCount(ColumnCount);
    m_tree->setHeaderLabels({tr("Layer"), tr("Objects"), {}, {}, {}});
    m_tree->header()->setStretchLastSection(false);
    m_tree->header()->setSectionResizeMode(NameColumn, QHeaderView::Stretch);
    m_tree->header()->setSectionResizeMode(CountColumn, QHeaderView::ResizeToContents);
    for (const int column : {VisibleColumn, LockColumn, PlayColumn}) {
        m_tree->header()->setSectionResizeMode(column, QHeaderView::Fixed);
        m_tree->header()->resizeSection(column, 28);
    }
    m_tree->setEditTriggers(QAbstractItemView::EditKeyPressed);
    new RenameKey{*m_tree, NameColumn};
    m_tree->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_tree, &QWidget::customContextMenuRequested, this, &LayersPanel::showMenu);
    connect(m_tree, &QTreeWidget::itemClicked, this, &LayersPanel::clicked);
    connect(m_tree, &QTreeWidget::itemChanged, this, &LayersPanel::renamed);
    connect(m_tree, &QTreeWidget::currentItemChanged, this, &LayersPanel::updateButtons);
    connect(m_tree, &QTreeWidget::itemDoubleClicked, this, [this](auto* item, int column) {
        if (column == NameColumn)
            makeCurrent(layerOfRow(item));
    });
    layout()->addWidget(m_tree);
}

void LayersPanel::refreshNow()
{
    m_later.stop();
    forgetTurnedBack();
    m_filling = true;
    const auto chosen = chosenLayer();
    std::vector<EntityId> shown{EntityId{}};
    for (const auto layer : layers(m_editor.document().world()))
        shown.push_back(layer);
    while (m_tree->topLevelItemCount() > static_cast<int>(shown.size()))
        delete m_tree->takeTopLevelItem(m_tree->topLevelItemCount() - 1);
    while (m_tree->topLevelItemCount() < static_cast<int>(shown.size()))
        new QTreeWidgetItem{m_tree};
    for (std::size_t i = 0; i < shown.size(); ++i) {
        auto* item = m_tree->topLevelItem(static_cast<int>(i));
        fill(*item, shown[i]);
        if (shown[i] == chosen)
            m_tree->setCurrentItem(item);
    }
    m_filling = false;
    updateButtons();
}

void LayersPanel::updateButtons()
{
    const int row = m_tree->indexOfTopLevelItem(m_tree->currentItem());
    m_remove->setEnabled(row > 0); // the default layer is the first one
    m_up->setEnabled(row > 1);
    m_down->setEnabled(row > 0 && row + 1 < m_tree->topLevelItemCount());
}

void LayersPanel::fill(QTreeWidgetItem& item, EntityId layer)
{
    const auto& world = m_editor.document().world();
    const auto* stored = world.get<Layer>(layer);
    const auto nodes = nodesOf(world, layer);
    const bool isCurrent = m_editor.document().currentLayer() == layer;
    const bool hidden = editor::all(world, nodes, &Node::hidden);
    const bool locked = editor::all(world, nodes, &Node::locked);
    const auto name =
        layer ? QString::fromStdString(world.get<Node>(layer)->name) : tr("Default layer");
    item.setData(NameColumn, EntityRole, QVariant::fromValue<qulonglong>(layer.value));
    item.setText(NameColumn, name);
    item.setIcon(NameColumn, markOf(stored != nullptr ? toScreen(stored->color)
                                                      : themeColor(ColorRole::MutedText),
                                    isCurrent));
    auto font = m_tree->font();
    font.setBold(isCurrent);
    item.setFont(NameColumn, font);
    item.setToolTip(NameColumn, isCurrent
                                    ? tr("%1: new objects go here").arg(name)
                                    : tr("%1: double click to let new objects go here").arg(name));
    item.setText(CountColumn,
                 QString::fromStdString(numberText(objectsOfLayer(world, layer).size())));
    item.setTextAlignment(CountColumn, Qt::AlignRight | Qt::AlignVCenter);
    const auto sign = [&](Column column, const QString& icon, bool isOn, const QString& tip) {
        item.setIcon(column, themeIcon(icon, isOn ? ColorRole::Warning : ColorRole::MutedText));
        item.setToolTip(column, tip);
        item.setData(column, Qt::AccessibleTextRole, tip);
    };
    sign(VisibleColumn, hidden ? QStringLiteral("eye_off") : QStringLiteral("eye"), hidden,
         hidden ? tr("Hidden in the views; click to show") : tr("Shown; click to hide"));
    sign(LockColumn, locked ? QStringLiteral("lock") : QStringLiteral("unlock"), locked,
         locked ? tr("Locked: cannot be picked in the views; click to unlock")
                : tr("Click to lock"));
    if (stored != nullptr)
        sign(PlayColumn, stored->omit ? QStringLiteral("play_off") : QStringLiteral("play"),
             stored->omit,
             stored->omit ? tr("Left out of play and lightmaps; click to take it in")
                          : tr("In the game; click to leave it out of play and lightmaps"));
    auto flags = Qt::ItemIsSelectable | Qt::ItemIsEnabled;
    item.setFlags(layer ? flags | Qt::ItemIsEditable : flags);
}

EntityId LayersPanel::chosenLayer() const
{
    const auto layer = layerOfRow(m_tree->currentItem());
    return m_editor.document().world().exists(layer) ? layer : EntityId{};
}

void LayersPanel::edit(const QString& label, const std::function<Result<void>(Transaction&)>& run)
{
    if (auto done = m_editor.document().run(label.toStdString(), run); !done)
        m_editor.showMessage(MessageKind::Error, done.error().message());
}

void LayersPanel::addLayer()
{
    EntityId made;
    edit(tr("New layer"), [&](Transaction& transaction) -> Result<void> {
        made = editor::addLayer(
            transaction, tr("Layer %1").arg(layers(transaction.world()).size() + 1).toStdString());
        return {};
    });
    if (!made)
        return;
    m_editor.document().setCurrentLayer(made);
    refreshNow();
    auto* item = m_tree->topLevelItem(m_tree->topLevelItemCount() - 1);
    m_tree->setCurrentItem(item);
    m_tree->editItem(item, NameColumn); // it has a name already, but hardly the wanted one
}

void LayersPanel::makeCurrent(EntityId layer)
{
    m_editor.document().setCurrentLayer(layer);
    const auto* node = m_editor.document().world().get<Node>(layer);
    if (node == nullptr || (!node->hidden && !node->locked))
        return;
    edit(tr("Show layer"), [&](Transaction& transaction) -> Result<void> {
        editor::show(transaction, std::span{&layer, 1});
        editor::unlock(transaction, std::span{&layer, 1});
        return {};
    });
}

void LayersPanel::isolate(EntityId layer)
{
    if (layer) // the default layer gets hidden
        remember(nodesOf(m_editor.document().world(), {}), &Node::hidden, m_hidden);
    edit(tr("Isolate layer"), [&](Transaction& transaction) -> Result<void> {
        isolateLayer(transaction, layer);
        return {};
    });
}

std::vector<EntityId> LayersPanel::turned(EntityId layer, bool Node::*flag, Turned& before)
{
    const auto& world = m_editor.document().world();
    auto nodes = nodesOf(world, layer);
    if (layer)
        return nodes;
    forgetTurnedBack();
    if (!editor::all(world, nodes, flag)) {
        remember(nodes, flag, before);
        return nodes;
    }
    auto back = nodes;
    std::erase_if(back, [&](EntityId each) { return !before.contains(each); });
    before.clear();
    return back.empty() ? nodes : back; // or all were hidden one by one
}

/// Those that are not turned off yet: they are what is turned on again later.
void LayersPanel::remember(std::span<const EntityId> nodes, bool Node::*flag, Turned& before)
{
    forgetTurnedBack();
    std::copy_if(
        nodes.begin(), nodes.end(), std::inserter(before, before.end()),
        [&](EntityId each) { return !(m_editor.document().world().get<Node>(each)->*flag); });
}

void LayersPanel::forgetTurnedBack()
{
    const auto forget = [&](Turned& turned, bool Node::*flag) {
        std::erase_if(turned, [&](EntityId each) {
            const auto* node = m_editor.document().world().get<Node>(each);
            return node == nullptr || !(node->*flag);
        });
    };
    forget(m_hidden, &Node::hidden);
    forget(m_locked, &Node::locked);
}

void LayersPanel::clicked(QTreeWidgetItem* item, int column)
{
    const auto layer = layerOfRow(item);
    const auto& world = m_editor.document().world();
    if (column == VisibleColumn) {
        const bool isOn = editor::all(world, nodesOf(world, layer), &Node::hidden);
        const auto nodes = turned(layer, &Node::hidden, m_hidden);
        edit(isOn ? tr("Show layer") : tr("Hide layer"), [&](Transaction& t) -> Result<void> {
            (isOn ? editor::show : editor::hide)(t, nodes);
            return {};
        });
    } else if (column == LockColumn) {
        const bool isOn = editor::all(world, nodesOf(world, layer), &Node::locked);
        const auto nodes = turned(layer, &Node::locked, m_locked);
        edit(isOn ? tr("Unlock layer") : tr("Lock layer"), [&](Transaction& t) -> Result<void> {
            (isOn ? editor::unlock : editor::lock)(t, nodes);
            return {};
        });
    } else if (column == PlayColumn && layer) {
        const bool omit = !world.get<Layer>(layer)->omit;
        edit(omit ? tr("Leave layer out") : tr("Take layer in"),
             [&](Transaction& t) -> Result<void> {
                 setLayerOmitted(t, layer, omit);
                 return {};
             });
    }
}

void LayersPanel::renamed(QTreeWidgetItem* item, int column)
{
    const auto layer = layerOfRow(item);
    const auto name = item->text(NameColumn).trimmed().toStdString();
    if (m_filling || column != NameColumn || !layer)
        return;
    if (name.empty())
        return m_later.start();
    edit(tr("Rename layer"), [&](Transaction& transaction) -> Result<void> {
        rename(transaction, layer, name);
        return {};
    });
}

void LayersPanel::chooseColor(EntityId layer)
{
    const auto before = toScreen(m_editor.document().world().get<Layer>(layer)->color);
    const auto color = QColorDialog::getColor(before, this, tr("Colour of the layer"));
    if (!color.isValid() || !m_editor.document().world().exists(layer))
        return;
    edit(tr("Colour layer"), [&](Transaction& transaction) -> Result<void> {
        setLayerColor(transaction, layer, toLinear(color));
        return {};
    });
}

void LayersPanel::showMenu(const QPoint& at)
{
    auto* item = m_tree->itemAt(at);
    if (item == nullptr)
        return;
    m_tree->setCurrentItem(item);
    const auto layer = layerOfRow(item);
    auto& document = m_editor.document();
    QMenu menu{this};
    const auto add = [&](const QString& icon, const QString& label,
                         const std::function<void()>& run) {
        connect(menu.addAction(icon.isEmpty() ? QIcon{} : themeIcon(icon), label),
                &QAction::triggered, this, run);
    };
    add(QStringLiteral("ok"), tr("New objects go here"), [this, layer] { makeCurrent(layer); });
    add(QStringLiteral("select"), tr("Select all in it"), [&document, layer] {
        document.selection().setMode(SelectionMode::Objects);
        document.selection().set(objectsOfLayer(document.world(), layer));
    });
    add(QStringLiteral("move_to_layer"), tr("Move selection here"), [this, &document, layer] {
        const auto chosen = document.selection().entities();
        edit(tr("Move to layer"),
             [&](Transaction& transaction) { return moveToLayer(transaction, chosen, layer); });
    });
    add(QStringLiteral("eye"), tr("Isolate"), [this, layer] { isolate(layer); });
    if (layer) {
        menu.addSeparator();
        add(QString{}, tr("Rename"), [this, item] { m_tree->editItem(item, 0); });
        add(QStringLiteral("material"), tr("Colour..."), [this, layer] { chooseColor(layer); });
        add(QStringLiteral("delete"), tr("Remove layer"), [this, layer] {
            edit(tr("Remove layer"),
                 [&](Transaction& transaction) { return removeLayer(transaction, layer); });
        });
    }
    menu.exec(m_tree->viewport()->mapToGlobal(at));
}
} // namespace editor
