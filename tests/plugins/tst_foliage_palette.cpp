#include "editor/api/asset_mime.h"
#include "editor/api/fold_section.h"
#include "editor/app/window/editor_pictures.h"
#include "engine_core/scene/components/node.h"
#include "tests/editor/panels/panel_project.h"
#include "tests/plugins/foliage_painter_fixture.h"
#include "tests/program/registry.h"

#include <QDragEnterEvent>
#include <QMimeData>
#include <QSettings>
#include <QUrl>

namespace tst_foliage_palette
{
using namespace editor;
using namespace engine;
using namespace mapwright::test;

namespace
{
constexpr auto OneTriangle = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";

/// With the pictures of its project, as a window has them.
class EditorOfProject final : public TestEditor
{
public:
    explicit EditorOfProject(AssetDatabase& assets) : TestEditor{assets}, pictures{*this} {}

    AssetPictures* assetPictures() override { return &pictures; }

    EditorPictures pictures;
};
} // namespace

/// The dock's list of kinds, and what is dropped on it.
class TestFoliagePalette : public FoliagePainterFixture
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();

    void densityAndSpacingComeFirst();
    void sectionsFoldAndRememberIt();
    void aMissingModelUnfoldsItsSection();
    void unfinishedKindsAreLeftOut();
    void sharesAreAChoice();
    void droppedAssetsBecomeKinds();
    void droppedFilesAreImported();
    void aDropThatCannotBeUsedSaysWhy();
    void theListShowsPictures();

private:
    void write(const QString& name, const QByteArray& bytes)
    {
        QFile file{m_outside.filePath(name)};
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(bytes);
    }

    void drop(QMimeData& mime)
    {
        auto* kinds = list();
        QDragEnterEvent enter{{4, 4}, Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier};
        QCoreApplication::sendEvent(kinds->viewport(), &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent event{{4, 4}, Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier};
        m_editor->messages.clear();
        QCoreApplication::sendEvent(kinds->viewport(), &event);
        QTRY_VERIFY(!m_editor->messages.empty());
    }

    void dropFiles(const QStringList& names)
    {
        QMimeData mime;
        QList<QUrl> urls;
        for (const auto& name : names)
            urls += QUrl::fromLocalFile(m_outside.filePath(name));
        mime.setUrls(urls);
        drop(mime);
    }

    [[nodiscard]] QListWidget* list() const { return named<QListWidget>("Kinds of plants"); }

    [[nodiscard]] std::vector<FoliageTypeEntry> kinds() const
    {
        return foliageTypes(m_editor->document().world(), layer());
    }

    [[nodiscard]] std::string nameOf(const FoliageTypeEntry& kind) const
    {
        return m_editor->document().world().get<Node>(kind.entity)->name;
    }

    std::unique_ptr<PanelProject> m_project;
    std::unique_ptr<AssetDatabase> m_assets;
    QTemporaryDir m_outside;
};

void TestFoliagePalette::init()
{
    QSettings{}.clear();
    m_project = std::make_unique<PanelProject>();
    const auto meshes = m_project->project.assetFolder() / "Meshes";
    VERIFY_OK(makeFolders(meshes));
    VERIFY_OK(writeFileAtomically(meshes / "crate.obj", OneTriangle));
    m_assets = std::make_unique<AssetDatabase>(m_project->project);
    begin(std::make_unique<EditorOfProject>(*m_assets));
}

void TestFoliagePalette::cleanup()
{
    end();
    m_assets.reset();
    m_project.reset();
}

void TestFoliagePalette::densityAndSpacingComeFirst()
{
    makeKind();
    const auto* info = m_editor->document().types().find(typeIdOf<FoliageType>());
    const auto sections = sectionsOf(*info);
    QVERIFY(sections.size() > 5 && sections.size() < 10);
    QCOMPARE(sections[0].title, std::string{"Density"});
    QCOMPARE(sections[0].properties[0]->name, std::string{"density"});
    QCOMPARE(sections[0].properties[1]->name, std::string{"spacing"});
    m_panel->resize(300, 1600);
    m_panel->show();
    const auto heightOf = [&](const char* field) {
        auto* widget = m_panel->findChild<QWidget*>(field);
        return widget->isVisible() ? widget->mapTo(m_panel.get(), QPoint{}).y() : -1;
    };
    QVERIFY(heightOf("density") > 0 && heightOf("spacing") > heightOf("density"));
    QVERIFY(heightOf("mesh") > heightOf("spacing"));
    QCOMPARE(heightOf("bodyRadius"), -1); // folded
}

void TestFoliagePalette::sectionsFoldAndRememberIt()
{
    makeKind();
    const auto section = [&] {
        return m_panel->findChild<FoldSection*>("fold.foliage_type.Shadow and body");
    };
    QVERIFY(section() != nullptr && section()->isFolded());
    section()->findChild<QCheckBox*>()->click();
    QVERIFY(!section()->isFolded());
    m_panel.reset(m_editor->panels[0].create(*m_editor, nullptr)); // as after a restart
    QVERIFY(!section()->isFolded());
    QVERIFY(!m_panel->findChild<FoldSection*>("fold.foliage_type.Density")->isFolded());
}

void TestFoliagePalette::aMissingModelUnfoldsItsSection()
{
    clickButton("New");
    clickButton("Add model");
    auto* section = m_panel->findChild<FoldSection*>("fold.foliage_type.Model or picture");
    section->setFolded(true);
    paint({-5, 0, 0}, {5, 0, 0});
    QVERIFY(!section->isFolded());
}

void TestFoliagePalette::unfinishedKindsAreLeftOut()
{
    makeKind();
    mixKinds();
    clickButton("Add model");
    mixKinds();
    clickButton("Add billboard");
    QCOMPARE(list()->item(0)->text(), QString{"Plant (0)"}); // it has all of the mix
    QCOMPARE(list()->item(1)->text(), QString{"Plant (0): no model yet"});
    QVERIFY(list()->item(1)->toolTip().startsWith("Unfinished"));
    QCOMPARE(list()->item(2)->text(), QString{"Billboard (0): no picture yet"});
    paint({-5, 0, 0}, {5, 0, 0});
    const auto alone = plants();
    QVERIFY(!alone.empty());
    QVERIFY(
        std::all_of(alone.begin(), alone.end(), [](const auto& each) { return each.type == 0; }));
    m_editor->document().undo();
    list()->item(1)->setCheckState(Qt::Unchecked);
    list()->item(2)->setCheckState(Qt::Unchecked);
    paint({-5, 0, 0}, {5, 0, 0});
    QVERIFY(plants() == alone);
    m_editor->document().undo();
    giveModels();
    list()->item(1)->setCheckState(Qt::Checked);
    QVERIFY(list()->item(0)->text().endsWith("per m\u00b2")); // now there are two
}

void TestFoliagePalette::sharesAreAChoice()
{
    makeKind();
    clickButton("Add model");
    giveModels();
    auto* own = m_panel->findChild<QCheckBox*>("ownDensity");
    auto* share = m_panel->findChild<QDoubleSpinBox*>("weight");
    QVERIFY(own->isChecked() && !share->isEnabled());
    QVERIFY(share->toolTip().contains("density of its own"));
    QVERIFY(!list()->item(0)->text().contains("per m"));
    own->click();
    QVERIFY(share->isEnabled());
    QVERIFY(!list()->item(1)->text().contains("per m")); // alone in the mix it has all of it
    list()->setCurrentRow(0);
    own->click();
    QCOMPARE(list()->item(0)->text(), QString{"Plant (0), 2 per m\u00b2"});
    m_editor->document().undo();
    QVERIFY(own->isChecked());
}

void TestFoliagePalette::droppedAssetsBecomeKinds()
{
    const auto before = m_editor->document().contentHash();
    const auto steps = m_editor->document().history().position();
    const std::unique_ptr<QMimeData> mime{makeAssetMime(std::vector<DraggedAsset>{
        {AssetKind::Mesh, "Meshes/crate.obj"}, {AssetKind::Material, "Materials/floor"}})};
    drop(*mime);
    QCOMPARE(m_editor->messages.back(), std::string{"Added 2 kinds of plants"});
    QCOMPARE(kinds().size(), std::size_t{2}); // in a new foliage
    QCOMPARE(nameOf(kinds()[0]), std::string{"crate"});
    QCOMPARE(kinds()[0].type.mesh.path, std::string{"Meshes/crate.obj"});
    QVERIFY(kinds()[0].type.ownDensity);
    QCOMPARE(nameOf(kinds()[1]), std::string{"floor"});
    QVERIFY(kinds()[1].type.kind == FoliageKind::Billboard);
    QCOMPARE(kinds()[1].type.material.path, std::string{"Materials/floor"});
    QCOMPARE(list()->currentRow(), 1); // the last one is chosen
    const auto after = m_editor->document().contentHash();
    QCOMPARE(m_editor->document().history().position(), steps + 1);
    m_editor->document().undo();
    QCOMPARE(m_editor->document().contentHash(), before);
    m_editor->document().redo();
    QCOMPARE(m_editor->document().contentHash(), after);
}

void TestFoliagePalette::droppedFilesAreImported()
{
    clickButton("New");
    write("bush.obj", OneTriangle);
    QImage picture{20, 40, QImage::Format_RGBA8888};
    picture.fill(Qt::darkGreen);
    QVERIFY(picture.save(m_outside.filePath("Reed.PNG"), "PNG"));
    dropFiles({"bush.obj", "Reed.PNG"});
    QCOMPARE(m_editor->messages.back(), std::string{"Added 2 kinds of plants"});
    QCOMPARE(nameOf(kinds()[0]), std::string{"bush"});
    QCOMPARE(kinds()[0].type.mesh.path, std::string{"Models/bush/bush.obj"});
    VERIFY_OK(m_assets->fileOf(AssetKind::Mesh, "Models/bush/bush.obj"));
    const auto reed = kinds()[1].type;
    QCOMPARE(reed.material.path, std::string{"Materials/Pictures/Reed"});
    QCOMPARE(reed.size.x * 2, reed.size.y); // as its picture
    VERIFY_OK(m_assets->fileOf(AssetKind::Material, reed.material.path));
    QVERIFY(!m_assets->material(Name{reed.material.path})->missing);
    // The same picture, in the project now, has its material already.
    QMimeData again;
    again.setUrls({QUrl::fromLocalFile(QString::fromStdString(
        (m_project->project.assetFolder() / "Materials/Pictures/Reed.png").string()))});
    drop(again);
    QCOMPARE(kinds()[2].type.material.path, reed.material.path);
}

void TestFoliagePalette::aDropThatCannotBeUsedSaysWhy()
{
    clickButton("New");
    const auto hash = m_editor->document().contentHash();
    const auto steps = m_editor->document().history().position();
    write("notes.txt", "no plant");
    write("broken.obj", "f 1 2 3\n");
    write("broken.png", "no picture");
    dropFiles({"notes.txt"});
    QCOMPARE(m_editor->messages.back(),
             std::string{"'notes.txt' is neither a model (.glb, .gltf, .obj) nor a picture"});
    for (const auto* name : {"broken.obj", "broken.png", "gone.obj"}) {
        dropFiles({name});
        QVERIFY2(m_editor->messages.back().find(name) != std::string::npos,
                 m_editor->messages.back().c_str());
        QCOMPARE(m_editor->document().contentHash(), hash);
        QCOMPARE(m_editor->document().history().position(), steps);
    }
    write("bush.obj", OneTriangle);
    dropFiles({"notes.txt", "bush.obj", "broken.png"});
    QCOMPARE(kinds().size(), std::size_t{1}); // what can be used is
    QVERIFY(m_editor->messages.back().starts_with(
        "Added 1 kind of plant; left out: 'notes.txt' is neither"));
    QVERIFY(m_editor->messages.back().ends_with(", and 1 more"));
}

void TestFoliagePalette::theListShowsPictures()
{
    const std::unique_ptr<QMimeData> mime{makeAssetMime({AssetKind::Mesh, "Meshes/crate.obj"})};
    drop(*mime);
    const auto shown = [&] {
        return list()->item(0)->icon().pixmap(QSize{24, 24}).toImage();
    };
    const auto icon = shown();
    QVERIFY(!icon.isNull());
    static_cast<EditorOfProject&>(*m_editor).pictures.finishAll();
    QVERIFY(shown() != icon); // the model itself
    QCOMPARE(list()->count(), 1);
}

GUI_TEST(TestFoliagePalette)
} // namespace tst_foliage_palette

#include "tst_foliage_palette.moc"
