#include "editor/app/window/status_message.h"
#include "editor/views/viewport_widget.h"
#include "tests/editor/app/window_fixture.h"

namespace tst_refused_drags
{
using namespace editor;
using namespace engine;
using namespace mapwright::test;

/// What the status bar says while a drag asks for what cannot be, and afterwards.
class TestRefusedDrags : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void initTestCase() { m_fixture = std::make_unique<WindowFixture>(); }

    void init();
    void theReasonStandsBesideTheMeasure();
    void theReasonStaysWhenTheDragIsKept();
    void aDragThatGoesAgainHasNoReason();
    void aTypedNumberIsRefusedInTheSameWay();
    void aDragThatIsTakenBackLeavesNoReason();

    void cleanupTestCase() { m_fixture.reset(); }

private:
    [[nodiscard]] ViewportWidget& top() { return m_fixture->view(ViewKind::Top); }

    [[nodiscard]] QPoint pixel(const Vec3d& place)
    {
        const auto at = top().camera().camera().project(place, top().width(), top().height());
        ENGINE_EXPECT(at);
        return QPointF{at->x, at->y}.toPoint();
    }

    [[nodiscard]] StatusMessage& status()
    {
        return *m_fixture->window().findChild<StatusMessage*>();
    }

    [[nodiscard]] QString tone() { return status().property("tone").toString(); }

    void startDrag(const Vec3d& from, const Vec3d& to)
    {
        QTest::mousePress(&top(), Qt::LeftButton, Qt::ShiftModifier, pixel(from));
        moveTo(glm::mix(from, to, 0.5));
        moveTo(to);
    }

    void moveTo(const Vec3d& place)
    {
        // QTest::mouseMove() tells neither the button nor the held keys.
        QMouseEvent move{
            QEvent::MouseMove, QPointF{pixel(place)}, top().mapToGlobal(QPointF{pixel(place)}),
            Qt::NoButton,      Qt::LeftButton,        Qt::ShiftModifier};
        QCoreApplication::sendEvent(&top(), &move);
    }

    void release(const Vec3d& at)
    {
        QTest::mouseRelease(&top(), Qt::LeftButton, Qt::ShiftModifier, pixel(at));
    }

    std::unique_ptr<WindowFixture> m_fixture;
    EntityId m_box;
};

namespace
{
const QString Through = QStringLiteral("The face cannot be pushed through the brush");
const Vec3d Side{0.85, 0, 0};
const Vec3d FarBeyond{-6, 0, 0};
} // namespace

void TestRefusedDrags::init()
{
    m_fixture->emptyScene();
    m_box = m_fixture->addBox({{-0.875, 0, -0.875}, {0.875, 1.75, 0.875}}, "box");
    m_fixture->document().selection().set({m_box});
    top().focusOn({{-8, 0, -8}, {8, 2, 8}});
    status().forget();
}

void TestRefusedDrags::theReasonStandsBesideTheMeasure()
{
    startDrag(Side, FarBeyond);
    QVERIFY2(status().text().endsWith(QStringLiteral(" - ") + Through),
             qPrintable(status().text()));
    QVERIFY2(status().text().contains(QStringLiteral(" m")), qPrintable(status().text()));
    QCOMPARE(tone(), QStringLiteral("warning"));
    release(FarBeyond);
}

void TestRefusedDrags::theReasonStaysWhenTheDragIsKept()
{
    startDrag(Side, Vec3d{0.4, 0, 0});
    moveTo(FarBeyond);
    release(FarBeyond);
    QVERIFY(boundsOf(m_fixture->world(), m_box).max.x < 0.875); // it went some way
    QCOMPARE(status().text(), Through);
    QCOMPARE(tone(), QStringLiteral("warning"));
}

void TestRefusedDrags::aDragThatGoesAgainHasNoReason()
{
    startDrag(Side, FarBeyond);
    moveTo({2.85, 0, 0});
    QVERIFY2(!status().text().contains(Through), qPrintable(status().text()));
    QCOMPARE(tone(), QStringLiteral("plain"));
    release({2.85, 0, 0});
    QCOMPARE(status().text(), QStringLiteral("Done: Extrude face"));
}

void TestRefusedDrags::aTypedNumberIsRefusedInTheSameWay()
{
    startDrag(Side, {2.85, 0, 0});
    QTest::keyClicks(&top(), QStringLiteral("-9"));
    QVERIFY2(status().text().endsWith(Through), qPrintable(status().text()));
    QTest::keyClick(&top(), Qt::Key_Return);
    QCOMPARE(status().text(), Through);
    release({2.85, 0, 0});
    QCOMPARE(status().text(), Through);
}

void TestRefusedDrags::aDragThatIsTakenBackLeavesNoReason()
{
    startDrag(Side, FarBeyond);
    QTest::keyClick(&top(), Qt::Key_Escape);
    QVERIFY2(!status().text().contains(Through), qPrintable(status().text()));
    release(FarBeyond);
    QVERIFY2(!status().text().contains(Through), qPrintable(status().text()));
}

WINDOW_TEST(TestRefusedDrags)
} // namespace tst_refused_drags

#include "tst_refused_drags.moc"
