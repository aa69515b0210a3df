#pragma once

#include "engine_core/math/aabb.h"
#include "engine_core/math/types.h"

#include <string>
#include <vector>

namespace engine
{
/// Opaque or see-through colour in sRGB, 0 to 1, as it shall be on the screen.
struct DrawColor
{
    float r = 1;
    float g = 1;
    float b = 1;
    float a = 1;
};

/// Lines, points and triangles that tools and systems add to a view; no graphics library in sight.
struct DebugDraw
{
    enum class Depth
    {
        Tested, ///< hidden behind the level
        Dimmed, ///< drawn at 40 % where hidden
        OnTop
    };

    struct Line
    {
        Vec3f from, to;
        DrawColor color;
        float width = 1; ///< pixels
        Depth depth = Depth::Tested;
    };

    struct Point
    {
        Vec3f at;
        DrawColor color;
        float size = 7; ///< pixels; a square
        Depth depth = Depth::OnTop;
    };

    struct Triangle
    {
        Vec3f a, b, c;
        DrawColor color;
        Depth depth = Depth::Tested;
    };

    struct Label
    {
        Vec3f at;
        std::string text;
        DrawColor color;
    };

    std::vector<Line> lines;
    std::vector<Point> points;
    std::vector<Triangle> triangles;
    std::vector<Label> labels; ///< the view draws them as text

    void line(const Vec3d& from,
              const Vec3d& to,
              DrawColor color,
              float width = 1,
              Depth depth = Depth::Tested)
    {
        lines.push_back({Vec3f{from}, Vec3f{to}, color, width, depth});
    }

    void point(const Vec3d& at, DrawColor color, float size = 7, Depth depth = Depth::OnTop)
    {
        points.push_back({Vec3f{at}, color, size, depth});
    }

    void box(const Aabb& box, DrawColor color, float width = 1, Depth depth = Depth::Tested);
};
} // namespace engine
