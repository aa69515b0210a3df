#include "editor/app/dialogs/preferences_dialog.h"
#include "editor/app/safety/autosave_interval.h"
#include "editor/views/passing_text.h"
#include "editor/views/view_settings.h"
#include "tests/editor/app/window_fixture.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QSettings>
#include <QWheelEvent>

#include <cmath>

namespace tst_preferences
{
using namespace editor;
using namespace engine;
using namespace mapwright::test;

/// What Edit > Preferences changes, at once and for the next start.
class TestPreferences : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void init()
    {
        QSettings{}.clear();
        m_fixture = std::make_unique<WindowFixture>();
        m_dialog = std::make_unique<PreferencesDialog>(m_fixture->window().context(),
                                                       m_fixture->window().actions(),
                                                       m_fixture->window().plugins(), nullptr);
    }

    void cleanup()
    {
        m_dialog.reset();
        m_fixture.reset();
    }

    void everyFieldExplainsItself()
    {
        for (const auto* name : {"sensitivity", "invertLook", "flySpeed", "startGridStep",
                                 "startSnap", "autosave", "autosaveSeconds"}) {
            const auto* field = m_dialog->findChild<QWidget*>(name);
            QVERIFY2(field != nullptr, name);
            QVERIFY2(field->toolTip().size() > 30, name);
        }
    }

    void theMouseTurnsTheCameraAsFarAsChosen_data()
    {
        QTest::addColumn<int>("percent");
        QTest::addColumn<bool>("inverted");
        QTest::newRow("as usual") << 100 << false;
        QTest::newRow("twice as far") << 200 << false;
        QTest::newRow("half as far, inverted") << 50 << true;
    }

    void theMouseTurnsTheCameraAsFarAsChosen()
    {
        QFETCH(int, percent);
        QFETCH(bool, inverted);
        field<QSpinBox>("sensitivity").setValue(percent);
        field<QCheckBox>("invertLook").setChecked(inverted);
        auto& view = m_fixture->view(ViewKind::Perspective);
        ViewCamera level;
        level.position = {0, 2, 0};
        view.camera().setCamera(level);
        const QPoint middle = view.rect().center();
        QCursor::setPos(view.mapToGlobal(middle));
        QTest::mousePress(&view, Qt::RightButton, {}, middle);
        movePointer(view, middle + QPoint{20, 20}, Qt::RightButton);
        QTest::mouseRelease(&view, Qt::RightButton, {}, middle + QPoint{20, 20});
        const auto forward = view.camera().camera().forward();
        const double degrees = 20 * 0.25 * percent / 100.0;
        const double pitch = std::asin(forward.y) * 180 / Pi;
        const double yaw = std::atan2(forward.x, -forward.z) * 180 / Pi;
        QVERIFY2(std::abs(yaw - degrees) < 1e-6, std::to_string(yaw).c_str());
        QVERIFY2(std::abs(pitch - (inverted ? degrees : -degrees)) < 1e-6,
                 std::to_string(pitch).c_str());
    }

    void theHeadOfThePlayerTurnsSoToo()
    {
        field<QSpinBox>("sensitivity").setValue(200);
        field<QCheckBox>("invertLook").setChecked(true);
        m_fixture->command("play.start");
        auto& view = *m_fixture->window().play().view();
        m_fixture->command("play.pause"); // nobody else takes what the mouse did
        QCoreApplication::processEvents(); // the timeline takes some of the view's room
        movePointer(view, view.rect().center(), Qt::NoButton);
        static_cast<void>(view.takePlayerInput());
        movePointer(view, view.rect().center() + QPoint{10, 10}, Qt::NoButton);
        const auto look = view.takePlayerInput().look;
        const double radians = 10 * 0.12 * 2 * Pi / 180;
        QVERIFY2(std::abs(look.x - radians) < 1e-9, std::to_string(look.x).c_str());
        QVERIFY2(std::abs(look.y - radians) < 1e-9, std::to_string(look.y).c_str());
    }

    void theWheelSetsTheSameSpeedAndSaysIt()
    {
        field<QDoubleSpinBox>("flySpeed").setValue(12);
        auto& view = m_fixture->view(ViewKind::Perspective);
        const QPointF middle = view.rect().center();
        QTest::mousePress(&view, Qt::RightButton, {}, middle.toPoint());
        QCOMPARE(view.camera().flySpeed(), 12.0);
        QWheelEvent wheel{middle, view.mapToGlobal(middle), {},   {0, -120}, Qt::RightButton,
                          {},     Qt::NoScrollPhase,        false};
        QApplication::sendEvent(&view, &wheel);
        QTest::mouseRelease(&view, Qt::RightButton, {}, middle.toPoint());
        auto* text = view.findChild<PassingText*>();
        QVERIFY(text != nullptr && text->isVisible());
        QCOMPARE(text->text(), QString{"Fly speed 10.4 m/s"});
        QVERIFY(view.rect().contains(text->geometry()));
        QCOMPARE(ViewSettings::load().flySpeed, 12 / 1.15);
        const PreferencesDialog again{m_fixture->window().context(), m_fixture->window().actions(),
                                      m_fixture->window().plugins(), nullptr};
        QCOMPARE(again.findChild<QDoubleSpinBox*>("flySpeed")->value(), 10.43);
        QTRY_VERIFY(!text->isVisible()); // by itself
    }

    void theGridIsThatOfNowAndOfTheNextStart()
    {
        auto& context = m_fixture->window().context();
        auto& steps = field<QComboBox>("startGridStep");
        QCOMPARE(steps.currentText(), QString{"0.25 m"});
        steps.setCurrentIndex(steps.findData(1.0));
        field<QCheckBox>("startSnap").setChecked(false);
        QCOMPARE(context.grid().step, 1.0);
        QVERIFY(!context.grid().enabled);
        QCOMPARE(m_fixture->window().findChild<QComboBox*>("gridStep")->currentText(),
                 QString{"1"});
        QVERIFY(!m_fixture->window().actions().find("view.snap")->isChecked());
        m_fixture->command("view.gridFiner"); // for the work at hand alone
        QCOMPARE(context.grid().step, 0.5);
        m_dialog.reset();
        m_fixture.reset();
        m_fixture = std::make_unique<WindowFixture>();
        QCOMPARE(m_fixture->window().context().grid().step, 1.0);
        QVERIFY(!m_fixture->window().context().grid().enabled);
        QVERIFY(!m_fixture->window().actions().find("view.snap")->isChecked());
    }

    void autosavesCanBeSwitchedOff()
    {
        auto& every = field<QSpinBox>("autosaveSeconds");
        QCOMPARE(every.minimum(), 10);
        QCOMPARE(every.maximum(), 3600);
        QVERIFY(every.isEnabled());
        every.setValue(120);
        QCOMPARE(autosaveSeconds(), 120.0);
        field<QCheckBox>("autosave").setChecked(false);
        QVERIFY(!every.isEnabled());
        QVERIFY(std::isinf(autosaveSeconds()));
        const PreferencesDialog again{m_fixture->window().context(), m_fixture->window().actions(),
                                      m_fixture->window().plugins(), nullptr};
        QVERIFY(!again.findChild<QCheckBox*>("autosave")->isChecked());
    }

    void numbersOutOfRangeAreTakenIn()
    {
        QSettings{}.setValue("views/flySpeed", 1e9);
        QSettings{}.setValue("views/sensitivity", "nonsense");
        QSettings{}.setValue("views/gridStep", -3);
        const auto settings = ViewSettings::load();
        QCOMPARE(settings.flySpeed, ViewSettings::MaxFlySpeed);
        QCOMPARE(settings.sensitivity, ViewSettings::MinSensitivity);
        QCOMPARE(settings.grid.step, ViewSettings::MinGridStep);
    }

private:
    template <typename Field>
    Field& field(const char* name)
    {
        auto* found = m_dialog->findChild<Field*>(name);
        ENGINE_EXPECT(found != nullptr);
        return *found;
    }

    std::unique_ptr<WindowFixture> m_fixture;
    std::unique_ptr<PreferencesDialog> m_dialog;
};

WINDOW_TEST(TestPreferences)
} // namespace tst_preferences

#include "tst_preferences.moc"
