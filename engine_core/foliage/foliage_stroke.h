#pragma once

#include "engine_core/foliage/foliage_marks.h"
#include "engine_core/foliage/foliage_planting.h"

#include <memory>
#include <unordered_map>
#include <unordered_set>

namespace engine
{
class SpatialIndex;

/// What the painter holds.
struct FoliageBrush
{
    double radius = 2;   ///< metres
    double strength = 1; ///< of the target density in the middle, 0 to 1
    double falloff = 0;  ///< share of the radius, from the rim in, over which strength falls to 0
    bool pressureSizes = false;       ///< a pen's pressure scales the radius, down to a tenth
    bool pressureStrengthens = false; ///< and the strength, down to 0
    /// Brushes of the level that it leaves alone, with what stands on them; null: none.
    std::shared_ptr<const std::unordered_set<EntityId>> leftAlone = nullptr;

    [[nodiscard]] bool leavesAlone(EntityId brush) const
    {
        return leftAlone && leftAlone->contains(brush);
    }

    /// As a pen of that pressure, 0 to 1, paints with it.
    [[nodiscard]] FoliageBrush pressed(double pressure) const;
};

/// Where the middle of the brush was.
struct StrokePoint
{
    Vec3d position{0};
    Vec3d normal{0, 1, 0}; ///< of the face under it: faces that look another way are left alone
    double pressure = 1;   ///< of the pen, 0 to 1
};

/// The share of the full strength at a distance from the line between two points, 0 outside.
[[nodiscard]] double
brushWeight(const FoliageBrush& brush, const Vec3d& from, const Vec3d& to, const Vec3d& at);

/// A stroke of the brush that plants. Density is a target: every place of the pattern comes at a
/// density of its own, so painting over again, slowly or quickly, adds nothing twice; and what a
/// stroke adds depends only on the points that it went through.
class FoliageStroke
{
public:
    /// `slots`: the kinds; none: all of the layer. World and index outlive the stroke, and brushes
    /// do not change meanwhile.
    FoliageStroke(const World& world,
                  const SpatialIndex& index,
                  EntityId layer,
                  std::span<const std::uint8_t> slots,
                  const FoliageBrush& brush,
                  const FoliageSurvey& survey = {});

    /// Places a square metre that it tries, those of all kinds together.
    [[nodiscard]] double density() const;

    /// Fails, with a part of a sentence, if one point has room for more than MostPlantsAtOnce.
    [[nodiscard]] Result<void> checkRoom() const;

    /// Makes the brush so small that one point tries about so many places at most, evenly strong.
    void narrowTo(double places);

    /// What the way from the last point to this one adds; the first point plants around itself.
    [[nodiscard]] std::vector<FoliageInstance> extend(const StrokePoint& point);

    [[nodiscard]] const FoliageRejects& rejected() const { return m_rejected; }

private:
    const std::vector<FoliageFace>& facesOf(EntityId brush);
    void plant(const FoliageFace& face,
               const FoliageSpecies& species,
               const FoliageBrush& brush,
               const Vec3d& from,
               const Vec3d& to,
               std::vector<FoliageInstance>& added);

    const World& m_world;
    const SpatialIndex& m_index;
    FoliageBrush m_brush;
    std::vector<FoliageSpecies> m_species;
    FoliageSpacing m_spacing;
    std::shared_ptr<const FoliageInstances> m_standing;
    std::unordered_map<EntityId, std::vector<FoliageFace>> m_faces;
    std::optional<StrokePoint> m_last;
    FoliageRejects m_rejected;
};

/// The same way as FoliageStroke plants, without plants: takes away what the way from one point to
/// the other covers, all kinds or those of `slots`. With less than full strength the share that
/// each place's own order says, so that erasing over again takes nothing more. What had grown by
/// rule leaves its mark.
void eraseFoliage(const FoliageInstances& standing,
                  const StrokePoint& from,
                  const StrokePoint& to,
                  const FoliageBrush& brush,
                  std::span<const std::uint8_t> slots,
                  FoliageEdit& edit,
                  const FoliageMarks& marks = {});

/// Brings plants there up to the present settings of their kinds: scale, yaw and lean anew from
/// their seeds; those that stand where their kind may not grow any more, that are more than its
/// density asks for, or that its spacing leaves no room, go. What was placed by hand stays as it
/// is. Where the layer grows by rule the marks of what was erased and moved go, so that the rules
/// hold there again.
void reapplyFoliage(const World& world,
                    const SpatialIndex& index,
                    EntityId layer,
                    const StrokePoint& from,
                    const StrokePoint& to,
                    const FoliageBrush& brush,
                    std::span<const std::uint8_t> slots,
                    FoliageEdit& edit,
                    const FoliageSurvey& survey = {});
} // namespace engine
