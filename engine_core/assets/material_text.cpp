#include "engine_core/assets/material_loader.h"
#include "engine_core/base/json_tree.h"

#include <algorithm>
#include <optional>

namespace engine
{
namespace
{
constexpr std::uintmax_t MaxMaterialFile = 1U << 20U;
constexpr std::int64_t MaterialFormat = 1;
constexpr std::size_t MostParents = 16;

/// What glows is only known when all files were read.
struct Glow
{
    std::optional<Vec3f> color;
    float strength = 1;
};

/// Lays the values of one file over those that are there.
class MaterialReader
{
public:
    MaterialReader(const JsonTree& tree, fs::path file, fs::path assetFolder, MaterialText& text)
        : m_tree{tree}, m_file{std::move(file)}, m_assetFolder{std::move(assetFolder)}, m_text{text}
    {
    }

    Result<void> read(Glow& glow)
    {
        if (const auto good = checkFormat(); !good)
            return good;
        m_text.parent.clear();
        // What the file says of single maps counts more than the packed one, whatever comes first.
        if (const auto packed = m_tree.root().find("orm"))
            readPacked(*packed);
        m_tree.root().forEachMember([&](std::string_view key, const JsonValue& json) {
            if (!readLook(key, json) && !readGlow(glow, key, json) && !readFinish(key, json) &&
                !readLayers(key, json) && !readTrait(key, json))
                readTouch(key, json);
        });
        return {};
    }

private:
    [[nodiscard]] Result<void> checkFormat() const
    {
        const auto json = m_tree.root().find("format");
        const auto format = json ? json->whole() : std::nullopt;
        if (!format || *format < 1)
            return Error{"it is not a material: it has no format number"};
        if (*format > MaterialFormat)
            return Error{"it has format {}, but this version reads only up to {}", *format,
                         MaterialFormat};
        return {};
    }

    bool readLook(std::string_view key, const JsonValue& json)
    {
        if (key == "color")
            readImage(m_text.color, key, json);
        else if (key == "normal")
            readImage(m_text.normal, key, json);
        else if (key == "roughness")
            readGrey(m_text.roughness, m_text.roughnessValue, key, json);
        else if (key == "metallic")
            readGrey(m_text.finish.metallic, m_text.metallic, key, json);
        else if (key == "tint")
            readColor(m_text.tint, key, json);
        else if (key == "parent")
            readText(m_text.parent, key, json);
        else
            return false;
        return true;
    }

    bool readGlow(Glow& glow, std::string_view key, const JsonValue& json)
    {
        if (key == "emissive") {
            readImage(m_text.finish.glow, key, json);
        } else if (key == "emissiveColor") {
            Vec3f color{0};
            if (readColor(color, key, json))
                glow.color = color;
        } else if (key == "emissiveStrength") {
            readNumber(glow.strength, 1000, key, json);
        } else {
            return false;
        }
        return true;
    }

    bool readFinish(std::string_view key, const JsonValue& json)
    {
        auto& finish = m_text.finish;
        if (key == "occlusion")
            readMap(finish.occlusion, key, json);
        else if (key == "green")
            readGreen(json);
        else if (key == "opacity")
            readOpacity(json);
        else if (key == "cutoff")
            readNumber(finish.cutoff, 1, key, json);
        else if (key == "alpha")
            readNumber(finish.alpha, 1, key, json);
        else if (key == "twoSided")
            readFlag(finish.twoSided, key, json);
        else if (key == "scroll")
            readScroll(json);
        else
            return false;
        return true;
    }

    bool readLayers(std::string_view key, const JsonValue& json)
    {
        auto& layers = m_text.finish.layers;
        if (key == "triplanar")
            readNumber(layers.triplanar, 1000, key, json);
        else if (key == "detail")
            readImage(layers.detail, key, json);
        else if (key == "detailScale")
            readNumber(layers.detailScale, 1000, key, json);
        else if (key == "detailStrength")
            readNumber(layers.detailStrength, 1, key, json);
        else if (key == "frames")
            readFrames(layers.frames, json);
        else if (key == "frameRate")
            readNumber(layers.frameRate, 100, key, json);
        else if (key == "warp")
            readNumber(layers.warp, 1, key, json);
        else
            return false;
        return true;
    }

    bool readTrait(std::string_view key, const JsonValue& json)
    {
        auto& traits = m_text.traits;
        bool* const trait = key == "seenInGame"    ? &traits.seen
                            : key == "collides"    ? &traits.collides
                            : key == "walkable"    ? &traits.walkable
                            : key == "castsShadow" ? &traits.castsShadow
                                                   : nullptr;
        if (trait != nullptr)
            readFlag(*trait, key, json);
        return trait != nullptr;
    }

    void readTouch(std::string_view key, const JsonValue& json)
    {
        auto& touch = m_text.touch;
        if (key == "surface")
            readText(touch.surface, key, json);
        else if (key == "friction")
            readNumber(touch.friction, 1, key, json);
        else if (key == "restitution")
            readNumber(touch.restitution, 1, key, json);
    }

    bool fail(std::string_view key, const JsonValue& json, std::string_view expected)
    {
        m_text.problems.push_back(fmt::format("'{}': '{}' is not {} ({})", m_file.string(), key,
                                              expected, placeToText(json.place())));
        return false;
    }

    /// Null takes away what a parent has.
    bool readImage(fs::path& image, std::string_view key, const JsonValue& json)
    {
        if (json.type() == JsonType::Null || (json.isText() && json.text().empty())) {
            image.clear();
            return true;
        }
        if (!json.isText())
            return fail(key, json, "the path of an image");
        const fs::path relative{std::string{json.text()}};
        const auto below = (m_file.parent_path() / relative).lexically_relative(m_assetFolder);
        const auto inside = relative.is_absolute() ? Result<fs::path>{Error{"absolute"}}
                                                   : resolveInside(m_assetFolder, below);
        if (!inside)
            return fail(key, json, "a path inside the project");
        image = *inside;
        return true;
    }

    /// As many as can be used.
    void readFrames(std::vector<fs::path>& frames, const JsonValue& json)
    {
        constexpr std::size_t MostFrames = 64;
        frames.clear();
        if (json.type() == JsonType::Null)
            return;
        if (!json.isArray())
            return static_cast<void>(fail("frames", json, "a list of images"));
        json.forEachItem([&](const JsonValue& item) {
            fs::path frame;
            if (!readImage(frame, "frames", item) || frame.empty())
                return;
            if (frames.size() == MostFrames)
                fail("frames", item, fmt::format("one of the first {} images", MostFrames));
            else
                frames.push_back(std::move(frame));
        });
    }

    void readMap(GreyMap& map, std::string_view key, const JsonValue& json)
    {
        fs::path image;
        if (readImage(image, key, json))
            map = {std::move(image), 0};
    }

    /// A map or a number, which takes the map's place.
    void readGrey(GreyMap& map, float& number, std::string_view key, const JsonValue& json)
    {
        if (json.isText() || json.type() == JsonType::Null)
            return readMap(map, key, json);
        const auto value = json.number();
        if (!value || *value < 0 || *value > 1) {
            fail(key, json, "the path of an image or a number from 0 to 1");
            return;
        }
        number = static_cast<float>(*value);
        map = {};
    }

    /// Occlusion, roughness and metallic in red, green and blue, as glTF packs them.
    void readPacked(const JsonValue& json)
    {
        fs::path image;
        if (!readImage(image, "orm", json))
            return;
        m_text.finish.occlusion = {image, 0};
        m_text.roughness = {image, 1};
        m_text.finish.metallic = {std::move(image), 2};
    }

    bool readColor(Vec3f& color, std::string_view key, const JsonValue& json)
    {
        Vec3f read{0};
        int count = 0;
        bool good = json.isArray();
        json.forEachItem([&](const JsonValue& item) {
            const auto number = item.number();
            good = good && number && count < 3 && *number >= 0 && *number <= 100;
            if (good)
                read[count] = static_cast<float>(*number);
            ++count;
        });
        if (!good || count != 3)
            return fail(key, json, "a colour of three numbers from 0 to 100");
        color = read;
        return true;
    }

    void readNumber(float& number, int most, std::string_view key, const JsonValue& json)
    {
        const auto value = json.number();
        if (!value || *value < 0 || *value > most)
            fail(key, json, fmt::format("a number from 0 to {}", most));
        else
            number = static_cast<float>(*value);
    }

    void readFlag(bool& flag, std::string_view key, const JsonValue& json)
    {
        if (const auto value = json.boolean())
            flag = *value;
        else
            fail(key, json, "true or false");
    }

    void readText(std::string& text, std::string_view key, const JsonValue& json)
    {
        if (json.isText())
            text = json.text();
        else
            fail(key, json, "a text");
    }

    void readGreen(const JsonValue& json)
    {
        if (json.text() != "up" && json.text() != "down")
            fail("green", json, "\"up\" or \"down\"");
        else
            m_text.finish.greenDown = json.text() == "down";
    }

    void readOpacity(const JsonValue& json)
    {
        if (json.text() == "opaque")
            m_text.finish.opacity = Opacity::Opaque;
        else if (json.text() == "mask")
            m_text.finish.opacity = Opacity::Mask;
        else if (json.text() == "blend")
            m_text.finish.opacity = Opacity::Blend;
        else
            fail("opacity", json, "\"opaque\", \"mask\" or \"blend\"");
    }

    void readScroll(const JsonValue& json)
    {
        Vec2f read{0};
        int count = 0;
        bool good = json.isArray();
        json.forEachItem([&](const JsonValue& item) {
            const auto number = item.number();
            good = good && number && count < 2 && std::abs(*number) <= 100;
            if (good)
                read[count] = static_cast<float>(*number);
            ++count;
        });
        if (good && count == 2)
            m_text.finish.scroll = read;
        else
            fail("scroll", json, "two numbers from -100 to 100, repeats a second");
    }

    const JsonTree& m_tree;
    fs::path m_file;
    fs::path m_assetFolder;
    MaterialText& m_text;
};

/// A file and those of its parents, the file itself first.
class MaterialFamily
{
public:
    MaterialFamily(const fs::path& assetFolder, const MaterialFiles& from)
        : m_assetFolder{assetFolder}, m_from{from}
    {
    }

    Result<MaterialText> read(const fs::path& file)
    {
        if (const auto own = add(file); !own)
            return own.error();
        addParents();
        MaterialText text;
        Glow glow;
        for (auto each = m_members.rbegin(); each != m_members.rend(); ++each) {
            MaterialReader reader{*each->tree, each->file, m_assetFolder, text};
            const auto good = reader.read(glow);
            if (!good && each->file == file)
                return good.error().withContext("'{}'", file.string());
            if (!good)
                m_problems.push_back(
                    good.error().withContext("'{}'", each->file.string()).message());
            text.files.insert(text.files.begin(), each->file);
        }
        const bool glows = glow.color || !text.finish.glow.empty();
        text.glowBase = glows ? glow.color.value_or(Vec3f{1}) : Vec3f{0};
        text.glowStrength = glow.strength;
        text.finish.glowColor = text.glowBase * glow.strength;
        text.hasParentProblem = !m_problems.empty();
        text.problems.insert(text.problems.end(), m_problems.begin(), m_problems.end());
        return text;
    }

private:
    struct Member
    {
        fs::path file;
        std::shared_ptr<const std::string> bytes; ///< that the tree points into
        std::shared_ptr<const JsonTree> tree;
    };

    Result<void> add(const fs::path& file)
    {
        auto bytes = m_from.read ? m_from.read(file) : readFile(file, MaxMaterialFile);
        if (!bytes)
            return bytes.error();
        Member member{file, std::make_shared<const std::string>(*std::move(bytes)), nullptr};
        auto tree = JsonTree::parse(*member.bytes, file.string());
        if (!tree)
            return tree.error();
        member.tree = std::make_shared<const JsonTree>(*std::move(tree));
        m_members.push_back(std::move(member));
        return {};
    }

    void addParents()
    {
        while (m_from.find) {
            const auto& child = m_members.back();
            const auto json = child.tree->root().find("parent");
            if (!json || json->text().empty())
                return;
            const std::string name{json->text()};
            const auto refuse = [&](std::string_view why) {
                m_problems.push_back(fmt::format("'{}': the parent '{}' {} ({})",
                                                 child.file.string(), name, why,
                                                 placeToText(json->place())));
            };
            const auto file = m_from.find(name);
            if (!file)
                return refuse("is missing");
            if (std::ranges::any_of(m_members,
                                    [&](const Member& each) { return each.file == *file; }))
                return refuse("leads back to it");
            if (m_members.size() > MostParents)
                return refuse("has too many parents of its own");
            if (const auto added = add(*file); !added)
                return refuse("cannot be read: " + added.error().message());
        }
    }

    const fs::path& m_assetFolder;
    const MaterialFiles& m_from;
    std::vector<Member> m_members;
    std::vector<std::string> m_problems;
};
} // namespace

std::vector<fs::path> MaterialText::images() const
{
    std::vector<fs::path> all;
    for (const auto* file : {&color, &normal, &roughness.file, &finish.metallic.file,
                             &finish.occlusion.file, &finish.glow, &finish.layers.detail})
        if (!file->empty() && std::ranges::find(all, *file) == all.end())
            all.push_back(*file);
    for (const auto& frame : finish.layers.frames)
        if (std::ranges::find(all, frame) == all.end())
            all.push_back(frame);
    return all;
}

Result<MaterialText>
loadMaterialText(const fs::path& file, const fs::path& assetFolder, const MaterialFiles& from)
{
    return MaterialFamily{assetFolder, from}.read(file);
}
} // namespace engine
