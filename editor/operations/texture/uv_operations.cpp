#include "editor/operations/texture/uv_operations.h"

#include "editor/operations/texture/patch_textures.h"
#include "editor/operations/texture/uv_wrap.h"

#include <algorithm>
#include <random>

namespace editor
{
using engine::Error;
using engine::Result;
using engine::UvAffine;
using engine::UvMapping;
using engine::Vec2d;
using engine::Vec3d;

namespace
{
/// Sheets whose box is smaller than this are left as they are. Repeats.
constexpr double LeastExtent = 1e-9;

bool isSound(const UvAffine& by)
{
    const double area = glm::determinant(by.linear);
    return std::isfinite(area) && std::abs(area) > 1e-12 && std::abs(area) < 1e12 &&
           std::isfinite(by.offset.x) && std::isfinite(by.offset.y) && glm::length(by.offset) < 1e9;
}

using ChangeOfSheet = std::function<std::optional<UvAffine>(const UvBounds&)>;

/// One change of coordinates for each sheet, found from its box.
void changeSheets(Transaction& transaction,
                  std::span<const FaceRef> refs,
                  UvSheet sheet,
                  const ChangeOfSheet& find)
{
    auto faces = worldFaces(transaction.world(), refs);
    const auto change = [&](std::span<WorldFace> some) {
        UvBounds bounds;
        for (const auto& face : some)
            bounds.add(face);
        if (const auto by = find(bounds))
            for (auto& face : some)
                face.uv = engine::changedUv(face.uv, *by);
    };
    if (sheet == UvSheet::EachFace)
        for (auto& face : faces)
            change({&face, 1});
    else
        for (auto some : unfold(faces))
            change(some);
    setUvs(transaction, faces);
}

/// Puts the texture's axes along the directions, with the coordinate (0, 0) at a place.
UvMapping laidAlong(UvMapping uv, const Vec3d& u, const Vec3d& v, const Vec3d& origin)
{
    uv.uAxis = u;
    uv.vAxis = v;
    uv.scale = glm::abs(uv.scale);
    uv.offset = {0, 0};
    uv.offset = -uv.at(origin);
    return uv;
}

UvMapping onEdge(const WorldFace& face, std::size_t edge)
{
    const auto& from = face.corners[edge];
    const auto to = face.corners[(edge + 1) % face.corners.size()];
    const auto u = glm::normalize(to - from);
    return laidAlong(face.uv, u, -glm::cross(face.plane.normal, u), from);
}

bool liesAs(const UvMapping& a, const UvMapping& b)
{
    constexpr double Near = 1e-6;
    return glm::distance(a.uAxis, b.uAxis) < Near && glm::distance(a.vAxis, b.vAxis) < Near &&
           glm::distance(a.scale, b.scale) < Near && glm::distance(a.offset, b.offset) < Near;
}

std::size_t longestEdge(const WorldFace& face)
{
    std::size_t longest = 0;
    double most = 0;
    for (std::size_t i = 0; i < face.corners.size(); ++i) {
        const double length =
            glm::distance(face.corners[i], face.corners[(i + 1) % face.corners.size()]);
        if (length > most + engine::WeldDistance) {
            most = length;
            longest = i;
        }
    }
    return longest;
}

/// Whether a change of coordinates turns this texture without stretching it.
bool onlyTurns(const UvAffine& by, const engine::UvFrame& frame)
{
    const auto u = frame.u * by.linear[0][0] + frame.v * by.linear[0][1];
    const auto v = frame.u * by.linear[1][0] + frame.v * by.linear[1][1];
    const double size = glm::length(frame.u) + glm::length(frame.v);
    return std::abs(glm::length(u) - glm::length(frame.u)) < 1e-6 * size &&
           std::abs(glm::length(v) - glm::length(frame.v)) < 1e-6 * size &&
           std::abs(glm::dot(u, v) - glm::dot(frame.u, frame.v)) < 1e-6 * size * size;
}
} // namespace

Result<void> remapUv(Transaction& transaction, std::span<const FaceRef> faces, const UvAffine& by)
{
    if (!isSound(by))
        return Error{"That would make the texture vanish"};
    editUvs(transaction, faces,
            [&](const engine::BrushFace& face) { return engine::changedUv(face.uv, by); });
    return {};
}

Result<void> turnUv(Transaction& transaction,
                    std::span<const FaceRef> refs,
                    double angle,
                    const FaceRef& grabbed,
                    const Vec3d& about)
{
    if (!std::isfinite(angle))
        return Error{"That is no angle"};
    std::optional<UvAffine> together;
    if (const auto first = worldFaceNear(transaction.world(), grabbed, about))
        if (const auto frame = engine::uvFrame(first->uv, first->plane))
            together = engine::turnedUv(*frame, first->plane.normal, angle, first->uv.at(about));
    auto faces = worldFaces(transaction.world(), refs);
    for (auto& face : faces) {
        const auto frame = engine::uvFrame(face.uv, face.plane);
        if (!frame)
            continue;
        const auto by =
            together && onlyTurns(*together, *frame)
                ? *together
                : engine::turnedUv(*frame, face.plane.normal, angle, face.uv.at(face.center()));
        face.uv = engine::changedUv(face.uv, by);
    }
    setUvs(transaction, faces);
    return {};
}

Result<void> turnUv(Transaction& transaction, std::span<const FaceRef> faces, double angle)
{
    return turnUv(transaction, faces, angle, {}, {});
}

Result<void>
fitUv(Transaction& transaction, std::span<const FaceRef> faces, const Vec2d& repeats, UvSheet sheet)
{
    if (!std::isfinite(repeats.x) || !std::isfinite(repeats.y) ||
        glm::length(repeats) < LeastExtent || glm::length(repeats) > 1e6)
        return Error{"A face must hold some of the texture, at most a million repeats"};
    changeSheets(transaction, faces, sheet, [&](const UvBounds& box) -> std::optional<UvAffine> {
        const auto size = box.size();
        if (size.x < LeastExtent || size.y < LeastExtent)
            return std::nullopt; // the texture axes stand on the face's edge
        auto more = repeats / size;
        if (repeats.x == 0)
            more.x = std::abs(more.y);
        if (repeats.y == 0)
            more.y = std::abs(more.x);
        return UvAffine{glm::dmat2{more.x, 0, 0, more.y}, -box.least * more};
    });
    return sheet == UvSheet::EachFace ? spreadPatchUv(transaction, faces, repeats) : Result<void>{};
}

void justifyUv(Transaction& transaction, std::span<const FaceRef> faces, UvSide side, UvSheet sheet)
{
    changeSheets(transaction, faces, sheet, [side](const UvBounds& box) {
        const auto size = box.size();
        Vec2d shift{0};
        if (side == UvSide::Left)
            shift.x = -box.least.x;
        else if (side == UvSide::Right)
            shift.x = std::ceil(size.x - LeastExtent) - box.most.x;
        else if (side == UvSide::Top)
            shift.y = -box.least.y;
        else
            shift.y = std::ceil(size.y - LeastExtent) - box.most.y;
        return UvAffine{glm::dmat2{1}, shift};
    });
}

void centerUv(Transaction& transaction, std::span<const FaceRef> faces, UvSheet sheet)
{
    changeSheets(transaction, faces, sheet, [](const UvBounds& box) {
        return UvAffine{glm::dmat2{1}, Vec2d{0.5} - box.center()};
    });
}

void flipUv(Transaction& transaction, std::span<const FaceRef> faces, UvFlip flip, UvSheet sheet)
{
    const Vec2d factor = flip == UvFlip::LeftRight ? Vec2d{-1, 1} : Vec2d{1, -1};
    changeSheets(transaction, faces, sheet,
                 [&](const UvBounds& box) { return engine::scaledUv(factor, box.center()); });
}

void scatterUv(Transaction& transaction, std::span<const FaceRef> faces, std::uint64_t seed)
{
    std::mt19937_64 dice{seed};
    const auto share = [&] { // the same on every machine, which distributions are not
        return static_cast<double>(dice() >> 11) * 0x1p-53;
    };
    editUvs(transaction, faces, [&](const engine::BrushFace& face) {
        auto uv = face.uv;
        uv.offset.x = share();
        uv.offset.y = share();
        return uv;
    });
}

void alignUvToEdge(Transaction& transaction, std::span<const FaceRef> refs)
{
    auto faces = worldFaces(transaction.world(), refs);
    for (auto& face : faces) {
        auto edge = longestEdge(face);
        for (std::size_t i = 0; i < face.corners.size(); ++i)
            if (liesAs(onEdge(face, i), face.uv))
                edge = (i + 1) % face.corners.size();
        face.uv = onEdge(face, edge);
    }
    setUvs(transaction, faces);
}

void alignUvToFace(Transaction& transaction, std::span<const FaceRef> refs)
{
    auto faces = worldFaces(transaction.world(), refs);
    for (auto& face : faces) {
        const auto& normal = face.plane.normal;
        const auto upright = engine::worldAlignedUv(normal);
        const auto u = glm::normalize(upright.uAxis - normal * glm::dot(upright.uAxis, normal));
        const auto origin = normal * face.plane.distance;
        face.uv = laidAlong(face.uv, u, -glm::cross(normal, u), origin);
    }
    setUvs(transaction, faces);
}

Result<void> alignUvToView(Transaction& transaction,
                           std::span<const FaceRef> refs,
                           const Vec3d& right,
                           const Vec3d& up)
{
    auto faces = worldFaces(transaction.world(), refs);
    const auto forward = glm::cross(up, right);
    constexpr double EdgeOn = 0.05;
    std::erase_if(faces, [&](const WorldFace& face) {
        return std::abs(glm::dot(face.plane.normal, forward)) < EdgeOn;
    });
    if (faces.empty() && !refs.empty())
        return Error{"The faces are seen edge-on: look at them from the front"};
    for (auto& face : faces)
        face.uv = laidAlong(face.uv, right, -up, Vec3d{0});
    setUvs(transaction, faces);
    return {};
}
} // namespace editor
