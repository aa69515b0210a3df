#include "editor/panels/assets/thumbnail_store.h"
#include "editor/panels/assets/thumbnails.h"
#include "tests/editor/panels/panel_project.h"
#include "tests/program/registry.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>

namespace tst_thumbnail_store
{
using namespace editor;
namespace fs = engine::fs;

namespace
{
QImage plain(QColor color)
{
    QImage image{8, 8, QImage::Format_ARGB32_Premultiplied};
    image.fill(color);
    return image;
}

std::vector<fs::path> filesIn(const fs::path& folder)
{
    std::vector<fs::path> files;
    std::error_code failed;
    for (fs::recursive_directory_iterator at{folder, failed};
         !failed && at != fs::recursive_directory_iterator{}; ++at)
        if (at->is_regular_file())
            files.push_back(at->path());
    return files;
}
} // namespace

class TestThumbnailStore : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatIsKeptIsFoundAgain();
    void whatIsBrokenIsNotThere();
    void theOldestMakeRoom();
    void anUnwritableFolderDoesNoHarm();
    void theSecondStartReadsWhatTheFirstMade();
};

void TestThumbnailStore::whatIsKeptIsFoundAgain()
{
    const QTemporaryDir folder;
    ThumbnailStore store{folder.path().toStdString()};
    QVERIFY(store.find(1).isNull());
    store.keep(1, plain(Qt::red));
    store.keep(2, plain(Qt::blue));
    ThumbnailStore later{folder.path().toStdString()};
    QCOMPARE(later.find(1), plain(Qt::red));
    QCOMPARE(later.find(2), plain(Qt::blue));
    QCOMPARE(filesIn(folder.path().toStdString()).size(), std::size_t{2}); // nothing half made
}

void TestThumbnailStore::whatIsBrokenIsNotThere()
{
    const QTemporaryDir folder;
    ThumbnailStore store{folder.path().toStdString()};
    store.keep(1, plain(Qt::red));
    const auto file = filesIn(folder.path().toStdString()).front();
    const auto whole = *engine::readFile(file);
    for (const std::size_t size : {std::size_t{0}, std::size_t{7}, whole.size() / 2}) {
        std::ofstream{file, std::ios::binary} << whole.substr(0, size);
        const auto found = store.find(1);
        QVERIFY(found.isNull() || found.size() == QSize(8, 8)); // never more than a part is missing
    }
    std::ofstream{file, std::ios::binary} << "nothing of the kind";
    QVERIFY(store.find(1).isNull());
    store.keep(1, plain(Qt::green));
    QCOMPARE(store.find(1), plain(Qt::green));
}

void TestThumbnailStore::theOldestMakeRoom()
{
    const QTemporaryDir folder;
    ThumbnailStore store{folder.path().toStdString(), 1000};
    for (engine::ContentHash key = 1; key <= 20; ++key) {
        store.keep(key, plain(Qt::red));
        const auto age = std::chrono::hours{100 - static_cast<int>(key)};
        for (const auto& file : filesIn(folder.path().toStdString()))
            if (file.filename().string().starts_with(engine::hashToText(key)))
                fs::last_write_time(file, fs::file_time_type::clock::now() - age);
    }
    QVERIFY(!store.find(3).isNull()); // asked for just now
    store.makeRoom();
    std::uintmax_t bytes = 0;
    for (const auto& file : filesIn(folder.path().toStdString()))
        bytes += fs::file_size(file);
    QVERIFY(bytes <= 1000);
    QVERIFY(store.find(1).isNull());
    QVERIFY(!store.find(3).isNull());
    QVERIFY(!store.find(20).isNull());
}

void TestThumbnailStore::anUnwritableFolderDoesNoHarm()
{
    ThumbnailStore nowhere{"/proc/nowhere"};
    nowhere.keep(1, plain(Qt::red));
    QVERIFY(nowhere.find(1).isNull());
    ThumbnailStore none{{}};
    none.keep(1, plain(Qt::red));
    QVERIFY(none.find(1).isNull());
}

void TestThumbnailStore::theSecondStartReadsWhatTheFirstMade()
{
    const PanelProject files;
    const QTemporaryDir folder;
    const engine::AssetEntry floor{engine::AssetKind::Material, "Materials/floor",
                                   files.project.assetFolder() / "Materials/floor.material.json"};
    const auto show = [&] {
        Thumbnails thumbnails;
        thumbnails.setProject(files.project);
        thumbnails.setStore(std::make_shared<ThumbnailStore>(folder.path().toStdString()));
        (void)thumbnails.icon(floor);
        thumbnails.finishAll();
        return thumbnails.icon(floor).pixmap(96, 96).toImage();
    };
    const auto first = show();
    const auto kept = filesIn(folder.path().toStdString());
    QCOMPARE(kept.size(), std::size_t{1});
    QCOMPARE(show(), first);
    // What is shown is what was kept.
    QVERIFY(
        plain(Qt::red).scaled(96, 96).save(QString::fromStdString(kept.front().string()), "PNG"));
    QVERIFY(show() != first);
    // A material that is another one is found by other contents.
    std::ofstream{floor.file} << R"({ "format": 1, "color": "floor.png", "tint": [1, 1, 0.9] })";
    (void)show();
    QCOMPARE(filesIn(folder.path().toStdString()).size(), std::size_t{2});
}

GUI_TEST(TestThumbnailStore)
} // namespace tst_thumbnail_store

#include "tst_thumbnail_store.moc"
