#include "engine_core/interchange/maps/map_geometry.h"
#include "tests/editor/app/window_fixture.h"
#include "tests/engine_core/interchange/maps/map_boxes.h"
#include "tests/support/fixtures/verify.h"
#include "tests/support/levels/wad_builder.h"

#include <QDialog>
#include <QDropEvent>
#include <QMimeData>
#include <QUrl>

namespace tst_texture_packs_dropped
{
using namespace editor;
using namespace engine;
using namespace mapwright::test;

/// Textures of a game given to the real window: a map that waited for them is dressed in them.
class TestTexturePacksDropped : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void initTestCase() { m_fixture = std::make_unique<WindowFixture>(); }

    void aMapGetsItsTexturesAsOneStep()
    {
        m_fixture->emptyScene();
        drop(write("level.map", "{\n\"classname\" \"worldspawn\"\n" +
                                    boxText({0, 0, 0}, {64, 64, 64}, "ZWALL7") +
                                    boxText({128, 0, 0}, {192, 64, 64}, "lost") + "}\n"),
             "Imported level.map");
        const auto imported = m_fixture->document().contentHash();
        QCOMPARE(material(0), std::string{"ZWALL7"});
        const auto scale = std::abs(face(0).uv.scale.x);

        drop(write("base.wad", wadOf({{"zwall7", 128, 64, std::string(128 * 64, '\x20'), {}},
                                      {"zfloor7", 64, 64, std::string(64 * 64, '\x30'), {}}})),
             "base.wad: 2 materials new");
        QTRY_COMPARE(material(0), std::string{"Textures/zwall7"});
        QVERIFY2(m_fixture->said().contains("1 texture of this scene found, 1 still missing"),
                 qPrintable(m_fixture->said()));
        QCOMPARE(std::abs(face(0).uv.scale.x), scale * 2); // twice as wide as was assumed
        QCOMPARE(material(1), std::string{"lost"});
        auto& assets = m_fixture->window().context().assets();
        QVERIFY(!assets.material(Name{"Textures/zwall7"})->missing);
        QVERIFY(!assets.material(Name{"Textures/zfloor7"})->missing); // for what is built next

        m_fixture->command("edit.undo");
        QCOMPARE(m_fixture->document().contentHash(), imported);
        m_fixture->command("edit.redo");
        QCOMPARE(material(0), std::string{"Textures/zwall7"});
    }

    void whatIsNoPackIsRefused()
    {
        m_fixture->emptyScene();
        drop(write("bad.wad", "WAD9 and more"), "it is no WAD file");
        drop(write("empty.pk3", zipOf({{"maps/a.map", "x"}})), "it holds none");
        QCOMPARE(m_fixture->brushes(), std::size_t{0});
    }

    void severalAreBroughtTogether()
    {
        m_fixture->emptyScene();
        const auto first = write("a.wad", wadOf({{"zone7", 16, 16, std::string(256, '\x20'), {}}}));
        const auto second =
            write("b.wad", wadOf({{"ztwo7", 16, 16, std::string(256, '\x21'), {}},
                                  {"zone7", 32, 32, std::string(1024, '\x22'), {}}}));
        const auto folder = m_fixture->folder() / "pictures";
        fs::create_directories(folder);
        Image image{4, 4, {}};
        image.rgba.assign(64, 200);
        ENGINE_EXPECT(savePng(image, folder / "zthree7.png"));
        drop({first, second, folder, write("c.wad", "WAD9 and more")}, "4 files: 3 materials new");
        auto& assets = m_fixture->window().context().assets();
        for (const auto* name : {"Textures/zone7", "Textures/ztwo7", "Textures/zthree7"})
            QVERIFY(!assets.material(Name{name})->missing);
        const auto picture = assets.image(assets.material(Name{"Textures/zone7"})->color);
        QCOMPARE(picture->width, 16U); // the first one counts
    }

    void cleanupTestCase() { m_fixture.reset(); }

private:
    fs::path write(const std::string& name, const std::string& bytes) const
    {
        auto file = m_fixture->folder() / name;
        ENGINE_EXPECT(writeFileAtomically(file, bytes));
        return file;
    }

    /// And waits for what is said then.
    void drop(const fs::path& file, const char* said) { drop(std::vector{file}, said); }

    void drop(const std::vector<fs::path>& files, const char* said)
    {
        QMimeData data;
        QList<QUrl> urls;
        for (const auto& file : files)
            urls.append(QUrl::fromLocalFile(QString::fromStdString(file.string())));
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

    [[nodiscard]] BrushFace face(std::size_t which) const
    {
        std::vector<BrushFace> first;
        m_fixture->world().forEach<BrushComponent>([&](EntityId, const BrushComponent& component) {
            first.push_back(component.brush->faces()[0]);
        });
        return first.at(which);
    }

    [[nodiscard]] std::string material(std::size_t which) const
    {
        return face(which).material.text();
    }

    std::unique_ptr<WindowFixture> m_fixture;
};

WINDOW_TEST(TestTexturePacksDropped)
} // namespace tst_texture_packs_dropped

#include "tst_texture_packs_dropped.moc"
