#include "engine_core/base/log.h"
#include "engine_core/config/settings.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/verify.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>

namespace tst_settings
{
using namespace engine;

class TestSettings : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void valuesSurviveSavingAndLoading();
    void aMissingFileMeansDefaultsWithoutAWord();
    void aBrokenFileMeansDefaultsAndOneLogLine();
    void valuesOfAnotherKindMeanTheFallback();
    void unknownKeysSurvive();

private:
    [[nodiscard]] fs::path file(const std::string& name) const
    {
        return fs::path{m_folder.path().toStdString()} / name;
    }

    QTemporaryDir m_folder;
};

void TestSettings::valuesSurviveSavingAndLoading()
{
    auto settings = Settings::load(file("new/folder/settings.json"));
    settings.set("grid.size", 0.25);
    settings.set("autosave", true);
    settings.set("recent", "a \"b\"");
    settings.set("count", 5);
    QVERIFY(settings.isChanged());
    VERIFY_OK(settings.save());
    QVERIFY(!settings.isChanged());
    const auto again = Settings::load(file("new/folder/settings.json"));
    QCOMPARE(again.get("grid.size", 1.0), 0.25);
    QCOMPARE(again.get("autosave", false), true);
    QCOMPARE(again.get("recent", ""), std::string{"a \"b\""});
    QCOMPARE(again.get("count", 0), 5);
    QCOMPARE(again.get("count", 0.0), 5.0);
}

void TestSettings::aMissingFileMeansDefaultsWithoutAWord()
{
    int lines = 0;
    const auto sink = addLogSink([&](const LogMessage&) { ++lines; });
    const auto settings = Settings::load(file("none.json"));
    QCOMPARE(settings.get("x", 7), 7);
    QCOMPARE(lines, 0);
}

void TestSettings::aBrokenFileMeansDefaultsAndOneLogLine()
{
    for (const char* text : {"", "{\"a\":", "[1]", "{\"a\":1,\"a\":2}"}) {
        std::ofstream{file("broken.json")} << text;
        int lines = 0;
        const auto sink = addLogSink([&](const LogMessage&) { ++lines; });
        auto settings = Settings::load(file("broken.json"));
        QCOMPARE(settings.get("a", 7), 7);
        QCOMPARE(lines, 1);
        settings.set("a", 1);
        VERIFY_OK(settings.save());
        QCOMPARE(Settings::load(file("broken.json")).get("a", 7), 1);
    }
}

void TestSettings::valuesOfAnotherKindMeanTheFallback()
{
    std::ofstream{file("kinds.json")} << R"({"a":"text","b":1e999,"c":99999999999})";
    const auto settings = Settings::load(file("kinds.json"));
    QCOMPARE(settings.get("a", 7), 7);
    QCOMPARE(settings.get("a", true), true);
    QCOMPARE(settings.get("b", 2.0), 2.0);
    QCOMPARE(settings.get("c", 3), 3);
}

void TestSettings::unknownKeysSurvive()
{
    std::ofstream{file("future.json")} << R"({"future":{"x":[1, 2.50]},"a":1})";
    auto settings = Settings::load(file("future.json"));
    settings.set("a", 2);
    settings.remove("none");
    VERIFY_OK(settings.save());
    const auto text = readFile(file("future.json"));
    QVERIFY(text->find(R"("future": {"x":[1,2.50]})") != std::string::npos);
}

PLAIN_TEST(TestSettings)
} // namespace tst_settings

#include "tst_settings.moc"
