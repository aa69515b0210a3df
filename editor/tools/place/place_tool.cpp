#include "editor/tools/place/place_tool.h"

#include "editor/operations/entity/entity_operations.h"
#include "editor/operations/entity/object_sets.h"
#include "editor/tools/brush/floor_height.h"
#include "editor/tools/gestures/handle.h"
#include "editor/tools/gestures/number_input.h"
#include "editor/tools/place/room_place.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/movement.h"
#include "engine_core/scene/components/transform_component.h"
#include "engine_core/scene/components/trigger.h"
#include "engine_core/scene/spatial/spatial_index.h"
#include "engine_core/scene/spatial/static_geometry.h"

#include <algorithm>
#include <cctype>

namespace editor
{
using engine::Aabb;
using engine::Result;
using engine::Vec3d;

namespace
{
/// "Spot light" for "spot light"
std::string titled(std::string thing)
{
    thing.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(thing.front())));
    return thing;
}

bool isInSolid(const Document& document, const Vec3d& at)
{
    const auto& world = document.world();
    const auto near = document.index().overlapping({at, at});
    return std::any_of(near.begin(), near.end(), [&](engine::EntityId entity) {
        const auto* component = world.get<engine::BrushComponent>(entity);
        const auto brush = component != nullptr && component->brush
                               ? engine::brushInWorld(world, entity)
                               : nullptr;
        return brush != nullptr && brush->contains(at);
    });
}
} // namespace

/// Drags the point that waits for Enter; Esc puts it back.
class PlaceGesture final : public Gesture
{
public:
    PlaceGesture(PlaceTool& tool, std::optional<Vec3d> before) : m_tool{tool}, m_before{before} {}

    ~PlaceGesture() override
    {
        if (!m_kept)
            m_tool.setPending(m_before);
    }

    Result<void> update(const PointerEvent& event) override
    {
        if (const auto place = m_tool.placeUnder(event))
            m_tool.setPending(place);
        return {};
    }

    void commit() override { m_kept = true; }

    [[nodiscard]] std::string measure() const override
    {
        const auto& at = m_tool.pending();
        return at ? fmt::format("{}, {}, {} m", metresText(at->x), metresText(at->y),
                                metresText(at->z))
                  : std::string{};
    }

private:
    PlaceTool& m_tool;
    std::optional<Vec3d> m_before;
    bool m_kept = false;
};

PlaceTool::PlaceTool(EditorApi& editor) : m_editor{editor}
{
    // What was placed last has an id that another scene gives to something else.
    m_connections += editor.document().reset.connect([this] { deactivate(); });
}

void PlaceTool::deactivate()
{
    setPending(std::nullopt);
    m_last = {};
}

void PlaceTool::setPending(std::optional<Vec3d> place)
{
    m_pending = place;
    m_editor.updateViews();
}

Aabb PlaceTool::levelBounds() const
{
    Aabb bounds;
    const auto& world = m_editor.document().world();
    world.forEach<engine::BrushComponent>(
        [&](engine::EntityId entity, const auto&) { bounds.add(engine::boundsOf(world, entity)); });
    return bounds;
}

std::optional<Vec3d> PlaceTool::placeBefore() const
{
    const auto& world = m_editor.document().world();
    if (m_pending || !world.exists(m_last))
        return m_pending;
    return engine::worldTransform(world, m_last).position;
}

Vec3d PlaceTool::inDepth(const Vec3d& place, int axis) const
{
    const auto& document = m_editor.document();
    auto at = place;
    if (const auto before = placeBefore()) {
        at[axis] = (*before)[axis];
        // Who has put it above all roofs wants the next one there, too.
        const bool keepsToRooms = axis == 1 && isInRoom(document, *before);
        return keepsToRooms ? nearestInRoom(document, at, clearance()).value_or(at) : at;
    }
    const auto level = levelBounds();
    std::optional<double> wanted;
    for (const auto& bounds :
         {boundsOfAll(document.world(), document.selection().entities()), level}) {
        if (bounds.isEmpty())
            continue;
        at[axis] = bounds.center()[axis];
        wanted = wanted.value_or(at[axis]);
        const bool mayBeThere = axis != 1 || isInRoom(document, at) || !hasRoomAt(document, at);
        if (mayBeThere && !isInSolid(document, at))
            return at;
    }
    if (axis != 1) {
        at[axis] = level.center()[axis];
        return at;
    }
    at.y = wanted.value_or(0);
    if (const auto inside = nearestInRoom(document, at, clearance()))
        return *inside;
    at.y = floorHeight(document, place) + clearance();
    return at;
}

std::optional<Vec3d> PlaceTool::placeUnder(const PointerEvent& event) const
{
    if (const auto axis = depthAxis(event.view))
        return inDepth(event.grid.snap(event.onViewPlane(Vec3d{0})), *axis);
    const auto surface = surfacePlace(event);
    if (!surface)
        return std::nullopt;
    return surface->first + surface->second * clearance();
}

std::optional<std::pair<Vec3d, Vec3d>> PlaceTool::surfacePlace(const PointerEvent& event)
{
    if (depthAxis(event.view))
        return std::pair{event.grid.snap(event.onViewPlane(Vec3d{0})), Vec3d{0, 1, 0}};
    if (event.hits.empty()) {
        const auto distance = engine::intersect(event.ray, engine::Plane{{0, 1, 0}, 0});
        constexpr double Farthest = 200; // metres
        if (!distance || *distance > Farthest)
            return std::nullopt;
        return std::pair{event.grid.snap(event.ray.at(*distance)), Vec3d{0, 1, 0}};
    }
    // Snapped along the surface only: off it would float or sink in.
    const auto& hit = event.hits.front();
    auto place = event.grid.snap(hit.point);
    const int across = majorAxis(hit.normal);
    place[across] = hit.point[across];
    return std::pair{place, hit.normal};
}

std::unique_ptr<Gesture> PlaceTool::press(const PointerEvent& event)
{
    if (event.button != PointerButton::Left)
        return nullptr;
    const auto before = m_pending;
    if (!m_pending)
        m_pending = placeUnder(event);
    return std::make_unique<PlaceGesture>(*this, before);
}

std::optional<PointerShape> PlaceTool::pointer(const PointerEvent& event) const
{
    const auto pixels = m_pending ? pixelsTo(event, *m_pending) : std::nullopt;
    return pixels && *pixels <= HandleRadius ? PointerShape::Move : PointerShape::Cross;
}

bool PlaceTool::click(const PointerEvent& event)
{
    if (event.button != PointerButton::Left)
        return false;
    if (const auto place = placeUnder(event))
        setPending(place);
    return true;
}

bool PlaceTool::key(const KeyEvent& event)
{
    if (!m_pending)
        return false;
    if (event.key == ToolKey::Escape) {
        setPending(std::nullopt);
        return true;
    }
    if (event.key != ToolKey::Enter)
        return false;
    addAt(*m_pending);
    setPending(std::nullopt);
    return true;
}

void PlaceTool::addAt(const Vec3d& at)
{
    auto& document = m_editor.document();
    const auto done = document.run("Add " + thing(), [&](Transaction& transaction) -> Result<void> {
        m_last = place(transaction, at);
        return {};
    });
    if (!done)
        return m_editor.showMessage(MessageKind::Error, done.error().message());
    document.selection().setMode(SelectionMode::Objects);
    document.selectAfterStep({m_last});
}

std::vector<ToolSetting> PlaceTool::settings()
{
    std::vector<ToolSetting> all;
    static constexpr std::array Places{"Place X", "Place Y", "Place Z"};
    for (int axis = 0; m_pending && axis < 3; ++axis)
        all.push_back({Places[static_cast<std::size_t>(axis)], "m",
                       "Where Enter puts the " + thing(), -engine::WorldLimit, engine::WorldLimit,
                       [this, axis] { return m_pending.value_or(Vec3d{0})[axis]; },
                       [this, axis](double metres) -> Result<void> {
                           auto at = m_pending.value_or(Vec3d{0});
                           at[axis] = metres;
                           setPending(at);
                           return {};
                       }});
    return all;
}

std::string PlaceTool::hint() const
{
    if (m_pending)
        return "Enter adds the " + thing() + " here; click or drag moves the point; Esc drops it";
    return "Click where the " + thing() + " goes, then press Enter";
}

void PlaceTool::draw(engine::DebugDraw& draw, const PointerEvent& event) const
{
    if (m_pending)
        drawMarker(draw, event, *m_pending);
}

engine::EntityId LightTool::place(Transaction& transaction, const Vec3d& at)
{
    const auto name = freeName(transaction.world(), titled(thing()));
    const auto light = addLight(transaction, at, usualLight(m_kind));
    rename(transaction, light, name);
    if (m_kind != engine::LightKind::Point)
        transaction.set(light, engine::TransformComponent{.position = at,
                                                          .rotation = usualLightRotation(m_kind)});
    return light;
}

std::string LightTool::thing() const
{
    switch (m_kind) {
    case engine::LightKind::Spot:
        return "spot light";
    case engine::LightKind::Sun:
        return "sun";
    case engine::LightKind::Area:
        return "area light";
    case engine::LightKind::Point:
        break;
    }
    return "light";
}

double LightTool::clearance() const
{
    return 0.25;
}

void LightTool::drawMarker(engine::DebugDraw& draw,
                           const PointerEvent& event,
                           const Vec3d& at) const
{
    // A bulb: a ring towards the viewer with rays around it.
    const auto right = event.camera.right() * metresOf(event, 9, at);
    const auto up = event.camera.up() * metresOf(event, 9, at);
    constexpr int Rays = 12;
    const auto on = [&](int i, double radius) {
        const double angle = 2 * engine::Pi * i / Rays;
        return at + (right * std::cos(angle) + up * std::sin(angle)) * radius;
    };
    for (int i = 0; i < Rays; ++i) {
        draw.line(on(i, 1), on(i + 1, 1), toolcolor::Active, 2, engine::DebugDraw::Depth::OnTop);
        if (i % 2 == 0)
            draw.line(on(i, 1.35), on(i, 1.9), toolcolor::Active, 2,
                      engine::DebugDraw::Depth::OnTop);
    }
    draw.point(at, toolcolor::Active);
}

engine::EntityId PlayerStartTool::place(Transaction& transaction, const Vec3d& at)
{
    return addPlayerStart(transaction, at);
}

std::string PlayerStartTool::thing() const
{
    return "player start";
}

double PlayerStartTool::clearance() const
{
    return 0;
}

Vec3d PlayerStartTool::inDepth(const Vec3d& place, int axis) const
{
    return axis == 1 ? Vec3d{place.x, floorHeight(editor().document(), place), place.z}
                     : PlaceTool::inDepth(place, axis);
}

void PlayerStartTool::drawMarker(engine::DebugDraw& draw,
                                 const PointerEvent&,
                                 const Vec3d& at) const
{
    // The room that the standing player fills, and an arrow where they look.
    draw.box({at - Vec3d{0.35, 0, 0.35}, at + Vec3d{0.35, 1.7, 0.35}}, toolcolor::Active, 2,
             engine::DebugDraw::Depth::OnTop);
    const auto eyes = at + Vec3d{0, 1.7, 0};
    const auto tip = eyes + Vec3d{0, 0, -1};
    draw.line(eyes, tip, toolcolor::Active, 2, engine::DebugDraw::Depth::OnTop);
    draw.line(tip, tip + Vec3d{0.15, 0, 0.2}, toolcolor::Active, 2,
              engine::DebugDraw::Depth::OnTop);
    draw.line(tip, tip + Vec3d{-0.15, 0, 0.2}, toolcolor::Active, 2,
              engine::DebugDraw::Depth::OnTop);
}

engine::EntityId BoxTool::place(Transaction& transaction, const Vec3d& at)
{
    const auto entity = addEntity(transaction, freeName(transaction.world(), titled(thing())), at);
    give(transaction, entity);
    return entity;
}

double BoxTool::clearance() const
{
    return size().y / 2;
}

Vec3d BoxTool::inDepth(const Vec3d& place, int axis) const
{
    if (axis != 1)
        return PlaceTool::inDepth(place, axis);
    return {place.x, floorHeight(editor().document(), place) + clearance(), place.z};
}

void BoxTool::drawMarker(engine::DebugDraw& draw, const PointerEvent&, const Vec3d& at) const
{
    const Vec3d half = size() * 0.5;
    draw.box({at - half, at + half}, toolcolor::Active, 2, engine::DebugDraw::Depth::OnTop);
    draw.point(at, toolcolor::Active);
}

std::string TriggerTool::thing() const
{
    return "trigger";
}

Vec3d TriggerTool::size() const
{
    return engine::Trigger{}.size;
}

void TriggerTool::give(Transaction& transaction, engine::EntityId entity)
{
    transaction.set(entity, engine::Trigger{});
}

std::string LadderTool::thing() const
{
    return "ladder";
}

Vec3d LadderTool::size() const
{
    return engine::Ladder{}.size;
}

void LadderTool::give(Transaction& transaction, engine::EntityId entity)
{
    transaction.set(entity, engine::Ladder{});
    auto place = *transaction.world().get<engine::TransformComponent>(entity);
    constexpr int Steps = 40; // of 5 cm
    for (int i = 1; i <= Steps; ++i)
        for (int quarter = 0; quarter < 4; ++quarter) {
            const double away = i * 0.05;
            const auto turn = glm::angleAxis(quarter * engine::Pi / 2, Vec3d{0, 1, 0});
            const Vec3d ahead = turn * Vec3d{0, 0, -1};
            if (!isInSolid(editor().document(), place.position + ahead * away))
                continue;
            place.rotation = turn;
            place.position += ahead * (away - size().z / 2);
            transaction.set(entity, place);
            return;
        }
}

std::string WaterTool::thing() const
{
    return "water";
}

Vec3d WaterTool::size() const
{
    return engine::Water{}.size;
}

void WaterTool::give(Transaction& transaction, engine::EntityId entity)
{
    transaction.set(entity, engine::Water{});
}
} // namespace editor
