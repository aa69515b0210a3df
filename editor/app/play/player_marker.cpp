#include "editor/app/play/player_marker.h"

#include "engine_core/scene/components/gameplay.h"

#include <utility>

namespace editor
{
using namespace engine;

namespace
{
constexpr DrawColor PlayerColor{0.35F, 0.9F, 0.45F, 1.0F};
constexpr int RingParts = 16;
constexpr double LookLength = 1.5;   ///< metres
constexpr double HalfLookAngle = 25; ///< degrees to either side
constexpr float LineWidth = 2;       ///< pixels
constexpr Vec2d NamedFrom{480, 320}; ///< points: where the name takes a tenth of the width

void drawBody(DebugDraw& draw, const Vec3d& foot, double radius, double height)
{
    const auto around = [&](int part, double above) {
        const double angle = 2 * Pi * part / RingParts;
        return foot + Vec3d{radius * std::cos(angle), above, radius * std::sin(angle)};
    };
    const auto line = [&](const Vec3d& from, const Vec3d& to) {
        draw.line(from, to, PlayerColor, LineWidth, DebugDraw::Depth::OnTop);
    };
    for (int part = 0; part < RingParts; ++part) {
        for (const double above : {0.0, height})
            line(around(part, above), around(part + 1, above));
        if (part % (RingParts / 4) == 0)
            line(around(part, 0), around(part, height));
    }
}

void drawLook(DebugDraw& draw, const ViewCamera& eyes)
{
    const auto end = [&](double degrees) {
        const auto turn = glm::angleAxis(radians(degrees), eyes.up());
        return eyes.position + turn * eyes.forward() * LookLength;
    };
    const Vec3d left = end(HalfLookAngle);
    const Vec3d right = end(-HalfLookAngle);
    for (const auto& [from, to] : {std::pair{eyes.position, left}, std::pair{eyes.position, right},
                                   std::pair{left, end(0)}, std::pair{end(0), right}})
        draw.line(from, to, PlayerColor, LineWidth, DebugDraw::Depth::OnTop);
    draw.point(eyes.position, PlayerColor);
}
} // namespace

void drawPlayer(DebugDraw& draw, const PlaySession& session, const Vec2d& view)
{
    const auto player = session.player();
    const auto* body = session.world().get<Character>(player.entity);
    if (body == nullptr)
        return;
    const auto eyes = session.camera();
    const auto moving = session.interpolatedPlace(player.entity);
    const Vec3d foot = moving ? moving->position : player.position;
    const double height = player.crouched ? body->crouchHeight : body->standHeight;
    drawBody(draw, foot, body->radius, height);
    drawLook(draw, eyes);
    if (view.x < NamedFrom.x || view.y < NamedFrom.y)
        return;
    // Behind the back, so that it covers neither of them when seen from above.
    const Vec3d back = foot - eyes.forward() * Vec3d{1, 0, 1};
    draw.labels.push_back({Vec3f{back + Vec3d{0, height + 0.8, 0}}, "Player", PlayerColor});
}
} // namespace editor
