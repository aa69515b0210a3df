#pragma once

#include "editor/operations/texture/uv_density.h"
#include "editor/operations/texture/uv_operations.h"
#include "editor/operations/texture/uv_wrap.h"

#include <functional>
#include <optional>
#include <span>
#include <string_view>

namespace editor
{
/// What a view looks along. Of unit length.
struct ViewAxes
{
    engine::Vec3d right{1, 0, 0};
    engine::Vec3d up{0, 1, 0};
};

/// What commands about textures ask of whoever runs them; what is missing is refused in words.
struct UvCommandContext
{
    UvSheet sheet = UvSheet::EachFace;
    engine::Vec2d repeats{1}; ///< of "fit"
    PictureSizes pictures = {};
    std::function<engine::Result<void>(Transaction&, std::span<const FaceRef>)> fitHotspots = {};
    std::optional<ViewAxes> view = {};
    std::optional<CopiedUv> copied = {};
};

/// A command about the textures of some faces and patches. The one list of them is for the menu,
/// the inspector and the UV dock.
struct UvCommand
{
    const char* id;      ///< as keys are given to it, such as "texture.fit"
    const char* label;   ///< "Justify left"
    const char* caption; ///< shorter, for a button beside others of its kind: "Left"
    const char* icon;    ///< of resources/icons; may be empty
    const char* tooltip; ///< one sentence or two
    const char* step;    ///< as undo names it
    std::function<engine::Result<void>(
        Transaction&, std::span<const FaceRef>, const UvCommandContext&)>
        edit;
};

/// All of them, in the order of the menu.
[[nodiscard]] std::span<const UvCommand> uvCommands();

/// There must be one of that id.
[[nodiscard]] const UvCommand& uvCommand(std::string_view id);
} // namespace editor
