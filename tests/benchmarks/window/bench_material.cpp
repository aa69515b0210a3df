#include "editor/panels/assets/asset_browser.h"
#include "editor/panels/assets/asset_model.h"
#include "editor/panels/assets/thumbnail_store.h"
#include "engine_core/assets/images/image.h"
#include "engine_core/base/thread_time.h"
#include "tests/benchmarks/bench.h"
#include "tests/benchmarks/offscreen_application.h"
#include "tests/support/fixtures/test_editor.h"

#include <QComboBox>
#include <QElapsedTimer>
#include <QLineEdit>
#include <QListView>
#include <QTemporaryDir>

#include <fmt/core.h>

#include <algorithm>
#include <memory>
#include <vector>

namespace mapwright::bench
{
using namespace engine;

namespace
{
constexpr int Textures = 2000;
constexpr int Pictures = 16;        ///< that differ; the files all do
constexpr std::uint32_t Side = 256; ///< texels
constexpr int BrowsePause = 20;     ///< milliseconds between looks at what has come

/// A picture as games have them: lines, stains and some noise.
Image pictureOf(int number)
{
    Image image{Side, Side, {}};
    image.rgba.resize(std::size_t{Side} * Side * 4);
    auto noise = static_cast<std::uint32_t>(number) * 2654435761U + 1U;
    for (std::uint32_t y = 0; y < Side; ++y)
        for (std::uint32_t x = 0; x < Side; ++x) {
            noise = noise * 1664525U + 1013904223U;
            const bool isLine = (y + static_cast<std::uint32_t>(number)) % 32 < 2 || x % 64 < 2;
            const auto grey = (isLine ? 60U : 150U) + (noise >> 28U) + x * y / 2048U % 32U;
            auto* texel = &image.rgba[(std::size_t{y} * Side + x) * 4];
            texel[0] = static_cast<std::uint8_t>(grey);
            texel[1] = static_cast<std::uint8_t>(grey - 10U);
            texel[2] = static_cast<std::uint8_t>(grey - 30U);
            texel[3] = 255;
        }
    return image;
}

/// A project of 2,000 textures, no two files alike.
struct TextureProject
{
    QTemporaryDir folder;
    Project project;
    double megabytes = 0;

    TextureProject()
    {
        const auto root = fs::path{folder.path().toStdString()} / "textures";
        project = *createProject(root, "empty");
        std::vector<std::string> pictures;
        for (int i = 0; i < Pictures; ++i) {
            const auto file = root / "picture.png";
            const auto saved = savePng(pictureOf(i), file);
            ENGINE_EXPECT(saved.hasValue());
            pictures.push_back(*readFile(file));
        }
        for (int i = 0; i < Textures; ++i) {
            const auto file = project.assetFolder() / fmt::format("walls_{}", i / 100) /
                              fmt::format("brick_{}.png", i);
            fs::create_directories(file.parent_path());
            // What follows the end of a picture is read by nobody.
            auto bytes = pictures[static_cast<std::size_t>(i % Pictures)] + std::to_string(i);
            megabytes += static_cast<double>(bytes.size()) / 1e6;
            const auto written = writeFileAtomically(file, bytes);
            ENGINE_EXPECT(written.hasValue());
        }
    }
};

struct Browsing
{
    double list = 0;     ///< until all are listed and the first ones painted
    double search = 0;   ///< the slowest of typed letters
    double pictures = 0; ///< until all have theirs; time of the clock
    double stall = 0;    ///< the longest turn of the window meanwhile
};

double processorTime(const std::function<void()>& work)
{
    const double start = threadMilliseconds();
    work();
    return threadMilliseconds() - start;
}

Browsing browse(const Project& project, const std::shared_ptr<editor::ThumbnailStore>& store)
{
    Browsing found;
    AssetDatabase assets{project};
    test::TestEditor editor{assets};
    editor::AssetBrowser browser{editor};
    browser.model().thumbnails().setStore(store);
    browser.resize(900, 500);
    auto* kind = browser.findChild<QComboBox*>(QStringLiteral("assetKind"));
    kind->setCurrentIndex(kind->findData(static_cast<int>(AssetKind::Texture)));
    found.list = processorTime([&] {
        browser.show();
        (void)browser.grab();
    });
    auto& model = browser.model();
    ENGINE_EXPECT(model.rowCount() == Textures);
    auto* filter = browser.findChild<QLineEdit*>(QStringLiteral("assetFilter"));
    const auto typed = QStringLiteral("brick_19");
    for (qsizetype i = 1; i <= typed.size(); ++i)
        found.search = std::max(found.search, processorTime([&] {
                                    filter->setText(typed.left(i));
                                    (void)browser.grab();
                                }));
    filter->clear();
    QElapsedTimer clock;
    clock.start();
    int done = 0;
    QObject::connect(&model.thumbnails(), &editor::Thumbnails::ready, &browser, [&] { ++done; });
    found.stall = processorTime([&] {
        for (int row = 0; row < Textures; ++row)
            (void)model.data(model.index(row), Qt::DecorationRole);
    });
    while (done < Textures && clock.elapsed() < 60'000)
        found.stall =
            std::max(found.stall, processorTime([&] {
                         QCoreApplication::processEvents(QEventLoop::AllEvents, BrowsePause);
                     }));
    found.pictures = static_cast<double>(clock.elapsed());
    return found;
}
} // namespace

std::vector<Row> benchMaterial(const Settings& /*settings*/)
{
    const OffscreenApplication application;
    const TextureProject textures;
    const QTemporaryDir cache;
    const auto store =
        std::make_shared<editor::ThumbnailStore>(fs::path{cache.path().toStdString()});
    const auto first = browse(textures.project, store);
    const auto second = browse(textures.project, store);
    const auto work = fmt::format("{} textures of {} x {} texels, {:.0f} MB", Textures, Side, Side,
                                  textures.megabytes);
    return {
        promised("list_2000", work + ", until listed and painted; processor time of the window",
                 second.list, 200),
        promised("search_2000", work + ", the slowest letter of a search", second.search, 16),
        promised("thumbnails_2000", work + ", until all pictures are there; by the clock",
                 first.pictures / 1000, 10, "s"),
        promised("thumbnails_again_2000", work + ", the same at the second start",
                 second.pictures / 1000, 10, "s"),
        promised("thumbnails_stall", "the longest turn of the window meanwhile",
                 std::max(first.stall, second.stall), 16),
    };
}
} // namespace mapwright::bench
