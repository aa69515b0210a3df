#include "tests/editor/operations/assets/asset_project.h"
#include "tests/program/registry.h"

namespace tst_asset_refusals
{
using namespace editor;
using namespace engine;
using namespace mapwright::test;
using namespace mapwright::test::asset_changes;

class TestAssetRefusals : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void namesThatCannotBeAreRefused_data();
    void namesThatCannotBeAreRefused();
    void pathsThatCannotBeAreRefused_data();
    void pathsThatCannotBeAreRefused();
    void oneSlashAtTheEndDoesNotMatter();
    void whatIsOpenKeepsItsName();
    void linksAreNotFollowed();
    void aFileThatCannotBeWrittenLeavesAllAsItWas();
    void aStoppedChangeLeavesAllAsItWas();
    void aNameThatIsTakenStopsUndo();
};

void TestAssetRefusals::namesThatCannotBeAreRefused_data()
{
    QTest::addColumn<QString>("to");
    QTest::addColumn<QString>("why");
    QTest::newRow("same") << "walls/brick.material.json"
                          << "already";
    QTest::newRow("taken") << "walls/red.material.json"
                           << "'walls/red' is there already";
    QTest::newRow("case") << "walls/Red.material.json"
                          << "only capital letters";
    QTest::newRow("folder case") << "Walls/new.material.json"
                                 << "only capital letters";
    QTest::newRow("outside") << "../brick.material.json"
                             << "leads out";
    QTest::newRow("climbs") << "walls/../../brick.material.json"
                            << "leads out";
    QTest::newRow("absolute") << "/tmp/brick.material.json"
                              << "leads out";
    QTest::newRow("no name") << "walls/.material.json"
                             << "hidden";
    QTest::newRow("hidden") << "walls/.brick.material.json"
                            << "hidden";
    QTest::newRow("ending") << "walls/brick.png"
                            << "keep its ending";
    QTest::newRow("letters") << "walls/a:b.material.json"
                             << "cannot have ':'";
    QTest::newRow("part of a model") << "walls/a#b.material.json"
                                     << "cannot have '#'";
    QTest::newRow("kept") << "walls/con.material.json"
                          << "some systems";
    QTest::newRow("blank") << "walls /brick.material.json"
                           << "blank";
    QTest::newRow("below a file") << "walls/brick.png/b.material.json"
                                  << "is no folder";
    QTest::newRow("too long") << QString{300, 'a'} + ".material.json"
                              << "too long";
}

void TestAssetRefusals::namesThatCannotBeAreRefused()
{
    QFETCH(QString, to);
    QFETCH(QString, why);
    AssetProject fixture;
    const auto before = fixture.files();
    const auto done = fixture.rename("walls/brick.material.json", to.toStdString());
    QVERIFY(!done);
    QVERIFY2(holds(done.error().message(), why.toStdString()), done.error().message().c_str());
    QVERIFY(fixture.files() == before);
    QVERIFY(!fixture.document.isModified());
}

void TestAssetRefusals::pathsThatCannotBeAreRefused_data()
{
    QTest::addColumn<QString>("from");
    QTest::addColumn<QString>("why");
    QTest::newRow("none") << ""
                          << "no path";
    QTest::newRow("here") << "./walls"
                          << "no path";
    QTest::newRow("here at the end") << "walls/."
                                     << "no path";
    QTest::newRow("two slashes") << "walls//brick.png"
                                 << "no path";
    QTest::newRow("two at the end") << "walls//"
                                    << "no path";
    QTest::newRow("outside") << "../scenes"
                             << "leads out";
    QTest::newRow("there and back") << "walls/../walls"
                                    << "leads out";
    QTest::newRow("absolute") << "/tmp"
                              << "leads out";
    QTest::newRow("root") << "/"
                          << "leads out";
}

void TestAssetRefusals::pathsThatCannotBeAreRefused()
{
    QFETCH(QString, from);
    QFETCH(QString, why);
    AssetProject fixture;
    const auto before = fixture.files();
    for (const auto& request :
         {AssetRequest{AssetRequest::Kind::Rename, {from.toStdString()}, {"other"}},
          AssetRequest{AssetRequest::Kind::Delete, {from.toStdString()}, {}}}) {
        const auto done = fixture.change(request);
        QVERIFY(!done);
        QVERIFY2(holds(done.error().message(), why.toStdString()), done.error().message().c_str());
    }
    QVERIFY(fixture.files() == before);
}

void TestAssetRefusals::oneSlashAtTheEndDoesNotMatter()
{
    AssetProject fixture;
    VERIFY_OK(fixture.rename("walls/", "stone"));
    QVERIFY(fixture.has("assets/stone/brick.png") && !fixture.has("assets/walls"));
    QCOMPARE(fixture.materialOf(fixture.box, 2), std::string{"stone/brick"});
}

void TestAssetRefusals::whatIsOpenKeepsItsName()
{
    AssetProject fixture;
    VERIFY_OK(fixture.document.save(fixture.project.assetFolder() / "prefabs/open.prefab.json"));
    const auto before = fixture.files();
    const std::string open = "prefabs/open.prefab.json";
    for (const auto& request :
         {AssetRequest{AssetRequest::Kind::Rename, {open}, {"prefabs/other.prefab.json"}},
          AssetRequest{AssetRequest::Kind::Rename, {"prefabs"}, {"parts"}},
          AssetRequest{AssetRequest::Kind::Delete, {open}, {}},
          AssetRequest{AssetRequest::Kind::Delete, {"prefabs"}, {}}}) {
        const auto done = fixture.change(request);
        QVERIFY(!done);
        QCOMPARE(QString::fromStdString(done.error().message()),
                 QString{"'prefabs/open.prefab.json' is open; close it first"});
    }
    QVERIFY(fixture.files() == before);
    VERIFY_OK(fixture.rename("prefabs/lamp.prefab.json", "prefabs/light.prefab.json"));
}

void TestAssetRefusals::linksAreNotFollowed()
{
    AssetProject fixture;
    const QTemporaryDir outside;
    fs::create_directory_symlink(outside.path().toStdString(),
                                 fixture.project.assetFolder() / "out");
    const auto done = fixture.rename("walls/brick.material.json", "out/brick.material.json");
    QVERIFY(!done);
    QVERIFY(holds(done.error().message(), "is a link"));
    QVERIFY(fs::is_empty(outside.path().toStdString()));
}

void TestAssetRefusals::aFileThatCannotBeWrittenLeavesAllAsItWas()
{
    AssetProject fixture;
    const auto outlook = fixture.plan(
        {AssetRequest::Kind::Rename, {"walls/brick.material.json"}, {"walls/wall.material.json"}});
    VERIFY_OK(outlook);
    // Something that no scene can be written to has taken the place of one meanwhile.
    const auto other = fixture.project.sceneFolder() / "other.scene.json";
    const auto text = *readFile(other);
    fs::remove(other);
    fs::create_directory(other);
    const auto before = fixture.files();
    const auto hash = fixture.document.contentHash();
    QVERIFY(!runAssetChange(fixture.document, "Rename", *outlook));
    QVERIFY(fixture.files() == before);
    QCOMPARE(fixture.document.contentHash(), hash);
    QVERIFY(!fixture.document.isModified());
    fs::remove(other);
    std::ofstream{other} << text;
    VERIFY_OK(runAssetChange(fixture.document, "Rename", *outlook));
}

void TestAssetRefusals::aStoppedChangeLeavesAllAsItWas()
{
    AssetProject fixture;
    const auto before = fixture.files();
    const auto outlook = fixture.plan({AssetRequest::Kind::Rename, {"walls"}, {"stone"}});
    VERIFY_OK(outlook);
    JobControl control;
    control.cancel();
    QVERIFY(!outlook->change->prepare(fixture.document.path(), control));
    QVERIFY(fixture.files() == before);
    JobControl other;
    VERIFY_OK(outlook->change->prepare(fixture.document.path(), other));
    QVERIFY(fixture.has("assets/walls/brick.png") && fixture.has("assets/stone/brick.png"));
    outlook->change->abandon();
    QVERIFY(fixture.files() == before);
    VERIFY_OK(outlook->change->prepare(fixture.document.path(), other));
    VERIFY_OK(runAssetChange(fixture.document, "Rename", *outlook));
    QVERIFY(!fixture.has("assets/walls"));
    fixture.document.undo();
    QVERIFY(fixture.files() == before);
}

void TestAssetRefusals::aNameThatIsTakenStopsUndo()
{
    AssetProject fixture;
    std::string kept;
    Connections connections;
    connections += fixture.document.fileKept.connect([&](const std::string& why) { kept = why; });
    VERIFY_OK(fixture.rename("walls/brick.material.json", "walls/wall.material.json"));
    fixture.write("assets/walls/brick.material.json", "theirs");
    const auto before = fixture.files();
    fixture.document.undo();
    QVERIFY(fixture.document.history().canUndo());
    QVERIFY(holds(kept, "is there already"));
    QVERIFY(fixture.files() == before);
    QCOMPARE(fixture.materialOf(fixture.box, 2), std::string{"walls/wall"});
    fs::remove(fixture.project.assetFolder() / "walls/brick.material.json");
    fixture.document.undo();
    QCOMPARE(fixture.materialOf(fixture.box, 2), std::string{"walls/brick"});
}

PLAIN_TEST(TestAssetRefusals)
} // namespace tst_asset_refusals

#include "tst_asset_refusals.moc"
