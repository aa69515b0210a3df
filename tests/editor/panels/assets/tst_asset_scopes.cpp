#include "editor/panels/assets/asset_model.h"
#include "editor/panels/assets/asset_uses.h"
#include "editor/panels/fields/asset_field.h"
#include "tests/editor/panels/assets/browser_fixture.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/verify.h"

#include <QComboBox>
#include <QCompleter>
#include <QTest>

namespace tst_asset_scopes
{
using namespace editor;
using engine::AssetKind;
using engine::Name;
using mapwright::test::TestEditor;

namespace
{
enum Scope
{
    Whole,
    Scene,
    Recent,
    Favourites
};

struct Browser : mapwright::test::BrowserFixture
{
    Browser() { browser.findChild<QComboBox*>(QStringLiteral("assetKind"))->setCurrentIndex(0); }

    void choose(Scope scope)
    {
        browser.findChild<QComboBox*>(QStringLiteral("assetScope"))->setCurrentIndex(scope);
    }

    engine::EntityId addBox(const char* material)
    {
        const auto box = editor.fixture.addBox({0, 0, 0}, {1, 1, 1});
        editor.document().selection().set({box});
        browser.applyToSelection(material);
        return box;
    }

    QStringList shown()
    {
        QStringList paths;
        for (int row = 0; row < browser.model().rowCount(); ++row)
            paths.append(QString::fromStdString(browser.model().entry(row).path));
        return paths;
    }

    engine::AssetEntry entry(const char* path)
    {
        for (const auto& each : assets.entries())
            if (each.path == path)
                return each;
        ENGINE_EXPECT(false);
        return {};
    }
};
} // namespace

class TestAssetScopes : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void whatTheSceneUsesFollowsTheScene()
    {
        Browser list;
        list.choose(Scene);
        QCOMPARE(list.shown(), QStringList{});
        const auto box = list.addBox("Materials/wall");
        QTRY_COMPARE(list.shown(), QStringList{QStringLiteral("Materials/wall")});
        list.browser.findChild<QComboBox*>(QStringLiteral("assetKind"))->setCurrentIndex(1);
        QCOMPARE(list.shown(), QStringList{QStringLiteral("Materials/wall.png")});
        list.browser.findChild<QComboBox*>(QStringLiteral("assetKind"))->setCurrentIndex(0);
        list.editor.document().undo();
        QTRY_COMPARE(list.shown(), QStringList{});
        QVERIFY(list.editor.document().world().exists(box));
    }

    void theLastUsedComesFirst()
    {
        Browser list;
        list.addBox("Materials/wall");
        list.addBox("Dev/grid");
        list.choose(Recent);
        QCOMPARE(list.shown(),
                 (QStringList{QStringLiteral("Dev/grid"), QStringLiteral("Materials/wall")}));
        list.browser.applyToSelection("Materials/wall");
        list.choose(Whole);
        list.choose(Recent);
        QCOMPARE(list.shown().front(), QStringLiteral("Materials/wall"));
    }

    void favouritesAreKeptForTheProject()
    {
        Browser list;
        const auto root = list.files.project.root;
        AssetShelf shelf;
        shelf.setProject(root);
        shelf.setFavourite(QStringLiteral("Dev/grid"), true);
        shelf.setFavourite(QStringLiteral("Materials/floor"), true);
        shelf.setFavourite(QStringLiteral("Dev/grid"), false);
        AssetBrowser later{list.editor};
        later.show();
        later.findChild<QComboBox*>(QStringLiteral("assetScope"))->setCurrentIndex(Favourites);
        later.findChild<QComboBox*>(QStringLiteral("assetKind"))->setCurrentIndex(0);
        QCOMPARE(later.model().rowCount(), 1);
        QCOMPARE(later.model().entry(0).path, std::string{"Materials/floor"});
        AssetShelf other;
        other.setProject(root / "elsewhere");
        QVERIFY(other.favourites().isEmpty());
    }

    void onlySoManyAreRemembered()
    {
        AssetShelf shelf;
        shelf.setProject("/nowhere/recent");
        for (int i = 0; i < 40; ++i)
            shelf.noteUsed(QString::number(i));
        QCOMPARE(shelf.recent().size(), AssetShelf::MostRecent);
        QCOMPARE(shelf.recent().front(), QStringLiteral("39"));
    }

    void whatHasNoNameAnyMoreIsTakenOff()
    {
        AssetShelf shelf;
        shelf.setProject("/nowhere/gone");
        shelf.noteUsed(QStringLiteral("a"));
        shelf.noteUsed(QStringLiteral("b"));
        shelf.rename(
            [](const QString& path) { return path == QLatin1String{"a"} ? QString{} : path; });
        QCOMPARE(shelf.recent(), QStringList{QStringLiteral("b")});
    }

    void usersOfAMaterialAreItsFaces()
    {
        Browser list;
        list.addBox("Materials/wall");
        const auto other = list.addBox("Materials/floor");
        selectUsers(list.editor, list.entry("Materials/floor"));
        const auto& faces = list.editor.document().selection().faces();
        QCOMPARE(faces.size(), 6U);
        QCOMPARE(faces.front().entity, other);
        selectUsers(list.editor, list.entry("Dev/grid"));
        QCOMPARE(list.editor.document().selection().faces().size(), 6U); // nobody uses it
    }

    void aSuggestionIsTakenAtOnce()
    {
        Browser list;
        AssetField field{list.editor, AssetKind::Material};
        std::string picked;
        field.picked = [&](const std::string& path) {
            picked = path;
        };
        field.show();
        field.setFocus();
        QTest::keyClicks(&field, QStringLiteral("wal"));
        QVERIFY(field.completer() != nullptr);
        Q_EMIT field.completer()->activated(QStringLiteral("Materials/wall"));
        QTRY_COMPARE(picked, std::string{"Materials/wall"});
        QCOMPARE(field.text(), QStringLiteral("Materials/wall"));
    }

    void oneMaterialTakesThePlaceOfAnother()
    {
        Browser list;
        const auto wall = list.addBox("Materials/wall");
        const auto floor = list.addBox("Materials/floor");
        const auto before = list.editor.document().history().position();
        replaceEverywhere(list.editor, Name{"Materials/wall"}, Name{"Dev/grid"});
        QCOMPARE(list.editor.document().history().position(), before + 1);
        QCOMPARE(list.editor.fixture.brushOf(wall).faces().front().material.text(),
                 std::string{"Dev/grid"});
        QCOMPARE(list.editor.fixture.brushOf(floor).faces().front().material.text(),
                 std::string{"Materials/floor"});
        list.editor.document().undo();
        QCOMPARE(list.editor.fixture.brushOf(wall).faces().front().material.text(),
                 std::string{"Materials/wall"});
    }
};

GUI_TEST(TestAssetScopes)
} // namespace tst_asset_scopes

#include "tst_asset_scopes.moc"
