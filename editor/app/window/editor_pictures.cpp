#include "editor/app/window/editor_pictures.h"

#include <algorithm>

namespace editor
{
namespace
{
constexpr int ListPictureSide = 64; ///< device pixels: sharp at twice the size of a list's icons
} // namespace

EditorPictures::EditorPictures(EditorApi& editor) : m_editor{editor}
{
    m_thumbnails.setSide(ListPictureSide);
    connect(&m_thumbnails, &Thumbnails::ready, this, [this] { Q_EMIT ready(); });
    m_project = editor.projectChanged.connect([this] {
        m_thumbnails.clear();
        listen();
        Q_EMIT ready();
    });
    listen();
}

void EditorPictures::listen()
{
    m_thumbnails.setProject(m_editor.assets().project());
    m_assets = m_editor.assets().changed.connect([this](const auto& files) {
        for (const engine::AssetEntry& each : files)
            m_thumbnails.forget(each);
        Q_EMIT ready();
    });
}

QIcon EditorPictures::pictureOf(engine::AssetKind kind, const std::string& path)
{
    const auto& all = m_editor.assets().entries(); // sorted by path
    auto at = std::lower_bound(all.begin(), all.end(), path,
                               [](const auto& entry, const auto& p) { return entry.path < p; });
    for (; at != all.end() && at->path == path; ++at)
        if (at->kind == kind)
            return m_thumbnails.icon(*at);
    return {};
}
} // namespace editor
