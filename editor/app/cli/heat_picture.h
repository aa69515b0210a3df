#pragma once

#include "engine_core/base/files/files.h"
#include "engine_core/base/result.h"
#include "engine_core/play/bots/bot_cells.h"

#include <memory>
#include <span>
#include <string>

namespace editor
{
/// Pictures of a level from above: its edges, with a square for each cell, blue for few counts to
/// red for many.
class HeatPictures
{
public:
    /// Reads the scene that a word names. Errors name what cannot be read.
    [[nodiscard]] static engine::Result<HeatPictures> of(const std::string& scene);

    HeatPictures(HeatPictures&&) noexcept;
    ~HeatPictures();

    /// Draws into a PNG. Errors name what cannot be drawn or written.
    [[nodiscard]] engine::Result<void> write(std::span<const engine::BotCell> cells,
                                             const engine::fs::path& file);

private:
    struct Scene;
    explicit HeatPictures(std::unique_ptr<Scene> scene);
    std::unique_ptr<Scene> m_scene;
};
} // namespace editor
