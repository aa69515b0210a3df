#include "engine_core/assets/hotspots.h"

#include "engine_core/base/json_tree.h"

#include <optional>

namespace engine
{
namespace
{
constexpr std::uintmax_t MostHotspotBytes = 1U << 20U;
constexpr std::int64_t HotspotFormat = 1;
constexpr std::size_t MostHotspots = 4096;
constexpr double MostTexels = 65536;

class HotspotReader
{
public:
    explicit HotspotReader(const std::string& name) : m_name{name} {}

    Result<HotspotSet> read(const JsonTree& tree)
    {
        HotspotSet set;
        const auto format = tree.root().find("format");
        if (!format || format->whole() != HotspotFormat)
            return Error{"{}: it is no set of hot spots of format {}", m_name, HotspotFormat};
        if (const auto json = tree.root().find("picture"))
            set.picture = pair(*json, "picture", 1, MostTexels);
        if (const auto json = tree.root().find("texelsPerMetre"))
            set.texelsPerMetre = number(*json, "texelsPerMetre", 0.01, 100'000);
        const auto spots = tree.root().find("spots");
        if (!spots || !spots->isArray() || spots->count() > MostHotspots)
            return Error{"{}: 'spots' must be a list of at most {} rectangles", m_name,
                         MostHotspots};
        spots->forEachItem(
            [&](const JsonValue& json) { set.spots.push_back(spot(json, set.picture)); });
        if (m_problem)
            return *m_problem;
        return set;
    }

private:
    void fail(const JsonValue& json, std::string_view key, std::string_view expected)
    {
        if (!m_problem)
            m_problem =
                Error{"{}: '{}' is not {} ({})", m_name, key, expected, placeToText(json.place())};
    }

    double number(const JsonValue& json, std::string_view key, double least, double most)
    {
        const auto value = json.number();
        if (value && *value >= least && *value <= most)
            return *value;
        fail(json, key, fmt::format("a number from {} to {}", least, most));
        return least;
    }

    Vec2d pair(const JsonValue& json, std::string_view key, double least, double most)
    {
        Vec2d both{least};
        int count = 0;
        json.forEachItem([&](const JsonValue& item) {
            if (count < 2)
                both[count] = number(item, key, least, most);
            ++count;
        });
        if (count != 2)
            fail(json, key, "two numbers");
        return both;
    }

    Hotspot spot(const JsonValue& json, const Vec2d& picture)
    {
        Hotspot result;
        const auto at = json.find("at");
        const auto size = json.find("size");
        if (!at || !size) {
            fail(json, "spots", "a list of rectangles with 'at' and 'size'");
            return result;
        }
        result.at = pair(*at, "at", 0, MostTexels) / picture;
        result.size = pair(*size, "size", 1, MostTexels) / picture;
        constexpr double Edge = 1 + 1e-9;
        if (result.at.x + result.size.x > Edge || result.at.y + result.size.y > Edge)
            fail(*size, "size", "within the picture");
        if (const auto name = json.find("name"))
            result.name = std::string{name->text()};
        if (const auto turn = json.find("turn"))
            result.mayTurn = turn->boolean().value_or(false);
        return result;
    }

    const std::string& m_name;
    std::optional<Error> m_problem;
};
} // namespace

Result<HotspotSet> parseHotspots(std::string_view text, const std::string& name)
{
    const auto tree = JsonTree::parse(text, name);
    if (!tree)
        return tree.error();
    return HotspotReader{name}.read(*tree);
}

Result<HotspotSet> loadHotspots(const fs::path& file)
{
    const auto text = readFile(file, MostHotspotBytes);
    if (!text)
        return text.error();
    return parseHotspots(*text, file.filename().string());
}
} // namespace engine
