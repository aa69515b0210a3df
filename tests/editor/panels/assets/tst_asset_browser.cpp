#include "editor/operations/prefab/prefab_operations.h"
#include "editor/panels/assets/asset_kinds.h"
#include "editor/panels/assets/asset_model.h"
#include "editor/panels/fields/asset_field.h"
#include "editor/views/view_host.h"
#include "engine_core/geometry/brush_shapes.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/linked_group.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/prefab.h"
#include "engine_core/serialization/scene_io.h"
#include "tests/editor/panels/assets/browser_fixture.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/verify.h"

#include <QComboBox>
#include <QDropEvent>
#include <QLineEdit>
#include <QListView>

namespace tst_asset_browser
{
using namespace editor;
using engine::AssetKind;
using mapwright::test::TestEditor;

struct Browser : mapwright::test::BrowserFixture
{
    QModelIndex floor()
    {
        return browser.model().index(browser.model().rowOf(AssetKind::Material, "Materials/floor"));
    }
};

class TestAssetBrowser : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void nothingIsReadBeforeItIsSeen();
    void dragsCarryKindAndPath();
    void droppedOnAFieldTheyArePicked();
    void typedNamesAreFoundOrRefused();
    void aClickMakesTheMaterialCurrent();
    void applyingGoesToTheSelection();
    void filtersByNameAndKind();
    void picturesComeLater();
    void prefabsShowWhatTheyHold();
    void prefabsAreForgottenWithWhatTheyShow_data();
    void prefabsAreForgottenWithWhatTheyShow();
};

void TestAssetBrowser::nothingIsReadBeforeItIsSeen()
{
    Browser shown;
    AssetBrowser hidden{shown.editor};
    QCOMPARE(hidden.model().rowCount(), 0);
    QVERIFY(shown.browser.model().rowCount() > 0);
}

void TestAssetBrowser::dragsCarryKindAndPath()
{
    Browser shown;
    QVERIFY(shown.floor().isValid());
    const std::unique_ptr<QMimeData> mime{shown.browser.model().mimeData({shown.floor()})};
    QCOMPARE(mime->data(QLatin1String{AssetMimeType}), QByteArray{"material\nMaterials/floor"});
    const auto asset = assetOf(mime.get());
    QVERIFY(asset.has_value());
    QCOMPARE(asset->kind, AssetKind::Material);
    QCOMPARE(asset->path, std::string{"Materials/floor"});
}

void TestAssetBrowser::droppedOnAFieldTheyArePicked()
{
    Browser shown;
    std::string picked;
    AssetField material{shown.editor, AssetKind::Material};
    material.picked = [&](const std::string& path) {
        picked = path;
    };
    const std::unique_ptr<QMimeData> mime{makeAssetMime({AssetKind::Material, "a/b"})};
    const auto drop = [&](AssetField& field) {
        QDragEnterEvent enter{{2, 2}, Qt::CopyAction, mime.get(), Qt::LeftButton, Qt::NoModifier};
        QCoreApplication::sendEvent(&field, &enter);
        QDropEvent event{{2, 2}, Qt::CopyAction, mime.get(), Qt::LeftButton, Qt::NoModifier};
        QCoreApplication::sendEvent(&field, &event);
    };
    drop(material);
    QCOMPARE(picked, std::string{"a/b"});
    AssetField sound{shown.editor, AssetKind::Sound};
    sound.picked = [&](const std::string&) {
        QFAIL("a material is no sound");
    };
    drop(sound);
}

void TestAssetBrowser::typedNamesAreFoundOrRefused()
{
    Browser shown;
    AssetField field{shown.editor, AssetKind::Material};
    std::string picked = "nothing";
    field.picked = [&](const std::string& path) {
        picked = path;
    };
    const auto type = [&](const char* text) {
        picked = "nothing";
        field.clear();
        QTest::keyClicks(&field, text);
        QTest::keyClick(&field, Qt::Key_Return);
        return QString::fromStdString(picked);
    };
    QCOMPARE(type("Materials/floor"), QString{"Materials/floor"});
    QCOMPARE(type("Floor"), QString{"Materials/floor"});
    QCOMPARE(field.text(), QString{"Materials/floor"});
    field.setPath("Materials/floor");
    QCOMPARE(type("flor"), QString{"nothing"});
    QCOMPARE(field.text(), QString{"Materials/floor"}); // what it was
    QCOMPARE(type(""), QString{});                      // none
}

void TestAssetBrowser::aClickMakesTheMaterialCurrent()
{
    Browser shown;
    auto& list = shown.browser.list();
    list.scrollTo(shown.floor());
    QTest::mouseClick(list.viewport(), Qt::LeftButton, {}, list.visualRect(shown.floor()).center());
    QCOMPARE(shown.editor.currentMaterial().text(), std::string{"Materials/floor"});
}

void TestAssetBrowser::applyingGoesToTheSelection()
{
    Browser shown;
    const auto box = shown.editor.fixture.addBox({0, 0, 0}, {1, 1, 1});
    shown.editor.document().selection().clear();
    shown.browser.applyToSelection("Dev/grid");
    QCOMPARE(shown.editor.messages.size(), std::size_t{1});
    shown.editor.document().selection().set({box});
    shown.browser.applyToSelection("Dev/grid");
    for (const auto& face : shown.editor.fixture.brushOf(box).faces())
        QCOMPARE(face.material.text(), std::string{"Dev/grid"});
}

void TestAssetBrowser::filtersByNameAndKind()
{
    Browser shown;
    auto& model = shown.browser.model();
    const int all = model.rowCount();
    auto* filter = shown.browser.findChild<QLineEdit*>(QStringLiteral("assetFilter"));
    filter->setText(QStringLiteral("FLOOR"));
    QVERIFY(model.rowCount() > 0);
    QVERIFY(model.rowCount() < all);
    filter->clear();
    shown.browser.findChild<QComboBox*>(QStringLiteral("assetKind"))->setCurrentIndex(2);
    QVERIFY(model.rowCount() > 0);
    for (int row = 0; row < model.rowCount(); ++row)
        QCOMPARE(model.entry(row).kind, AssetKind::Sound);
}

void TestAssetBrowser::picturesComeLater()
{
    Browser shown;
    auto& model = shown.browser.model();
    const auto before = shown.floor().data(Qt::DecorationRole).value<QIcon>().cacheKey();
    QSignalSpy changed{&model, &QAbstractItemModel::dataChanged};
    model.thumbnails().finishAll();
    QVERIFY(changed.count() > 0);
    QVERIFY(shown.floor().data(Qt::DecorationRole).value<QIcon>().cacheKey() != before);
}

namespace
{
/// The colours of the picture's pixels that are not clear, on average.
QColor meanColor(const QIcon& icon)
{
    const auto image = icon.pixmap(64).toImage().convertToFormat(QImage::Format_ARGB32);
    std::array<int, 3> sum{};
    int count = 0;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            if (const auto pixel = image.pixel(x, y); qAlpha(pixel) == 255) {
                sum[0] += qRed(pixel);
                sum[1] += qGreen(pixel);
                sum[2] += qBlue(pixel);
                ++count;
            }
    return count < 100 ? QColor{} : QColor{sum[0] / count, sum[1] / count, sum[2] / count};
}
} // namespace

void TestAssetBrowser::prefabsShowWhatTheyHold()
{
    Browser shown;
    const auto folder = shown.files.project.assetFolder();
    const auto paint = [&](const std::string& tint) {
        const auto text = "{ \"format\": 1, \"tint\": [" + tint + "] }\n";
        QVERIFY(engine::writeFileAtomically(folder / "Dev/paint.material.json", text));
    };
    paint("0.8, 0, 0");
    auto& document = shown.editor.document();
    const auto make = [&](const std::string& path) {
        VERIFY_OK(document.run("Make", [&](Transaction& edit) -> engine::Result<void> {
            engine::PrefabLibrary library{folder, document.types()};
            const std::array boxes{edit.world().children({}).front()};
            const auto made = makePrefab(edit, boxes, path, library);
            return made ? engine::Result<void>{} : made.error();
        }));
    };
    const auto box = shown.editor.fixture.addBox({0, 0, 0}, {1, 1, 1});
    document.selection().set({box});
    shown.browser.applyToSelection("Dev/paint");
    make("prefabs/box.prefab.json");
    make("prefabs/outer.prefab.json"); // holds that one
    shown.assets.pollChanges();
    shown.assets.finishChanges();
    auto* kinds = shown.browser.findChild<QComboBox*>(QStringLiteral("assetKind"));
    kinds->setCurrentIndex(kinds->count() - 1); // all
    auto& model = shown.browser.model();
    const auto colorOf = [&](const char* path) {
        const auto row = model.index(model.rowOf(AssetKind::Any, path));
        ENGINE_EXPECT(row.isValid());
        static_cast<void>(row.data(Qt::DecorationRole));
        model.thumbnails().finishAll();
        return meanColor(row.data(Qt::DecorationRole).value<QIcon>());
    };
    for (const auto* path : {"prefabs/box.prefab.json", "prefabs/outer.prefab.json"}) {
        const auto color = colorOf(path);
        QVERIFY2(color.red() > 100 && color.green() < 20 && color.blue() < 20,
                 qPrintable(color.name()));
    }
    // It shows what has changed, also in prefabs around.
    paint("0, 0, 0.8");
    shown.assets.pollChanges();
    shown.assets.finishChanges();
    for (const auto* path : {"prefabs/box.prefab.json", "prefabs/outer.prefab.json"}) {
        const auto color = colorOf(path);
        QVERIFY2(color.blue() > 100 && color.red() < 20, qPrintable(color.name()));
    }
    // A file that cannot be read has the icon.
    QVERIFY(engine::writeFileAtomically(folder / "prefabs/box.prefab.json", "{"));
    shown.assets.pollChanges();
    shown.assets.finishChanges();
    QVERIFY(colorOf("prefabs/box.prefab.json").hsvSaturation() < 80);
}

namespace
{
/// Prefabs of one object each, and their pictures.
class PrefabPictures
{
public:
    PrefabPictures() { m_thumbnails.setProject(m_files.project); }

    void write(const std::string& path, std::string_view text)
    {
        const auto file = m_files.project.assetFolder() / path;
        engine::fs::create_directories(file.parent_path());
        VERIFY_OK(engine::writeFileAtomically(file, text));
    }

    /// An object named like the file, with these components.
    template <typename... Components>
    void add(const std::string& name, const Components&... components)
    {
        engine::PrefabWorld prefab;
        const auto id = prefab.newId();
        engine::Edit edit{
            {swapTo(id, engine::Node{.name = name, .parent = {}}), swapTo(id, components)...}};
        prefab.exchange(edit);
        write(pathOf(name), writeScene(prefab, m_types));
    }

    [[nodiscard]] qint64 pictureOf(const std::string& name)
    {
        const auto path = pathOf(name);
        const engine::AssetEntry entry{AssetKind::Any, path, m_files.project.assetFolder() / path};
        return m_thumbnails.icon(entry).cacheKey();
    }

    void finish() { m_thumbnails.finishAll(); }

    void forget(AssetKind kind, const std::string& path)
    {
        m_thumbnails.forget({kind, path, m_files.project.assetFolder() / path});
    }

private:
    [[nodiscard]] static std::string pathOf(const std::string& name)
    {
        return "prefabs/" + name + ".prefab.json";
    }

    PanelProject m_files;
    engine::TypeRegistry m_types = mapwright::test::engineTypes();
    Thumbnails m_thumbnails;
};

engine::BrushComponent boxOf(const char* material)
{
    const auto box = engine::makeBox({{0, 0, 0}, {1, 1, 1}}, engine::Name{material});
    ENGINE_EXPECT(box);
    return {std::make_shared<const engine::Brush>(*box)};
}
} // namespace

void TestAssetBrowser::prefabsAreForgottenWithWhatTheyShow_data()
{
    QTest::addColumn<AssetKind>("kind");
    QTest::addColumn<std::string>("changed");
    QTest::addColumn<QStringList>("forgotten");
    const auto row = [](const char* name, AssetKind kind, const char* path, QStringList forgotten) {
        QTest::newRow(name) << kind << std::string{path} << forgotten;
    };
    const QStringList tiled{QStringLiteral("tiles"), QStringLiteral("room")};
    const QStringList post{QStringLiteral("post")};
    row("image", AssetKind::Texture, "Materials/floor.png", tiled);
    row("material", AssetKind::Material, "Materials/floor", tiled);
    row("prefab inside", AssetKind::Any, "prefabs/tiles.prefab.json", tiled);
    row("image of nothing here", AssetKind::Texture, "Dev/grid.png", {});
    row("model", AssetKind::Mesh, "Meshes/post.obj", post);
    row("image beside a model", AssetKind::Texture, "Meshes/skins/bark.png", post);
    row("new material", AssetKind::Material, "Materials/later", {QStringLiteral("later")});
    row("new prefab", AssetKind::Any, "prefabs/absent.prefab.json", {QStringLiteral("absence")});
    row("sound", AssetKind::Sound, "Sounds/step.wav", {});
}

void TestAssetBrowser::prefabsAreForgottenWithWhatTheyShow()
{
    QFETCH(AssetKind, kind);
    QFETCH(std::string, changed);
    QFETCH(QStringList, forgotten);
    PrefabPictures pictures;
    const auto instanceOf = [](const char* path) {
        return engine::PrefabInstance{{path}};
    };
    pictures.write("Meshes/post.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    pictures.add("tiles", boxOf("Materials/floor"));
    pictures.add("room", engine::LinkedGroup{1, {}}, instanceOf("prefabs/tiles.prefab.json"));
    pictures.add("post", engine::MeshInstance{.mesh = {"Meshes/post.obj"}});
    pictures.add("later", boxOf("Materials/later"));
    pictures.add("absence", boxOf("Materials/wall"), engine::LinkedGroup{1, {}},
                 instanceOf("prefabs/absent.prefab.json"));
    const std::array names{"tiles", "room", "post", "later", "absence"};
    std::map<std::string, qint64> before;
    for (const auto* name : names)
        before[name] = pictures.pictureOf(name); // asks for it
    pictures.finish();
    for (const auto* name : names) {
        const auto made = pictures.pictureOf(name);
        QVERIFY2(made != before[name], name);
        before[name] = made;
    }
    pictures.forget(kind, changed);
    for (const auto* name : names) {
        const bool isForgotten = pictures.pictureOf(name) != before[name];
        QVERIFY2(isForgotten == forgotten.contains(QLatin1String{name}), name);
    }
}

GUI_TEST(TestAssetBrowser)
} // namespace tst_asset_browser

#include "tst_asset_browser.moc"
