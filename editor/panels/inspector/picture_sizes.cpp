#include "editor/panels/inspector/picture_sizes.h"

#include "editor/api/editor_api.h"
#include "engine_core/assets/images/image.h"
#include "engine_core/assets/material.h"
#include "engine_core/assets/project/asset_database.h"

#include <QImageReader>

#include <map>
#include <memory>

namespace editor
{
namespace
{
using engine::fs::file_time_type;

struct KnownSize
{
    file_time_type changed;
    engine::Vec2d size{0};
};

engine::Vec2d sizeOfPicture(const engine::fs::path& file, engine::AssetDatabase& assets)
{
    if (const auto size = QImageReader{QString::fromStdString(file.string())}.size();
        size.isValid())
        return {size.width(), size.height()};
    const auto image = assets.image(file); // of a kind that Qt does not know
    return image ? engine::Vec2d{image->width, image->height} : engine::Vec2d{0};
}
} // namespace

PictureSizes pictureSizesOf(EditorApi& editor)
{
    return [&editor, known = std::make_shared<std::map<engine::fs::path, KnownSize>>()](
               engine::Name material) -> engine::Vec2d {
        if (material.isEmpty())
            return {0, 0};
        auto& assets = editor.assets();
        const auto found = assets.material(material);
        if (found->missing || found->color.empty())
            return {0, 0};
        std::error_code failed;
        const auto changed = engine::fs::last_write_time(found->color, failed);
        auto& entry = (*known)[found->color];
        if (entry.changed != changed || entry.size.x == 0)
            entry = {changed, sizeOfPicture(found->color, assets)};
        return entry.size;
    };
}
} // namespace editor
