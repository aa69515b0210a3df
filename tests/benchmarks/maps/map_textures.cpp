#include "tests/benchmarks/maps/map_textures.h"

#include "engine_core/assets/images/image.h"
#include "engine_core/base/contract.h"
#include "engine_core/interchange/maps/map_import.h"
#include "engine_core/interchange/maps/map_text.h"
#include "engine_core/interchange/project_textures.h"
#include "engine_core/scene/components/register_components.h"
#include "engine_core/serialization/scene_io.h"
#include "tests/support/levels/wad_builder.h"

#include <QTemporaryDir>

#include <fmt/core.h>

namespace mapwright::bench
{
using namespace engine;

namespace
{
constexpr int TextureRepeats = 9;
constexpr std::uint32_t TextureSide = 256;

/// A project of its own each time, and packs with a texture for each name of the map.
class TexturedImport
{
public:
    explicit TexturedImport(const std::string& text) : m_text{withShortNames(text)}
    {
        const auto map = parseMapText(m_text);
        ENGINE_EXPECT(map);
        for (const auto name : map->textures)
            m_names.emplace_back(name);
        registerComponents(m_types);
        ENGINE_EXPECT(writeFileAtomically(place("t.wad"), wad()));
        ENGINE_EXPECT(writeFileAtomically(place("t.pk3"), archive()));
    }

    [[nodiscard]] fs::path place(const char* name) const
    {
        return fs::path{m_folder.path().toStdString()} / name;
    }

    void startAnew()
    {
        m_project.root = place("game");
        fs::remove_all(m_project.root);
        ENGINE_EXPECT(makeFolders(m_project.assetFolder()));
        ENGINE_EXPECT(makeFolders(m_project.root / "scenes"));
        ENGINE_EXPECT(writeFileAtomically(m_project.root / "project.json",
                                          R"({"format": 1, "name": "game", "startScene": ""})"));
    }

    /// From the text to the scene's file. An empty name: without textures.
    void import(const char* pack)
    {
        TextureShelf shelf{m_project};
        if (pack != std::string_view{})
            ENGINE_EXPECT(shelf.open(place(pack)));
        ProjectTextures textures{m_project, &shelf};
        MapImportOptions options;
        options.findTexture = [&](std::string_view name) {
            return textures.find(name);
        };
        const auto map = importMap(m_text, options);
        ENGINE_EXPECT(map);
        ENGINE_EXPECT(shelf.finish());
        ENGINE_EXPECT(saveScene(*map->world, m_types, m_project.root / "scenes/a.scene.json"));
        m_written = shelf.writtenCount();
        m_brushes = map->brushes;
    }

    [[nodiscard]] std::size_t written() const { return m_written; }

    [[nodiscard]] std::size_t brushes() const { return m_brushes; }

private:
    /// As a WAD can hold them: numbers, since it knows no folders and 15 letters.
    static std::string withShortNames(std::string text)
    {
        const auto whole = text;
        const auto map = parseMapText(whole);
        ENGINE_EXPECT(map);
        int number = 0;
        for (const auto name : map->textures) {
            const auto from = fmt::format(" {} ", name);
            const auto to = fmt::format(" tex{} ", number++);
            for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at + 1))
                text.replace(at, from.size(), to);
        }
        return text;
    }

    /// Colours as uneven as those of a photograph.
    static std::uint32_t noiseAt(std::uint32_t x, std::uint32_t y, std::size_t which)
    {
        const auto seed = static_cast<std::uint32_t>(which);
        auto value = x * 374761393U + y * 668265263U + seed * 2246822519U;
        value = (value ^ value >> 13U) * 1274126177U;
        return (value >> 16U) % 24 + (x + y * (seed % 5)) % 200;
    }

    [[nodiscard]] std::string wad() const
    {
        std::string palette;
        for (int i = 0; i < 256; ++i)
            palette += std::string{static_cast<char>(i), static_cast<char>(i / 2), 30};
        std::vector<test::WadTexture> textures;
        for (std::size_t i = 0; i < m_names.size(); ++i) {
            std::string texels;
            for (std::uint32_t at = 0; at < TextureSide * TextureSide; ++at)
                texels += static_cast<char>(noiseAt(at % TextureSide, at / TextureSide, i));
            textures.push_back({m_names[i], TextureSide, TextureSide, texels, palette});
        }
        return test::wadOf(textures);
    }

    [[nodiscard]] std::string archive() const
    {
        std::vector<test::ZipEntry> entries;
        for (std::size_t i = 0; i < m_names.size(); ++i) {
            Image image{TextureSide, TextureSide, {}};
            for (std::uint32_t at = 0; at < TextureSide * TextureSide; ++at) {
                const auto grey =
                    static_cast<std::uint8_t>(noiseAt(at % TextureSide, at / TextureSide, i));
                image.rgba.insert(image.rgba.end(),
                                  {grey, static_cast<std::uint8_t>(at % TextureSide), 90, 255});
            }
            entries.push_back({"textures/" + m_names[i] + ".png", *pngBytes(image)});
        }
        return test::zipOf(entries);
    }

    std::string m_text;
    std::vector<std::string> m_names;
    QTemporaryDir m_folder;
    Project m_project;
    TypeRegistry m_types;
    std::size_t m_written = 0;
    std::size_t m_brushes = 0;
};
} // namespace

std::vector<Row> mapTextureRows(const std::string& text)
{
    TexturedImport level{text};
    std::vector<Row> rows;
    for (const auto* const pack : {"t.wad", "t.pk3"}) {
        const auto measure = [&](const char* which) {
            return medianMilliseconds(
                TextureRepeats, [&] { level.import(which); }, [&] { level.startAnew(); });
        };
        const double without = measure("");
        const double with = measure(pack);
        rows.push_back({fmt::format("import_textures_{}", std::string_view{pack}.substr(2)),
                        fmt::format("{} brushes from text to file, {} textures of {} x {} brought",
                                    level.brushes(), level.written(), TextureSide, TextureSide),
                        with, "ms", without, with / without,
                        "the import without textures; promised: value / baseline at most 1.5"});
    }
    return rows;
}
} // namespace mapwright::bench
