#pragma once

#include "editor/operations/texture/uv_faces.h"

namespace editor
{
/// Which part of the plane of texture coordinates some pixels show: u to the right, v downwards,
/// texels as squares. Without a size it shows nothing and stays as it is.
class FlatView
{
public:
    /// What was in the middle stays there.
    void resize(const engine::Vec2d& pixels);

    [[nodiscard]] const engine::Vec2d& size() const { return m_size; }

    /// Of the texture, for its proportions; {0, 0} counts as a square.
    void setTexels(const engine::Vec2d& texels);

    [[nodiscard]] const engine::Vec2d& texels() const { return m_texels; }

    [[nodiscard]] engine::Vec2d toPixels(const engine::Vec2d& uv) const;
    [[nodiscard]] engine::Vec2d toUv(const engine::Vec2d& pixels) const;

    /// That one repeat covers along u and v.
    [[nodiscard]] engine::Vec2d pixelsPerRepeat() const;

    /// What is at a pixel stays there; factors above 1 show it bigger.
    void zoom(double factor, const engine::Vec2d& at);

    /// What is shown follows the pointer.
    void pan(const engine::Vec2d& pixels) { m_middle -= pixels / pixelsPerRepeat(); }

    /// Fills the pixels with these coordinates, with room around them.
    void show(const UvBounds& bounds);

    /// Repeats of the texture that can be seen, as whole numbers: first and last of each axis.
    [[nodiscard]] UvBounds visible() const;

private:
    engine::Vec2d m_size{0};
    engine::Vec2d m_texels{0};
    engine::Vec2d m_middle{0.5}; ///< repeats
    double m_scale = 160;        ///< pixels of a repeat along v
};
} // namespace editor
