#pragma once

#include "editor/document/transaction.h"
#include "engine_core/assets/hotspots.h"

#include <string>

namespace editor
{
/// A rectangle of a trim sheet, in texels from the upper left corner.
struct TexelRect
{
    engine::Vec2d at{0};
    engine::Vec2d size{1};
    friend bool operator==(const TexelRect&, const TexelRect&) = default;
};

[[nodiscard]] TexelRect texelsOf(const engine::HotspotSet& set, const engine::Hotspot& spot);

/// The text of a file with no rectangles yet, for a picture of so many texels.
[[nodiscard]] std::string emptyHotspots(const engine::Vec2d& picture);

// Texts of a file of hot spots with one rectangle changed; all else stays word for word. An Error
// names the file and the place in it if the text is no set, or the rectangle leaves the picture.

[[nodiscard]] engine::Result<std::string> withHotspotRect(const std::string& text,
                                                          const std::string& fileName,
                                                          std::size_t index,
                                                          const TexelRect& rect);

[[nodiscard]] engine::Result<std::string> withNewHotspot(const std::string& text,
                                                         const std::string& fileName,
                                                         const std::string& name,
                                                         const TexelRect& rect);

[[nodiscard]] engine::Result<std::string>
withoutHotspot(const std::string& text, const std::string& fileName, std::size_t index);

/// Makes a changed text a part of the step.
/// @param edit one of the above, given the text and the file's name
engine::Result<void>
editHotspots(Transaction& transaction,
             const engine::fs::path& file,
             const std::function<engine::Result<std::string>(const std::string& text,
                                                             const std::string& fileName)>& edit);
} // namespace editor
