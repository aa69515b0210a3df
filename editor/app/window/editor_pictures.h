#pragma once

#include "editor/api/asset_pictures.h"
#include "editor/api/editor_api.h"
#include "editor/panels/assets/thumbnails.h"

namespace editor
{
/// Those of the open project.
class EditorPictures final : public AssetPictures
{
    Q_OBJECT

public:
    explicit EditorPictures(EditorApi& editor);

    QIcon pictureOf(engine::AssetKind kind, const std::string& path) override;

    /// Waits until all that was asked for is there.
    void finishAll() { m_thumbnails.finishAll(); }

private:
    void listen();

    EditorApi& m_editor;
    Thumbnails m_thumbnails;
    engine::Connection m_assets;
    engine::Connection m_project;
};
} // namespace editor
