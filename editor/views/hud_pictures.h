#pragma once

#include "engine_core/play/hud/hud.h"
#include "engine_core/render/passes/view_picture.h"

#include <QSize>

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace editor
{
/// The HUD of a running game as pictures over its view. What was painted is kept as long as the
/// game goes on showing it. Needs a QGuiApplication, for its fonts.
class HudPictures
{
public:
    /// The pixels of a texture of the project; null if there is none.
    using FindImage = std::function<std::shared_ptr<const engine::Image>(const std::string& path)>;

    /// In the order of drawing, for a view of so many pixels.
    [[nodiscard]] std::vector<engine::ViewPicture>
    of(const engine::Hud& hud, const QSize& view, const FindImage& findImage);

private:
    /// An item without its place.
    struct Painted
    {
        engine::HudItem look;
        double point = 1; ///< pixels
        engine::Vec2d size{0};
        std::shared_ptr<const engine::Image> image; ///< null: nothing to see
    };

    [[nodiscard]] Painted paint(const engine::HudItem& look, double point, const FindImage& find);

    std::vector<Painted> m_painted; ///< of the last call
};
} // namespace editor
