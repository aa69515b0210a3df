#include "editor/app/play/play_controller.h"
#include "editor/operations/entity/parts.h"
#include "engine_core/base/files/files.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/light.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/transform_component.h"
#include "engine_core/scene/components/wires.h"
#include "tests/editor/app/window_fixture.h"
#include "tests/support/fixtures/verify.h"

#include <QLabel>
#include <QListWidget>
#include <QScreen>
#include <QtTest>

namespace tst_wire_window
{
using namespace editor;
using namespace engine;
using namespace mapwright::test;

/// Wires in the editor's window: drawn with the mouse, and found at both of their ends.
class TestWireWindow : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void init()
    {
        m_fixture.emptyScene();
        m_fixture.addBox({{-6, -0.25, -6}, {6, 0, 6}}, "floor");
        VERIFY_OK(document().run("Add", [this](Transaction& step) -> Result<void> {
            auto door = placePart(step, *findPartKind("door"), {-3, 0, -2});
            if (!door)
                return door.error();
            m_door = *door;
            m_lamp = step.create("Hall lamp");
            step.set(m_lamp, TransformComponent{.position = {3, 2, -2}});
            step.set(m_lamp, Light{});
            return {};
        }));
        document().selection().clear();
        m_fixture.window().context().activateTool("parts.wire");
    }

    void aWireIsDrawnFromADoorToALamp_data()
    {
        QTest::addColumn<int>("kind");
        QTest::newRow("top") << static_cast<int>(ViewKind::Top);
        QTest::newRow("3D") << static_cast<int>(ViewKind::Perspective);
    }

    void aWireIsDrawnFromADoorToALamp()
    {
        QFETCH(int, kind);
        auto& view = m_fixture.view(static_cast<ViewKind>(kind));
        showBoth(view);
        const auto steps = document().history().entries().size();
        press(view, {-3, 1, -2});
        movePointer(view, view.positionOf({0, 1, -2}).toPoint(), Qt::LeftButton);
        movePointer(view, view.positionOf({3, 2, -2}).toPoint(), Qt::LeftButton);
        shoot("wire_drag");
        QTest::mouseRelease(&view, Qt::LeftButton, {}, view.positionOf({3, 2, -2}).toPoint());
        QDialog* choice = nullptr;
        QTRY_VERIFY((choice = find<QDialog>("wireChoice")) != nullptr);
        auto* sentence = choice->findChild<QLabel*>(QStringLiteral("wireChoiceSentence"));
        QTRY_COMPARE(sentence->text(), QStringLiteral("opened -> Hall lamp: switchOn"));
        shoot("wire_choice");
        QTest::keyClick(choice, Qt::Key_Return);
        QTRY_VERIFY(find<QDialog>("wireChoice") == nullptr);
        QCOMPARE(document().history().entries().size(), steps + 1);
        QCOMPARE(document().history().entries().back().label, std::string{"Draw wire"});
        QVERIFY((m_fixture.world().get<Wires>(m_door)->list ==
                 std::vector<Wire>{{"opened", m_lamp, "switchOn"}}));
        shoot("wire_drawn");
        document().undo();
        QVERIFY(m_fixture.world().get<Wires>(m_door) == nullptr);
    }

    void escTakesTheArrowBack()
    {
        auto& view = m_fixture.view(ViewKind::Top);
        showBoth(view);
        const auto before = document().contentHash();
        press(view, {-3, 1, -2});
        movePointer(view, view.positionOf({0, 1, -2}).toPoint(), Qt::LeftButton);
        QVERIFY(m_fixture.window().toolBox().isDragging());
        QTest::keyClick(&view, Qt::Key_Escape);
        QVERIFY(!m_fixture.window().toolBox().isDragging());
        QTest::mouseRelease(&view, Qt::LeftButton, {}, view.positionOf({3, 2, -2}).toPoint());
        QVERIFY(find<QDialog>("wireChoice") == nullptr);
        QCOMPARE(document().contentHash(), before);
    }

    void theLampSaysWhoTellsItAndTheDoorIsAClickAway()
    {
        VERIFY_OK(document().run("Wire", [this](Transaction& step) -> Result<void> {
            step.set(m_door, Wires{{{"opened", m_lamp, "switchOn"}}});
            return {};
        }));
        document().selection().set({m_lamp});
        auto* told = m_fixture.window().findChild<QListWidget*>(QStringLiteral("incomingWires"));
        QVERIFY(told != nullptr && !told->isHidden());
        QCOMPARE(told->item(0)->text(), QStringLiteral("from Door: opened -> switchOn"));
        shoot("told_by");
        QTest::mouseClick(told->viewport(), Qt::LeftButton, {},
                          told->visualItemRect(told->item(0)).center());
        QCOMPARE(document().selection().entities(), std::vector{m_door});
    }

    void aWireThatFiresLightsUpInTheViews()
    {
        const auto scripts = m_fixture.folder() / "room" / "scripts";
        VERIFY_OK(writeFileAtomically(scripts / "beat.as",
                                      "class Beat : Node { void onTick(float dt) { "
                                      "fireOutput(\"beat\"); } }"));
        VERIFY_OK(document().run("Wire", [this](Transaction& step) -> Result<void> {
            const auto beat = step.create("Beat");
            step.set(beat, TransformComponent{.position = {-4, 1, 4}});
            step.set(beat, Script{{"beat.as"}, "Beat", {}});
            step.set(beat, Wires{{{"beat", m_lamp, "switchOn"}}});
            return {};
        }));
        auto& view = m_fixture.view(ViewKind::Top);
        showBoth(view);
        QCOMPARE(brightPixels(view), 0);
        m_fixture.command("play.simulate");
        QTRY_VERIFY(brightPixels(view) > 50); // though nothing is selected
        shoot("wire_fired");
        m_fixture.window().play().stop();
        QTRY_COMPARE(brightPixels(view), 0);
    }

private:
    /// Of the colour of a wire that has just fired.
    [[nodiscard]] static int brightPixels(ViewportWidget& view)
    {
        view.paintNow();
        const auto picture = view.picture();
        int count = 0;
        for (int y = 0; y < picture.height(); ++y)
            for (int x = 0; x < picture.width(); ++x) {
                const QColor color = picture.pixelColor(x, y);
                if (color.red() > 230 && color.green() > 215 && color.blue() > 100 &&
                    color.blue() < 160)
                    ++count;
            }
        return count;
    }

    [[nodiscard]] Document& document() { return m_fixture.document(); }

    template <typename T>
    [[nodiscard]] static T* find(const char* name)
    {
        for (auto* widget : QApplication::topLevelWidgets())
            if (widget->objectName() == QString::fromLatin1(name) && widget->isVisible())
                return qobject_cast<T*>(widget);
        return nullptr;
    }

    static void showBoth(ViewportWidget& view)
    {
        if (view.kind() == ViewKind::Perspective)
            view.lookFrom({0, 6, 9}, {0, 1, -2});
        else
            view.focusOn({{-6, 0, -6}, {6, 3, 6}});
        (void)view.camera().animate(10); // to the end of the way there
        view.refresh();
        for (const auto& place : {Vec3d{-3, 1, -2}, Vec3d{3, 2, -2}})
            QVERIFY(view.rect().contains(view.positionOf(place).toPoint()));
    }

    static void press(ViewportWidget& view, const Vec3d& place)
    {
        QTest::mousePress(&view, Qt::LeftButton, {}, view.positionOf(place).toPoint());
    }

    static void shoot(const char* name)
    {
        const auto folder = qEnvironmentVariable("MAPWRIGHT_SHOTS");
        if (folder.isEmpty())
            return;
        QTest::qWait(300);
        QGuiApplication::primaryScreen()->grabWindow(0).save(
            QStringLiteral("%1/%2.png").arg(folder, QString::fromLatin1(name)));
    }

    WindowFixture m_fixture;
    EntityId m_door, m_lamp;
};

WINDOW_TEST(TestWireWindow)
} // namespace tst_wire_window

#include "tst_wire_window.moc"
