#include "editor/tools/texture/uv_commands.h"

#include "editor/operations/brush/material_operations.h"
#include "editor/operations/texture/patch_textures.h"

#include <algorithm>
#include <random>
#include <vector>

namespace editor
{
using engine::Error;
using engine::Result;

namespace
{
using Faces = std::span<const FaceRef>;
using Context = UvCommandContext;
using Edit = std::function<Result<void>(Transaction&, Faces, const Context&)>;

/// For operations that never refuse.
template <typename Operation>
Edit always(Operation operation)
{
    return [operation](Transaction& step, Faces faces, const Context& context) -> Result<void> {
        operation(step, faces, context);
        return {};
    };
}

Edit justify(UvSide side)
{
    return always([side](Transaction& step, Faces faces, const Context& context) {
        justifyUv(step, faces, side, context.sheet);
    });
}

Edit flip(UvFlip way)
{
    return always([way](Transaction& step, Faces faces, const Context& context) {
        flipUv(step, faces, way, context.sheet);
    });
}

Edit turn(double degrees)
{
    return [degrees](Transaction& step, Faces faces, const Context&) {
        return turnUv(step, faces, engine::radians(degrees));
    };
}

Edit paste(UvPaste how)
{
    return [how](Transaction& step, Faces faces, const Context& context) -> Result<void> {
        if (!context.copied)
            return Error{"Copy the alignment of a face first"};
        return pasteUv(step, faces, *context.copied, how);
    };
}

Result<void> fit(Transaction& step, Faces faces, const Context& context)
{
    return fitUv(step, faces, context.repeats, context.sheet);
}

Result<void> fitAsOne(Transaction& step, Faces faces, const Context& context)
{
    return fitUv(step, faces, context.repeats, UvSheet::AsOne);
}

Result<void> reset(Transaction& step, Faces faces, const Context&)
{
    resetUv(step, faces);
    return resetPatchUv(step, faces);
}

Result<void> spread(Transaction& step, Faces faces, const Context&)
{
    if (std::none_of(faces.begin(), faces.end(),
                     [&](const FaceRef& face) { return isPatch(step.world(), face); }))
        return Error{"Select curved patches first: faces of brushes are even already"};
    return spreadPatchUv(step, faces, {0, 0});
}

Result<void> alignToView(Transaction& step, Faces faces, const Context& context)
{
    if (!context.view)
        return Error{"Click a view first"};
    return alignUvToView(step, faces, context.view->right, context.view->up);
}

Result<void> wrap(Transaction& step, Faces faces, const Context&)
{
    auto done = wrapUvOver(step, faces);
    return done ? Result<void>{} : Result<void>{done.error()};
}

Result<void> fitHotspots(Transaction& step, Faces faces, const Context& context)
{
    return context.fitHotspots ? context.fitHotspots(step, faces)
                               : Result<void>{Error{"There are no hot spots here"}};
}

Result<void> matchDensity(Transaction& step, Faces faces, const Context& context)
{
    if (faces.size() < 2)
        return Error{"Select the faces to change, and last the one to match"};
    return matchTexelDensity(step, faces.first(faces.size() - 1), faces.back(), context.pictures);
}

std::vector<UvCommand> placeCommands()
{
    return {
        {"texture.fit", "Fit", "Fit", "",
         "Scales and shifts the texture so that it fills each face.", "Fit texture", fit},
        {"texture.fitAsOne", "Fit as one", "As one", "",
         "The texture fills all faces that hang together once, unfolded around their edges.",
         "Fit texture", fitAsOne},
        {"texture.left", "Justify left", "Left", "arrow_left",
         "Shifts the texture so that its left border lies on the face's.", "Justify texture",
         justify(UvSide::Left)},
        {"texture.right", "Justify right", "Right", "arrow_right",
         "Shifts the texture so that its right border lies on the face's.", "Justify texture",
         justify(UvSide::Right)},
        {"texture.top", "Justify top", "Top", "arrow_up",
         "Shifts the texture so that its upper border lies on the face's.", "Justify texture",
         justify(UvSide::Top)},
        {"texture.bottom", "Justify bottom", "Bottom", "arrow_down",
         "Shifts the texture so that its lower border lies on the face's.", "Justify texture",
         justify(UvSide::Bottom)},
        {"texture.center", "Centre", "Centre", "",
         "Shifts the texture so that its middle is in the middle of the face.", "Centre texture",
         always([](Transaction& step, Faces faces, const Context& context) {
             centerUv(step, faces, context.sheet);
         })},
        {"texture.flipU", "Flip left to right", "Flip", "flip_horizontal",
         "Mirrors the texture about the middle of the face.", "Flip texture",
         flip(UvFlip::LeftRight)},
        {"texture.flipV", "Flip upside down", "Flip", "flip_vertical",
         "Mirrors the texture about the middle of the face.", "Flip texture", flip(UvFlip::UpDown)},
        {"texture.turnLeft", "Turn left", "+90\u00b0", "",
         "A quarter turn about the middle of each face.", "Turn texture", turn(90)},
        {"texture.turnRight", "Turn right", "-90\u00b0", "",
         "A quarter turn about the middle of each face.", "Turn texture", turn(-90)},
        {"texture.reset", "Reset", "Reset", "", "As a new face has it: one metre per repeat.",
         "Reset texture", reset},
    };
}

std::vector<UvCommand> alignCommands()
{
    return {
        {"texture.alignWorld", "Align to world", "World", "",
         "Axes along the world's and no offset, so that neighbouring faces match.",
         "Align texture to world", always([](Transaction& step, Faces faces, const Context&) {
             alignUvToWorld(step, faces);
         })},
        {"texture.alignFace", "Align to face", "Face", "",
         "Upright in the plane of each face, so that slopes do not stretch the texture.",
         "Align texture to face", always([](Transaction& step, Faces faces, const Context&) {
             alignUvToFace(step, faces);
         })},
        {"texture.alignEdge", "Align to edge", "Edge", "",
         "The texture stands on the longest edge of each face; again, on the next one.",
         "Align texture to edge", always([](Transaction& step, Faces faces, const Context&) {
             alignUvToEdge(step, faces);
         })},
        {"texture.alignView", "Align to view", "View", "",
         "As a projector at the eye of the active view would throw the texture.",
         "Align texture to view", alignToView},
        {"texture.natural", "Natural", "Natural", "",
         "Spreads the texture of curved patches by lengths along the surface, so that nothing is "
         "bunched or stretched.",
         "Spread texture", spread},
    };
}

std::vector<UvCommand> flowCommands()
{
    return {
        {"texture.wrap", "Wrap over selection", "Wrap over all", "",
         "The texture and material of the face selected first run on over the others, around the "
         "edges that they share.",
         "Wrap texture", wrap},
        {"texture.scatter", "Scatter", "Scatter", "",
         "A random offset for each face, so that repeats are not seen; again, another one.",
         "Scatter texture", always([](Transaction& step, Faces faces, const Context&) {
             scatterUv(step, faces, std::random_device{}());
         })},
        {"texture.hotspot", "Fit hot spots", "Hot spot", "",
         "Lays the rectangle of a trim sheet onto each face whose size and proportions fit best.",
         "Fit hot spots", fitHotspots},
        {"texture.matchDensity", "Match texel density", "Match last", "",
         "Gives all selected faces as many texels a metre as the one selected last has.",
         "Match texel density", matchDensity},
        {"texture.pasteProjected", "Paste alignment", "Paste", "",
         "Throws the copied texture onto the faces as a projector would.", "Paste alignment",
         paste(UvPaste::Projected)},
        {"texture.pasteWrapped", "Paste alignment wrapped", "Wrapped", "",
         "The copied texture runs on around the line where the planes meet.", "Paste alignment",
         paste(UvPaste::Wrapped)},
        {"texture.pasteNumbers", "Paste alignment numbers", "Numbers", "",
         "Gives the faces the scale, offset and rotation that were copied.", "Paste alignment",
         paste(UvPaste::Numbers)},
    };
}
} // namespace

std::span<const UvCommand> uvCommands()
{
    static const auto all = [] {
        auto commands = placeCommands();
        for (auto& more : {alignCommands(), flowCommands()})
            commands.insert(commands.end(), more.begin(), more.end());
        return commands;
    }();
    return all;
}

const UvCommand& uvCommand(std::string_view id)
{
    const auto all = uvCommands();
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const auto& each) { return each.id == id; });
    ENGINE_EXPECT(found != all.end());
    return *found;
}
} // namespace editor
