#include "engine_core/geometry/brush.h"

#include "engine_core/geometry/brush_builder.h"
#include "engine_core/geometry/face_checks.h"

namespace engine
{
namespace
{
/// Leaving out a face can make a neighbour vanish in turn; only hostile input needs this many
/// rounds.
constexpr int MaxRounds = 16;

/// Leaves out the faces that do not touch the solid. The others are built anew, so that they alone
/// decide every corner, and building from them again gives the same bits.
Result<void> buildSolid(BrushBuilder& builder, std::vector<BrushFace>& faces)
{
    auto outcome = builder.build(faces);
    std::vector<Plane> leftOut;
    for (int round = 0; outcome == BrushBuilder::Outcome::FacesLeftOut && round < MaxRounds;
         ++round) {
        std::size_t index = 0;
        std::erase_if(faces, [&](const BrushFace& face) {
            if (builder.keeps(index++))
                return false;
            leftOut.push_back(face.plane);
            return true;
        });
        if (faces.empty())
            return Error{"Nothing would be left of the brush"};
        if (faces.size() < 4)
            return Error{"The brush would be flat"};
        outcome = builder.build(faces);
    }
    if (outcome == BrushBuilder::Outcome::Open)
        return Error{
            "The brush is open on a side, or reaches beyond the edge of the world, {} m out",
            WorldLimit};
    if (outcome != BrushBuilder::Outcome::Done)
        return Error{"Parts of the brush would be smaller than {} mm", WeldDistance * 1000};
    // A sliver loses faces to the weld that held it together, and would come out as something big.
    if (builder.isFlat() || builder.reachesBeyond(leftOut))
        return Error{"The brush would be flat"};
    return {};
}
} // namespace

Result<Brush> Brush::fromFaces(std::vector<BrushFace> faces)
{
    if (auto valid = makeFacesValid(faces); !valid)
        return valid.error();
    BrushBuilder builder;
    if (auto built = buildSolid(builder, faces); !built)
        return built.error();

    Result<Brush> result{Brush{}};
    auto& brush = *result;
    brush.m_bounds = builder.bounds();
    if (!Aabb{Vec3d{-WorldLimit}, Vec3d{WorldLimit}}.contains(brush.m_bounds))
        return Error{"The brush reaches beyond the edge of the world, {} m out", WorldLimit};
    brush.m_vertices.assign(builder.vertices().begin(), builder.vertices().end());
    const auto& firstIndex = builder.firstIndex();
    const auto& indices = builder.indices();
    brush.m_polygons.resize(firstIndex.size() + indices.size());
    auto out = brush.m_polygons.begin();
    for (const auto first : firstIndex)
        *out++ = static_cast<std::uint16_t>(first + firstIndex.size());
    std::copy(indices.begin(), indices.end(), out);
    brush.m_faces = std::move(faces);
    return result;
}
} // namespace engine
