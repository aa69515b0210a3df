#pragma once

#include "engine_core/interchange/gltf/gltf_file.h"
#include "engine_core/scene/world/world.h"

#include <string>
#include <unordered_map>

namespace engine
{
/// Writes the objects of a level as nodes of a glTF file, with all that stand above them. Nodes
/// stand where objects are drawn: where the chain of transforms would put one elsewhere (turned
/// below something stretched, see Transform), it stands at the top of the file.
class GltfNodes
{
public:
    /// Both outlive it.
    GltfNodes(const World& world, GltfFile& file) : m_world{world}, m_file{file} {}

    /// The object's node, made when it is first asked for.
    [[nodiscard]] std::size_t find(EntityId entity);

    /// Shows a mesh at the object, by a node of its own if its node shows one already.
    void show(EntityId entity, std::size_t mesh);

    /// A new node in world space, below the object's if that is the world's space, else at the top.
    std::size_t addInWorld(EntityId below, GltfJson node);

    /// What the node's JSON is; valid until the next one is made.
    [[nodiscard]] GltfJson& at(std::size_t node) { return m_file.at("nodes", node); }

    /// How many objects stand at the top though others stand above them.
    [[nodiscard]] std::size_t movedToTop() const { return m_movedToTop; }

private:
    struct Placed
    {
        std::size_t node = 0;
        Mat4d world{1};
    };

    const Placed& placed(EntityId entity, int depth);
    void addBelow(const Placed* parent, std::size_t node);

    const World& m_world;
    GltfFile& m_file;
    std::unordered_map<EntityId, Placed> m_nodes;
    std::size_t m_movedToTop = 0;
};

/// As a node has it; nothing of what is as usual.
void addPlace(GltfJson& node, const Transform& place);
} // namespace engine
