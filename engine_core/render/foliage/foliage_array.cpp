#include "engine_core/render/foliage/foliage_array.h"

#include <cmath>

namespace engine
{
namespace
{
enum KindUniform : GLint
{
    UniformPose = 8,     ///< offset, align to normal, most angle, wind
    UniformRange = 9,    ///< begin and end of the level, begin of fading, end of all
    UniformPicture = 10, ///< width, height, views, height of the mesh
    UniformTime = 11
};
} // namespace

GlVertexArray makeFoliageArray(const MeshCache& meshes, const FoliageBuffer& plants)
{
    auto made = makeVertexArray();
    const auto array = made.name();
    glVertexArrayVertexBuffer(array, 0, meshes.vertexBuffer(), 0, sizeof(GpuVertex));
    glVertexArrayVertexBuffer(array, 1, plants.buffer(), 0, sizeof(GpuPlant));
    glVertexArrayElementBuffer(array, meshes.indexBuffer());
    glVertexArrayBindingDivisor(array, 1, 1);
    const auto attribute = [&](GLuint index, GLuint binding) {
        glEnableVertexArrayAttrib(array, index);
        glVertexArrayAttribBinding(array, index, binding);
    };
    glVertexArrayAttribFormat(array, 0, 3, GL_FLOAT, GL_FALSE, offsetof(GpuVertex, position));
    glVertexArrayAttribIFormat(array, 1, 1, GL_UNSIGNED_INT, offsetof(GpuVertex, frame));
    glVertexArrayAttribFormat(array, 3, 2, GL_FLOAT, GL_FALSE, offsetof(GpuVertex, uv));
    for (const GLuint index : {0U, 1U, 3U})
        attribute(index, 0);
    glVertexArrayAttribFormat(array, 6, 3, GL_FLOAT, GL_FALSE, offsetof(FoliageInstance, position));
    glVertexArrayAttribIFormat(array, 7, 1, GL_UNSIGNED_INT, offsetof(FoliageInstance, seed));
    glVertexArrayAttribFormat(array, 8, 2, GL_SHORT, GL_TRUE, offsetof(FoliageInstance, normal));
    glVertexArrayAttribFormat(array, 9, 1, GL_UNSIGNED_SHORT, GL_TRUE,
                              offsetof(FoliageInstance, yaw));
    glVertexArrayAttribFormat(array, 10, 3, GL_UNSIGNED_SHORT, GL_FALSE,
                              offsetof(FoliageInstance, scale));
    glVertexArrayAttribFormat(array, 11, 1, GL_SHORT, GL_TRUE, offsetof(FoliageInstance, pitch));
    glVertexArrayAttribFormat(array, 12, 3, GL_UNSIGNED_INT_10F_11F_11F_REV, GL_FALSE,
                              offsetof(GpuPlant, light));
    for (GLuint index = 6; index <= 12; ++index)
        attribute(index, 1);
    return made;
}

void setFoliageKind(const DrawnFoliageKind& kind, std::size_t level, double seconds)
{
    const auto& type = kind.type;
    glUniform4f(UniformPose, static_cast<float>(type.offset), type.alignToNormal ? 1.F : 0.F,
                static_cast<float>(radians(type.maxAngle)), static_cast<float>(type.wind));
    const float begin = level == 0 ? 0.F : kind.levels.ends[level - 1];
    glUniform4f(UniformRange, begin, kind.levels.ends[level], static_cast<float>(type.fadeStart),
                kind.levels.ends.back());
    glUniform4f(UniformPicture, static_cast<float>(type.size.x), static_cast<float>(type.size.y),
                static_cast<float>(type.views), kind.height);
    glUniform1f(UniformTime, static_cast<float>(std::fmod(seconds, 3600.0)));
}
} // namespace engine
