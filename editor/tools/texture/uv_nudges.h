#pragma once

#include "editor/api/editor_api.h"
#include "editor/operations/texture/uv_faces.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace editor
{
/// Moves and turns textures by keys: arrows by a step, Page up and Page down by 15 degrees. The
/// same key again for the same faces becomes a part of its step.
class UvNudges
{
public:
    /// Which way a key moves what one looks at.
    enum class Shows
    {
        Picture, ///< on the wall
        Shapes   ///< in the flat, where the picture stays and the faces go
    };

    /// The editor outlives it.
    UvNudges(EditorApi& editor, Shows shows) : m_editor{editor}, m_shows{shows} {}

    /// False for other keys, and where it was refused, which is told.
    /// @param step in repeats of the texture
    bool key(ToolKey key, std::span<const FaceRef> faces, double step);

private:
    bool run(const char* label,
             std::span<const FaceRef> faces,
             const std::function<engine::Result<void>(Transaction&)>& edit);

    struct Last
    {
        std::string label;
        std::vector<FaceRef> faces;
        std::uint64_t state = 0; ///< of the history, behind it
    };

    EditorApi& m_editor;
    Shows m_shows;
    std::optional<Last> m_last;
};
} // namespace editor
