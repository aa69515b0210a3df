#include "editor/operations/texture/uv_operations.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/register_components.h"
#include "tests/benchmarks/bench.h"
#include "tests/benchmarks/edited_level.h"
#include "tests/support/fixtures/gl_fixture.h"

#include <fmt/core.h>

namespace mapwright::bench
{
using namespace engine;
using editor::FaceRef;

namespace
{
constexpr std::size_t FittedFaces = 10'000;
constexpr std::size_t DraggedFaces = 1'000;
constexpr int Fits = 15;
constexpr int MouseMoves = 25;
constexpr double TargetFit = 20;  ///< milliseconds
constexpr double TargetDrag = 16; ///< milliseconds, for each move of the mouse

/// The first faces of the level, all of one brush before the next.
std::vector<FaceRef> facesOfLevel(EditedLevel& level, std::size_t count)
{
    std::vector<FaceRef> faces;
    for (const auto entity : level.brushes()) {
        const auto* brush = level.document().world().get<BrushComponent>(entity);
        for (FaceIndex i = 0; i < brush->brush->faceCount() && faces.size() < count; ++i)
            faces.push_back({entity, i});
    }
    ENGINE_EXPECT(faces.size() == count);
    return faces;
}

/// Of faces that come brush by brush.
std::size_t brushesAmong(const std::vector<FaceRef>& faces)
{
    std::size_t count = 0;
    for (std::size_t i = 0; i < faces.size(); ++i)
        count += i == 0 || faces[i].entity != faces[i - 1].entity;
    return count;
}

/// How many of the faces hold exactly so many repeats.
std::size_t fittedTo(EditedLevel& level, const std::vector<FaceRef>& faces, const Vec2d& repeats)
{
    std::size_t fitted = 0;
    for (const auto& face : editor::worldFaces(level.document().world(), faces)) {
        editor::UvBounds bounds;
        bounds.add(face);
        fitted += glm::distance(bounds.size(), repeats) < 1e-9;
    }
    return fitted;
}

/// 10,000 faces fitted in one step, to other repeats each time. The step alone: meshes and all else
/// that follows come with the next picture, as in the window.
Row fitRow(EditedLevel& level)
{
    const auto faces = facesOfLevel(level, FittedFaces);
    auto& document = level.document();
    const auto stepsBefore = document.history().position();
    const auto original = document.contentHash();
    int round = 0;
    const double fit = medianMilliseconds(
        Fits,
        [&] {
            const auto fitted = document.run("Fit texture", [&](auto& step) {
                return editor::fitUv(step, faces, {round, 1}, editor::UvSheet::EachFace);
            });
            ENGINE_EXPECT(fitted);
        },
        [&] {
            level.follow();
            ++round;
        });
    const auto fitted = fittedTo(level, faces, {round, 1});
    ENGINE_EXPECT(fitted == FittedFaces);
    ENGINE_EXPECT(document.history().position() - stepsBefore == static_cast<std::size_t>(round));
    while (document.history().position() > stepsBefore)
        level.undo();
    ENGINE_EXPECT(document.contentHash() == original);
    return promised("uv_fit_10k",
                    fmt::format("{} faces of {} brushes fitted in one step, {} times, as before "
                                "after undo",
                                fitted, brushesAmong(faces), Fits),
                    fit, TargetFit);
}

/// What each mouse move of a drag of 1,000 textures costs, with all that follows it.
Row dragRow(EditedLevel& level)
{
    const auto faces = facesOfLevel(level, DraggedFaces);
    const auto original = level.document().contentHash();
    const auto builtBefore = level.meshesBuilt();
    const auto before = editor::worldFaces(level.document().world(), faces);
    auto drag = level.document().begin("Move texture");
    int at = 0;
    const double move = medianMilliseconds(MouseMoves, [&] {
        ++at;
        const auto moved = drag.replace([&](auto& step) {
            return editor::remapUv(step, faces, movedUv({0.0625 * at, 0.125 * at}));
        });
        ENGINE_EXPECT(moved);
        level.follow();
    });
    const auto after = editor::worldFaces(level.document().world(), faces);
    std::size_t moved = 0;
    for (std::size_t i = 0; i < faces.size(); ++i)
        moved += glm::distance(before[i].uv.offset - after[i].uv.offset,
                               Vec2d{0.0625 * at, 0.125 * at}) < 1e-9;
    ENGINE_EXPECT(moved == DraggedFaces);
    const auto built = level.meshesBuilt() - builtBefore;
    drag.rollback();
    level.follow();
    ENGINE_EXPECT(level.document().contentHash() == original);
    return promised("uv_drag_1000",
                    fmt::format("{} mouse moves with {} faces of {} brushes, {} meshes built, as "
                                "before after Esc",
                                MouseMoves, moved, brushesAmong(faces), built),
                    move, TargetDrag);
}
} // namespace

std::vector<Row> benchUv(const Settings& /*settings*/)
{
    auto gl = test::GlFixture::create(installationFolder() / "projects" / "first_room");
    if (!gl) {
        fmt::print(stderr, "mapwright: {}\n", gl.error().message());
        return {};
    }
    TypeRegistry types;
    registerComponents(types);
    EditedLevel level{types, (*gl)->resources(), 2'000};
    return {fitRow(level), dragRow(level)};
}
} // namespace mapwright::bench
