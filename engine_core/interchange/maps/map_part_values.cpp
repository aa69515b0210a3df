#include "engine_core/interchange/maps/map_part_values.h"

#include "engine_core/interchange/maps/map_scanner.h"
#include "engine_core/scene/light/light_style.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

namespace engine
{
namespace
{
constexpr std::size_t MostPoints = 1000; ///< of a path
constexpr double Up = -1;                ///< of "angle", which are no degrees then
constexpr double Down = -2;

/// Works one measure out, in the map's axes and units until the end.
class Measure
{
public:
    Measure(const MapPartValue& source, const MapPartSubject& subject, const MapSpace& space)
        : m_args{source.args}, m_subject{subject}, m_space{space}
    {
        const auto size = subject.bounds.size() / space.scale();
        m_size = {size.x, size.z, size.y};
        const auto angles = anglesOf();
        const double yaw = radians(angles.y);
        m_right = {std::sin(yaw), -std::cos(yaw), 0};
        m_ahead = aheadOf(angles);
    }

    /// Without what sines of right angles leave: 1e-16 m is nothing, and no number to read.
    [[nodiscard]] Value slide() const
    {
        auto way = slideInMap();
        for (int i = 0; i < 3; ++i)
            if (std::abs(way[i]) < 1e-9)
                way[i] = 0;
        return vector(way);
    }

    [[nodiscard]] Value slideTime() const
    {
        return {glm::length(slideInMap()) / std::max(number("speed", 100), 1e-3)};
    }

    [[nodiscard]] Value sink() const
    {
        const double height = number("height", 0);
        const double down = height > 0 ? height : m_size.z - number("lip", 8);
        return vector({0, 0, -std::max(down, 0.0)});
    }

    [[nodiscard]] Value firstSlide() const { return vector(firstInMap()); }

    [[nodiscard]] Value secondSlide() const { return vector(secondInMap()); }

    [[nodiscard]] Value secretTime() const
    {
        const double way = glm::length(firstInMap()) + glm::length(secondInMap());
        return {way / std::max(number("speed", 50), 1e-3)};
    }

    [[nodiscard]] Value turnTime() const
    {
        return {std::abs(number("distance", 90)) / std::max(number("speed", 100), 1e-3)};
    }

    [[nodiscard]] Value hinge() const
    {
        Vec3d origin{0};
        if (const auto* text = findMapKey(*m_subject.keys, "origin"))
            origin = threeOf(*text).value_or(origin);
        return clamped(m_space.toOurs(origin) - m_subject.place);
    }

    /// A box around those that act as one; the middle of the player counts, who is `tall`.
    [[nodiscard]] Value area() const
    {
        const double aside = 2 * number("aside", 60) * m_space.scale();
        const double above = 2 * number("above", 8) * m_space.scale();
        return clamped(m_subject.group.size() + Vec3d{aside, above, aside});
    }

    [[nodiscard]] Value areaAt() const
    {
        return clamped(m_subject.group.center() - m_subject.bounds.center());
    }

    [[nodiscard]] Value goal() const
    {
        const auto* name = findMapKey(*m_subject.keys, "target");
        const auto found = name != nullptr ? m_subject.find(*name) : EntityId{};
        return found ? Value{found} : Value{};
    }

    /// How fast the games push along the angle: some of them ten times the speed that is written.
    [[nodiscard]] Value push() const
    {
        return vector(m_ahead * number("speed", 100) * number("times", 10));
    }

    [[nodiscard]] Value path() const
    {
        ValueList points;
        for (const auto& name : pathNames())
            points.push_back({m_subject.find(name)});
        return {std::move(points)};
    }

    /// Which point its last one leads to; 0 where it ends.
    [[nodiscard]] Value pathRound() const
    {
        const auto names = pathNames();
        const auto back = names.empty() ? std::string{} : m_subject.next(names.back());
        const auto at = std::find(names.begin(), names.end(), back);
        return {static_cast<std::int64_t>(at != names.end() ? at - names.begin() : 0)};
    }

    [[nodiscard]] Value pattern() const
    {
        const auto style = static_cast<int>(std::clamp(number("style", 0), 0.0, 100.0));
        return {std::string{style > 0 ? quakePattern(style) : std::string_view{}}};
    }

private:
    /// Of the entity, else of the table, else the usual one.
    [[nodiscard]] double number(const std::string& key, double usual) const
    {
        const auto at = m_args.find(key);
        return mapNumberOf(m_subject, key, at != m_args.end() ? at->second : usual);
    }

    [[nodiscard]] static std::optional<Vec3d> threeOf(const std::string& text)
    {
        MapScanner scan{text};
        Vec3d three{0};
        for (int i = 0; i < 3; ++i) {
            const auto number = scan.number();
            if (!number)
                return std::nullopt;
            three[i] = *number;
        }
        return three;
    }

    /// Pitch, yaw and roll in degrees; {0, -1, 0} is up and {0, -2, 0} down.
    [[nodiscard]] Vec3d anglesOf() const
    {
        for (const auto* key : {"mangle", "angles"})
            if (const auto* text = findMapKey(*m_subject.keys, key))
                if (const auto three = threeOf(*text))
                    return *three;
        return {0, mapNumberOf(m_subject, "angle", 0), 0};
    }

    [[nodiscard]] static Vec3d aheadOf(const Vec3d& angles)
    {
        if (angles == Vec3d{0, Up, 0})
            return {0, 0, 1};
        if (angles == Vec3d{0, Down, 0})
            return {0, 0, -1};
        const double pitch = radians(angles.x);
        const double yaw = radians(angles.y);
        return {std::cos(pitch) * std::cos(yaw), std::cos(pitch) * std::sin(yaw), -std::sin(pitch)};
    }

    [[nodiscard]] Vec3d slideInMap() const
    {
        return m_ahead * (std::abs(glm::dot(m_ahead, m_size)) - number("lip", 8));
    }

    [[nodiscard]] Vec3d firstInMap() const
    {
        constexpr unsigned Left = 2;
        constexpr unsigned DownFirst = 4;
        const auto flags = mapFlags(*m_subject.keys);
        const Vec3d along = (flags & DownFirst) != 0 ? Vec3d{0, 0, -1}
                            : (flags & Left) != 0    ? -m_right
                                                     : m_right;
        const double width = number("t_width", 0);
        return along * (width > 0 ? width : std::abs(glm::dot(along, m_size)));
    }

    [[nodiscard]] Vec3d secondInMap() const
    {
        const double length = number("t_length", 0);
        return m_ahead * (length > 0 ? length : std::abs(glm::dot(m_ahead, m_size)));
    }

    /// Each once, as far as there are such entities.
    [[nodiscard]] std::vector<std::string> pathNames() const
    {
        std::vector<std::string> names;
        std::set<std::string> seen;
        const auto* first = findMapKey(*m_subject.keys, "target");
        auto name = first != nullptr ? *first : std::string{};
        while (!name.empty() && m_subject.find(name) && names.size() < MostPoints &&
               seen.insert(name).second) {
            names.push_back(name);
            name = m_subject.next(name);
        }
        return names;
    }

    [[nodiscard]] Value vector(const Vec3d& inMap) const { return clamped(m_space.toOurs(inMap)); }

    /// Numbers of a file may be so great that nothing finite comes of them.
    [[nodiscard]] static Value clamped(Vec3d v)
    {
        for (int i = 0; i < 3; ++i)
            v[i] = std::isfinite(v[i]) ? std::clamp(v[i], -WorldLimit, WorldLimit) + 0.0 : 0.0;
        return {v};
    }

    const std::map<std::string, double>& m_args;
    const MapPartSubject& m_subject;
    const MapSpace& m_space;
    Vec3d m_size{0};
    Vec3d m_ahead{0};
    Vec3d m_right{0};
};

struct MeasureKind
{
    std::string_view name;
    MapValueKind kind;
    Value (Measure::*work)() const;
};

constexpr std::array<MeasureKind, 15> Measures{{
    {"slide", MapValueKind::Vector, &Measure::slide},
    {"slide time", MapValueKind::Number, &Measure::slideTime},
    {"sink", MapValueKind::Vector, &Measure::sink},
    {"first slide", MapValueKind::Vector, &Measure::firstSlide},
    {"second slide", MapValueKind::Vector, &Measure::secondSlide},
    {"secret time", MapValueKind::Number, &Measure::secretTime},
    {"turn time", MapValueKind::Number, &Measure::turnTime},
    {"hinge", MapValueKind::Vector, &Measure::hinge},
    {"area", MapValueKind::Vector, &Measure::area},
    {"area at", MapValueKind::Vector, &Measure::areaAt},
    {"goal", MapValueKind::Entity, &Measure::goal},
    {"push", MapValueKind::Vector, &Measure::push},
    {"path", MapValueKind::Entities, &Measure::path},
    {"path round", MapValueKind::Whole, &Measure::pathRound},
    {"pattern", MapValueKind::Text, &Measure::pattern},
}};

const MeasureKind* findMeasure(std::string_view name)
{
    const auto at = std::find_if(Measures.begin(), Measures.end(),
                                 [&](const MeasureKind& each) { return each.name == name; });
    return at != Measures.end() ? &*at : nullptr;
}

Value keyValue(const MapPartValue& source,
               const MapPartProperty& property,
               const MapPartSubject& subject,
               const MapSpace& space)
{
    const auto* text = findMapKey(*subject.keys, source.name);
    if (text == nullptr || text->empty())
        return source.otherwise;
    if (property.kind == MapValueKind::Text)
        return {source.before + mapTextOf(*subject.keys, source.name, 1000) + source.after};
    constexpr double Nothing = -1e300;
    const double number = mapNumberOf(subject, source.name, Nothing);
    if (number == Nothing)
        return source.otherwise;
    if (property.kind == MapValueKind::Bool)
        return {number != 0};
    if (number < 0 && source.below0)
        return *source.below0;
    return {source.isLength ? number * space.scale() : number};
}
} // namespace

std::optional<MapValueKind> kindOfMapMeasure(std::string_view name)
{
    const auto* found = findMeasure(name);
    return found != nullptr ? std::optional{found->kind} : std::nullopt;
}

double mapNumberOf(const MapPartSubject& subject, const std::string& key, double otherwise)
{
    const auto* text = findMapKey(*subject.keys, key);
    if (text == nullptr || text->empty())
        return otherwise;
    const auto number = mapNumber(*text);
    if (!number)
        subject.complain(key, *text);
    return number.value_or(otherwise);
}

std::string mapTextOf(const MapKeys& keys, std::string_view key, std::size_t most)
{
    const auto* found = findMapKey(keys, key);
    auto text = found != nullptr ? *found : std::string{};
    for (auto at = text.find('\\'); at != std::string::npos && at + 1 < text.size();
         at = text.find('\\', at + 1)) {
        if (text[at + 1] == 'n')
            text.replace(at, 2, "\n");
        else if (text[at + 1] == '"')
            text.erase(at, 1);
    }
    if (text.size() > most) {
        while (most > 0 && (static_cast<unsigned char>(text[most]) & 0xC0U) == 0x80)
            --most; // not within a letter
        text.resize(most);
    }
    return text;
}

Value mapPartValue(const MapPartValue& source,
                   const MapPartProperty& property,
                   const MapPartSubject& subject,
                   const MapSpace& space)
{
    Value value;
    if (source.from == MapPartValue::From::Here)
        value = source.otherwise;
    else if (source.from == MapPartValue::From::Key)
        value = keyValue(source, property, subject, space);
    else if (const auto* measure = findMeasure(source.name))
        value = (Measure{source, subject, space}.*measure->work)();
    if (const auto* number = value.as<double>()) {
        const double fit =
            std::isfinite(*number) ? std::clamp(*number, property.low, property.high) : 0;
        if (property.kind == MapValueKind::Whole)
            return {static_cast<std::int64_t>(std::llround(fit))};
        return {fit};
    }
    return value;
}
} // namespace engine
