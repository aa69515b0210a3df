#pragma once

#include "editor/document/document.h"

#include <string>
#include <vector>

namespace editor
{
/// What the inspector's sections are made for; another one needs other sections.
struct InspectorShape
{
    bool faces = false;
    bool brushes = false;               ///< or curved patches: something has a texture
    std::vector<engine::TypeId> types;  ///< that all objects have
    std::vector<engine::TypeId> partly; ///< that some have
    std::string script;                 ///< file and class, if all have the same
    EntityId prefab;                    ///< the instance that all are in
    friend bool operator==(const InspectorShape&, const InspectorShape&) = default;
};

/// Finds the shape of many objects bit by bit.
class ShapeReader
{
public:
    /// Of at least one object. Both must outlive the reader, the objects unchanged.
    ShapeReader(const Document& document, const std::vector<EntityId>& objects);

    /// Reads so many more objects; true when that were all.
    bool read(std::size_t most);

    [[nodiscard]] InspectorShape shape() const;

private:
    void readObject(EntityId entity);

    struct Counted
    {
        engine::TypeId type;
        std::size_t objects = 0; ///< that have it
    };

    const Document& m_document;
    const std::vector<EntityId>& m_objects;
    std::vector<Counted> m_types; ///< of those with a section
    std::size_t m_next = 0;
    InspectorShape m_shape;
    bool m_isOneScript = true;
};
} // namespace editor
