#include "engine_core/interchange/gltf/gltf_places.h"

#include <algorithm>
#include <cmath>

namespace engine
{
namespace
{
/// A matrix that is off by less than this is what the transform says.
constexpr double SameMatrix = 1e-6;
constexpr double MostScale = 1000; ///< that an object can have

Vec3d vectorOf(const nlohmann::json& node, const char* key, const Vec3d& usual)
{
    const auto at = node.find(key);
    if (at == node.end() || at->size() != 3)
        return usual;
    return {(*at)[0].get<double>(), (*at)[1].get<double>(), (*at)[2].get<double>()};
}
} // namespace

bool isFiniteMatrix(const Mat4d& matrix)
{
    for (int i = 0; i < 16; ++i)
        if (!std::isfinite(matrix[i / 4][i % 4]))
            return false;
    return true;
}

bool isPlaceable(const Transform& place)
{
    if (!isFinite(place.position) || !isFinite(place.scale)) // which the greatest of some hides
        return false;
    const auto most = [](const Vec3d& v) {
        return std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)});
    };
    return most(place.position) <= WorldLimit && most(place.scale) <= MostScale;
}

std::optional<Transform> placeOfMatrix(const Mat4d& matrix)
{
    if (!isFiniteMatrix(matrix))
        return std::nullopt;
    Transform place;
    place.position = Vec3d{matrix[3]};
    glm::dmat3 turn{matrix};
    for (int i = 0; i < 3; ++i) {
        place.scale[i] = glm::length(turn[i]);
        if (!(place.scale[i] > 1e-9))
            return std::nullopt;
    }
    if (glm::determinant(turn) < 0)
        place.scale.x = -place.scale.x;
    for (int i = 0; i < 3; ++i)
        turn[i] /= place.scale[i];
    place.rotation = glm::normalize(glm::quat_cast(turn));
    for (int i = 0; i < 3; ++i) // noise of 32 bit numbers
        if (std::abs(place.scale[i] - 1) < SameMatrix)
            place.scale[i] = 1;
    const auto again = place.matrix();
    const double size = std::max({1.0, glm::length(place.scale), glm::length(place.position)});
    for (int column = 0; column < 4; ++column)
        if (glm::length(again[column] - matrix[column]) > 4 * SameMatrix * size)
            return std::nullopt;
    if (!isPlaceable(place))
        return std::nullopt;
    return place;
}

Mat4d gltfMatrix(const nlohmann::json& node)
{
    if (const auto at = node.find("matrix"); at != node.end() && at->size() == 16) {
        Mat4d matrix;
        for (int i = 0; i < 16; ++i)
            matrix[i / 4][i % 4] = (*at)[static_cast<std::size_t>(i)].get<double>();
        return matrix;
    }
    Transform place{
        vectorOf(node, "translation", Vec3d{0}), {1, 0, 0, 0}, vectorOf(node, "scale", Vec3d{1})};
    if (const auto at = node.find("rotation"); at != node.end() && at->size() == 4)
        // Of small integers they have no unit length.
        place.rotation = glm::normalize(Quatd{(*at)[3].get<double>(), (*at)[0].get<double>(),
                                              (*at)[1].get<double>(), (*at)[2].get<double>()});
    return place.matrix();
}

bool isSamePlace(const Mat4d& a, const Mat4d& b, double share)
{
    if (!isFiniteMatrix(a) || !isFiniteMatrix(b))
        return false;
    double size = 1;
    double apart = 0;
    for (int column = 0; column < 4; ++column) {
        size = std::max(size, glm::length(b[column]));
        apart = std::max(apart, glm::length(a[column] - b[column]));
    }
    return apart <= share * size;
}
} // namespace engine
