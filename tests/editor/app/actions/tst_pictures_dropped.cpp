#include "editor/operations/brush/texture_operations.h"
#include "editor/operations/material/material_values.h"
#include "editor/panels/level/locate_picture.h"
#include "engine_core/assets/images/image.h"
#include "engine_core/assets/sound_loader.h"
#include "tests/editor/app/window_fixture.h"
#include "tests/support/fixtures/verify.h"

#include <QDialog>
#include <QDropEvent>
#include <QMimeData>
#include <QUrl>

namespace tst_pictures_dropped
{
using namespace editor;
using namespace engine;
using namespace mapwright::test;

/// Pictures given to the real window become a material, whose edits reach whoever shows it.
class TestPicturesDropped : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void initTestCase() { m_fixture = std::make_unique<WindowFixture>(); }

    void aSetOfPicturesBecomesOneMaterial()
    {
        m_fixture->emptyScene();
        drop({paint("slate_albedo.png", 90), paint("slate_rough.png", 200)}, "Made 1 material");
        const auto made = assets().material(Name{Slate});
        QVERIFY(!made->missing);
        QVERIFY(!made->color.empty() && !made->roughness.file.empty());
        QCOMPARE(m_fixture->window().context().currentMaterial().text(), std::string{Slate});
    }

    void anEditIsSeenAtOnceAndUndone()
    {
        const auto before = assets().material(Name{Slate});
        auto& document = m_fixture->document();
        const auto& type = materialType();
        const auto& tint = *std::find_if(type.properties.begin(), type.properties.end(),
                                         [](const Property& each) { return each.name == "tint"; });
        const auto paintIt = [&](Transaction& edit, const Color& color) {
            return setMaterialValue(edit, assets().project(), Slate, tint, Value{color});
        };
        {
            auto drag = document.begin("Tint");
            VERIFY_OK(drag.replace([&](Transaction& edit) { return paintIt(edit, {1, 0, 0}); }));
            QCOMPARE(assets().material(Name{Slate})->tint, (Vec3f{1, 0, 0}));
            drag.rollback();
        }
        QCOMPARE(assets().material(Name{Slate})->tint, before->tint);
        VERIFY_OK(document.run("Tint", [&](Transaction& edit) {
            return paintIt(edit, {0, 1, 0});
        }));
        QCOMPARE(assets().material(Name{Slate})->tint, (Vec3f{0, 1, 0}));
        m_fixture->command("edit.undo");
        QCOMPARE(assets().material(Name{Slate})->tint, before->tint);
        m_fixture->command("edit.redo");
        QCOMPARE(assets().material(Name{Slate})->tint, (Vec3f{0, 1, 0}));
    }

    void soundsAndWhatIsNotReadAreTold()
    {
        m_fixture->emptyScene();
        const auto sound = m_fixture->folder() / "ping.wav";
        VERIFY_OK(saveSound({1, 22050, {1, 2, 3}}, sound));
        drop({sound}, "Brought the sound Sounds/ping.wav");
        drop({sound}, "There already: Sounds/ping.wav");
        const auto other = m_fixture->folder() / "pong.wav";
        VERIFY_OK(saveSound({1, 22050, {3, 2, 1}}, other));
        drop({sound, other}, "Brought 1 sound, 1 is there already");
        drop({sound, other}, "All 2 sounds are there already");
        const auto model = m_fixture->folder() / "chair.fbx";
        VERIFY_OK(writeFileAtomically(model, "x"));
        drop({model}, "FBX files are not read");
    }

    void aMissingMaterialIsMadeOfAPicture()
    {
        m_fixture->emptyScene();
        m_fixture->addBox({{0, 0, 0}, {1, 1, 1}});
        VERIFY_OK(m_fixture->document().run("Paint", [&](Transaction& edit) {
            return replaceMaterial(edit, Name{}, Name{"zlost"});
        }));
        auto& context = m_fixture->window().context();
        QVERIFY(assets().material(Name{"zlost"})->missing);
        usePicture(context, Name{"zlost"}, paint("anything.png", 60), &m_fixture->window());
        QTRY_VERIFY_WITH_TIMEOUT(m_fixture->said().contains("Made the material zlost"), 20000);
        QTRY_VERIFY(!assets().material(Name{"zlost"})->missing);
    }

    void cleanupTestCase() { m_fixture.reset(); }

private:
    static constexpr auto Slate = "Materials/slate/slate";

    [[nodiscard]] AssetDatabase& assets() const { return m_fixture->window().context().assets(); }

    [[nodiscard]] fs::path paint(const std::string& name, std::uint8_t grey) const
    {
        Image image{8, 8, std::vector<std::uint8_t>(8 * 8 * 4, grey)};
        auto file = m_fixture->folder() / name;
        ENGINE_EXPECT(savePng(image, file));
        return file;
    }

    /// And waits for what is said then.
    void drop(const std::vector<fs::path>& files, const char* said)
    {
        QMimeData data;
        QList<QUrl> urls;
        for (const auto& file : files)
            urls += QUrl::fromLocalFile(QString::fromStdString(file.string()));
        data.setUrls(urls);
        auto& window = m_fixture->window();
        QDragEnterEvent enter{{10, 10}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier};
        QCoreApplication::sendEvent(&window, &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent event{{10, 10}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier};
        QCoreApplication::sendEvent(&window, &event);
        QTRY_VERIFY_WITH_TIMEOUT(m_fixture->said().contains(QLatin1String{said}), 20000);
        delete window.findChild<QDialog*>(QStringLiteral("interchangeReport"));
    }

    std::unique_ptr<WindowFixture> m_fixture;
};

WINDOW_TEST(TestPicturesDropped)
} // namespace tst_pictures_dropped

#include "tst_pictures_dropped.moc"
