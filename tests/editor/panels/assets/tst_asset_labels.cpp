#include "editor/operations/assets/asset_plan.h"
#include "editor/panels/assets/asset_facts.h"
#include "editor/panels/assets/asset_labels.h"
#include "editor/panels/assets/asset_model.h"
#include "engine_core/base/jobs.h"
#include "tests/editor/panels/assets/browser_fixture.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/verify.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QListView>

#include <fstream>

namespace tst_asset_labels
{
using namespace editor;
using engine::AssetKind;
using mapwright::test::TestEditor;

namespace
{
const std::string Floor = "Materials/floor.material.json";
const std::string Wall = "Materials/wall.material.json";

struct Browser : mapwright::test::BrowserFixture
{
    void type(const QString& search)
    {
        browser.findChild<QLineEdit*>(QStringLiteral("assetFilter"))->setText(search);
    }

    void setKind(AssetKind kind)
    {
        auto* box = browser.findChild<QComboBox*>(QStringLiteral("assetKind"));
        box->setCurrentIndex(box->findData(static_cast<int>(kind)));
    }

    [[nodiscard]] QStringList shown()
    {
        QStringList all;
        for (int row = 0; row < browser.model().rowCount(); ++row)
            all << QString::fromStdString(browser.model().entry(row).path);
        return all;
    }

    [[nodiscard]] std::string text() const
    {
        const auto text = engine::readFile(engine::assetTagsFileOf(files.project));
        return text ? *text : std::string{};
    }
};
} // namespace

class TestAssetLabels : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void tagsAreSearchedAndUndone();
    void anAssetALineMerges();
    void unknownPartsStay();
    void aFileThatNobodyUnderstandsStays();
    void collectionsAreScopes();
    void tagsFollowRenamedFiles();
    void sizesAreSearched();
    void halfTypedSizesAreTold();
    void whatIsChosenIsDescribed();
    void whatChangesWhileItIsMeasuredIsMeasuredAgain();
    void collectionsOfOneNameAreNotJoined();
    void namesAreChecked();
};

void TestAssetLabels::tagsAreSearchedAndUndone()
{
    Browser list;
    list.browser.labels().list(AssetList::Tag, "Wood", {Floor}, true);
    list.browser.labels().list(AssetList::Tag, "warm", {Floor, Wall}, true);
    list.type(QStringLiteral("#wo"));
    QCOMPARE(list.shown(), QStringList{"Materials/floor"});
    list.type(QStringLiteral("wood"));
    QCOMPARE(list.shown(), QStringList{"Materials/floor"});
    list.type(QStringLiteral("#warm wall"));
    QCOMPARE(list.shown(), QStringList{"Materials/wall"});
    QVERIFY(!list.editor.document().isModified()); // the scene says nothing of it
    QCOMPARE(QString::fromStdString(list.editor.document().history().entries().back().label),
             QString{"Tag 2 assets with #warm"});
    list.editor.document().undo();
    list.type(QStringLiteral("#warm"));
    QCOMPARE(list.shown(), QStringList{});
    list.editor.document().redo();
    QCOMPARE(list.shown().size(), 2);
    list.browser.labels().list(AssetList::Tag, "warm", {Floor}, false);
    QCOMPARE(QString::fromStdString(list.editor.document().history().entries().back().label),
             QString{"Remove #warm from 1 asset"});
    QCOMPARE(list.shown(), QStringList{"Materials/wall"});
}

void TestAssetLabels::anAssetALineMerges()
{
    Browser list;
    list.browser.labels().list(AssetList::Tag, "wood", {Wall, Floor}, true);
    QCOMPARE(QString::fromStdString(list.text()),
             QString{"{\n  \"format\": 1,\n  \"tags\": {\n    \"wood\": [\n"
                     "      \"Materials/floor.material.json\",\n"
                     "      \"Materials/wall.material.json\"\n    ]\n  }\n}\n"});
}

void TestAssetLabels::unknownPartsStay()
{
    Browser list;
    std::ofstream{engine::assetTagsFileOf(list.files.project)}
        << "{\"format\":1,\"later\":{ \"a\":[1,  2] }}";
    list.browser.labels().list(AssetList::Tag, "wood", {Floor}, true);
    QVERIFY(list.text().find("\"later\": { \"a\":[1,  2] }") != std::string::npos);
}

void TestAssetLabels::aFileThatNobodyUnderstandsStays()
{
    Browser list;
    std::ofstream{engine::assetTagsFileOf(list.files.project)} << "{\"format\":1,\"tags\":[<<<<";
    list.browser.labels().list(AssetList::Tag, "wood", {Floor}, true);
    QCOMPARE(list.text(), std::string{"{\"format\":1,\"tags\":[<<<<"});
    QVERIFY(list.editor.messages.back().find("asset_tags.json") != std::string::npos);
}

void TestAssetLabels::collectionsAreScopes()
{
    Browser list;
    list.browser.labels().list(AssetList::Collection, "My kitchen", {Floor}, true);
    auto* scope = list.browser.findChild<QComboBox*>(QStringLiteral("assetScope"));
    scope->setCurrentIndex(scope->findText(QStringLiteral("My kitchen")));
    QCOMPARE(list.shown(), QStringList{"Materials/floor"});
    list.browser.labels().list(AssetList::Collection, "Attic", {Wall}, true);
    QCOMPARE(scope->currentText(), QString{"My kitchen"});
    QCOMPARE(list.shown(), QStringList{"Materials/floor"});
    list.editor.document().undo();
    list.editor.document().undo();
    QCOMPARE(scope->currentText(), QString{"Whole project"});
    QVERIFY(list.shown().size() > 1);
}

void TestAssetLabels::tagsFollowRenamedFiles()
{
    Browser list;
    list.browser.labels().list(AssetList::Tag, "wood", {Floor}, true);
    engine::JobControl control;
    const AssetRequest request{AssetRequest::Kind::Rename, {Floor}, {"new/ground.material.json"}};
    const auto outlook =
        planAssetChange(list.files.project, request, list.editor.document().world(), {},
                        list.editor.document().types(), control);
    VERIFY_OK(outlook);
    QVERIFY(!outlook->isInUse()); // a tag is no use
    VERIFY_OK(runAssetChange(list.editor.document(), "Rename", *outlook));
    list.assets.pollChanges();
    list.type(QStringLiteral("#wood"));
    QCOMPARE(list.shown(), QStringList{"new/ground"});
    list.editor.document().undo();
    list.assets.pollChanges();
    QCOMPARE(list.shown(), QStringList{"Materials/floor"});
}

void TestAssetLabels::sizesAreSearched()
{
    Browser list;
    const auto& assets = list.files.project.assetFolder();
    engine::Image image{64, 16, {}};
    image.rgba.assign(64 * 16 * 4, 9);
    VERIFY_OK(engine::savePng(image, assets / "big.png"));
    std::ofstream{assets / "quad.obj"}
        << "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\nf 1 2 3\n";
    list.assets.pollChanges();
    list.setKind(AssetKind::Texture);
    list.type(QStringLiteral(">32px"));
    list.browser.model().facts().finishAll();
    QCOMPARE(list.shown(), QStringList{"big.png"});
    list.type(QStringLiteral("<=8px #"));
    QCOMPARE(list.shown().size(), 3);
    list.type(QStringLiteral(">1mb"));
    QCOMPARE(list.shown(), QStringList{});
    list.setKind(AssetKind::Mesh);
    list.type(QStringLiteral(">=3tris"));
    QCOMPARE(list.shown(), QStringList{"quad.obj"});
    list.type(QStringLiteral(">3tris"));
    QCOMPARE(list.shown(), QStringList{});
}

void TestAssetLabels::halfTypedSizesAreTold()
{
    Browser list;
    list.type(QStringLiteral(">5"));
    QVERIFY(list.browser.findChild<QLabel*>(QStringLiteral("assetInfo"))
                ->text()
                .startsWith(QLatin1String{"'>5' is no size"}));
    QVERIFY(!list.shown().isEmpty()); // and hides nothing
}

void TestAssetLabels::whatIsChosenIsDescribed()
{
    Browser list;
    list.browser.labels().list(AssetList::Tag, "wood", {"Materials/floor.png"}, true);
    list.setKind(AssetKind::Texture);
    const auto row = list.browser.model().rowOf(AssetKind::Texture, "Materials/floor.png");
    list.browser.list().setCurrentIndex(list.browser.model().index(row));
    list.browser.model().facts().finishAll();
    const auto text = list.browser.findChild<QLabel*>(QStringLiteral("assetInfo"))->text();
    QVERIFY2(text.contains(QLatin1String{"8 px"}) && text.contains(QLatin1String{"#wood"}) &&
                 text.contains(QLatin1String{"Materials/floor.png"}),
             qPrintable(text));
}

void TestAssetLabels::whatChangesWhileItIsMeasuredIsMeasuredAgain()
{
    const PanelProject files;
    const auto file = files.project.assetFolder() / "note.wav";
    std::ofstream{file} << "12";
    const engine::AssetEntry entry{AssetKind::Sound, "note.wav", file};
    AssetFacts facts;
    facts.measure({entry});
    facts.forget(entry); // the worker may have read it before
    facts.finishAll();
    QVERIFY(!facts.find(entry).bytes);
    facts.measure({entry});
    facts.finishAll();
    QCOMPARE(facts.find(entry).bytes.value_or(0), 2.0);
}

void TestAssetLabels::collectionsOfOneNameAreNotJoined()
{
    Browser list;
    list.browser.labels().list(AssetList::Collection, "Kitchen", {Floor}, true);
    list.browser.labels().list(AssetList::Collection, "Bath", {Wall}, true);
    const auto before = list.text();
    const auto rename = [&](const std::string& to) {
        return list.editor.fixture.run([&](Transaction& edit) {
            return renameList(edit, list.files.project, AssetList::Collection, "Bath", to);
        });
    };
    const auto refused = rename("Kitchen");
    QVERIFY(!refused);
    QCOMPARE(QString::fromStdString(refused.error().message()),
             QString{"'Kitchen' is there already"});
    QCOMPARE(list.text(), before);
    VERIFY_OK(rename("Cellar"));
    QVERIFY(list.text().find("Cellar") != std::string::npos);
}

void TestAssetLabels::namesAreChecked()
{
    QCOMPARE(*engine::checkAssetTag(" #Wood "), std::string{"wood"});
    for (const auto* bad : {"", " ", "#", "two words", "a,b", "a#b"})
        QVERIFY2(!engine::checkAssetTag(bad), bad);
    QVERIFY(!engine::checkAssetTag(std::string(41, 'a')));
    QCOMPARE(*engine::checkCollectionName(" My kitchen "), std::string{"My kitchen"});
    QVERIFY(!engine::checkCollectionName("two\nlines"));
}

GUI_TEST(TestAssetLabels)
} // namespace tst_asset_labels

#include "tst_asset_labels.moc"
