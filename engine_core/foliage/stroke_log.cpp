#include "engine_core/foliage/stroke_log.h"

#include "engine_core/base/json_tree.h"
#include "engine_core/base/json_writer.h"

#include <algorithm>

namespace engine
{
namespace
{
Error at(const std::string& name, const JsonValue& json, std::string_view what)
{
    return Error{"'{}', {}: {}", name, placeToText(json.place()), what};
}

Result<StrokePoint> readPoint(const JsonValue& json, const std::string& name)
{
    std::vector<double> numbers;
    json.forEachItem([&](const JsonValue& item) {
        if (const auto number = item.number())
            numbers.push_back(*number);
    });
    if (numbers.size() != json.count() ||
        (numbers.size() != 3 && numbers.size() != 6 && numbers.size() != 7))
        return at(name, json,
                  "a point is three numbers, six with the face's normal, or seven with a pressure");
    StrokePoint point{{numbers[0], numbers[1], numbers[2]}, {0, 1, 0}};
    if (numbers.size() == 7)
        point.pressure = std::clamp(numbers[6], 0.0, 1.0);
    if (numbers.size() >= 6)
        point.normal = {numbers[3], numbers[4], numbers[5]};
    const double length = glm::length(point.normal);
    if (glm::length(point.position) > WorldLimit || !(length > 1e-6) || !std::isfinite(length))
        return at(name, json, "the point lies outside of the world, or its normal has no length");
    if (std::abs(length - 1) > 1e-12) // else it would change a little each time that it is read
        point.normal /= length;
    return point;
}

Result<void> readNumber(const JsonValue& root,
                        std::string_view key,
                        double least,
                        double most,
                        const std::string& name,
                        double& number)
{
    const auto json = root.find(key);
    if (!json)
        return {};
    const auto value = json->number();
    if (!value || *value < least || *value > most)
        return at(name, *json, fmt::format("'{}' is a number from {} to {}", key, least, most));
    number = *value;
    return {};
}

void appendPoint(std::string& out, const StrokePoint& point)
{
    out += out.back() == '[' ? "\n[" : ",\n[";
    for (int i = 0; i < 6; ++i) {
        if (i > 0)
            out += ',';
        appendJson(out, i < 3 ? point.position[i] : point.normal[i - 3]);
    }
    if (point.pressure < 1) {
        out += ',';
        appendJson(out, point.pressure);
    }
    out += ']';
}
} // namespace

Result<StrokeLog> readStrokeLog(std::string_view json, const std::string& name)
{
    const auto tree = JsonTree::parse(json, name);
    if (!tree)
        return tree.error();
    const auto root = tree->root();
    StrokeLog log;
    auto& brush = log.brush;
    for (const auto& read : {readNumber(root, "radius", 0.01, 1000, name, brush.radius),
                             readNumber(root, "strength", 0, 1, name, brush.strength),
                             readNumber(root, "falloff", 0, 1, name, brush.falloff)})
        if (!read)
            return read.error();
    if (const auto erase = root.find("erase"))
        log.erases = erase->boolean().value_or(false);
    const auto flag = [&](std::string_view key) {
        const auto found = root.find(key);
        return found && found->boolean().value_or(false);
    };
    brush.pressureSizes = flag("pressureSizes");
    brush.pressureStrengthens = flag("pressureStrengthens");
    if (const auto kinds = root.find("kinds"))
        kinds->forEachItem([&](const JsonValue& kind) { log.kinds.emplace_back(kind.text()); });
    const auto points = root.find("points");
    if (!points || points->count() == 0)
        return at(name, root, "a stroke needs 'points'");
    std::optional<Error> error;
    points->forEachItem([&](const JsonValue& item) {
        auto point = readPoint(item, name);
        if (point)
            log.points.push_back(*point);
        else if (!error)
            error = point.error();
    });
    if (error)
        return *error;
    if (log.points.empty())
        return at(name, *points, "'points' is a list of points");
    return log;
}

std::string writeStrokeLog(const StrokeLog& log)
{
    std::string out = "{";
    appendJsonKey(out, "erase");
    appendJson(out, log.erases);
    out += ',';
    appendJsonKey(out, "falloff");
    appendJson(out, log.brush.falloff);
    out += ',';
    appendJsonKey(out, "kinds");
    out += '[';
    for (const auto& kind : log.kinds) {
        if (out.back() != '[')
            out += ',';
        appendJsonText(out, kind);
    }
    out += "],";
    appendJsonKey(out, "points");
    out += '[';
    for (const auto& point : log.points)
        appendPoint(out, point);
    out += "],\n";
    for (const auto& [key, flag] : {std::pair{"pressureSizes", log.brush.pressureSizes},
                                    {"pressureStrengthens", log.brush.pressureStrengthens}})
        if (flag) {
            appendJsonKey(out, key);
            appendJson(out, true);
            out += ',';
        }
    appendJsonKey(out, "radius");
    appendJson(out, log.brush.radius);
    out += ',';
    appendJsonKey(out, "strength");
    appendJson(out, log.brush.strength);
    return out + "}\n";
}
} // namespace engine
