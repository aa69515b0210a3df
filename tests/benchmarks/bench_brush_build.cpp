#include "engine_core/base/contract.h"
#include "engine_core/base/hash.h"
#include "engine_core/geometry/brush_shapes.h"
#include "tests/benchmarks/bench.h"

#include <fmt/core.h>

#include <array>
#include <cmath>
#include <random>
#include <utility>

namespace mapwright::bench
{
using namespace engine;

namespace
{
constexpr std::size_t Brushes = 1'000;
constexpr int Repeats = 101;

using Faces = std::vector<BrushFace>;
using Shapes = std::vector<Faces>;

void addFace(Faces& faces, const Vec3d& direction, const Vec3d& through)
{
    const auto normal = glm::normalize(direction);
    faces.push_back({{normal, glm::dot(normal, through)}, {}, worldAlignedUv(normal)});
}

Faces boxFaces(const Vec3d& min, const Vec3d& max)
{
    Faces faces;
    for (int axis = 0; axis < 3; ++axis) {
        Vec3d normal{0};
        normal[axis] = 1;
        addFace(faces, normal, max);
        addFace(faces, -normal, min);
    }
    return faces;
}

/// A ramp: a box whose upper half is cut off along its diagonal. Five faces.
Faces wedgeFaces(const Vec3d& min, const Vec3d& max)
{
    auto faces = boxFaces(min, max);
    const auto size = max - min;
    faces.erase(faces.begin() + 2); // the top
    faces.erase(faces.begin());     // the side that the slope runs down to
    addFace(faces, {size.y, size.x, 0}, {max.x, min.y, min.z});
    return faces;
}

/// A box with `corners` of its upright edges cut off.
Faces bevelledFaces(const Vec3d& min, const Vec3d& max, int corners)
{
    auto faces = boxFaces(min, max);
    const auto third = (max - min) / 3.0;
    const std::array<Vec3d, 4> through{{max - Vec3d{third.x, 0, 0}, min + Vec3d{third.x, 0, 0},
                                        Vec3d{max.x - third.x, min.y, min.z},
                                        Vec3d{min.x + third.x, min.y, max.z}}};
    const std::array<Vec3d, 4> direction{{{third.z, 0, third.x},
                                          {-third.z, 0, -third.x},
                                          {third.z, 0, -third.x},
                                          {-third.z, 0, third.x}}};
    for (int i = 0; i < corners; ++i) {
        const auto at = static_cast<std::size_t>(i);
        addFace(faces, direction[at], through[at]);
    }
    return faces;
}

/// Corners on the 1/16 metre grid of a level of 400 m, as a mapper places them.
class Places
{
public:
    std::pair<Vec3d, Vec3d> box()
    {
        const Vec3d min{onGrid(-200, 200), onGrid(-20, 20), onGrid(-200, 200)};
        return {min, min + Vec3d{onGrid(0.25, 8), onGrid(0.25, 8), onGrid(0.25, 8)}};
    }

private:
    double onGrid(double from, double to)
    {
        return std::round((from + (to - from) * static_cast<double>(m_random()) / 4294967295.0) *
                          16) /
               16;
    }

    std::mt19937 m_random{7};
};

Shapes boxes()
{
    Places places;
    Shapes shapes;
    for (std::size_t i = 0; i < Brushes; ++i) {
        const auto [min, max] = places.box();
        shapes.push_back(boxFaces(min, max));
    }
    return shapes;
}

/// From ramps of five faces to pillars of ten, seven on average.
Shapes mixed()
{
    Places places;
    Shapes shapes;
    for (std::size_t i = 0; i < Brushes; ++i) {
        const auto [min, max] = places.box();
        switch (i % 5) {
        case 0:
            shapes.push_back(wedgeFaces(min, max));
            break;
        case 1:
            shapes.push_back(boxFaces(min, max));
            break;
        case 2:
            shapes.push_back(bevelledFaces(min, max, 1));
            break;
        case 3:
            shapes.push_back(bevelledFaces(min, max, 2));
            break;
        default:
            shapes.push_back(bevelledFaces(min, max, i % 2 == 0 ? 2 : 4));
            break;
        }
    }
    return shapes;
}

/// The bare loop: a big quad on each plane is clipped by all the others in two stack buffers. No
/// welding, no indices, no checks, no memory from the heap. Returns the number of corners written.
std::size_t clipBare(const Faces& faces, std::span<Vec3d> out)
{
    constexpr double Epsilon = 1e-8;
    std::size_t written = 0;
    for (std::size_t own = 0; own < faces.size(); ++own) {
        std::array<Vec3d, 32> first;
        std::array<Vec3d, 32> second;
        std::array<double, 32> above{};
        auto* from = first.data();
        auto* to = second.data();
        const auto& plane = faces[own].plane;
        const auto side = std::abs(plane.normal.x) < 0.6 ? Vec3d{1, 0, 0} : Vec3d{0, 1, 0};
        const auto u = glm::normalize(glm::cross(side, plane.normal)) * 131072.0;
        const auto v = glm::cross(plane.normal, u);
        const auto center = plane.normal * plane.distance;
        from[0] = center - u - v;
        from[1] = center + u - v;
        from[2] = center + u + v;
        from[3] = center - u + v;
        std::size_t count = 4;
        for (std::size_t other = 0; other < faces.size() && count > 0; ++other) {
            if (other == own)
                continue;
            for (std::size_t i = 0; i < count; ++i)
                above[i] = faces[other].plane.above(from[i]);
            std::size_t kept = 0;
            for (std::size_t i = 0; i < count; ++i) {
                const auto j = i + 1 < count ? i + 1 : 0;
                if (above[i] <= Epsilon)
                    to[kept++] = from[i];
                if ((above[i] > Epsilon) != (above[j] > Epsilon))
                    to[kept++] = from[i] + (from[j] - from[i]) * (above[i] / (above[i] - above[j]));
            }
            count = kept;
            std::swap(from, to);
        }
        std::copy(from, from + count, out.begin() + static_cast<std::ptrdiff_t>(written));
        written += count;
    }
    return written;
}

Row measure(const std::string& name, const Shapes& shapes)
{
    Shapes given;
    std::vector<Brush> built;
    built.reserve(shapes.size());
    std::vector<Vec3d> corners(shapes.size() * 64);
    std::size_t bareCorners = 0;
    const auto [ours, bare] = medianMillisecondsInTurn(
        Repeats,
        [&] {
            for (auto& faces : given) {
                auto brush = Brush::fromFaces(std::move(faces));
                ENGINE_EXPECT(brush);
                built.push_back(*std::move(brush));
            }
        },
        [&] {
            bareCorners = 0;
            for (const auto& faces : shapes)
                bareCorners += clipBare(faces, std::span{corners}.subspan(bareCorners));
        },
        [&] {
            built.clear();
            given = shapes;
        });
    std::size_t faceCount = 0;
    std::size_t cornerCount = 0;
    Hasher hash;
    for (const auto& brush : built) {
        faceCount += brush.faceCount();
        for (FaceIndex face = 0; face < brush.faceCount(); ++face)
            cornerCount += brush.faceVertices(face).size();
        hash.addBytes(std::as_bytes(brush.vertices()));
    }
    ENGINE_EXPECT(cornerCount == bareCorners); // both made the same polygons
    const double perBrush = 1000.0 / static_cast<double>(shapes.size());
    return {name,
            fmt::format("{} brushes, {} faces, {} corners, hash {}", built.size(), faceCount,
                        cornerCount, hashToText(hash.result())),
            ours * perBrush,
            "us",
            bare * perBrush,
            ours / bare,
            "us per brush of a bare clipping loop over the same planes; value / baseline"};
}
} // namespace

std::vector<Row> benchBrushBuild(const Settings& /*settings*/)
{
    return {measure("box", boxes()), measure("mixed_7_faces", mixed())};
}
} // namespace mapwright::bench
