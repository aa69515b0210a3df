#pragma once

#include "engine_core/base/json_tree.h"
#include "engine_core/scene/components/unread_data.h"
#include "engine_core/serialization/scene_io.h"

#include <optional>
#include <unordered_map>
#include <unordered_set>

namespace engine
{
/// Whether the places of the tree are those of the user's file; after a migration they are not.
enum class Places
{
    OfFile,
    Meaningless
};

/// Builds a world from a file of the newest format. Reads everything into one edit first, so that
/// parents may stand behind their children.
class SceneReader
{
public:
    /// `control` may be null.
    SceneReader(const JsonTree& tree,
                const TypeRegistry& types,
                Places places,
                const JobControl* control);

    /// An Error only when `control` was cancelled.
    [[nodiscard]] Result<LoadedScene> read(const std::string& nameForMessages);

private:
    struct ReadNode
    {
        EntityId entity;
        EntityId parent;
        std::optional<JsonValue> json;
        std::size_t swap = 0; ///< of the Node, in m_edit
    };

    [[nodiscard]] bool isStopped() const;
    void readTopLevel(const JsonValue& file);
    void readEntities(const JsonValue& list);
    void readEntity(const JsonValue& json);
    [[nodiscard]] EntityId chooseId(const JsonValue& json);
    [[nodiscard]] EntityId freshId();
    void readComponents(EntityId entity, const JsonValue& json, UnreadData& unread);
    void readComponent(EntityId entity,
                       const TypeInfo& type,
                       const JsonValue& json,
                       const std::string& path,
                       UnreadData& unread);
    void readBrushComponent(EntityId entity, const JsonValue& json, UnreadData& unread);
    bool checkPatch(EntityId entity, const JsonValue& json);
    void readFoliageComponent(EntityId entity, const JsonValue& json, UnreadData& unread);
    [[nodiscard]] ComponentValue readProperties(EntityId entity,
                                                const TypeInfo& type,
                                                const JsonValue& json,
                                                const std::string& path,
                                                UnreadData& unread);
    void
    setProperty(EntityId entity, const Property& property, void* component, const JsonValue& json);
    void finishUnread(EntityId entity, UnreadData unread);
    void checkParents();
    void checkAncestors(std::size_t index, std::vector<int>& depths);
    void toTopLevel(ReadNode& node, const char* rule, std::string message);
    void report(Severity severity,
                const char* rule,
                EntityId entity,
                const JsonValue& where,
                std::string message,
                std::string fix);

    const JsonTree& m_tree;
    const TypeRegistry& m_types;
    Places m_places;
    const JobControl* m_control;
    Edit m_edit;
    std::vector<ReadNode> m_nodes;
    std::unordered_map<EntityId, std::size_t> m_nodeOf; ///< index into m_nodes
    std::unordered_set<std::uint64_t> m_taken;          ///< ids that stand in the file
    std::uint64_t m_nextFresh = 2;
    std::vector<Issue> m_problems;
    std::size_t m_unreported = 0;
};
} // namespace engine
