#pragma once

#include "editor/api/editor_api.h"
#include "editor/operations/texture/uv_operations.h"
#include "editor/tools/brush/uv_snap.h"
#include "editor/tools/gestures/number_input.h"

#include <optional>
#include <string>
#include <vector>

namespace editor
{
/// What is dragged, as it is at the press.
struct UvGrip
{
    std::vector<FaceRef> faces; ///< whose textures follow
    WorldFace face;             ///< that was grabbed, one of them
    engine::UvFrame frame;      ///< of its texture
    engine::Vec2d start{0};     ///< texture coordinate under the pointer
    double gridStep = 0.0625;   ///< of the texture's own grid, in repeats
};

/// A drag of the texture on the grabbed face: what it does there it does to all. Snaps unless the
/// grid is off; a typed number counts instead of the pointer.
class UvDrag : public Gesture
{
public:
    UvDrag(EditorApi& editor, UvGrip grip, const char* label);

    engine::Result<void> update(const PointerEvent& event) override;
    void commit() override;
    bool key(const KeyEvent& event) override;
    void draw(engine::DebugDraw& draw, const PointerEvent& event) const override;

protected:
    /// Does what pointer and keys ask for.
    virtual engine::Result<void> apply(Transaction& transaction) = 0;

    [[nodiscard]] const UvGrip& grip() const { return m_grip; }

    [[nodiscard]] const UvSnaps& snaps() const { return m_snaps; }

    [[nodiscard]] const NumberInput& number() const { return m_number; }

    [[nodiscard]] const engine::Grid& grid() const { return m_grid; }

    /// The texture coordinate under the pointer, by the mapping at the press.
    [[nodiscard]] const engine::Vec2d& now() const { return m_now; }

    /// How far things snap, in repeats along u and v.
    [[nodiscard]] const engine::Vec2d& reach() const { return m_reach; }

    [[nodiscard]] bool hasShift() const { return m_shift; }

    /// 0 or 1 if X or Y keeps the drag to u or v.
    [[nodiscard]] const std::optional<int>& axis() const { return m_axis; }

    /// "u 0.5" when only that moves, and so on.
    [[nodiscard]] static std::string uvText(const engine::Vec2d& uv);

private:
    EditorApi& m_editor;
    UvGrip m_grip;
    UvSnaps m_snaps;
    engine::Vec2d m_now;
    engine::Vec2d m_reach{0};
    engine::Grid m_grid;
    bool m_shift = false;
    std::optional<int> m_axis;
    NumberInput m_number;
    Transaction m_transaction;
};

/// Moves the texture; X and Y, or Shift, keep to one of its axes. Numbers are repeats along the
/// axis that it moves most along.
class UvMoveGesture final : public UvDrag
{
public:
    UvMoveGesture(EditorApi& editor, UvGrip grip);
    [[nodiscard]] std::string measure() const override;

private:
    engine::Result<void> apply(Transaction& transaction) override;

    engine::Vec2d m_by{0};
    std::string m_to; ///< what it snapped to
};

/// A handle on the frame, by where it is from the middle: -1, 0 or 1 along u and v.
struct UvHandle
{
    int u = 0;
    int v = 0;

    [[nodiscard]] bool isCorner() const { return u != 0 && v != 0; }

    friend bool operator==(const UvHandle&, const UvHandle&) = default;
};

/// The part of the texture that the frame shows: whole repeats, from a corner on.
struct UvWindow
{
    engine::Vec2d least{0}; ///< whole numbers
    double repeats = 1;     ///< along both axes

    /// Texture coordinate of a handle.
    [[nodiscard]] engine::Vec2d at(const UvHandle& handle) const
    {
        return least + engine::Vec2d{(handle.u + 1) * 0.5, (handle.v + 1) * 0.5} * repeats;
    }
};

/// Scales the texture by a side or corner of the frame; the opposite one stays, and with Shift a
/// corner keeps the proportions. Numbers are the scale that the inspector shows, metres per repeat.
class UvScaleGesture final : public UvDrag
{
public:
    UvScaleGesture(EditorApi& editor, UvGrip grip, UvWindow window, UvHandle handle);
    [[nodiscard]] std::string measure() const override;

private:
    engine::Result<void> apply(Transaction& transaction) override;
    [[nodiscard]] double factor(int axis);

    UvWindow m_window;
    UvHandle m_handle;
    engine::Vec2d m_factor{1};
    std::string m_to; ///< what it snapped to
};

/// Slants the texture: a side of the frame goes along itself and the opposite one stays. Numbers
/// are repeats for each repeat across.
class UvShearGesture final : public UvDrag
{
public:
    UvShearGesture(EditorApi& editor, UvGrip grip, UvWindow window, UvHandle side);
    [[nodiscard]] std::string measure() const override;

private:
    engine::Result<void> apply(Transaction& transaction) override;

    UvWindow m_window;
    UvHandle m_side;
    double m_slant = 0;
};

/// Turns the texture about a place of the face. Numbers are degrees, counter-clockwise.
class UvTurnGesture final : public UvDrag
{
public:
    UvTurnGesture(EditorApi& editor, UvGrip grip, const engine::Vec3d& pivot);
    [[nodiscard]] std::string measure() const override;
    void draw(engine::DebugDraw& draw, const PointerEvent& event) const override;

private:
    engine::Result<void> apply(Transaction& transaction) override;
    [[nodiscard]] double angleOf(const engine::Vec2d& uv) const;

    engine::Vec3d m_pivot;
    double m_last;    ///< angle under the pointer at the last move, radians
    double m_raw = 0; ///< turned so far, more than once round as well
    double m_angle = 0;
    std::string m_to; ///< what it snapped to
};

/// Lets the alignment of the face at the press run on over each face that the pointer comes to, one
/// from the other, with the material. Faces that look the other way are passed over.
class UvPaintGesture final : public Gesture
{
public:
    UvPaintGesture(EditorApi& editor, const FaceRef& start);

    engine::Result<void> update(const PointerEvent& event) override;
    void commit() override;
    [[nodiscard]] std::string measure() const override;
    void draw(engine::DebugDraw& draw, const PointerEvent& event) const override;

private:
    EditorApi& m_editor;
    std::vector<FaceRef> m_chain;
    Transaction m_transaction;
};
} // namespace editor
