#include "editor/tools/place/decal_gestures.h"

#include "editor/operations/entity/entity_operations.h"
#include "editor/tools/gestures/handle.h"
#include "editor/tools/gestures/number_input.h"
#include "editor/tools/select/pick_target.h"
#include "engine_core/scene/decals/decal.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace editor
{
using engine::Result;
using engine::Vec2d;
using engine::Vec3d;

namespace
{
constexpr double SnapAngle = engine::Pi / 12;
constexpr double LeastWidth = 0.01; ///< metres
constexpr double MostWidth = 100;
constexpr double PixelStep = 3; ///< between two looks at what is under a stroke
constexpr std::size_t MostInStroke = 2000;

void select(EditorApi& editor, std::vector<EntityId> placed)
{
    auto& document = editor.document();
    std::erase_if(placed, [&](EntityId entity) { return !document.world().exists(entity); });
    if (placed.empty())
        return; // nothing was, or a rule refused the step
    document.selection().setMode(SelectionMode::Objects);
    document.selectAfterStep(std::move(placed));
}
} // namespace

DecalPlaceGesture::DecalPlaceGesture(EditorApi& editor, DecalOnSurface decal)
    : m_editor{editor}
    , m_transaction{editor.document().begin("Add decal")}
    , m_start{decal}
    , m_decal{std::move(decal)}
{
}

Result<void> DecalPlaceGesture::update(const PointerEvent& event)
{
    const engine::Plane plane{m_start.normal, glm::dot(m_start.normal, m_start.at)};
    const auto distance = engine::intersect(event.ray, plane);
    if (!distance || *distance > FarthestDrag)
        return {};
    const auto out = event.ray.at(*distance) - m_start.at;
    const double half = std::clamp(glm::length(out), LeastWidth, MostWidth);
    auto flat = m_start;
    flat.turn = 0;
    const auto axes = placeOf(flat).rotation;
    double turn =
        std::atan2(glm::dot(out, axes * Vec3d{0, 1, 0}), glm::dot(out, axes * Vec3d{1, 0, 0}));
    if (event.grid.enabled)
        turn = std::round(turn / SnapAngle) * SnapAngle;
    m_decal.turn = turn;
    const double scale = 2 * half / m_start.size.x;
    m_decal.size = {2 * half, m_start.size.y * scale, m_start.size.z};
    return m_transaction.replace([&](Transaction& edit) -> Result<void> {
        m_entity = addDecal(edit, freeName(edit.world(), "Decal"), m_decal);
        return {};
    });
}

void DecalPlaceGesture::commit()
{
    m_transaction.commit();
    select(m_editor, {m_entity});
}

std::string DecalPlaceGesture::measure() const
{
    return fmt::format("{} x {} m, {:.0f}°", metresText(m_decal.size.x), metresText(m_decal.size.y),
                       m_decal.turn * 180 / engine::Pi);
}

DecalPaintGesture::DecalPaintGesture(const DecalTool& tool, const PointerEvent& start)
    : m_tool{tool}
    , m_transaction{tool.editor().document().begin("Paint decals")}
    , m_lastPixel{start.position}
    , m_baseName{"Decal"} // Another for each stroke, and the same for who does all again.
    , m_random{static_cast<unsigned>(tool.editor().document().world().count<engine::Decal>() + 1)}
{
    // Free names of many are sought once: "Decal", or the number after "Decal 7".
    const auto free = freeName(m_transaction.world(), m_baseName);
    if (free.size() > m_baseName.size())
        std::from_chars(free.data() + m_baseName.size() + 1, free.data() + free.size(),
                        m_firstNumber);
    paintAt(start);
    if (!m_placed.empty())
        m_transaction.preview();
}

void DecalPaintGesture::paintAt(const PointerEvent& event)
{
    const auto decal = m_tool.decalUnder(event);
    if (!decal || m_isFull)
        return;
    const double step = std::max(m_tool.stroke().spacing * decal->size.x, LeastWidth);
    if (!m_placed.empty() && glm::length(decal->at - m_lastPlace) < step)
        return;
    m_isFull = m_placed.size() >= MostInStroke;
    if (!m_isFull)
        place(*decal);
    else
        m_tool.editor().showMessage(
            MessageKind::Info,
            fmt::format("A stroke lays {} decals at most: begin another one", MostInStroke));
}

void DecalPaintGesture::place(DecalOnSurface decal)
{
    m_lastPlace = decal.at;
    const auto& stroke = m_tool.stroke();
    std::uniform_real_distribution<double> either{-1, 1};
    decal.turn += either(m_random) * stroke.turn * engine::Pi / 180;
    const double scale = 1 + either(m_random) * stroke.size;
    decal.size.x *= scale;
    decal.size.y *= scale;
    const auto number = m_firstNumber + m_placed.size();
    const auto name = number == 1 ? m_baseName : fmt::format("{} {}", m_baseName, number);
    m_placed.push_back(addDecal(m_transaction, name, decal));
}

Result<void> DecalPaintGesture::update(const PointerEvent& event)
{
    const auto count = m_placed.size();
    const auto from = m_lastPixel;
    const auto steps = static_cast<int>(glm::length(event.position - from) / PixelStep) + 1;
    for (int i = 1; i <= steps; ++i) {
        auto between = event;
        between.position = glm::mix(from, event.position, static_cast<double>(i) / steps);
        between.ray = event.camera.rayThrough(between.position.x, between.position.y,
                                              event.viewSize.x, event.viewSize.y);
        if (i < steps)
            between.hits = hitsUnder(m_transaction.document(), between);
        paintAt(between);
    }
    m_lastPixel = event.position;
    if (m_placed.size() > count)
        m_transaction.preview();
    return {};
}

void DecalPaintGesture::commit()
{
    if (m_placed.size() == 1)
        m_transaction.setLabel("Add decal");
    m_transaction.commit();
    select(m_tool.editor(), m_placed);
}

std::string DecalPaintGesture::measure() const
{
    return fmt::format("{} decal{}", m_placed.size(), m_placed.size() == 1 ? "" : "s");
}
} // namespace editor
