#pragma once

#include "editor/tools/texture/flat_view.h"
#include "engine_core/assets/images/image.h"

#include <QImage>

#include <vector>

class QPainter;

namespace editor
{
/// A picture in steps of half the size each, to be drawn repeated at any size without flicker.
/// Copies share it.
class TextureTiles
{
public:
    TextureTiles() = default;

    /// Takes its time; any thread.
    /// @param tint linear, multiplies the colours
    /// @param hasHoles its alpha lets what is beneath show through; else it does not count
    explicit TextureTiles(engine::Image image,
                          const engine::Vec3f& tint = engine::Vec3f{1},
                          bool hasHoles = false);

    [[nodiscard]] bool isEmpty() const { return m_levels.empty(); }

    /// Texels of the whole picture; {0, 0} if it is empty.
    [[nodiscard]] const engine::Vec2d& texels() const { return m_texels; }

    /// Fills what the view shows.
    void paint(QPainter& painter, const FlatView& view) const;

private:
    std::vector<QImage> m_levels; ///< finest first
    engine::Vec2d m_texels{0};
};
} // namespace editor
