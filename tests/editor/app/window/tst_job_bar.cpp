#include "editor/app/window/job_bar.h"
#include "tests/program/registry.h"

#include <QHBoxLayout>
#include <QProgressBar>
#include <QToolButton>
#include <QtTest>

namespace tst_job_bar
{
using namespace editor;

/// The right end of a status bar with jobs that begin and end as a test says.
class TestJobBar : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void othersStayWhenAJobJoins();
    void othersStayWhenAJobEnds();
    void aJobTakesAFreePlace();
    void theBarIsEmptyInTheEnd();
    void percentsAreSaidOnceThereAreSome();
    void longNamesLeaveRoomForThePercents();

private:
    void begin(const std::string& name, double progress = 0.5)
    {
        m_jobs.push_back({std::make_shared<int>(), name, progress, [] {
                          }});
    }

    void end(const std::string& name)
    {
        std::erase_if(m_jobs, [&](const auto& job) { return job.name == name; });
    }

    [[nodiscard]] QProgressBar* find(const char* name) const
    {
        for (auto* each : m_bar->findChildren<QProgressBar*>())
            if (each->accessibleName() == QLatin1String{name} && each->isVisible())
                return each;
        return nullptr;
    }

    /// Where the Stop button of a job is on the screen; once all of them are shown.
    [[nodiscard]] int stopOf(const char* name) const
    {
        const auto* stop = find(name)->parentWidget()->findChild<QToolButton*>();
        return stop->mapToGlobal(QPoint{}).x();
    }

    std::vector<ShownJob> m_jobs;
    std::unique_ptr<QWidget> m_window;
    JobBar* m_bar = nullptr;
};

void TestJobBar::init()
{
    m_jobs.clear();
    m_window = std::make_unique<QWidget>();
    auto* layout = new QHBoxLayout{m_window.get()};
    layout->addStretch(1);
    m_bar = new JobBar{[this] { return m_jobs; }, m_window.get()};
    layout->addWidget(m_bar);
    m_window->resize(1200, 40);
    m_window->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
}

void TestJobBar::othersStayWhenAJobJoins()
{
    begin("Baking light");
    QTRY_VERIFY(find("Baking light") != nullptr);
    QCoreApplication::processEvents();
    const int place = stopOf("Baking light");
    begin("Copying");
    QTRY_VERIFY(find("Copying") != nullptr);
    QCoreApplication::processEvents();
    QCOMPARE(stopOf("Baking light"), place);
    QVERIFY(stopOf("Copying") < place);
}

void TestJobBar::othersStayWhenAJobEnds()
{
    begin("First");
    begin("Second");
    QTRY_VERIFY(find("First") != nullptr && find("Second") != nullptr);
    QCoreApplication::processEvents();
    const int place = stopOf("Second");
    end("First");
    QTRY_VERIFY(find("First") == nullptr);
    QCoreApplication::processEvents();
    QCOMPARE(stopOf("Second"), place);
}

void TestJobBar::aJobTakesAFreePlace()
{
    begin("First");
    begin("Second");
    QTRY_VERIFY(find("First") != nullptr && find("Second") != nullptr);
    QCoreApplication::processEvents();
    const int first = stopOf("First");
    const int second = stopOf("Second");
    end("First");
    begin("Third");
    QTRY_VERIFY(find("Third") != nullptr);
    QCoreApplication::processEvents();
    QCOMPARE(stopOf("Third"), first);
    QCOMPARE(stopOf("Second"), second);
}

void TestJobBar::theBarIsEmptyInTheEnd()
{
    begin("First");
    begin("Second");
    QTRY_VERIFY(find("First") != nullptr && find("Second") != nullptr);
    end("First");
    QTRY_VERIFY(find("First") == nullptr);
    end("Second");
    QTRY_VERIFY(m_bar->findChildren<QProgressBar*>().isEmpty());
    QTRY_COMPARE(m_bar->width(), 0);
}

void TestJobBar::percentsAreSaidOnceThereAreSome()
{
    begin("3 pastes wait", 0);
    begin("Copying", 0.25);
    QTRY_VERIFY(find("3 pastes wait") != nullptr && find("Copying") != nullptr);
    QCOMPARE(find("3 pastes wait")->format(), QStringLiteral("3 pastes wait"));
    QVERIFY(find("Copying")->format().startsWith(QStringLiteral("Copying 25 %")));
}

void TestJobBar::longNamesLeaveRoomForThePercents()
{
    const auto name = "Textures from " + std::string(60, 'x') + ".pk3";
    begin(name.c_str(), 0.25);
    QTRY_VERIFY(find(name.c_str()) != nullptr);
    const auto* bar = find(name.c_str());
    QVERIFY2(bar->format().endsWith(QStringLiteral(" 25 %")), qPrintable(bar->format()));
    QVERIFY(bar->format().startsWith(QStringLiteral("Textures")));
    QVERIFY(bar->fontMetrics().horizontalAdvance(bar->format()) <= bar->width());
}

GUI_TEST(TestJobBar)
} // namespace tst_job_bar

#include "tst_job_bar.moc"
