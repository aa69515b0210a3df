#include "editor/app/window/view_menu.h"

#include "editor/app/actions/action_registry.h"
#include "editor/app/window/main_window.h"
#include "editor/operations/brush/material_operations.h"
#include "editor/operations/entity/entity_operations.h"
#include "editor/operations/entity/layer_operations.h"
#include "editor/operations/entity/object_names.h"
#include "editor/operations/entity/object_sets.h"
#include "editor/tools/brush/floor_height.h"
#include "editor/tools/gestures/handle.h"
#include "editor/tools/place/place_tool.h"
#include "editor/tools/place/prefab_commands.h"
#include "editor/tools/select/pick_target.h"
#include "editor/views/theme.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/node.h"

#include <QAction>

namespace editor
{
using engine::Result;
using engine::Vec3d;

namespace
{
constexpr int MostPrefabs = 40; ///< more are found in the asset browser

QString quoted(const std::string& name)
{
    // An ampersand would underline the next letter.
    return QString::fromStdString(name).replace(QLatin1Char{'&'}, QStringLiteral("&&"));
}
} // namespace

ViewMenu::ViewMenu(MainWindow& window, PointerEvent at)
    : QMenu{&window}
    , m_window{window}
    , m_at{inOpenGroup(window.context().document(), std::move(at))}
{
    setObjectName(QStringLiteral("viewMenu"));
    setToolTipsVisible(true);
    chooseUnderPointer();
    window.actions().refresh();
    addSelectThis();
    addAddMenu();
    addPlayHere();
    addCommands(window, *this,
                {"", "edit.cut", "edit.copy", "edit.copyMap", "edit.paste", "edit.duplicate",
                 "edit.delete", "", "brush.group", "brush.ungroup", "brush.openGroup",
                 "brush.linkedDuplicate", "brush.separate"});
    addPrefabCommands();
    addSeparator();
    addCommands(window, *addMenu(themeIcon(QStringLiteral("select")), tr("Select")),
                {"select.touching", "select.inside", "select.tall", "select.siblings",
                 "select.linked", "select.material", "select.surface", "", "select.all",
                 "select.invert", "select.none"});
    addCommands(
        window, *addMenu(themeIcon(QStringLiteral("brush")), tr("Brushes")),
        {"brush.subtract", "brush.subtractKeep", "brush.intersect", "brush.merge", "brush.hollow"});
    addFaceEntries();
    addLayers();
    addSeparator();
    addCommands(
        window, *this,
        {"view.focus", "view.hide", "view.isolate", "view.showAll", "view.lock", "view.unlockAll"});
}

void ViewMenu::chooseUnderPointer()
{
    auto& context = m_window.context();
    if (!context.document().selection().isEmpty())
        return;
    auto click = m_at;
    click.button = PointerButton::Left;
    if (auto* select = context.toolBox().find(SelectToolId))
        select->click(click);
}

void ViewMenu::addSelectThis()
{
    auto& document = m_window.context().document();
    const auto hit = clickedHit(document.world(), m_at);
    const auto under = m_at.icon ? m_at.icon : (hit ? hit->entity : engine::EntityId{});
    const auto object = under ? objectFor(document, under) : engine::EntityId{};
    if (!object || !document.selection().faces().empty() || document.selection().contains(object))
        return;
    auto* action = addAction(themeIcon(QStringLiteral("select")),
                             tr("Select %1").arg(quoted(shownNameOf(document.world(), object))));
    action->setObjectName(QStringLiteral("viewMenu.selectThis"));
    connect(action, &QAction::triggered, this, [&document, object] {
        document.selection().setMode(SelectionMode::Objects);
        document.selection().set({object});
    });
    addSeparator();
}

Vec3d ViewMenu::place() const
{
    const auto& document = m_window.context().document();
    if (const auto axis = depthAxis(m_at.view)) {
        const auto chosen = boundsOfAll(document.world(), document.selection().entities());
        const auto depth = chosen.isEmpty() ? Vec3d{0} : chosen.center();
        auto at = m_at.grid.snap(m_at.onViewPlane(depth));
        // From above, things stand on the floor: the middle of what is selected may be inside of
        // it.
        at[*axis] = *axis == 1 ? floorHeight(document, at) : depth[*axis];
        return at;
    }
    const auto surface = PlaceTool::surfacePlace(m_at);
    return surface ? surface->first : m_at.grid.snap(placeUnder(m_at));
}

void ViewMenu::addThing(const char* icon, const QString& label, Make make, QMenu& menu)
{
    auto* action = menu.addAction(themeIcon(QLatin1String{icon}), label);
    action->setObjectName(QStringLiteral("viewMenu.add.") + label);
    connect(action, &QAction::triggered, this, [this, label, make = std::move(make)] {
        auto& document = m_window.context().document();
        EntityId added;
        const auto done = document.run("Add " + label.toLower().toStdString(),
                                       [&](Transaction& edit) -> Result<void> {
                                           added = make(edit, place());
                                           return {};
                                       });
        if (!done)
            return m_window.showError(QString::fromStdString(done.error().message()));
        document.selection().setMode(SelectionMode::Objects);
        document.selectAfterStep({added});
    });
}

void ViewMenu::addAddMenu()
{
    auto& menu = *addMenu(themeIcon(QStringLiteral("plus")), tr("Add here"));
    menu.setObjectName(QStringLiteral("viewMenu.add"));
    const auto withTool = [&](const char* id, const char* icon, const QString& label) {
        auto* tool = dynamic_cast<PlaceTool*>(m_window.context().toolBox().find(id));
        if (tool == nullptr)
            return;
        auto* action = menu.addAction(themeIcon(QLatin1String{icon}), label);
        action->setObjectName(QStringLiteral("viewMenu.add.") + label);
        connect(action, &QAction::triggered, this,
                [this, tool] { tool->addAt(tool->placeUnder(m_at).value_or(place())); });
    };
    withTool("light", "light_bulb", tr("Light"));
    withTool("light.spot", "light_spot", tr("Spot light"));
    withTool("light.area", "light_area", tr("Area light"));
    withTool("light.sun", "light_sun", tr("Sun"));
    withTool("player_start", "player_start", tr("Player start"));
    withTool("trigger", "trigger", tr("Trigger"));
    withTool("parts.ladder", "ladder", tr("Ladder"));
    withTool("parts.water", "water", tr("Water"));
    addThing(
        "sound", tr("Sound"),
        [](Transaction& edit, const Vec3d& at) {
            const auto sound = addEntity(edit, "Sound", at);
            edit.set(sound, engine::AudioSource{});
            return sound;
        },
        menu);
    addThing(
        "entity", tr("Empty object"),
        [](Transaction& edit, const Vec3d& at) { return addEntity(edit, "Object", at); }, menu);
    addPrefabs(menu);
}

void ViewMenu::addPlayHere()
{
    auto* action = addAction(themeIcon(QStringLiteral("play_from_camera")), tr("Play from here"));
    action->setObjectName(QStringLiteral("viewMenu.play"));
    action->setToolTip(tr("Starts the game with the player standing at this place."));
    connect(action, &QAction::triggered, this, [this] {
        auto* start = dynamic_cast<PlaceTool*>(m_window.context().toolBox().find("player_start"));
        const auto feet = start != nullptr ? start->placeUnder(m_at) : std::nullopt;
        m_window.startPlayAt(feet.value_or(place()));
    });
}

void ViewMenu::addPrefabs(QMenu& menu)
{
    QMenu* prefabs = nullptr;
    for (const auto& entry : m_window.context().assets().entries()) {
        if (!engine::isPrefabFile(entry.path))
            continue;
        if (prefabs == nullptr)
            prefabs = menu.addMenu(themeIcon(QStringLiteral("prefab")), tr("Prefab"));
        auto* action = prefabs->addAction(quoted(engine::prefabName(entry.path)));
        action->setObjectName(QStringLiteral("viewMenu.prefab.") +
                              QString::fromStdString(entry.path));
        connect(action, &QAction::triggered, this,
                [this, path = entry.path] { m_window.placePrefab(path, place()); });
        if (prefabs->actions().size() >= MostPrefabs)
            break;
    }
}

void ViewMenu::addCommands(MainWindow& window, QMenu& menu, std::initializer_list<const char*> ids)
{
    for (const auto* id : ids) {
        if (*id == '\0')
            menu.addSeparator();
        else if (auto* action = window.actions().find(id))
            menu.addAction(action);
    }
}

void ViewMenu::addPrefabCommands()
{
    addCommands(m_window, *this, {"", "prefab.make"});
    if (!selectedInstances(m_window.context().document()).empty())
        addCommands(m_window, *this,
                    {"prefab.edit", "prefab.apply", "prefab.revert", "prefab.unpack"});
}

void ViewMenu::addFaceEntries()
{
    auto& context = m_window.context();
    const auto hit = clickedHit(context.document().world(), m_at);
    const auto* brush = hit && hit->face != engine::NoFace
                            ? context.document().world().get<engine::BrushComponent>(hit->entity)
                            : nullptr;
    if (brush == nullptr || !brush->brush || hit->face >= brush->brush->faceCount())
        return;
    const auto material = brush->brush->faces()[hit->face].material;
    auto* menu = addMenu(themeIcon(QStringLiteral("material")), tr("Material"));
    auto* take = menu->addAction(tr("Take the material of this face"));
    take->setObjectName(QStringLiteral("viewMenu.takeMaterial"));
    connect(take, &QAction::triggered, this,
            [&context, material] { context.setCurrentMaterial(material); });
    auto* give = menu->addAction(tr("Give this face the current material"));
    give->setObjectName(QStringLiteral("viewMenu.giveMaterial"));
    give->setEnabled(context.currentMaterial() != material);
    connect(give, &QAction::triggered, this, [this, face = FaceRef{hit->entity, hit->face}] {
        auto& editor = m_window.context();
        const auto done = editor.document().run("Apply material", [&](Transaction& edit) {
            return applyMaterial(edit, std::vector{face}, editor.currentMaterial());
        });
        if (!done)
            m_window.showError(QString::fromStdString(done.error().message()));
    });
}

void ViewMenu::addLayers()
{
    auto& document = m_window.context().document();
    const auto all = engine::layers(document.world());
    const auto chosen = document.selection().entities();
    if (all.empty() || chosen.empty())
        return;
    auto* menu = addMenu(themeIcon(QStringLiteral("layers")), tr("Move to layer"));
    const auto add = [&](EntityId layer, const QString& name) {
        auto* action = menu->addAction(name);
        action->setObjectName(QStringLiteral("viewMenu.layer.") + name);
        connect(action, &QAction::triggered, this, [this, &document, chosen, layer] {
            const auto done = document.run("Move to layer", [&](Transaction& edit) {
                return moveToLayer(edit, chosen, layer);
            });
            if (!done)
                m_window.showError(QString::fromStdString(done.error().message()));
        });
    };
    add({}, tr("Default layer"));
    for (const auto layer : all)
        add(layer, quoted(document.world().get<engine::Node>(layer)->name));
}
} // namespace editor
