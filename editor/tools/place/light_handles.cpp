#include "editor/tools/place/light_handles.h"

#include "editor/tools/gestures/handle.h"
#include "editor/tools/tool_box.h"
#include "engine_core/assets/project/asset_database.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace editor
{
using engine::Light;
using engine::LightKind;
using engine::Result;
using engine::Vec3d;

namespace
{
constexpr double LeastAreaSide = 0.01; ///< metres, of areas
constexpr double LeastRange = 0.1;
constexpr double MostReach = 256;
constexpr double LeastCone = 1; ///< degrees
constexpr double MostCone = 175;
constexpr double CurveSize = 2; ///< metres, of a profile towards where it shines strongest
constexpr float HandleSize = 7; ///< pixels
constexpr float HoveredSize = 9;

/// Handles nearer to the light on the screen would lie on its icon. Pixels.
constexpr double IconRadius = 14;

const char* nameOf(LightMeasure measure)
{
    switch (measure) {
    case LightMeasure::Range:
        return "range";
    case LightMeasure::Cone:
        return "cone";
    case LightMeasure::InnerCone:
        return "inner cone";
    case LightMeasure::Width:
        return "width";
    case LightMeasure::Height:
        return "height";
    }
    return "";
}

double measureOf(const Light& light, LightMeasure measure)
{
    switch (measure) {
    case LightMeasure::Range:
        return static_cast<double>(light.range);
    case LightMeasure::Cone:
        return static_cast<double>(light.cone);
    case LightMeasure::InnerCone:
        return static_cast<double>(light.innerCone);
    case LightMeasure::Width:
        return static_cast<double>(light.width);
    case LightMeasure::Height:
        return static_cast<double>(light.height);
    }
    return 0;
}

bool isAngle(LightMeasure measure)
{
    return measure == LightMeasure::Cone || measure == LightMeasure::InnerCone;
}

void addCone(LightMeasure measure,
             double degrees,
             double range,
             const Vec3d& at,
             const engine::Quatd& rotation,
             std::vector<LightHandle>& handles)
{
    const double angle = engine::radians(degrees / 2);
    const double depth = range * std::cos(angle);
    const auto middle = at + engine::lightDirection(rotation) * depth;
    for (const auto& side : {Vec3d{1, 0, 0}, Vec3d{-1, 0, 0}, Vec3d{0, 1, 0}, Vec3d{0, -1, 0}})
        handles.push_back({measure, middle, rotation * side, range * std::sin(angle), depth});
}

/// The curve of a lamp as makers print it: in two planes through its middle line, as far out as it
/// shines that way.
void drawProfile(engine::DebugDraw& draw,
                 const engine::LightProfile& profile,
                 const engine::Transform& place,
                 double size)
{
    constexpr int Steps = 72;
    const auto rotation = engine::lightRotation(place);
    for (const auto& side : {Vec3d{1, 0, 0}, Vec3d{0, 1, 0}}) {
        std::optional<Vec3d> last;
        for (int i = 0; i <= Steps; ++i) {
            const double angle = 2 * engine::Pi * i / Steps;
            const auto away = side * std::sin(angle) - Vec3d{0, 0, 1} * std::cos(angle);
            const auto share = static_cast<double>(profile.share(engine::Vec3f{away}));
            const auto at = place.position + rotation * away * (share * size);
            if (last)
                draw.line(*last, at, toolcolor::Active, 1.5F, engine::DebugDraw::Depth::Dimmed);
            last = at;
        }
    }
}

/// How far along the handle's line the pointer is; nothing where it looks along that line.
std::optional<double> distanceUnder(const engine::Ray& ray, const LightHandle& handle)
{
    constexpr double Parallel = 1e-3; // of the squared sine
    const double turn = glm::dot(ray.direction, handle.along);
    const double across = 1 - turn * turn;
    if (across < Parallel)
        return std::nullopt;
    const auto between = handle.start - ray.origin;
    return (glm::dot(between, ray.direction) * turn - glm::dot(between, handle.along)) / across;
}
} // namespace

std::vector<LightHandle> lightHandles(const Light& light, const engine::Transform& place)
{
    std::vector<LightHandle> handles;
    const auto rotation = engine::lightRotation(place);
    const auto at = place.position;
    const double range = static_cast<double>(light.range);
    switch (light.kind) {
    case LightKind::Point:
        for (int axis = 0; axis < 3; ++axis)
            for (const double sign : {1.0, -1.0})
                handles.push_back({LightMeasure::Range, at, unitAxis(axis) * sign, range, 0});
        break;
    case LightKind::Spot:
        handles.push_back({LightMeasure::Range, at, engine::lightDirection(rotation), range, 0});
        addCone(LightMeasure::Cone, static_cast<double>(light.cone), range, at, rotation, handles);
        addCone(LightMeasure::InnerCone,
                std::min(static_cast<double>(light.innerCone), static_cast<double>(light.cone)),
                range, at, rotation, handles);
        break;
    case LightKind::Area:
        handles.push_back({LightMeasure::Range, at, engine::lightDirection(rotation), range, 0});
        for (const double sign : {1.0, -1.0}) {
            handles.push_back({LightMeasure::Width, at, rotation * Vec3d{sign, 0, 0},
                               static_cast<double>(light.width) / 2, 0});
            handles.push_back({LightMeasure::Height, at, rotation * Vec3d{0, sign, 0},
                               static_cast<double>(light.height) / 2, 0});
        }
        break;
    case LightKind::Sun:
        break;
    }
    return handles;
}

double measureAt(const LightHandle& handle, double distance)
{
    switch (handle.measure) {
    case LightMeasure::Range:
        return std::clamp(distance, LeastRange, MostReach);
    case LightMeasure::Width:
    case LightMeasure::Height:
        return std::clamp(2 * distance, LeastAreaSide, MostReach);
    case LightMeasure::Cone:
    case LightMeasure::InnerCone:
        break;
    }
    const double least = handle.measure == LightMeasure::Cone ? LeastCone : 0;
    return std::clamp(2 * engine::degrees(std::atan2(distance, handle.depth)), least, MostCone);
}

Light withMeasure(Light light, LightMeasure measure, double value)
{
    const auto clamped = [value](double least, double most) {
        return static_cast<float>(std::clamp(value, least, most));
    };
    switch (measure) {
    case LightMeasure::Range:
        light.range = clamped(LeastRange, MostReach);
        break;
    case LightMeasure::Cone:
        light.cone = clamped(LeastCone, MostCone);
        light.innerCone = std::min(light.innerCone, light.cone);
        break;
    case LightMeasure::InnerCone:
        light.innerCone = clamped(0, static_cast<double>(light.cone));
        break;
    case LightMeasure::Width:
        light.width = clamped(LeastAreaSide, MostReach);
        break;
    case LightMeasure::Height:
        light.height = clamped(LeastAreaSide, MostReach);
        break;
    }
    return light;
}

EntityId LightHandles::light() const
{
    const auto& chosen = m_editor.document().selection().entities();
    const bool isOne =
        chosen.size() == 1 && m_editor.document().world().get<Light>(chosen.front()) != nullptr;
    return isOne ? chosen.front() : EntityId{};
}

/// Without those that look along the view or lie on the light's icon.
std::vector<LightHandle> LightHandles::handles(const PointerEvent& event) const
{
    const auto entity = light();
    const auto tool = m_editor.activeTool();
    if (!entity || (!tool.empty() && tool != SelectToolId))
        return {};
    const auto& world = m_editor.document().world();
    const auto place = engine::worldTransform(world, entity);
    auto all = lightHandles(*world.get<Light>(entity), place);
    const auto shown = [&](const Vec3d& point) {
        return event.camera.project(point, event.viewSize.x, event.viewSize.y);
    };
    const auto icon = shown(place.position);
    std::erase_if(all, [&](const LightHandle& handle) {
        const auto at = shown(handle.place());
        return !at || (icon && glm::distance(*at, *icon) < IconRadius);
    });
    return all;
}

std::optional<LightHandle> LightHandles::under(const PointerEvent& event) const
{
    std::optional<LightHandle> nearest;
    double best = HandleRadius;
    for (const auto& handle : handles(event))
        if (const auto pixels = pixelsTo(event, handle.place()); pixels && *pixels < best) {
            best = *pixels;
            nearest = handle;
        }
    return nearest;
}

std::unique_ptr<Gesture> LightHandles::press(const PointerEvent& event)
{
    if (event.button != PointerButton::Left || m_editor.document().isEditing())
        return nullptr;
    const auto handle = under(event);
    if (!handle)
        return nullptr;
    return std::make_unique<LightMeasureGesture>(m_editor, light(), *handle);
}

std::optional<PointerShape> LightHandles::pointer(const PointerEvent& event) const
{
    const auto handle = under(event);
    return handle ? std::optional{sizeShape(event, handle->place(), handle->along)} : std::nullopt;
}

void LightHandles::draw(engine::DebugDraw& draw, const PointerEvent& event) const
{
    const auto entity = light();
    const auto& world = m_editor.document().world();
    if (const auto* light = world.get<Light>(entity); light != nullptr && hasProfile(*light))
        if (const auto profile = m_editor.assets().lightProfile(light->profile.path))
            drawProfile(draw, *profile, engine::worldTransform(world, entity),
                        std::min(static_cast<double>(light->range) / 2, CurveSize));
    const auto hovered = under(event);
    for (const auto& handle : handles(event)) {
        const bool isHovered = hovered && hovered->place() == handle.place();
        const auto color =
            isHovered || isAngle(handle.measure) ? toolcolor::Active : toolcolor::Quiet;
        draw.point(handle.place(), color, isHovered ? HoveredSize : HandleSize,
                   engine::DebugDraw::Depth::OnTop);
    }
}

LightMeasureGesture::LightMeasureGesture(EditorApi& editor,
                                         EntityId light,
                                         const LightHandle& handle)
    : m_light{light}
    , m_handle{handle}
    , m_value{measureAt(handle, handle.distance)}
    , m_transaction{
          editor.document().begin(fmt::format("Change {} of light", nameOf(handle.measure)))}
{
}

Result<void> LightMeasureGesture::update(const PointerEvent& event)
{
    const auto distance = distanceUnder(event.ray, m_handle);
    if (!distance || std::abs(*distance) > FarthestDrag)
        return {};
    m_value = measureAt(m_handle, *distance);
    if (event.grid.enabled) {
        const double step = isAngle(m_handle.measure) ? 1 : event.grid.step;
        m_value = std::max(std::round(m_value / step), 1.0) * step;
    }
    return apply();
}

Result<void> LightMeasureGesture::apply()
{
    return m_transaction.replace([this](Transaction& edit) -> Result<void> {
        const auto light = *edit.world().get<Light>(m_light);
        edit.set(m_light, withMeasure(light, m_handle.measure, m_typed.value().value_or(m_value)));
        return {};
    });
}

bool LightMeasureGesture::key(const KeyEvent& event)
{
    if (!m_typed.key(event))
        return false;
    (void)apply();
    return true;
}

void LightMeasureGesture::commit()
{
    m_transaction.commit();
}

std::string LightMeasureGesture::measure() const
{
    const auto* light = m_transaction.world().get<Light>(m_light);
    const double got = light != nullptr ? measureOf(*light, m_handle.measure) : m_value;
    constexpr double Same = 0.0005; // a light's numbers are floats
    const auto typed = m_typed.value();
    const bool isClamped = typed && std::abs(*typed - got) > Same;
    const auto text = m_typed.text().empty() || isClamped ? metresText(got) : m_typed.text();
    return fmt::format("{} {}{}", nameOf(m_handle.measure), text,
                       isAngle(m_handle.measure) ? "\u00b0" : " m");
}
} // namespace editor
