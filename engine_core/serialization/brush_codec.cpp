#include "engine_core/serialization/brush_codec.h"

#include "engine_core/base/json_writer.h"
#include "engine_core/serialization/json_values.h"

#include <cmath>

namespace engine
{
namespace
{
/// More faces than this are a mistake or an attack; clipping cost grows with their square.
constexpr std::size_t MaxFaces = 1024;

class FaceWriter
{
public:
    explicit FaceWriter(std::string& out) : m_out{out} {}

    /// The keys come in sorted order.
    void write(const BrushFace& face)
    {
        m_separator = '{';
        if (face.plane.distance != 0) {
            key("distance");
            appendJson(m_out, face.plane.distance);
        }
        if (!face.material.isEmpty()) {
            key("material");
            appendJsonText(m_out, face.material.text());
        }
        key("normal");
        writeNumbers(m_out, face.plane.normal);
        writeUv(face);
        m_out += '}';
    }

private:
    void writeUv(const BrushFace& face)
    {
        const auto usual = worldAlignedUv(face.plane.normal);
        pair("offset", face.uv.offset, Vec2d{0, 0});
        pair("scale", face.uv.scale, Vec2d{1, 1});
        pair("u", face.uv.uAxis, usual.uAxis);
        pair("v", face.uv.vAxis, usual.vAxis);
    }

    template <typename Vector>
    void pair(std::string_view name, const Vector& value, const Vector& usual)
    {
        if (value == usual)
            return;
        key(name);
        writeNumbers(m_out, value);
    }

    void key(std::string_view name)
    {
        m_out += m_separator;
        m_separator = ',';
        m_out += '"';
        m_out += name;
        m_out += "\":";
    }

    std::string& m_out;
    char m_separator = '{';
};

/// `before` is the material of the face before, which mostly has the same.
Result<Name> readMaterial(const JsonValue& json, Name before)
{
    if (!json.isText())
        return Error{"its material is no text"};
    if (json.text() == before.text())
        return before;
    if (auto good = checkAssetPath(json.text()); !good)
        return good.error();
    return Name{json.text()};
}

Result<void> readInto(Vec3d& vector, const std::optional<JsonValue>& json, const char* what)
{
    if (!json)
        return {};
    auto read = readVec3(*json);
    if (!read)
        return read.error().withContext("{}", what);
    vector = *read;
    return {};
}

Result<void> readInto(Vec2d& vector, const std::optional<JsonValue>& json, const char* what)
{
    if (!json)
        return {};
    auto read = readVec2(*json);
    if (!read)
        return read.error().withContext("{}", what);
    vector = *read;
    return {};
}

/// The members of a face, found in one pass over it.
struct FaceMembers
{
    std::optional<JsonValue> distance;
    std::optional<JsonValue> material;
    std::optional<JsonValue> normal;
    std::optional<JsonValue> offset;
    std::optional<JsonValue> scale;
    std::optional<JsonValue> u;
    std::optional<JsonValue> v;

    /// Null if no face has such a member.
    [[nodiscard]] std::optional<JsonValue>* find(std::string_view key)
    {
        return key == "distance"   ? &distance
               : key == "material" ? &material
               : key == "normal"   ? &normal
               : key == "offset"   ? &offset
               : key == "scale"    ? &scale
               : key == "u"        ? &u
               : key == "v"        ? &v
                                   : nullptr;
    }
};

Result<Plane> readPlane(const FaceMembers& face)
{
    Plane plane;
    if (!face.normal)
        return Error{"it has no normal"};
    if (auto done = readInto(plane.normal, face.normal, "normal"); !done)
        return done.error();
    if (face.distance) {
        const auto number = face.distance->number();
        if (!number)
            return Error{"distance: expected a number"};
        plane.distance = *number;
    }
    return plane;
}

Result<UvMapping> readUv(const FaceMembers& face, const Vec3d& normal)
{
    auto uv = worldAlignedUv(normal);
    uv.scale = {1, 1};
    uv.offset = {0, 0};
    if (auto done = readInto(uv.offset, face.offset, "offset"); !done)
        return done.error();
    if (auto done = readInto(uv.scale, face.scale, "scale"); !done)
        return done.error();
    if (auto done = readInto(uv.uAxis, face.u, "u"); !done)
        return done.error();
    if (auto done = readInto(uv.vAxis, face.v, "v"); !done)
        return done.error();
    if (!(std::abs(uv.scale.x) >= SmallestUvScale) || !(std::abs(uv.scale.y) >= SmallestUvScale))
        return Error{"its texture scale is 0"};
    return uv;
}

bool allFinite(const Vec3d& v)
{
    return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

/// What readUv() refuses, and numbers that JSON does not have.
bool isReadable(const UvMapping& uv)
{
    return std::abs(uv.scale.x) >= SmallestUvScale && std::abs(uv.scale.y) >= SmallestUvScale &&
           allFinite({uv.scale, 0}) && allFinite({uv.offset, 0}) && allFinite(uv.uAxis) &&
           allFinite(uv.vAxis);
}

Result<BrushFace>
readFace(const JsonValue& json, Name materialBefore, std::vector<std::string>& remarks)
{
    if (!json.isObject())
        return Error{"it is no object"};
    FaceMembers members;
    json.forEachMember([&](std::string_view key, const JsonValue& value) {
        if (auto* member = members.find(key))
            *member = value;
        else
            remarks.push_back(fmt::format("a face has an unknown key '{}'", key));
    });
    BrushFace face;
    auto plane = readPlane(members);
    if (!plane)
        return plane.error();
    face.plane = *plane;
    auto uv = readUv(members, face.plane.normal);
    if (!uv)
        return uv.error();
    face.uv = *uv;
    if (members.material) {
        if (const auto name = readMaterial(*members.material, materialBefore))
            face.material = *name;
        else
            remarks.push_back(name.error().message());
    }
    return face;
}
} // namespace

void writeBrush(std::string& out, const Brush& brush)
{
    out += "{\"faces\":[";
    FaceWriter writer{out};
    bool first = true;
    for (const auto& face : brush.faces()) {
        if (!first)
            out += ',';
        first = false;
        writer.write(face);
    }
    out += "]}";
}

Result<void> checkReadable(const Brush& brush)
{
    if (brush.faceCount() > MaxFaces)
        return Error{"it has {} faces, the limit is {}", brush.faceCount(), MaxFaces};
    const Name* known = nullptr;
    for (const auto& face : brush.faces()) {
        if (!isReadable(face.uv))
            return Error{"its texture has a scale or place that no file holds"};
        if (!allFinite(face.plane.normal) || !std::isfinite(face.plane.distance))
            return Error{"one of its faces lies nowhere"};
        if (known != nullptr && *known == face.material)
            continue;
        known = &face.material;
        if (auto inside = checkAssetPath(face.material.text()); !inside)
            return inside;
    }
    return {};
}

Result<ReadBrush> readBrush(const JsonValue& json)
{
    const auto list = json.find("faces");
    if (!list || !list->isArray())
        return Error{"it has no list of faces"};
    const auto count = list->count();
    if (count > MaxFaces)
        return Error{"it has {} faces, the limit is {}", count, MaxFaces};
    std::vector<BrushFace> faces;
    faces.reserve(count);
    std::vector<std::string> remarks;
    std::optional<Error> bad;
    list->forEachItem([&](const JsonValue& item) {
        if (bad)
            return;
        const auto before = faces.empty() ? Name{} : faces.back().material;
        auto face = readFace(item, before, remarks);
        if (face)
            faces.push_back(*std::move(face));
        else
            bad = face.error().withContext("face {}", faces.size());
    });
    if (bad)
        return *bad;
    auto brush = Brush::fromFaces(std::move(faces));
    if (!brush)
        return brush.error();
    if (brush->faceCount() < count)
        remarks.push_back(fmt::format("{} of its faces do not touch the solid and are left out",
                                      count - brush->faceCount()));
    return ReadBrush{*std::move(brush), std::move(remarks)};
}
} // namespace engine
