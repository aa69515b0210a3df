#include "engine_core/assets/images/image.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/verify.h"
#include "tests/support/system/run_program.h"

#include <QFileInfo>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

namespace tst_cli_tour
{
using namespace engine;
using namespace mapwright::test;

/// `tour` (one run for all of its tests) and `bench`.
class TestCliTour : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void initTestCase()
    {
        m_tour = runWithoutDisplay({"tour", "--quiet", "--json", "--out", m_folder.path()});
    }

    void everyStageOfTheTourSucceeds()
    {
        QVERIFY2(m_tour.status == 0, m_tour.err);
        QVERIFY2(m_tour.err.isEmpty(), m_tour.err); // --quiet
        QVERIFY(m_tour.json()["ok"].toBool());
        QVERIFY(steps().size() >= 10);
        QStringList names;
        for (const auto& each : steps())
            names.append(each.toObject()["name"].toString());
        for (const char* name : {"bake", "navmesh", "foliage", "play", "edit_while_playing"})
            QVERIFY2(names.contains(QLatin1String{name}), name);
        for (const auto& each : steps()) {
            const auto step = each.toObject();
            QVERIFY2(step["ok"].toBool(), qPrintable(step["message"].toString()));
            QVERIFY(!step["name"].toString().isEmpty());
            QVERIFY(step["seconds"].toDouble() >= 0);
        }
    }

    void everyPictureOfTheTourShowsSomething()
    {
        QStringList seen;
        for (const auto& each : steps()) {
            const auto file = each.toObject()["image"].toString();
            if (file.isEmpty())
                continue;
            QVERIFY2(!seen.contains(file), qPrintable(file));
            seen.append(file);
            const auto image = loadImage(file.toStdString());
            VERIFY_OK(image);
            std::size_t bright = 0;
            for (std::size_t i = 0; i + 3 < image->rgba.size(); i += 4)
                bright += image->rgba[i] + image->rgba[i + 1] + image->rgba[i + 2] > 30 ? 1U : 0U;
            QVERIFY2(bright > image->rgba.size() / 4 / 20, qPrintable(file));
        }
        QVERIFY(seen.size() >= 8);
    }

    void theTourLeavesTheSampleAlone()
    {
        QVERIFY(QFileInfo::exists(QStringLiteral(MAPWRIGHT_SOURCE_DIR "/projects/first_room")));
        for (const auto& each : steps())
            QVERIFY(each.toObject()["image"].toString().startsWith(m_folder.path()));
    }

    void aBenchmarkTellsWorkFigureAndComparison()
    {
        const auto ran = runProgram({"bench", "brush_build", "--json"});
        QVERIFY2(ran.status == 0, ran.err);
        const auto rows = ran.json()["rows"].toArray();
        QVERIFY(rows.size() >= 2);
        for (const auto& each : rows) {
            const auto row = each.toObject();
            for (const char* text : {"name", "work", "unit", "compares"})
                QVERIFY2(row[QLatin1String{text}].isString(), text);
            for (const char* number : {"value", "baseline", "ratio"})
                QVERIFY2(row[QLatin1String{number}].isDouble(), number);
            QVERIFY(row["value"].toDouble() > 0);
            QVERIFY(!row["work"].toString().isEmpty());
        }
    }

    void anUnknownBenchmarkIsWrongUsage()
    {
        const auto ran = runProgram({"bench", "flying", "--json"});
        QCOMPARE(ran.status, 2);
        QVERIFY2(isOneSentence(ran) && ran.err.contains("flying"), ran.err);
    }

private:
    [[nodiscard]] QJsonArray steps() const { return m_tour.json()["steps"].toArray(); }

    QTemporaryDir m_folder;
    Ran m_tour;
};

CORE_TEST(TestCliTour)
} // namespace tst_cli_tour

#include "tst_cli_tour.moc"
