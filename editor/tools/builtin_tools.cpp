#include "editor/tools/builtin_tools.h"

#include "editor/tools/brush/clip_tool.h"
#include "editor/tools/brush/create_brush_tool.h"
#include "editor/tools/brush/edge_tool.h"
#include "editor/tools/brush/face_tool.h"
#include "editor/tools/brush/shape_tool.h"
#include "editor/tools/brush/uv_tool.h"
#include "editor/tools/brush/vertex_tool.h"
#include "editor/tools/place/decal_tool.h"
#include "editor/tools/place/light_handles.h"
#include "editor/tools/place/place_tool.h"
#include "editor/tools/select/select_tool.h"
#include "editor/tools/transform/shear_tool.h"
#include "editor/tools/transform/transform_tool.h"

namespace editor
{
namespace
{
template <typename T>
std::unique_ptr<Tool> make(EditorApi& editor)
{
    return std::make_unique<T>(editor);
}

auto lightOf(engine::LightKind kind)
{
    return [kind](EditorApi& editor) -> std::unique_ptr<Tool> {
        return std::make_unique<LightTool>(editor, kind);
    };
}

/// For the tools that work on the same chosen handles.
template <typename T>
auto sharing(const std::shared_ptr<HandleChoice>& choice)
{
    return [choice](EditorApi& editor) -> std::unique_ptr<Tool> {
        return std::make_unique<T>(editor, choice);
    };
}
} // namespace

std::vector<Registration> registerBuiltinTools(EditorApi& editor)
{
    using engine::LightKind;
    std::vector<Registration> kept;
    const auto add = [&](ToolInfo tool) {
        kept.push_back(editor.addTool(std::move(tool)));
    };
    const auto choice = std::make_shared<HandleChoice>(editor.document());
    // clang-format off
    add({"select", "Select", "Select, move and stretch objects", "select", "Q", sharing<SelectTool>(choice)});
    add({"box_brush", "Box brush", "Draw boxes", "box_brush", "B", make<CreateBrushTool>});
    add({"shape", "Shape", "Draw cylinders, cones, spheres, wedges, stairs, arches, polygons and hulls", "shape", "N", make<ShapeTool>});
    add({"move", "Move", "Move along an axis", "move", "G", sharing<MoveTool>(choice)});
    add({"rotate", "Rotate", "Turn about an axis", "rotate", "R", sharing<RotateTool>(choice)});
    add({"scale", "Scale", "Stretch by the sides and corners", "scale", "S", sharing<ScaleTool>(choice)});
    add({"clip", "Clip", "Cut brushes along a plane through two or three points", "clip", "C", make<ClipTool>});
    add({"vertex", "Vertices", "Move, add and remove vertices", "vertex", "V", sharing<VertexTool>(choice)});
    add({"edge", "Edges", "Move edges", "edge", "E", sharing<EdgeTool>(choice)});
    add({"face", "Faces", "Move whole faces, also sideways", "face", "T", sharing<FaceTool>(choice)});
    add({"face.uv", "Textures on faces", "Move, turn, scale, slant and wrap textures on faces", "uv", "U", make<UvTool>});
    add({"shear", "Shear", "Slant by the sides of the box", "shear", "Shift+S", sharing<ShearTool>(choice)});
    add({"light", "Light", "Place a point light", "light_bulb", "L", make<LightTool>});
    add({"light.spot", "Spot light", "Place a light that shines into a cone", "light_spot", "", lightOf(LightKind::Spot)});
    add({"light.area", "Area light", "Place a rectangle that shines", "light_area", "", lightOf(LightKind::Area)});
    add({"light.sun", "Sun", "Place a sun, which lights the whole scene from one direction", "light_sun", "", lightOf(LightKind::Sun)});
    add({"light.handles", "Light handles", "Drag the range, cones and sides of the selected light", "light_bulb", "", make<LightHandles>, true});
    add({"decal", "Decal", "Lay pictures over walls, floors and models", "decal", "D", make<DecalTool>});
    add({"player_start", "Player start", "Place where the player starts", "player_start", "", make<PlayerStartTool>});
    add({"trigger", "Trigger", "Place a box that tells a script who comes in and who leaves", "trigger", "", make<TriggerTool>, false, "parts"});
    add({"parts.ladder", "Ladder", "Place a box in which characters climb", "ladder", "", make<LadderTool>});
    add({"parts.water", "Water", "Place a box in which characters swim", "water", "", make<WaterTool>});
    // clang-format on
    return kept;
}
} // namespace editor
