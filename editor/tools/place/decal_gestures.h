#pragma once

#include "editor/tools/place/decal_tool.h"

#include <random>

namespace editor
{
/// Places a decal whose right side follows the pointer. Angles snap to 15 degrees with the grid.
class DecalPlaceGesture final : public Gesture
{
public:
    DecalPlaceGesture(EditorApi& editor, DecalOnSurface decal);

    engine::Result<void> update(const PointerEvent& event) override;
    void commit() override;
    [[nodiscard]] std::string measure() const override;

private:
    EditorApi& m_editor;
    Transaction m_transaction;
    DecalOnSurface m_start;
    DecalOnSurface m_decal;
    EntityId m_entity;
};

/// Lays decals along the way of the pointer.
class DecalPaintGesture final : public Gesture
{
public:
    DecalPaintGesture(const DecalTool& tool, const PointerEvent& start);

    engine::Result<void> update(const PointerEvent& event) override;
    void commit() override;
    [[nodiscard]] std::string measure() const override;

private:
    void paintAt(const PointerEvent& event);
    void place(DecalOnSurface decal);

    const DecalTool& m_tool;
    Transaction m_transaction;
    engine::Vec2d m_lastPixel{0};
    std::vector<EntityId> m_placed;
    bool m_isFull = false; ///< which was told
    engine::Vec3d m_lastPlace{0};
    std::string m_baseName;
    std::size_t m_firstNumber = 1;
    std::mt19937 m_random;
};
} // namespace editor
