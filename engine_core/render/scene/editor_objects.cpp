#include "engine_core/render/scene/editor_objects.h"

#include "engine_core/render/scene/joint_lines.h"
#include "engine_core/render/scene/light_lines.h"
#include "engine_core/scene/checks/expectation.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/movement.h"
#include "engine_core/scene/components/trigger.h"
#include "engine_core/scene/decals/decal.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace engine
{
namespace
{
constexpr std::uint32_t SelectionColor = 0xffb454;
constexpr std::uint32_t PlayerColor = 0x5fb573;
constexpr std::uint32_t SoundColor = 0x4c9be8;
constexpr std::uint32_t TriggerColor = 0xb98ce8;
constexpr std::uint32_t ExpectationColor = 0x59bff2;
constexpr std::uint32_t LadderColor = 0xe0b34c;
constexpr std::uint32_t WaterColor = 0x4cc3e8;
constexpr std::uint32_t JointColor = 0x5fc4c0;
constexpr std::uint32_t DecalColor = 0xd98fb0;
constexpr std::uint32_t EmptyColor = 0x9aa0a8;
/// The ranges of more lights at once hide the level behind their circles, and each other.
constexpr std::ptrdiff_t MostRanges = 100;

/// A light's colour as bright as a screen can show it, so that dim lights are seen too.
DrawColor iconColor(const Light& light)
{
    const float most = std::max({light.color.r, light.color.g, light.color.b, 1e-6F});
    const auto encode = [&](float value) {
        return 0.25F + 0.75F * std::pow(std::clamp(value / most, 0.F, 1.F), 1.F / 2.2F);
    };
    return {encode(light.color.r), encode(light.color.g), encode(light.color.b), 1.F};
}

/// The player's capsule with an arrow to where it looks, feet at the entity's place.
void addPlayerFigure(std::vector<OverlayLine>& lines, const Transform& place, PackedColor color)
{
    const Character body;
    const double radius = body.radius;
    const auto up = Vec3d{0, 1, 0};
    const auto ahead = place.rotation * Vec3d{0, 0, -1};
    const auto aside = place.rotation * Vec3d{1, 0, 0};
    const auto low = place.position + up * radius;
    const auto high = place.position + up * (body.standHeight - radius);
    addCircle(lines, low, ahead * radius, aside * radius, color);
    addCircle(lines, high, ahead * radius, aside * radius, color);
    for (const auto& side : {ahead * radius, aside * radius}) {
        lines.push_back({Vec3f{low + side}, 1, Vec3f{high + side}, color});
        lines.push_back({Vec3f{low - side}, 1, Vec3f{high - side}, color});
        constexpr int HalfSteps = CircleSteps / 4;
        const auto arc = [&](const Vec3d& center, const Vec3d& pole, int step) {
            const double angle = Pi * step / HalfSteps;
            return Vec3f{center + side * std::cos(angle) + pole * std::sin(angle)};
        };
        for (int i = 0; i < HalfSteps; ++i) {
            lines.push_back({arc(high, up * radius, i), 1, arc(high, up * radius, i + 1), color});
            lines.push_back({arc(low, -up * radius, i), 1, arc(low, -up * radius, i + 1), color});
        }
    }
    const auto eye = place.position + up * (body.standHeight * 0.85);
    const auto tip = eye + ahead * 0.9;
    lines.push_back({Vec3f{eye}, 2, Vec3f{tip}, color});
    for (const double side : {-1.0, 1.0})
        lines.push_back({Vec3f{tip}, 2, Vec3f{tip - ahead * 0.22 + aside * (0.13 * side)}, color});
}

/// Icons are as large as something of half a metre, but never huge: from far away they shrink, so
/// that they do not cover the map, to a dot that still can be picked. Selected ones stay larger.
float iconSize(const ViewRequest& request, const Vec3d& at, bool selected)
{
    const double perPixel = request.camera.metresPerPixel(at, request.height) * request.pixelScale;
    return static_cast<float>(std::clamp(0.6 / perPixel, selected ? 14.0 : 8.0, 36.0));
}

/// A box that one sees through, with its edges.
void addVolume(const Vec3d& size, const Transform& place, std::uint32_t rgb, Overlay& overlay)
{
    const auto corners = cornersOf(size, place);
    const auto corner = [&](unsigned i) {
        return Vec3f{corners[i]};
    };
    auto& layer = overlay.layer(DebugDraw::Depth::Dimmed);
    for (unsigned i = 0; i < 8; ++i)
        for (unsigned bit = 1; bit < 8; bit <<= 1U)
            if ((i & bit) == 0)
                layer.lines.push_back({corner(i), 1.5F, corner(i | bit), pack(rgb, 0.9F)});
    for (unsigned across = 1; across < 8; across <<= 1U) {
        const unsigned a = across == 1 ? 2 : 1;
        const unsigned b = across == 4 ? 2 : 4;
        for (const unsigned at : {0U, across})
            for (const unsigned i : {at, at | a, at | a | b, at, at | a | b, at | b})
                layer.triangles.push_back({corner(i), pack(rgb, 0.12F)});
    }
}

/// An arrow on a ladder's floor towards what is climbed.
void addLadderArrow(const Ladder& ladder,
                    const Transform& place,
                    std::uint32_t rgb,
                    Overlay& overlay)
{
    const Vec3d low{0, -0.5, 0.5};
    const auto at = [&](double x, double y, double z) {
        return Vec3f{place.apply(ladder.size * (low + Vec3d{x, y, z}))};
    };
    auto& lines = overlay.layer(DebugDraw::Depth::Dimmed).lines;
    lines.push_back({at(0, 0, 0), 2, at(0, 0, -1), pack(rgb, 0.9F)});
    for (const double side : {-0.25, 0.25})
        lines.push_back({at(0, 0, -1), 2, at(side, 0, -0.6), pack(rgb, 0.9F)});
    for (const double height : {0.2, 0.4, 0.6, 0.8})
        lines.push_back({at(-0.3, height, -1), 1.5F, at(0.3, height, -1), pack(rgb, 0.6F)});
}

/// The box with the frame of the picture in its middle, and an arrow the way it is thrown.
void addDecalBox(const Decal& decal, const Transform& place, std::uint32_t rgb, Overlay& overlay)
{
    auto& lines = overlay.layer(DebugDraw::Depth::Dimmed).lines;
    const auto corners = cornersOf(decal.size, place);
    for (unsigned i = 0; i < 8; ++i)
        for (unsigned bit = 1; bit < 8; bit <<= 1U)
            if ((i & bit) == 0)
                lines.push_back({Vec3f{corners[i]}, 1, Vec3f{corners[i | bit]}, pack(rgb, 0.6F)});
    const auto at = [&](double x, double y, double z) {
        return Vec3f{place.apply(decal.size * Vec3d{x, y, z})};
    };
    lines.push_back({at(0, 0, 0.5), 2, at(0, 0, -0.5), pack(rgb, 0.9F)});
    for (const double side : {-0.08, 0.08})
        lines.push_back({at(0, 0, -0.5), 2, at(side, 0, -0.3), pack(rgb, 0.9F)});
    lines.push_back({at(-0.5, 0.5, 0), 2, at(0.5, 0.5, 0), pack(rgb, 0.9F)}); // its upper side
}

std::uint32_t axisColor(const Vec3d& axis)
{
    const auto size = glm::abs(axis);
    if (size.x > size.y && size.x > size.z)
        return 0xe0555b;
    return size.y > size.z ? 0x6fb85f : 0x4f8fe0;
}

/// One grid line through `offset` metres along `along`, laid on the middle of a pixel.
void addGridLine(
    const ViewRequest& request, double offset, bool vertical, PackedColor color, Overlay& overlay)
{
    const auto& camera = request.camera;
    const double perPixel = camera.viewHeight / request.height;
    const auto along = vertical ? camera.right() : camera.up();
    const auto across = vertical ? camera.up() : camera.right();
    const double pixels = vertical ? request.width : request.height;
    double at = (offset - glm::dot(camera.position, along)) / perPixel + pixels / 2;
    at = (std::floor(at) + 0.5 - pixels / 2) * perPixel;
    const double reach = 0.51 * perPixel * (vertical ? request.height : request.width);
    // As far away as the view sees, so that everything else is drawn over it.
    const auto middle = camera.position + along * at + camera.forward() * (camera.farPlane * 0.999);
    overlay.layer(DebugDraw::Depth::OnTop)
        .lines.push_back(
            {Vec3f{middle - across * reach}, 1, Vec3f{middle + across * reach}, color});
}
} // namespace

void addEditorObjects(const DrawnScene& scene, const ViewRequest& request, Overlay& overlay)
{
    auto& sprites = overlay.layer(DebugDraw::Depth::Dimmed).sprites;
    auto& lines = overlay.layer(DebugDraw::Depth::Dimmed).lines;
    const auto isSelected = [&](const EditorObject& object) {
        return std::binary_search(request.selected.begin(), request.selected.end(), object.entity);
    };
    const auto& objects = scene.objects();
    const bool showsRanges =
        std::count_if(objects.begin(), objects.end(), [&](const EditorObject& object) {
            return object.kind == ObjectKind::Light && isSelected(object);
        }) <= MostRanges;
    for (const auto& object : objects) {
        if (object.hidden)
            continue;
        const auto place = scene.placeOf(object.entity);
        const bool selected = isSelected(object);
        const bool hovered = request.hovered == object.entity;
        if (object.kind == ObjectKind::Joint) {
            addJointLines(scene.world(), object.entity,
                          selected ? pack(SelectionColor, 0.95F) : pack(JointColor, 0.35F), lines);
            continue;
        }
        auto color = toDrawColor(EmptyColor);
        auto sprite = Sprite::Diamond;
        const auto* light = scene.world().get<Light>(object.entity);
        if (object.kind == ObjectKind::Light && light != nullptr) {
            sprite = Sprite::Bulb;
            color = iconColor(*light);
            if (selected && showsRanges)
                addLightShape(*light, place, request.camera,
                              pack({color.r, color.g, color.b, 0.6F}), lines);
        } else if (object.kind == ObjectKind::Sound) {
            sprite = Sprite::Speaker;
            color = toDrawColor(SoundColor);
        } else if (object.kind == ObjectKind::Trigger) {
            color = toDrawColor(TriggerColor);
            if (const auto* trigger = scene.world().get<Trigger>(object.entity))
                addVolume(trigger->size, place, selected ? SelectionColor : TriggerColor, overlay);
        } else if (object.kind == ObjectKind::Expectation) {
            color = toDrawColor(ExpectationColor);
            const auto* expectation = scene.world().get<Expectation>(object.entity);
            if (expectation != nullptr && expectation->expect != ExpectedOfPlay::NeverFewer)
                addVolume(expectation->size, place, selected ? SelectionColor : ExpectationColor,
                          overlay);
        } else if (object.kind == ObjectKind::Ladder) {
            color = toDrawColor(LadderColor);
            const auto rgb = selected ? SelectionColor : LadderColor;
            if (const auto* ladder = scene.world().get<Ladder>(object.entity)) {
                addVolume(ladder->size, place, rgb, overlay);
                addLadderArrow(*ladder, place, rgb, overlay);
            }
        } else if (object.kind == ObjectKind::Water) {
            color = toDrawColor(WaterColor);
            if (const auto* water = scene.world().get<Water>(object.entity))
                addVolume(water->size, place, selected ? SelectionColor : WaterColor, overlay);
        } else if (object.kind == ObjectKind::Decal) {
            color = toDrawColor(DecalColor);
            const auto* decal = scene.world().get<Decal>(object.entity);
            if (decal != nullptr && (selected || hovered))
                addDecalBox(*decal, place, selected ? SelectionColor : 0xffffff, overlay);
            if (!request.camera.orthographic)
                continue; // seen and picked as what it is
        } else if (object.kind == ObjectKind::PlayerStart) {
            const auto rgb = selected ? SelectionColor : PlayerColor;
            addPlayerFigure(lines, place, pack(hovered ? 0xffffff : rgb, 0.9F));
            continue;
        }
        if (selected)
            color = toDrawColor(SelectionColor);
        if (hovered)
            color = {color.r * 0.5F + 0.5F, color.g * 0.5F + 0.5F, color.b * 0.5F + 0.5F, 1.F};
        sprites.push_back({Vec3f{place.position}, iconSize(request, place.position, selected),
                           pack(color), sprite});
    }
}

void addOrthographicGrid(const ViewRequest& request, Overlay& overlay)
{
    constexpr double LeastPixels = 8.0; ///< between two lines
    constexpr int MinorPerMajor = 4;
    const auto& camera = request.camera;
    const double perPixel = camera.viewHeight / request.height;
    double step = std::max(request.gridStep, 1e-4);
    while (step / perPixel < LeastPixels)
        step *= MinorPerMajor;
    enum class Draw
    {
        Minor,
        Major,
        Axis
    };
    const auto addLines = [&](bool vertical, Draw draw) {
        const auto along = vertical ? camera.right() : camera.up();
        const auto axis = vertical ? camera.up() : camera.right();
        const double half = 0.5 * perPixel * (vertical ? request.width : request.height);
        const double middle = glm::dot(camera.position, along);
        const auto first = std::llround(std::ceil((middle - half) / step));
        const auto last = std::llround(std::floor((middle + half) / step));
        const auto color = draw == Draw::Axis    ? pack(axisColor(axis), 0.75F)
                           : draw == Draw::Major ? pack(0x3a4047, 1.F)
                                                 : pack(0x2b2f34, 1.F);
        for (auto i = first; i <= last; ++i) {
            const auto kind = i == 0                   ? Draw::Axis
                              : i % MinorPerMajor == 0 ? Draw::Major
                                                       : Draw::Minor;
            if (kind == draw)
                addGridLine(request, static_cast<double>(i) * step, vertical, color, overlay);
        }
    };
    for (const auto draw : {Draw::Minor, Draw::Major, Draw::Axis})
        for (const bool vertical : {true, false})
            addLines(vertical, draw);
}
} // namespace engine
