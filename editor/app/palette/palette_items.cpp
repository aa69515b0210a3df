#include "editor/app/palette/palette_items.h"

#include "editor/app/actions/action_registry.h"
#include "editor/app/window/main_window.h"
#include "editor/operations/entity/object_names.h"
#include "editor/operations/entity/object_sets.h"
#include "editor/panels/assets/asset_browser.h"
#include "editor/panels/assets/asset_kinds.h"
#include "editor/views/theme.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/layer.h"
#include "engine_core/scene/components/light.h"
#include "engine_core/scene/components/node.h"

#include <QAction>
#include <QDockWidget>
#include <QPointer>

#include <algorithm>
#include <array>

namespace editor
{
namespace
{
void goToObject(MainWindow& window, EntityId entity)
{
    auto& context = window.context();
    auto& document = context.document();
    if (!document.world().exists(entity))
        return;
    document.selection().setMode(SelectionMode::Objects);
    document.selection().set({entity});
    context.focus(boundsToShow(document.world(), std::array{entity}));
}

/// Its dock, in front; null if there is none.
QDockWidget* goToPanel(MainWindow& window, const char* id)
{
    auto* dock = window.dock(id);
    if (dock != nullptr) {
        dock->show();
        dock->raise();
    }
    return dock;
}

void goToAsset(MainWindow& window, const engine::AssetEntry& asset)
{
    auto* dock = goToPanel(window, "assets");
    if (auto* browser = dock != nullptr ? dock->findChild<AssetBrowser*>() : nullptr)
        browser->reveal(asset);
}

QString iconOf(const engine::World& world, EntityId entity)
{
    if (world.get<engine::BrushComponent>(entity) != nullptr)
        return QStringLiteral("brush");
    if (world.get<engine::Light>(entity) != nullptr)
        return QStringLiteral("light_bulb");
    if (world.get<engine::Layer>(entity) != nullptr)
        return QStringLiteral("layers");
    return world.children(entity).empty() ? QStringLiteral("entity") : QStringLiteral("group");
}

void addObjects(MainWindow& window, std::vector<PaletteItem>& items)
{
    const auto& world = window.context().document().world();
    QHash<QString, QIcon> icons;
    world.forEach<engine::Node>([&](EntityId entity, const engine::Node& node) {
        if (entity == engine::SceneEntity)
            return;
        const auto name = iconOf(world, entity);
        if (!icons.contains(name))
            icons.insert(name, themeIcon(name, ColorRole::MutedText));
        const auto* parent = world.get<engine::Node>(node.parent);
        PaletteItem item;
        item.label = QString::fromStdString(shownNameOf(world, entity));
        item.detail = parent != nullptr
                          ? MainWindow::tr("object in %1").arg(QString::fromStdString(parent->name))
                          : MainWindow::tr("object");
        item.icon = icons.value(name);
        item.run = [&window, entity] {
            goToObject(window, entity);
        };
        items.push_back(std::move(item));
    });
}

void addAssets(MainWindow& window, std::vector<PaletteItem>& items)
{
    for (const auto& asset : window.context().assets().entries()) {
        const auto path = QString::fromStdString(asset.path);
        PaletteItem item;
        item.label = path.section(QLatin1Char{'/'}, -1);
        item.detail = QStringLiteral("%1 %2").arg(assetKindName(asset.kind), path);
        item.icon = themeIcon(assetKindIcon(asset.kind), ColorRole::MutedText);
        item.run = [&window, asset] {
            goToAsset(window, asset);
        };
        items.push_back(std::move(item));
    }
}

void addScenes(MainWindow& window, std::vector<PaletteItem>& items)
{
    std::error_code failed;
    const auto folder = window.context().assets().project().sceneFolder();
    for (fs::directory_iterator at{folder, failed}, end; !failed && at != end;
         at.increment(failed)) {
        const auto file = at->path();
        const auto name = QString::fromStdString(file.filename().string());
        if (!name.endsWith(QStringLiteral(".scene.json")))
            continue;
        PaletteItem item;
        item.label = name;
        item.detail = MainWindow::tr("scene");
        item.icon = themeIcon(QStringLiteral("scene"), ColorRole::MutedText);
        item.run = [&window, file] {
            window.openScene(file);
        };
        items.push_back(std::move(item));
    }
}

PaletteItem itemOf(const ActionRegistry::Entry& entry)
{
    PaletteItem item;
    item.label = entry.label().remove(QStringLiteral("..."));
    item.detail = QString::fromStdString(entry.info.menu)
                      .replace(QLatin1Char{'/'}, QStringLiteral(" \u203a "));
    if (entry.action->isCheckable() && entry.action->isChecked())
        item.detail += MainWindow::tr("  (on)");
    item.keys = entry.action->shortcut().toString(QKeySequence::NativeText);
    item.whyDisabled = entry.whyDisabled();
    item.icon = entry.action->icon();
    item.run = [action = QPointer<QAction>{entry.action}] {
        if (action)
            action->trigger();
    };
    return item;
}
} // namespace

std::vector<PaletteItem> paletteCommands(MainWindow& window, const QStringList& ranLast)
{
    std::vector<std::pair<qsizetype, PaletteItem>> ordered;
    for (const auto& entry : window.actions().entries()) {
        if (entry.info.id.starts_with("palette."))
            continue;
        auto item = itemOf(entry);
        const auto rank = ranLast.indexOf(QString::fromStdString(entry.info.id));
        ordered.emplace_back(rank < 0 ? ranLast.size() : rank, std::move(item));
    }
    std::stable_sort(ordered.begin(), ordered.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<PaletteItem> items;
    for (auto& each : ordered)
        items.push_back(std::move(each.second));
    return items;
}

std::vector<PaletteItem> palettePlaces(MainWindow& window)
{
    std::vector<PaletteItem> items;
    for (const auto& entry : window.actions().entries())
        if (entry.isPanel()) {
            auto& item = items.emplace_back(itemOf(entry));
            item.run = [&window, id = entry.panel()] {
                goToPanel(window, id.c_str());
            };
        }
    addObjects(window, items);
    addAssets(window, items);
    addScenes(window, items);
    return items;
}
} // namespace editor
