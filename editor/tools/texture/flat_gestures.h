#pragma once

#include "editor/tools/brush/uv_gestures.h"
#include "editor/tools/texture/flat_editor.h"
#include "editor/tools/texture/flat_snap.h"

namespace editor
{
/// A drag of what is edited over the texture. Snaps unless the grid is off; a typed number counts
/// instead of the pointer.
class FlatDrag : public Gesture
{
public:
    FlatDrag(EditorApi& editor,
             FlatEditor& flat,
             const engine::Vec2d& startPixel,
             const char* label);
    ~FlatDrag() override;

    engine::Result<void> update(const PointerEvent& event) override;
    void commit() override;
    bool key(const KeyEvent& event) override;

protected:
    /// Does what pointer and keys ask for.
    virtual engine::Result<void> apply(Transaction& transaction) = 0;

    [[nodiscard]] const std::vector<FaceRef>& faces() const { return m_faces; }

    /// Of what is edited, as it is at the press.
    [[nodiscard]] const UvBounds& box() const { return m_box; }

    [[nodiscard]] const FlatSnaps& snaps() const { return m_snaps; }

    [[nodiscard]] const std::optional<WorldFace>& anchor() const { return m_anchor; }

    [[nodiscard]] const UvSnaps& wallSnaps() const { return m_wallSnaps; }

    [[nodiscard]] const NumberInput& number() const { return m_number; }

    [[nodiscard]] const engine::Vec2d& start() const { return m_start; }

    [[nodiscard]] const engine::Vec2d& now() const { return m_now; }

    /// How far things snap, in repeats; 0 where they do not.
    [[nodiscard]] engine::Vec2d reach() const;

    /// Of the texture's grid, in repeats; 0: freely.
    [[nodiscard]] double step() const;

    [[nodiscard]] bool isSnapping() const { return m_isSnapping; }

    [[nodiscard]] bool hasShift() const { return m_shift; }

    [[nodiscard]] const std::optional<int>& axis() const { return m_axis; }

private:
    FlatEditor& m_flat;
    std::vector<FaceRef> m_faces;
    UvBounds m_box;
    std::optional<WorldFace> m_anchor; ///< one of the faces, which is looked at for all
    FlatSnaps m_snaps;
    UvSnaps m_wallSnaps;
    engine::Vec2d m_start, m_now;
    bool m_isSnapping = true;
    bool m_shift = false;
    std::optional<int> m_axis;
    NumberInput m_number;
    Transaction m_transaction;
};

/// X and Y, or Shift, keep to one axis. Numbers are repeats along the axis that it goes most along.
class FlatMoveGesture final : public FlatDrag
{
public:
    FlatMoveGesture(EditorApi& editor, FlatEditor& flat, const engine::Vec2d& startPixel);
    [[nodiscard]] std::string measure() const override;

private:
    engine::Result<void> apply(Transaction& transaction) override;

    engine::Vec2d m_by{0};
    std::string m_to;
};

/// The opposite side or corner stays; with Shift a corner keeps the proportions. Numbers are the
/// repeats that the box holds along the dragged side.
class FlatScaleGesture final : public FlatDrag
{
public:
    FlatScaleGesture(EditorApi& editor,
                     FlatEditor& flat,
                     const engine::Vec2d& startPixel,
                     UvHandle handle);
    [[nodiscard]] std::string measure() const override;

private:
    engine::Result<void> apply(Transaction& transaction) override;
    [[nodiscard]] double factor(int axis);

    UvHandle m_handle;
    engine::Vec2d m_factor{1};
    std::string m_to;
};

/// A side of the box goes along itself and the opposite one stays. Numbers are repeats for each
/// repeat across.
class FlatShearGesture final : public FlatDrag
{
public:
    FlatShearGesture(EditorApi& editor,
                     FlatEditor& flat,
                     const engine::Vec2d& startPixel,
                     UvHandle side);
    [[nodiscard]] std::string measure() const override;

private:
    engine::Result<void> apply(Transaction& transaction) override;

    UvHandle m_side;
    double m_slant = 0;
};

/// Turns without stretching the texture on the face. Numbers are degrees, counter-clockwise as it
/// is seen in the flat.
class FlatTurnGesture final : public FlatDrag
{
public:
    FlatTurnGesture(EditorApi& editor, FlatEditor& flat, const engine::Vec2d& startPixel);
    ~FlatTurnGesture() override;
    [[nodiscard]] std::string measure() const override;

private:
    engine::Result<void> apply(Transaction& transaction) override;
    [[nodiscard]] double angleOf(const engine::Vec2d& uv) const;

    FlatEditor& m_editorOf;
    engine::UvFrame m_frame;
    engine::Vec2d m_pivot;
    std::optional<engine::Vec2d> m_pivotBefore;
    double m_sign = 1; ///< -1 where the texture is mirrored
    double m_last = 0; ///< radians on the face, as all here
    double m_raw = 0;
    double m_angle = 0;
    std::string m_to;
};

/// Drags the point that the ring turns about, to corners and the grid.
class FlatPivotGesture final : public Gesture
{
public:
    explicit FlatPivotGesture(FlatEditor& flat);
    ~FlatPivotGesture() override;

    engine::Result<void> update(const PointerEvent& event) override;

    void commit() override { m_isKept = true; }

private:
    FlatEditor& m_flat;
    FlatSnaps m_snaps;
    std::optional<engine::Vec2d> m_before;
    bool m_isKept = false;
};
} // namespace editor
