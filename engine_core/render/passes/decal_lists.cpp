// The part of the draw lists that decals are in.
#include "engine_core/render/passes/frame.h"

namespace engine
{
void DrawListBuilder::addDecals(const DrawnScene& scene, const Frame& frame)
{
    m_places.clear();
    const auto& request = frame.request;
    for (const auto* decal : scene.decals().all()) {
        if ((decal->hidden && !request.gameView) ||
            (!decal->root &&
             !frame.frustum.touchesBox(Vec3f{decal->box.min}, Vec3f{decal->box.max})))
            continue;
        for (const auto& piece : decal->pieces) {
            if (const auto* brush = scene.find(piece.on)) {
                addOnBrush(scene, frame, *decal, piece, *brush);
                continue;
            }
            const auto* model = scene.findModel(piece.on);
            if (model == nullptr || (request.gameView ? model->unseen : model->hidden))
                continue;
            const auto [place, isNew] = m_places.try_emplace(
                piece.on, static_cast<std::uint32_t>(m_lists.transforms.size()));
            if (isNew)
                m_lists.transforms.push_back(toGpu(scene, *model));
            addPiece(*decal, piece, DrawLists::Kind::Model, place->second);
        }
    }
}

void DrawListBuilder::addOnBrush(const DrawnScene& scene,
                                 const Frame& frame,
                                 const DrawnDecal& decal,
                                 const DecalPiece& piece,
                                 const DrawnBrush& brush)
{
    const auto& request = frame.request;
    if (request.gameView ? brush.unseen : brush.hidden)
        return;
    // Where a face is not drawn, its decals would float.
    if (!request.gameView &&
        (holdsFace(scene.coveredOf(brush.entity), piece.face) ||
         (!request.everyFace && holdsFace(scene.leftOutOf(brush.entity), piece.face))))
        return;
    std::uint32_t transform = 0;
    if (brush.moving) {
        const auto [place, isNew] = m_places.try_emplace(
            brush.entity, static_cast<std::uint32_t>(m_lists.transforms.size()));
        transform = place->second;
        if (isNew) {
            const auto at = scene.placeOf(brush.entity);
            const auto* volume = scene.lightVolume();
            m_lists.transforms.push_back(
                volume != nullptr ? toGpu(at, lightOnModel(*volume, *brush.mesh, at)) : toGpu(at));
        }
    }
    addPiece(decal, piece, kindOf(scene, brush), transform);
}

/// Runs of one material become one call, and neighbours in the buffer one command of it.
void DrawListBuilder::addPiece(const DrawnDecal& decal,
                               const DecalPiece& piece,
                               DrawLists::Kind kind,
                               std::uint32_t transform)
{
    auto& runs = isBlended(piece.surface) ? m_lists.decalsOnBlended : m_lists.decals;
    m_lists.triangles += piece.indexCount / 3;
    auto& commands = m_lists.commands;
    const bool goesOn =
        !runs.empty() && runs.back().material.id == decal.material && runs.back().kind == kind &&
        runs.back().material.firstCommand + runs.back().material.commandCount == commands.size();
    if (!goesOn)
        runs.push_back({{decal.material, static_cast<std::uint32_t>(commands.size()), 0}, kind});
    auto& run = runs.back().material;
    if (run.commandCount > 0 && commands.back().baseInstance == transform &&
        commands.back().firstIndex + commands.back().count == piece.firstIndex) {
        commands.back().count += piece.indexCount;
        return;
    }
    commands.push_back({piece.indexCount, 1, piece.firstIndex, 0, transform});
    ++run.commandCount;
}
} // namespace engine
