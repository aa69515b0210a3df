#include "editor/app/actions/action_registry.h"
#include "editor/app/run_editor.h"
#include "editor/app/window/main_window.h"
#include "editor/app/workspace/project_manager.h"
#include "editor/app/workspace/recent_files.h"
#include "editor/operations/brush/transform_operations.h"
#include "editor/views/view_layout.h"
#include "editor/views/viewport_widget.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/scene_settings.h"
#include "engine_core/scene/components/transform_component.h"
#include "tests/editor/app/window_fixture.h"
#include "tests/support/fixtures/play_fixture.h"
#include "tests/support/fixtures/verify.h"

#include <QAction>
#include <QApplication>
#include <QBoxLayout>
#include <QDockWidget>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QProgressBar>
#include <QPushButton>
#include <QSplitter>
#include <QTemporaryDir>
#include <QTest>
#include <QToolBar>
#include <QToolButton>
#include <QWheelEvent>

#include <algorithm>
#include <map>

namespace tst_main_window
{
using namespace editor;
using namespace engine;

/// The real window: its commands, layouts and dialogs, and models dropped into it.
class TestMainWindow : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void initTestCase()
    {
        QVERIFY(m_home.isValid());
        m_project = fs::path{m_home.path().toStdString()} / "room";
        fs::copy(mapwright::test::firstRoomFolder(), m_project, fs::copy_options::recursive);
        VERIFY_OK(engine::trustProject(m_project));
        auto project = openProject(m_project);
        VERIFY_OK(project);
        m_window = std::make_unique<MainWindow>(*std::move(project));
        m_window->resize(1280, 800);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
        m_window->openScene(m_project / "scenes/start.scene.json");
    }

    void everyCommandSaysWhatItDoes()
    {
        QVERIFY(entries().size() > 40);
        for (const auto& entry : entries()) {
            QVERIFY2(!entry.info.label.empty(), entry.info.id.c_str());
            QVERIFY2(entry.action->toolTip().size() > static_cast<int>(entry.info.label.size()) + 5,
                     entry.info.id.c_str());
        }
    }

    void noTwoCommandsShareAShortcut()
    {
        std::map<QString, std::string> users;
        for (const auto& entry : entries())
            for (const auto& keys : entry.action->shortcuts()) {
                const auto [at, isNew] = users.emplace(keys.toString(), entry.info.id);
                QVERIFY2(isNew, qPrintable(QStringLiteral("%1: %2 and %3")
                                               .arg(keys.toString(), at->second.c_str(),
                                                    entry.info.id.c_str())));
            }
        QVERIFY(users.size() > 20);
    }

    void whatIsTypedStaysInItsField()
    {
        auto& document = m_window->context().document();
        m_window->showLayout(0);
        document.selection().set({document.world().entities().front()});
        auto* field = m_window->findChild<QLineEdit*>("sceneFilter");
        QVERIFY(field != nullptr);
        m_window->activateWindow();
        field->setFocus();
        QTRY_VERIFY(field->hasFocus());
        const auto before = document.contentHash();
        const auto type = [](Qt::Key key, Qt::KeyboardModifiers modifiers) {
            QTest::keyClick(QApplication::focusWidget(), key, modifiers);
        };
        type(Qt::Key_Shift, Qt::NoModifier); // alone, on the way to a capital letter
        type(Qt::Key_B, Qt::ShiftModifier);
        type(Qt::Key_H, Qt::ShiftModifier);
        QCOMPARE(field->text().toUpper(), QStringLiteral("BH"));
        type(Qt::Key_A, Qt::ControlModifier);
        type(Qt::Key_X, Qt::ControlModifier);
        QVERIFY(field->text().isEmpty());
        type(Qt::Key_Return, Qt::NoModifier);
        QVERIFY(field->hasFocus());
        QCOMPARE(m_window->context().activeTool(), std::string{"select"});
        QCOMPARE(document.contentHash(), before);
        QCOMPARE(document.selection().entities().size(), 1U);
        document.selection().clear();
    }

    void lightOutOfDateIsSaidAndBaked()
    {
        auto& document = m_window->context().document();
        QVERIFY(document.run("Move", [&](Transaction& edit) {
            std::vector<EntityId> brushes;
            document.world().forEach<BrushComponent>(
                [&](EntityId id, const auto&) { brushes.push_back(id); });
            return translate(edit, brushes, Vec3d{0, 0, 1});
        }));
        m_window->context().workspace().update();
        const auto& lighting = m_window->context().workspace().lighting();
        QTRY_VERIFY(!lighting.staleFaces().empty());
        auto* badge = m_window->findChild<QToolButton*>(QStringLiteral("lightBadge"));
        QTRY_VERIFY(badge->isVisible());
        QCOMPARE(badge->text(), QStringLiteral("Light out of date - Bake"));
        const auto* lit = m_window->viewLayout().findView(ViewKind::Perspective);
        QVERIFY(lit->rect().contains(QRect{badge->mapTo(lit->window(), QPoint{}) -
                                               lit->mapTo(lit->window(), QPoint{}),
                                           badge->size()}));
        const auto* light = m_window->findChild<QToolButton*>(QStringLiteral("statusLighting"));
        QTRY_VERIFY(light->text().startsWith(QStringLiteral("Light: ")) ||
                    light->text() == QStringLiteral("Light is right"));

        const auto camera = [this] {
            return m_window->viewLayout().findView(ViewKind::Perspective)->camera().camera();
        };
        const auto begin = camera();
        QWheelEvent wheel{QPointF{4, 4},
                          badge->mapToGlobal(QPointF{4, 4}),
                          {},
                          {0, 120},
                          Qt::NoButton,
                          Qt::NoModifier,
                          Qt::NoScrollPhase,
                          false};
        QCoreApplication::sendEvent(badge, &wheel);
        QVERIFY(camera().position != begin.position); // what is not a click is the view's
        const auto zoomed = camera();
        const auto send = [badge](QEvent::Type type, int at, Qt::MouseButton button,
                                  Qt::MouseButtons held) {
            const QPointF place{4.0 + at, 4.0 + at};
            QCursor::setPos(badge->mapToGlobal(place).toPoint());
            QMouseEvent event{type, place, badge->mapToGlobal(place), button, held, {}};
            QCoreApplication::sendEvent(badge, &event);
        };
        send(QEvent::MouseButtonPress, 0, Qt::RightButton, Qt::RightButton);
        send(QEvent::MouseMove, 30, Qt::NoButton, Qt::RightButton);
        send(QEvent::MouseMove, 60, Qt::NoButton, Qt::RightButton);
        send(QEvent::MouseButtonRelease, 60, Qt::RightButton, Qt::NoButton);
        QVERIFY(camera().rotation != zoomed.rotation);
        QVERIFY(badge->isVisible()); // nothing bakes

        auto* shown = command("view.staleLight");
        QVERIFY(!shown->isChecked());
        QVERIFY(host().staleFaces().empty()); // no hatching but on request
        auto* modes = m_window->viewLayout()
                          .findView(ViewKind::Perspective)
                          ->findChild<QToolButton*>("viewMode")
                          ->menu();
        Q_EMIT modes->aboutToShow();
        Q_EMIT modes->aboutToShow();
        QCOMPARE(modes->actions().count(shown), 1);
        modes->actions().back()->trigger();
        QVERIFY(!host().staleFaces().empty());
        shown->trigger();

        QTest::mouseClick(badge, Qt::LeftButton);
        QVERIFY(!badge->isVisible());
        QTRY_VERIFY_WITH_TIMEOUT(lighting.staleFaces().empty(), 60'000);
        QTRY_COMPARE(light->text(), QStringLiteral("Light up to date"));
        QVERIFY(!badge->isVisible());
        QVERIFY(!m_window->dock("lighting")->isVisible()); // nothing comes before the inspector
        document.undo();
        document.undo();
    }

    void aSceneWithoutLightShowsItsMaterials()
    {
        auto* view = m_window->viewLayout().findView(ViewKind::Perspective);
        QCOMPARE(view->mode(), ViewMode::Lit); // the sample is baked
        auto& document = m_window->context().document();
        QVERIFY(!document.isModified());
        command("file.new")->trigger();
        QCOMPARE(view->mode(), ViewMode::Textured);
        QVERIFY(document.run("Bake lighting", [](Transaction& edit) {
            edit.set(SceneEntity, LightmapRef{"new.lightmap", "0123456789abcdef"});
            return Result<void>{};
        }));
        QCOMPARE(view->mode(), ViewMode::Lit); // its first light shows itself
        document.undo();
        m_window->openScene(m_project / "scenes/start.scene.json");
        QTRY_VERIFY(!document.path().empty());
        QTRY_COMPARE(view->mode(), ViewMode::Lit);
    }

    void nothingIsSaidOfLightWhereThereIsNone()
    {
        const auto* light = m_window->findChild<QToolButton*>(QStringLiteral("statusLighting"));
        QTRY_VERIFY(light->text().startsWith(QStringLiteral("Light ")));
        command("file.new")->trigger();
        QTRY_COMPARE(light->text(), QString{});
        m_window->openScene(m_project / "scenes/start.scene.json");
        QTRY_VERIFY(light->text().startsWith(QStringLiteral("Light ")));
    }

    void escGoesBackToTheSelectToolEverywhere()
    {
        auto* bar = m_window->findChild<QToolBar*>("toolbar.tools");
        command("tool.box_brush")->trigger();
        QVERIFY(command("tool.box_brush")->isChecked());
        auto* view = m_window->findChild<ViewportWidget*>();
        view->setFocus();
        QTest::keyClick(view, Qt::Key_Escape);
        QCOMPARE(m_window->context().activeTool(), std::string{"select"});
        QVERIFY(!command("tool.box_brush")->isChecked());
        QVERIFY(command("tool.select")->isChecked());
        QVERIFY(bar->isVisible());
        QCOMPARE(m_window->findChild<QLabel*>("toolName")->text(), QStringLiteral("Select"));
    }

    void toolsOfOnePluginShareAButton()
    {
        const auto* bar = m_window->findChild<QToolBar*>("toolbar.tools");
        const auto* button = bar->findChild<QToolButton*>("toolgroup.foliage");
        QVERIFY(button != nullptr);
        QCOMPARE(button->defaultAction(), command("tool.foliage.paint"));
        QVERIFY(button->menu()->actions().contains(command("tool.foliage.fill")));
        QVERIFY(!bar->actions().contains(command("tool.foliage.fill")));
        QVERIFY(bar->actions().contains(command("tool.measure.tape"))); // alone in its plugin

        command("tool.foliage.fill")->trigger();
        QCOMPARE(button->defaultAction(), command("tool.foliage.fill"));
        QVERIFY(button->isChecked());
        command("tool.select")->trigger();
        QCOMPARE(button->defaultAction(), command("tool.foliage.fill"));
        QVERIFY(!button->isChecked());
    }

    void aToolNamedAfterAnotherSharesItsButton()
    {
        const auto* bar = m_window->findChild<QToolBar*>("toolbar.tools");
        const auto* button = bar->findChild<QToolButton*>("toolgroup.face");
        QVERIFY(button != nullptr);
        QCOMPARE(button->menu()->actions(),
                 (QList<QAction*>{command("tool.face"), command("tool.face.uv")}));
        QVERIFY(!bar->actions().contains(command("tool.face")));
        command("tool.face.uv")->trigger();
        QVERIFY(button->isChecked());
        QCOMPARE(button->defaultAction(), command("tool.face.uv"));
        command("tool.select")->trigger();
        QVERIFY(!button->isChecked());
    }

    void aToolBarMadeAnewLeavesNoSeparatorBehind()
    {
        const auto* bar = m_window->findChild<QToolBar*>("toolbar.tools");
        const auto separators = [bar] {
            const auto all = bar->findChildren<QAction*>(QString{}, Qt::FindDirectChildrenOnly);
            return std::count_if(all.begin(), all.end(),
                                 [](const auto* each) { return each->isSeparator(); });
        };
        const auto before = separators();
        QVERIFY(before > 0);
        Q_EMIT m_window->context().toolsChanged();
        QCOMPARE(separators(), before);
    }

    void aJobOfAPluginIsShownAndStopped()
    {
        bool isStopped = false;
        auto job = m_window->context().showJob({"Counting sheep", [] { return 0.25; },
                                                [&] {
                                                    isStopped = true;
                                                }});
        const auto* bar = m_window->findChild<QWidget*>(QStringLiteral("jobBar"));
        const auto find = [&]() -> QProgressBar* {
            for (auto* each : bar->findChildren<QProgressBar*>())
                if (each->accessibleName() == QStringLiteral("Counting sheep"))
                    return each;
            return nullptr;
        };
        QTRY_VERIFY(find() != nullptr && find()->isVisible());
        QVERIFY(find()->format().contains(QStringLiteral("25 %")));
        find()->parentWidget()->findChild<QToolButton*>()->click();
        QVERIFY(isStopped);
        job.release();
        QTRY_VERIFY(find() == nullptr);
    }

    void theMenuDividesCommandsFromTools()
    {
        const auto commands = m_window->actions().menu(QStringLiteral("Tools"))->actions();
        bool isDivided = false;
        for (const auto* each : commands) {
            isDivided |= each->isSeparator();
            if (each->objectName().startsWith(QStringLiteral("tool.")))
                QVERIFY2(isDivided, qPrintable(each->objectName()));
            else if (!each->isSeparator() && each->menu() == nullptr)
                QVERIFY2(!isDivided, qPrintable(each->objectName()));
        }
        QVERIFY(isDivided);
    }

    void allToolsAreInSightInASmallWindow()
    {
        for (const auto* bar : m_window->findChildren<QToolBar*>())
            for (const auto* button : bar->findChildren<QToolButton*>("qt_toolbar_ext_button"))
                QVERIFY2(!button->isVisible(), qPrintable(bar->objectName()));
    }

    void everyLayoutShowsViewsAndDocks()
    {
        for (int layout = 3; layout >= 0; --layout) {
            m_window->showLayout(layout);
            QCoreApplication::processEvents();
            int views = 0;
            for (const auto* view : m_window->findChildren<ViewportWidget*>())
                views += view->isVisible() ? 1 : 0;
            QVERIFY2(views >= 1, qPrintable(QString::number(layout)));
            const auto* inspector = m_window->dock("inspector");
            QVERIFY(inspector != nullptr && !inspector->isHidden());
        }
        int views = 0;
        for (const auto* view : m_window->findChildren<ViewportWidget*>())
            views += view->isVisible() ? 1 : 0;
        QCOMPARE(views, 4); // the first one is for building
    }

    void populateShowsThePlants()
    {
        // Of the painter's plugin; where that is not built, a panel like its own: closed at first.
        Registration plants;
        if (m_window->dock("foliage.panel") == nullptr)
            plants = m_window->context().addPanel({.id = "foliage.panel",
                                                   .title = "Foliage",
                                                   .icon = "foliage",
                                                   .area = DockArea::Right,
                                                   .visible = false,
                                                   .create = [](EditorApi&, QWidget* parent) {
                                                       return new QWidget{parent};
                                                   }});
        m_window->dock("foliage.panel")->close();
        QVERIFY(m_window->dock("foliage.panel")->isHidden());
        m_window->showLayout(2);
        QCoreApplication::processEvents();
        QVERIFY(m_window->dock("foliage.panel")->isVisible());
        QVERIFY(!m_window->dock("foliage.panel")->widget()->visibleRegion().isEmpty()); // in front
        m_window->showLayout(0);
    }

    void aPluginsDockOpensInFrontAndHasRoom()
    {
        auto* plants = m_window->dock("foliage.panel");
        QVERIFY2(plants != nullptr, "the plugins are not built");
        plants->close();
        m_window->showLayout(0);
        plants->toggleViewAction()->trigger();
        QCoreApplication::processEvents();
        QVERIFY(!plants->widget()->visibleRegion().isEmpty());
        QVERIFY2(plants->height() > 250, qPrintable(QString::number(plants->height())));
        plants->close();
        m_window->showLayout(0);
        QVERIFY(!m_window->dock("inspector")->widget()->visibleRegion().isEmpty());
    }

    void aViewIsPaintedAloneAndAgainWhereItMoves()
    {
        auto& views = m_window->viewLayout();
        views.showFourViews();
        auto* top = views.findView(ViewKind::Top);
        auto* side = views.findView(ViewKind::Side);
        QTRY_VERIFY(top->frameCount() > 0 && side->frameCount() > 0);
        QTest::qWait(50); // what opening still had to paint
        const auto topBefore = top->frameCount();
        const auto sideBefore = side->frameCount();
        top->paintNow();
        QCOMPARE(top->frameCount(), topBefore + 1);
        QCOMPARE(side->frameCount(), sideBefore);

        const auto picture = top->picture();
        QCOMPARE(picture.size(), top->size() * top->devicePixelRatioF());
        auto* columns = qobject_cast<QSplitter*>(views.layout()->itemAt(0)->widget());
        QVERIFY(columns != nullptr);
        const int width = side->width();
        columns->setSizes({200, 800});
        QTRY_VERIFY(side->width() > width && side->frameCount() > sideBefore);
        QTRY_COMPARE(side->picture().size(), side->size() * side->devicePixelRatioF());
    }

    void aViewKeepsItsPictureWhileAnotherIsClosed()
    {
        auto& views = m_window->viewLayout();
        views.showFourViews();
        auto* top = views.findView(ViewKind::Top);
        QTRY_VERIFY(top->frameCount() > 0);
        views.close(views.findView(ViewKind::Side));
        QTRY_COMPARE(top->picture().size(), top->size() * top->devicePixelRatioF());
        QCOMPARE(views.views().size(), std::size_t{3});
        views.toggleMaximized(top);
        QTRY_COMPARE(top->size(), views.size());
        QTRY_COMPARE(top->picture().size(), top->size() * top->devicePixelRatioF());
        views.showFourViews();
    }

    void aModelDroppedOnTheFloorStandsThere()
    {
        auto& document = m_window->context().document();
        const auto before = document.contentHash();
        PointerEvent at;
        at.camera.position = {2, 1.5, 3};
        at.ray = {{2.1, 1.5, 3.05}, {0, -1, 0}};
        at.hits = pickBrushes(document.world(), document.index(), at.ray);
        QVERIFY(!at.hits.empty());
        QVERIFY(host().dropAsset(QStringLiteral("mesh"), QStringLiteral("Meshes/crate.glb"), at));
        m_window->context().workspace().jobs().finishAll(); // a worker reads it
        const auto crate = document.selection().primary();
        const auto* instance = document.world().get<MeshInstance>(crate);
        QVERIFY(instance != nullptr && instance->mesh.path == "Meshes/crate.glb");
        const auto bounds = boundsOf(document.world(), crate);
        QVERIFY(std::abs(bounds.min.y - at.hits.front().point.y) < 1e-6);
        QVERIFY(glm::length(bounds.size() - Vec3d{1}) < 1e-3);

        // It is picked by its triangles now.
        const auto again = pickBrushes(document.world(), document.index(), at.ray);
        QCOMPARE(again.front().entity, crate);
        QCOMPARE(again.front().face, NoFace);
        // The ray meets the lid, which lies a little below the frame around it.
        const double depth = bounds.max.y - again.front().point.y;
        QVERIFY(depth > -1e-6 && depth < 0.05);
        at.hits = again;
        QVERIFY(!host().dropAsset(QStringLiteral("material"), QStringLiteral("x"), at));
        document.undo();
        QCOMPARE(document.contentHash(), before);
    }

    void theProjectManagerOpensAKnownProject()
    {
        rememberProject(m_project);
        ProjectManager manager{m_window->context(), m_window.get()};
        for (const auto* button : manager.findChildren<QPushButton*>())
            QVERIFY2(!button->toolTip().isEmpty(), qPrintable(button->text()));
        auto* list = manager.findChild<QListWidget*>(QStringLiteral("projectList"));
        auto* open = manager.findChild<QPushButton*>(QStringLiteral("projectOpen"));
        QVERIFY(list != nullptr && open != nullptr && list->count() >= 1);
        list->setCurrentItem(nullptr);
        QVERIFY(!open->isEnabled());
        fs::path opened;
        manager.openProject = [&](const fs::path& folder) {
            opened = folder;
        };
        manager.show();
        list->setCurrentRow(0);
        QVERIFY(open->isEnabled());
        open->click();
        QCOMPARE(opened, m_project);
        QVERIFY(!manager.isVisible());
    }

    void cleanupTestCase() { m_window.reset(); }

private:
    [[nodiscard]] const std::vector<ActionRegistry::Entry>& entries() const
    {
        return m_window->actions().entries();
    }

    [[nodiscard]] QAction* command(const char* id) const { return m_window->actions().find(id); }

    [[nodiscard]] ViewHost& host() { return *m_window; }

    QTemporaryDir m_home;
    fs::path m_project;
    std::unique_ptr<MainWindow> m_window;
};

WINDOW_TEST(TestMainWindow)
} // namespace tst_main_window

#include "tst_main_window.moc"
