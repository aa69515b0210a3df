#include "editor/operations/texture/uv_density.h"

namespace editor
{
using engine::Error;
using engine::Result;

namespace
{
bool isKnown(const engine::Vec2d& picture)
{
    return picture.x > 0 && picture.y > 0;
}
} // namespace

std::optional<double>
texelDensity(const engine::World& world, const FaceRef& ref, const PictureSizes& sizes)
{
    const auto face = worldFace(world, ref);
    const auto picture = face ? sizes(face->material) : engine::Vec2d{0};
    if (!isKnown(picture))
        return std::nullopt;
    const double texels = engine::texelsPerMetre(face->uv, face->plane.normal, picture);
    return texels > 0 ? std::optional{texels} : std::nullopt;
}

Result<void> setTexelDensity(Transaction& transaction,
                             std::span<const FaceRef> refs,
                             double texelsPerMetre,
                             const PictureSizes& sizes)
{
    constexpr double Least = 0.01;
    constexpr double Most = 100'000;
    if (!(texelsPerMetre >= Least && texelsPerMetre <= Most))
        return Error{"A metre must show between {} and {} texels", Least, Most};
    auto faces = worldFaces(transaction.world(), refs);
    std::erase_if(faces, [&](const WorldFace& face) { return !isKnown(sizes(face.material)); });
    if (faces.empty())
        return Error{"None of these faces has a material with a picture"};
    for (auto& face : faces)
        face.uv = engine::withTexelsPerMetre(face.uv, face.plane.normal, sizes(face.material),
                                             texelsPerMetre, face.center());
    setUvs(transaction, faces);
    return {};
}

Result<void> matchTexelDensity(Transaction& transaction,
                               std::span<const FaceRef> faces,
                               const FaceRef& like,
                               const PictureSizes& sizes)
{
    const auto texels = texelDensity(transaction.world(), like, sizes);
    if (!texels)
        return Error{"The other face has no material with a picture"};
    return setTexelDensity(transaction, faces, *texels, sizes);
}
} // namespace editor
