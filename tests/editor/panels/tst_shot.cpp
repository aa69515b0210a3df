#include "editor/panels/builtin_panels.h"
#include "editor/app/editor_context.h"
#include "editor/app/project_manager.h"
#include "editor/app/new_project_dialog.h"
#include "editor/views/theme.h"
#include "engine_core/base/log.h"
#include "editor/tools/builtin_tools.h"
#include "editor/panels/asset_browser.h"
#include "editor/panels/asset_model.h"
#include "editor/panels/outliner.h"
#include "editor/operations/brush_operations.h"
#include "editor/operations/entity_operations.h"
#include "engine_core/scene/components/gameplay.h"
#include <QApplication>
#include <QTreeView>
#include <QLineEdit>
#include <QThread>
#include <QElapsedTimer>
using namespace editor;
int main(int argc, char** argv)
{
    QApplication app{argc, argv};
    applyTheme(app);
    const QString out = QString::fromLocal8Bit(argv[1]);
    EditorContext context{*engine::openProject(engine::fs::path{MAPWRIGHT_SOURCE_DIR} / "projects" / "first_room")};
    context.makeAction = [](const ActionInfo&) { return Registration{}; };
    auto kept = registerBuiltinTools(context);
    for (auto& r : registerBuiltinPanels(context)) kept.push_back(std::move(r));
    QHash<QString, QWidget*> w;
    for (const auto& info : context.panels()) { auto* p = info.create(context, nullptr); w.insert(QString::fromStdString(info.id), p); p->setAttribute(Qt::WA_StyledBackground); }
    auto& d = context.document();
    std::vector<EntityId> lights; EntityId box, door, start;
    (void)d.run("Add lights", [&](Transaction& e) -> engine::Result<void> {
        for (int i = 0; i < 4; ++i) { engine::Light l; l.range = 5.0f + static_cast<float>(i); lights.push_back(addLight(e, {i * 2.0, 1, 2}, l)); }
        box = *createBox(e, {{0, 0, 0}, {16, 0.25, 16}}, engine::Name{"Materials/Spaceship/scififloorb"}, "Floor");
        start = addPlayerStart(e, {1, 0, 1});
        return {}; });
    (void)d.run("Add door", [&](Transaction& e) -> engine::Result<void> {
        auto leaf = *createBox(e, {{0, 0, 0}, {1, 2, 0.2}}, {}, "Door leaf");
        door = *addDoor(e, std::vector{leaf}); return {}; });
    (void)d.run("Group", [&](Transaction& e) -> engine::Result<void> { (void)group(e, std::vector{lights[2], lights[3]}, "Lamps"); hide(e, std::vector{start}); return {}; });
    (void)d.run("Broken", [&](Transaction& e) -> engine::Result<void> { auto x = e.create("Radio"); e.set(x, engine::Script{.file={"nope.as"},.className="Nope",.properties={}}); return {}; });
    d.undo();
    engine::logInfo("editor", "Opened first_room in 120 ms");
    engine::logWarning("scene", "The material 'Materials/x' is missing");
    engine::log({engine::LogLevel::Error, "script", "No matching symbol 'foo'", "/home/me/level/scripts/door.as", 12});
    auto shot = [&](const char* id, const char* name, QSize size) {
        auto* p = w.value(QString::fromLatin1(id)); p->resize(size); p->show();
        for (int i = 0; i < 5; ++i) { app.processEvents(); QThread::msleep(20); }
        if (auto* a = qobject_cast<AssetBrowser*>(p)) { a->model().thumbnails().finishAll(); }
        for (int i = 0; i < 5; ++i) { app.processEvents(); QThread::msleep(20); }
        p->grab().save(out + QLatin1Char('/') + QString::fromLatin1(name) + QStringLiteral(".png"));
    };
    shot("inspector", "inspector_scene", {300, 420});
    qobject_cast<Outliner*>(w["outliner"])->tree().expandAll();
    d.selection().set(lights);
    shot("outliner", "outliner", {300, 420});
    shot("inspector", "inspector_lights", {300, 560});
    d.selection().set({box});
    shot("inspector", "inspector_box", {300, 560});
    d.selection().set({door});
    shot("inspector", "inspector_door", {300, 700});
    d.selection().setMode(SelectionMode::Faces); d.selection().setFaces({{box, 0}, {box, 1}});
    shot("inspector", "inspector_faces", {300, 300});
    shot("assets", "assets", {800, 260});
    shot("console", "console", {800, 220});
    d.redo();
    shot("issues", "issues", {800, 200});
    for (int i = 0; i < 40; ++i) { app.processEvents(); QThread::msleep(20); }
    shot("issues", "issues", {800, 200});
    d.undo();
    shot("history", "history", {300, 220});
    context.activateTool("box_brush");
    shot("tool_options", "tool_options", {200, 420});
    ProjectManager pm{context, nullptr}; pm.show(); app.processEvents(); pm.grab().save(out + QStringLiteral("/project_manager.png"));
    NewProjectDialog np{{}, nullptr}; np.show(); app.processEvents(); np.grab().save(out + QStringLiteral("/new_project.png"));
    qDeleteAll(w);
    return 0;
}
