#include "editor/tools/place/decal_tool.h"

#include "editor/operations/entity/entity_operations.h"
#include "editor/tools/gestures/handle.h"
#include "editor/tools/place/decal_gestures.h"
#include "editor/tools/select/pick_target.h"
#include "engine_core/assets/images/image_size.h"
#include "engine_core/assets/material.h"
#include "engine_core/scene/components/brush_component.h"

#include <algorithm>
#include <array>

namespace editor
{
using engine::PickHit;
using engine::Result;
using engine::Vec3d;

namespace
{
constexpr double PicturePixels = 256; ///< that make a metre of a new decal
constexpr double LongestSide = 2;     ///< metres, of a size that a picture suggests
constexpr double MostMetres = 100;
constexpr double LeastMetres = 0.01;

/// Whether the surface is drawn in the game: others take no decals.
bool takesDecals(const engine::World& world, const PickHit& hit)
{
    const auto* brush = world.get<engine::BrushComponent>(hit.entity);
    return brush == nullptr || !brush->brush || hit.face >= brush->brush->faceCount() ||
           world.surfaces().of(brush->brush->faces()[hit.face].material).seen;
}
} // namespace

DecalTool::DecalTool(EditorApi& editor) : m_editor{editor} {}

void DecalTool::takeSizeOfPicture() const
{
    m_sizeOf = m_editor.currentMaterial();
    if (m_sizeOf.isEmpty())
        return;
    const auto material = m_editor.assets().material(m_sizeOf);
    const auto pixels = material->missing || material->color.empty()
                            ? std::nullopt
                            : engine::imageSize(material->color);
    const auto metres = pixels.value_or(engine::Vec2d{PicturePixels}) / PicturePixels;
    const double shrink = std::min(1.0, LongestSide / std::max(metres.x, metres.y));
    m_size.x = std::max(metres.x * shrink, LeastMetres);
    m_size.y = std::max(metres.y * shrink, LeastMetres);
}

/// Another material brings the size of its picture.
Vec3d& DecalTool::size() const
{
    if (m_sizeOf != m_editor.currentMaterial())
        takeSizeOfPicture();
    return m_size;
}

DecalOnSurface DecalTool::decalOn(const PointerEvent& event, const PickHit& hit) const
{
    constexpr double Floor = 0.7; // slopes of 45 degrees and less are laid as the view shows them
    DecalOnSurface decal;
    decal.material = m_editor.currentMaterial().text();
    decal.size = size();
    decal.at = hit.point;
    decal.normal = hit.normal;
    decal.upwards = std::abs(hit.normal.y) < Floor ? Vec3d{0, 1, 0} : event.camera.up();
    decal.turn = m_turn * engine::Pi / 180;
    decal.on = hit.entity;
    return decal;
}

std::optional<DecalOnSurface> DecalTool::decalUnder(const PointerEvent& given) const
{
    if (given.view != ViewKind::Perspective || m_editor.currentMaterial().isEmpty())
        return std::nullopt;
    const auto event = inOpenGroup(m_editor.document(), given);
    const auto& world = m_editor.document().world();
    const auto hit = std::find_if(event.hits.begin(), event.hits.end(),
                                  [&](const PickHit& each) { return takesDecals(world, each); });
    if (hit == event.hits.end())
        return std::nullopt;
    return decalOn(event, *hit);
}

std::unique_ptr<Gesture> DecalTool::press(const PointerEvent& event)
{
    const auto decal = event.button == PointerButton::Left ? decalUnder(event) : std::nullopt;
    if (!decal)
        return nullptr;
    if (event.has(Modifier::Shift))
        return std::make_unique<DecalPaintGesture>(*this, event);
    return std::make_unique<DecalPlaceGesture>(m_editor, *decal);
}

bool DecalTool::click(const PointerEvent& event)
{
    const auto decal = event.button == PointerButton::Left ? decalUnder(event) : std::nullopt;
    if (!decal)
        return false;
    EntityId placed;
    auto& document = m_editor.document();
    const auto done = document.run("Add decal", [&](Transaction& transaction) -> Result<void> {
        placed = addDecal(transaction, freeName(transaction.world(), "Decal"), *decal);
        return {};
    });
    if (!done) {
        m_editor.showMessage(MessageKind::Error, done.error().message());
        return true;
    }
    document.selection().setMode(SelectionMode::Objects);
    document.selectAfterStep({placed});
    return true;
}

std::optional<PointerShape> DecalTool::pointer(const PointerEvent& event) const
{
    return decalUnder(event) ? std::optional{PointerShape::Cross} : std::nullopt;
}

std::vector<ToolSetting> DecalTool::settings()
{
    std::vector<ToolSetting> all;
    static constexpr std::array Names{"Width", "Height", "Depth"};
    static constexpr std::array Tips{"Of new decals, from left to right",
                                     "Of new decals, from top to bottom",
                                     "How far before and behind the surface they reach"};
    for (std::size_t i = 0; i < Names.size(); ++i) {
        const auto axis = static_cast<int>(i);
        all.push_back({Names[i], "m", Tips[i], LeastMetres, MostMetres,
                       [this, axis] { return size()[axis]; },
                       [this, axis](double metres) -> Result<void> {
                           size()[axis] = metres;
                           m_editor.updateViews();
                           return {};
                       }});
    }
    all.push_back({"Size of the picture",
                   "",
                   "As large as 256 pixels a metre make it",
                   0,
                   0,
                   {},
                   {},
                   {},
                   [this]() -> Result<void> {
                       takeSizeOfPicture();
                       m_editor.updateViews();
                       return {};
                   }});
    const auto number = [&](const char* label, const char* unit, const char* tip, double min,
                            double max, double& value) {
        all.push_back({label, unit, tip, min, max, [&value] { return value; },
                       [&value](double to) -> Result<void> {
                           value = to;
                           return {};
                       }});
    };
    number("Turn", "deg", "Counter-clockwise as one looks at it", -360, 360, m_turn);
    number("Spacing", "widths", "From one decal of a stroke (Shift+drag) to the next", 0.05, 20,
           m_stroke.spacing);
    number("Random turn", "deg", "Decals of a stroke are turned by up to this, to either side", 0,
           180, m_stroke.turn);
    number("Random size", "", "Decals of a stroke are larger or smaller by up to this share", 0,
           0.9, m_stroke.size);
    return all;
}

std::string DecalTool::hint() const
{
    if (m_editor.currentMaterial().isEmpty())
        return "Choose a material in the asset browser, then click on a surface";
    return "Click lays a decal of " + m_editor.currentMaterial().text() +
           "; drag turns and scales it; Shift+drag paints a row";
}

void DecalTool::draw(engine::DebugDraw& draw, const PointerEvent& event) const
{
    const auto decal = decalUnder(event);
    if (!decal)
        return;
    const auto place = placeOf(*decal);
    const auto at = [&](double x, double y) {
        return place.apply(decal->size * Vec3d{x, y, 0});
    };
    constexpr auto OnTop = engine::DebugDraw::Depth::OnTop;
    static constexpr std::array<std::array<double, 2>, 4> Corners{
        {{-0.5, 0.5}, {0.5, 0.5}, {0.5, -0.5}, {-0.5, -0.5}}};
    for (std::size_t i = 0; i < Corners.size(); ++i) {
        const auto& from = Corners[i];
        const auto& to = Corners[(i + 1) % Corners.size()];
        // The upper side is drawn thicker: it says which way up.
        draw.line(at(from[0], from[1]), at(to[0], to[1]), toolcolor::Active, i == 0 ? 3.F : 1.5F,
                  OnTop);
    }
}
} // namespace editor
