#include "editor/operations/texture/uv_hotspots.h"

#include "editor/operations/texture/patch_textures.h"
#include "editor/operations/texture/uv_operations.h"

#include <array>
#include <cmath>

namespace editor
{
using engine::Error;
using engine::Result;
using engine::Vec2d;
using engine::Vec3d;

namespace
{
/// A rectangle around a face in its plane. Metres.
struct FaceBox
{
    Vec3d right{1, 0, 0};
    Vec3d down{0, 0, 1};
    Vec2d least{0};
    Vec2d size{0};
};

FaceBox boxAlong(const WorldFace& face, const Vec3d& right)
{
    FaceBox box{right, -glm::cross(face.plane.normal, right)};
    box.least = Vec2d{std::numeric_limits<double>::infinity()};
    Vec2d most{-std::numeric_limits<double>::infinity()};
    for (const auto& corner : face.corners) {
        const Vec2d at{glm::dot(corner, box.right), glm::dot(corner, box.down)};
        box.least = glm::min(box.least, at);
        most = glm::max(most, at);
    }
    box.size = most - box.least;
    return box;
}

double areaOf(const WorldFace& face)
{
    Vec3d sum{0};
    for (std::size_t i = 2; i < face.corners.size(); ++i)
        sum += glm::cross(face.corners[i - 1] - face.corners[0], face.corners[i] - face.corners[0]);
    return glm::length(sum) / 2;
}

FaceBox boxOf(const WorldFace& face)
{
    const auto& normal = face.plane.normal;
    const auto upright = engine::worldAlignedUv(normal).uAxis;
    auto box = boxAlong(face, glm::normalize(upright - normal * glm::dot(upright, normal)));
    constexpr double Filled = 0.98; // of the box by the face
    if (areaOf(face) >= Filled * box.size.x * box.size.y)
        return box;
    double longest = 0;
    for (std::size_t i = 0; i < face.corners.size(); ++i) {
        const auto edge = face.corners[(i + 1) % face.corners.size()] - face.corners[i];
        if (glm::length(edge) > longest + engine::WeldDistance) {
            longest = glm::length(edge);
            box = boxAlong(face, edge / longest);
        }
    }
    return box;
}

/// How many doublings lie between two numbers.
double doublings(double a, double b)
{
    return std::abs(std::log2(a / b));
}

engine::UvMapping mappingOf(const FaceBox& box, const ChosenHotspot& chosen)
{
    const auto& spot = *chosen.spot;
    const bool turned = chosen.isTurned;
    // On its side the picture's u runs down the face, and its v from the right to the left.
    engine::UvMapping uv;
    uv.uAxis = turned ? box.down : box.right;
    uv.vAxis = turned ? -box.right : box.down;
    const Vec2d metres = turned ? Vec2d{box.size.y, box.size.x} : box.size;
    const Vec2d begin = turned ? Vec2d{box.least.y, -(box.least.x + box.size.x)} : box.least;
    uv.scale = metres / spot.size;
    uv.offset = spot.at - begin / uv.scale;
    return uv;
}
} // namespace

std::optional<ChosenHotspot> bestHotspot(const engine::HotspotSet& set, const Vec2d& metres)
{
    constexpr double WeightOfRatio = 2;
    std::optional<ChosenHotspot> best;
    double least = std::numeric_limits<double>::infinity();
    const auto consider = [&](const engine::Hotspot& spot, bool isTurned) {
        auto size = set.metresOf(spot);
        if (isTurned)
            std::swap(size.x, size.y);
        const double cost = WeightOfRatio * doublings(metres.x / metres.y, size.x / size.y) +
                            doublings(metres.x * metres.y, size.x * size.y);
        if (cost < least - 1e-9) {
            least = cost;
            best = ChosenHotspot{&spot, isTurned};
        }
    };
    for (const auto& spot : set.spots) {
        consider(spot, false);
        if (spot.mayTurn)
            consider(spot, true);
    }
    return best;
}

Result<std::size_t>
fitHotspots(Transaction& transaction, std::span<const FaceRef> refs, const FindHotspots& find)
{
    auto faces = worldFaces(transaction.world(), refs);
    std::vector<WorldFace> fitted;
    for (auto& face : faces) {
        const auto* set = find(face.material);
        const auto box = boxOf(face);
        const auto chosen = set != nullptr ? bestHotspot(*set, box.size) : std::nullopt;
        if (!chosen)
            continue;
        face.uv = mappingOf(box, *chosen);
        fitted.push_back(std::move(face));
    }
    if (fitted.empty())
        return Error{"None of these faces has a material with hot spots: a file "
                     "NAME.hotspots.json beside the material names them"};
    setUvs(transaction, fitted);
    return fitted.size();
}

void fitHotspot(Transaction& transaction,
                std::span<const FaceRef> refs,
                const engine::HotspotSet& set,
                const engine::Hotspot& spot)
{
    std::vector<WorldFace> fitted;
    for (auto& face : worldFaces(transaction.world(), refs)) {
        if (isPatch(transaction.world(), face.ref)) {
            const std::array one{face.ref};
            if (spreadPatchUv(transaction, one, spot.size))
                static_cast<void>(remapUv(transaction, one, engine::movedUv(-spot.at)));
            continue;
        }
        const auto box = boxOf(face);
        engine::HotspotSet only{set.picture, set.texelsPerMetre, {spot}};
        face.uv = mappingOf(box, *bestHotspot(only, box.size));
        fitted.push_back(std::move(face));
    }
    setUvs(transaction, fitted);
}
} // namespace editor
