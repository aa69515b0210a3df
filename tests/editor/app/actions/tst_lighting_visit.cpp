#include "tests/editor/app/window_fixture.h"

#include <QComboBox>
#include <QDockWidget>
#include <QPushButton>

namespace tst_lighting_visit
{
using namespace editor;
using namespace engine;
using namespace mapwright::test;

/// Ctrl+L, a bake, and back to the dock that was in front.
class TestLightingVisit : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void init()
    {
        auto& window = m_fixture.window();
        window.showLayout(0);
        window.dock("inspector")->raise();
        QTRY_VERIFY(isInFront("inspector"));
    }

    void theInspectorComesBackWhenTheLightIsCalculated()
    {
        m_fixture.command("lighting.calculate");
        QTRY_VERIFY(isInFront("lighting"));
        bake();
        QTRY_VERIFY(isInFront("inspector"));
        QVERIFY2(m_fixture.said().startsWith("Light baked"), qPrintable(m_fixture.said()));
        // Once more, with the dock open behind the other tab.
        m_fixture.command("lighting.calculate");
        QTRY_VERIFY(isInFront("lighting"));
        bake();
        QTRY_VERIFY(isInFront("inspector"));
    }

    void editingInAViewMeanwhileDoesNotMatter()
    {
        m_fixture.command("lighting.calculate");
        QTRY_VERIFY(isInFront("lighting"));
        bake([this] { QTest::mouseClick(&m_fixture.view(ViewKind::Top), Qt::LeftButton); });
        QTRY_VERIFY(isInFront("inspector"));
    }

    void whoeverTurnsToDocksMeanwhileKeepsWhatTheySee()
    {
        m_fixture.command("lighting.calculate");
        QTRY_VERIFY(isInFront("lighting"));
        bake([this] {
            QTest::mouseClick(m_fixture.window().dock("lighting")->widget(), Qt::LeftButton);
        });
        QVERIFY(isInFront("lighting"));
    }

    void anotherTabThatWasChosenStaysInFront()
    {
        m_fixture.command("lighting.calculate");
        QTRY_VERIFY(isInFront("lighting"));
        bake([this] {
            m_fixture.window().dock("inspector")->raise();
            QTRY_VERIFY(isInFront("inspector"));
            m_fixture.window().dock("lighting")->raise();
            QTRY_VERIFY(isInFront("lighting"));
        });
        QVERIFY(isInFront("lighting"));
    }

    void aBakeThatIsStoppedLeavesTheDockInFront()
    {
        m_fixture.command("lighting.calculate");
        QTRY_VERIFY(isInFront("lighting"));
        bake([this] { m_fixture.window().context().workspace().stopBake(); });
        QVERIFY(isInFront("lighting"));
    }

    void aDockThatTheMenuOpenedStaysInFront()
    {
        m_fixture.command("window.panel.lighting");
        QTRY_VERIFY(isInFront("lighting"));
        bake();
        QVERIFY(isInFront("lighting"));
    }

private:
    [[nodiscard]] bool isInFront(const char* panel)
    {
        return !m_fixture.window().dock(panel)->widget()->visibleRegion().isEmpty();
    }

    /// By the button; `meanwhile` runs before anything of it is taken.
    void bake(const std::function<void()>& meanwhile = {})
    {
        auto* button = m_fixture.window().findChild<QPushButton*>("bakeStart");
        QVERIFY(button != nullptr);
        m_fixture.window().dock("lighting")->findChild<QComboBox*>()->setCurrentIndex(0); // draft
        QTRY_VERIFY(button->isEnabled());
        QTest::mouseClick(button, Qt::LeftButton);
        QVERIFY(m_fixture.window().context().workspace().isBaking());
        if (meanwhile)
            meanwhile();
        QTRY_VERIFY_WITH_TIMEOUT(!m_fixture.window().context().workspace().isBaking(), 120'000);
    }

    WindowFixture m_fixture;
};

WINDOW_TEST(TestLightingVisit)
} // namespace tst_lighting_visit

#include "tst_lighting_visit.moc"
