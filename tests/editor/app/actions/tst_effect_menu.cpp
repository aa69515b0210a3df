#include "tests/editor/app/window_fixture.h"

#include <QMenu>
#include <QSettings>

namespace tst_effect_menu
{
using namespace editor;
using namespace mapwright::test;

/// View > Effects.
class TestEffectMenu : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void everyEffectIsKeptForTheUser()
    {
        for (const auto* effect : {"shadows", "bloom", "adaptation", "occlusion", "smoothing"}) {
            m_fixture.command((std::string{"view."} + effect + ".off").c_str());
            QCOMPARE(QSettings{}.value(QStringLiteral("effects/") + effect).toString(), "off");
            m_fixture.command((std::string{"view."} + effect + ".auto").c_str());
            QCOMPARE(QSettings{}.value(QStringLiteral("effects/") + effect).toString(), "auto");
        }
    }

    void costsStandInTheMenuWhileItIsOpen()
    {
        auto& window = m_fixture.window();
        m_fixture.command("view.smoothing.on");
        m_fixture.view(ViewKind::Perspective).setMode(engine::ViewMode::Lit);
        auto* menu = window.actions().menu(QStringLiteral("View/Effects"));
        auto* action = window.actions().find("view.smoothing.on");
        const auto name = action->text();
        QVERIFY(!window.measuresEffects());
        menu->popup({40, 40});
        QTRY_VERIFY(action->text().endsWith(" ms"));
        QVERIFY(action->text().startsWith(name + '\t'));
        QVERIFY(!window.actions().find("view.smoothing.off")->text().contains("ms"));
        menu->close();
        QVERIFY(!window.measuresEffects());
        QCOMPARE(action->text(), name);
        m_fixture.command("view.smoothing.auto");
    }

private:
    WindowFixture m_fixture;
};

WINDOW_TEST(TestEffectMenu)
} // namespace tst_effect_menu

#include "tst_effect_menu.moc"
