#include "engine_core/assets/hotspots.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/verify.h"

#include <QtTest>

namespace tst_hotspots
{
using namespace engine;

class TestHotspots : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aFileIsRead();
    void whatMayBeMissingIs();
    void badFilesAreRefusedInASentence_data();
    void badFilesAreRefusedInASentence();
};

void TestHotspots::aFileIsRead()
{
    const auto set = parseHotspots(R"({
        "format": 1, "picture": [1024, 512], "texelsPerMetre": 128, "author": "kept apart",
        "spots": [{"name": "beam", "at": [0, 0], "size": [1024, 128], "turn": true},
                  {"name": "panel", "at": [256, 128], "size": [512, 384]}]})",
                                   "trim.hotspots.json");
    VERIFY_OK(set);
    QCOMPARE(set->spots.size(), 2U);
    QCOMPARE(set->spots[0], (Hotspot{"beam", {0, 0}, {1, 0.25}, true}));
    QCOMPARE(set->spots[1], (Hotspot{"panel", {0.25, 0.25}, {0.5, 0.75}, false}));
    QCOMPARE(set->metresOf(set->spots[0]), (Vec2d{8, 1}));
}

void TestHotspots::whatMayBeMissingIs()
{
    const auto set = parseHotspots(R"({"format": 1, "spots": []})", "empty");
    VERIFY_OK(set);
    QCOMPARE(*set, HotspotSet{});
}

void TestHotspots::badFilesAreRefusedInASentence_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("says");
    const auto add = [](const char* name, const char* text, const char* says) {
        QTest::newRow(name) << QByteArray{text} << QByteArray{says};
    };
    add("no json", "{", "line 1");
    add("no format", R"({"spots": []})", "format 1");
    add("newer", R"({"format": 2, "spots": []})", "format 1");
    add("no spots", R"({"format": 1})", "'spots'");
    add("no list", R"({"format": 1, "spots": 3})", "'spots'");
    add("no size", R"({"format": 1, "spots": [{"at": [0, 0]}]})", "'size'");
    add("outside", R"({"format": 1, "spots": [{"at": [1000, 0], "size": [64, 64]}]})",
        "within the picture");
    add("flat", R"({"format": 1, "spots": [{"at": [0, 0], "size": [0, 64]}]})", "line 1");
    add("three numbers", R"({"format": 1, "spots": [{"at": [0, 0, 0], "size": [8, 8]}]})",
        "two numbers");
    add("density", R"({"format": 1, "texelsPerMetre": -1, "spots": []})", "texelsPerMetre");
    add("picture", R"({"format": 1, "picture": [0, 8], "spots": []})", "picture");
}

void TestHotspots::badFilesAreRefusedInASentence()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, says);
    const auto set = parseHotspots(text.toStdString(), "trim.hotspots.json");
    QVERIFY(!set);
    const auto message = QByteArray::fromStdString(set.error().message());
    QVERIFY2(message.contains("trim.hotspots.json") && message.contains(says), message);
}

PLAIN_TEST(TestHotspots)
} // namespace tst_hotspots

#include "tst_hotspots.moc"
