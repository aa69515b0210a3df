#pragma once

#include "engine_core/base/hash.h"
#include "engine_core/geometry/mesh/mesh_shape.h"

#include <memory>
#include <string>

namespace engine
{
/// Where the models come from that MeshInstances name. The asset database is one; this lets worlds
/// know bounds and triangles without knowing files. Main thread only, unless the source says more.
class MeshSource
{
public:
    virtual ~MeshSource() = default;

    /// Never null: what is missing or broken is a marker box (MeshShape::problem says why).
    [[nodiscard]] virtual std::shared_ptr<const MeshShape> mesh(const std::string& path) const = 0;

    /// As mesh() for what follows changes (changesOfMeshes()) and shall not wait for a file: a
    /// plain box stands in for a model that is being read. Of a source that does not read ahead:
    /// mesh().
    [[nodiscard]] virtual std::shared_ptr<const MeshShape> shown(const std::string& path) const
    {
        return mesh(path);
    }

    /// Whether shown() gave stand-ins for models that nobody has been told of since. What is made
    /// of the world now may be of them.
    [[nodiscard]] virtual bool awaitsModels() const { return false; }

    /// Of where the picture of a model's material lets light through; 0 for nowhere.
    [[nodiscard]] virtual ContentHash holesOf(const std::string& /*material*/) const { return 0; }

    /// Of the light that faces of the material throw back; 0 where nobody knows.
    [[nodiscard]] virtual ContentHash reflectionOf(const std::string& /*material*/) const
    {
        return 0;
    }

    /// The radiance that faces of the material give off where it is strongest, of its strongest
    /// colour; 0 if they do not glow.
    [[nodiscard]] virtual float glowOf(const std::string& /*material*/) const { return 0; }
};
} // namespace engine
