#include "editor/app/actions/action_registry.h"
#include "editor/app/run_editor.h"
#include "editor/app/welcome/guided_tour.h"
#include "editor/app/welcome/room_steps.h"
#include "editor/app/welcome/start_page.h"
#include "editor/app/welcome/tour_panel.h"
#include "editor/app/window/main_window.h"
#include "editor/app/workspace/project_pictures.h"
#include "editor/app/workspace/recent_files.h"
#include "editor/views/view_layout.h"
#include "tests/editor/app/window_fixture.h"
#include "tests/support/fixtures/repeat_until.h"
#include "tests/support/fixtures/verify.h"

#include <QAction>
#include <QApplication>
#include <QDockWidget>
#include <QLabel>
#include <QListWidget>
#include <QProgressBar>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>

#include <set>

namespace tst_guided_tour
{
using namespace editor;
using mapwright::test::repeatUntil;

/// The start page, and the tour that it offers: steps are ticked off by what the level shows.
class TestGuidedTour : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void initTestCase()
    {
        const auto project = engine::createProject(
            engine::fs::path{m_home.path().toStdString()} / "room", "first_room");
        VERIFY_OK(project);
        auto window = openEditor(project->root);
        VERIFY_OK(window);
        m_window = *std::move(window);
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
    }

    void theStartPageListsProjectsWithPictures()
    {
        const auto root = m_window->context().assets().project().root;
        QImage shown{640, 480, QImage::Format_RGB32};
        shown.fill(Qt::green);
        storeProjectPicture(root / "another", shown);
        QCOMPARE(projectPicture(root / "another").size(), ProjectPictureSize);
        QCOMPARE(projectPicture(root / "another").pixelColor(9, 9), QColor{Qt::green});
        QVERIFY(projectPicture(root / "a third").isNull());

        actions().find("help.start")->trigger();
        auto* page = m_window->startPage();
        QVERIFY(page != nullptr && page->isVisible());
        auto* recent = page->findChild<QListWidget*>(QStringLiteral("startRecent"));
        QCOMPARE(recent->count(), 1);
        const auto tile = recent->item(0)->icon().pixmap(240, 150).toImage();
        std::set<QRgb> colors; // the room as the 3D view shows it, not an empty plate
        for (int x = 0; x < tile.width(); ++x)
            colors.insert(tile.pixel(x, tile.height() / 2));
        QVERIFY2(colors.size() > 20, qPrintable(QString::number(colors.size())));
        for (const auto* name : {"startTour", "startNew.empty", "startOpen.first_room",
                                 "startNew.first_room", "startOpen", "startClose"}) {
            auto* button = page->findChild<QPushButton*>(QLatin1String{name});
            QVERIFY2(button != nullptr && button->isVisible(), name);
            QVERIFY2(!button->toolTip().isEmpty(), name);
        }
        QTest::keyClick(page, Qt::Key_Escape);
        QVERIFY(!page->isVisible());
    }

    void anyCommandClosesTheStartPage()
    {
        m_window->showStartPage();
        actions().find("view.focusAll")->trigger();
        QVERIFY(!m_window->startPage()->isVisible());
    }

    void theTourStartsFromThePage()
    {
        m_window->showStartPage();
        QTest::mouseClick(
            m_window->startPage()->findChild<QPushButton*>(QStringLiteral("startTour")),
            Qt::LeftButton);
        QVERIFY(!m_window->startPage()->isVisible());
        QVERIFY(m_window->tour() != nullptr);
        QCOMPARE(m_window->tour()->current(), std::size_t{0});
        auto* panel = m_window->findChild<TourPanel*>();
        QVERIFY(panel != nullptr && panel->isVisible());
        QVERIFY2(m_window->tabifiedDockWidgets(m_window->dock("tour")).isEmpty(),
                 "the steps speak of the tool options, which must be seen beside them");
        const auto* options = m_window->dock("tool_options");
        QTRY_VERIFY2(m_window->dock("tour")->height() > options->height(),
                     "the list of steps needs more room than the options");
        // The button offers what the step needs.
        QTest::mouseClick(panel->findChild<QPushButton*>(QStringLiteral("tourHelp")),
                          Qt::LeftButton);
        QCOMPARE(m_window->context().activeTool(), std::string{"box_brush"});
    }

    void theTourHasTheGridThatItsMeasuresLieOn()
    {
        m_window->context().setGrid({.step = 2, .enabled = false});
        m_window->startTour();
        QCOMPARE(m_window->context().grid().step, 0.25);
        QVERIFY(m_window->context().grid().enabled);
    }

    void aRoomOfAnotherSizeIsARoomAsTheTextSays()
    {
        const auto& floor = m_window->tour()->steps().front();
        QVERIFY(QString{floor.text}.contains(QStringLiteral("16 x 16 metres")));
        QVERIFY(QString{floor.text}.contains(QStringLiteral("from 6 x 6 metres")));
        for (const auto& [side, isEnough] : {std::pair{5.75, false}, std::pair{6.0, true}}) {
            VERIFY_OK(document().run("Floor", [&, side = side](Transaction& edit) {
                const auto made = createBox(edit, {{0, 0, 0}, {side, 0.25, side}}, {}, "floor", {});
                return made ? engine::Result<void>{} : made.error();
            }));
            QCOMPARE(m_window->tour()->isDone(0), isEnough);
            document().undo();
        }
    }

    void theToolsTextsAreWholeInASmallWindow()
    {
        const auto before = m_window->size();
        m_window->resize(1280, 780);
        m_window->startTour();
        for (const auto* tool : {"select", "box_brush"}) {
            m_window->context().activateTool(tool);
            const auto* options = m_window->dock("tool_options")->widget();
            for (const auto* name : {"toolName", "toolHint"}) {
                const auto* label = options->findChild<QLabel*>(QLatin1String{name});
                const auto inside = [&] {
                    const auto place = label->mapTo(options, QPoint{});
                    return options->rect().contains(QRect{place, label->size()}) &&
                           label->height() >= label->heightForWidth(label->width());
                };
                QTRY_VERIFY2(inside(), name);
            }
        }
        m_window->resize(before);
    }

    void buildingTicksStepAfterStep()
    {
        VERIFY_OK(roomsteps::addFloor(document()));
        QCOMPARE(m_window->tour()->current(), std::size_t{1});
        VERIFY_OK(roomsteps::addWalls(document()));
        QCOMPARE(m_window->tour()->current(), std::size_t{2});
        VERIFY_OK(roomsteps::addCeiling(document()));
        QCOMPARE(m_window->tour()->current(), std::size_t{3});
        VERIFY_OK(roomsteps::applyMaterials(document()));
        QCOMPARE(m_window->tour()->current(), std::size_t{4});
        VERIFY_OK(roomsteps::scaleTextures(document()));
        QCOMPARE(m_window->tour()->current(), std::size_t{5});
        VERIFY_OK(roomsteps::addLights(document()));
        QCOMPARE(m_window->tour()->current(), std::size_t{7}); // placed, and their ranges
        auto* panel = m_window->findChild<TourPanel*>();
        QCOMPARE(panel->findChild<QProgressBar*>()->value(), 7);
        QVERIFY(!panel->findChild<QLabel*>(QStringLiteral("tourTick0"))->pixmap().isNull());
    }

    void anUndoneStepIsOpenAgain()
    {
        QVERIFY2(repeatUntil([this] { return !m_window->tour()->isDone(5); },
                             [this] { document().undo(); }),
                 "Undo does not open the step again");
        QCOMPARE(m_window->tour()->current(), std::size_t{5});
        QVERIFY2(repeatUntil([this] { return !document().history().canRedo(); },
                             [this] { document().redo(); }),
                 "There is no end of steps to redo");
        QCOMPARE(m_window->tour()->current(), std::size_t{7});
    }

    void lightPlayAndSaveEndTheTour()
    {
        auto& workspace = m_window->context().workspace();
        engine::BakeOptions quick;
        quick.quality = engine::BakeQuality::Draft;
        quick.bounces = 0;
        quick.samples = 1;
        bool baked = false;
        QVERIFY(workspace.bake(quick, [&](const auto& outcome) { baked = outcome.hasValue(); }));
        QTRY_VERIFY_WITH_TIMEOUT(baked, 120000);
        QCOMPARE(m_window->tour()->current(), std::size_t{8});
        VERIFY_OK(roomsteps::addPlayer(document()));
        QCOMPARE(m_window->tour()->current(), std::size_t{9});
        m_window->startPlay(false);
        QVERIFY(m_window->play().isPlaying());
        QCOMPARE(m_window->tour()->current(), std::size_t{10});
        m_window->play().stop();
        QCOMPARE(m_window->tour()->current(), std::size_t{11});
        bool saved = false;
        workspace.save(m_window->context().assets().project().sceneFolder() / "mine.scene.json",
                       [&](const auto& outcome) { saved = outcome.hasValue(); });
        QTRY_VERIFY(saved);
        QCOMPARE(m_window->tour()->current(), m_window->tour()->steps().size());
        auto* panel = m_window->findChild<TourPanel*>();
        QVERIFY(!panel->findChild<QPushButton*>(QStringLiteral("tourHelp"))->isVisible());
        QTest::mouseClick(panel->findChild<QPushButton*>(QStringLiteral("tourClose")),
                          Qt::LeftButton);
        QTRY_VERIFY(m_window->tour() == nullptr);
        QVERIFY(m_window->dock("tour") == nullptr);
    }

    void cleanupTestCase() { m_window.reset(); }

private:
    [[nodiscard]] Document& document() { return m_window->context().document(); }

    [[nodiscard]] ActionRegistry& actions() { return m_window->actions(); }

    QTemporaryDir m_home;
    std::unique_ptr<MainWindow> m_window;
};

WINDOW_TEST(TestGuidedTour)
} // namespace tst_guided_tour

#include "tst_guided_tour.moc"
