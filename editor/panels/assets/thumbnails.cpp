#include "editor/panels/assets/thumbnails.h"

#include "editor/panels/assets/asset_kinds.h"
#include "editor/panels/assets/model_picture.h"
#include "editor/panels/assets/prefab_picture.h"
#include "editor/panels/assets/thumbnail_store.h"
#include "editor/panels/materials/material_picture.h"
#include "editor/views/theme.h"
#include "engine_core/assets/models/model_assets.h"
#include "engine_core/assets/prefabs/prefab_library.h"

#include <QImage>
#include <QPainter>
#include <QPixmap>

#include <algorithm>
#include <utility>

namespace editor
{
using engine::AssetEntry;
using engine::AssetKind;
namespace fs = engine::fs;

namespace
{
/// The window is shown before pictures are decoded for it. Milliseconds.
constexpr int ScrollPause = 150;

QString keyOf(const std::string& path)
{
    return QString::fromStdString(path);
}

/// As its picture lies flat, with its bumps, glow and holes; empty if it cannot be shown.
QImage pictureOfMaterialFile(const engine::Project& project, const fs::path& file, int side)
{
    const auto text =
        engine::loadMaterialText(file, project.assetFolder(), engine::materialFilesOf(project));
    if (!text)
        return {};
    const auto maps = loadMaterialMaps(*text);
    if (!text->color.empty() && !maps.color)
        return {};
    const auto picture = pictureOfMaterial(*text, maps, {.shape = MaterialShape::Flat}, side);
    const double ratio = maps.color ? maps.color->ratio() : 1;
    return picture.scaled(qRound(std::min(1.0, ratio) * side),
                          qRound(std::min(1.0, 1 / ratio) * side), Qt::IgnoreAspectRatio,
                          Qt::SmoothTransformation);
}

bool hasPicture(const AssetEntry& entry)
{
    return entry.kind == AssetKind::Material || entry.kind == AssetKind::Texture ||
           entry.kind == AssetKind::Mesh || engine::isPrefabFile(entry.path);
}

/// On the worker: square, of the wanted size.
QImage decode(const engine::Project& project, const AssetEntry& entry, int side)
{
    if (entry.kind == AssetKind::Mesh) {
        const auto model = engine::loadModel(entry.file);
        return model ? pictureOfModel(*model, side) : QImage{};
    }
    if (entry.kind == AssetKind::Material)
        return pictureOfMaterialFile(project, entry.file, side);
    const auto image = engine::loadImage(entry.file);
    if (!image)
        return {};
    const QImage whole{image->rgba.data(), static_cast<int>(image->width),
                       static_cast<int>(image->height), static_cast<qsizetype>(image->width) * 4,
                       QImage::Format_RGBA8888};
    // scaled() copies, so that the picture outlives the decoded file.
    return whole.scaled(side, side, Qt::KeepAspectRatio, Qt::SmoothTransformation)
        .convertToFormat(QImage::Format_ARGB32_Premultiplied);
}

/// Kept pictures of another version are not found any more.
constexpr engine::ContentHash PictureVersion = 1;

/// What the picture is made of; nothing where that is not known before it is made.
std::optional<engine::ContentHash>
contentsOf(const engine::Project& project, const AssetEntry& entry, int side)
{
    const auto seed = engine::Hasher{}.add(PictureVersion).add(entry.kind).add(side).result();
    if (entry.kind == AssetKind::Texture || entry.file.extension() == ".glb")
        return hashOfFiles({entry.file}, seed);
    if (entry.kind != AssetKind::Material)
        return std::nullopt;
    const auto text = engine::loadMaterialText(entry.file, project.assetFolder(),
                                               engine::materialFilesOf(project));
    if (!text || !text->problems.empty())
        return std::nullopt;
    auto files = text->images();
    files.insert(files.end(), text->files.begin(), text->files.end());
    return hashOfFiles({files.begin(), files.end()}, seed);
}

QImage
keptOrMade(ThumbnailStore* store, const engine::Project& project, const AssetEntry& entry, int side)
{
    const auto key = store != nullptr ? contentsOf(project, entry, side) : std::nullopt;
    if (key)
        if (auto kept = store->find(*key); !kept.isNull())
            return kept;
    auto made = decode(project, entry, side);
    if (key && contentsOf(project, entry, side) == key) // the file may be another one by now
        store->keep(*key, made);
    return made;
}

/// One for all windows.
std::shared_ptr<ThumbnailStore> storeOfUser()
{
    static const auto Store = std::make_shared<ThumbnailStore>(ThumbnailStore::usualFolder());
    return Store;
}

QPixmap framed(const QImage& image, int side)
{
    QPixmap pixmap{side, side};
    pixmap.fill(Qt::transparent);
    QPainter painter{&pixmap};
    painter.drawImage((side - image.width()) / 2, (side - image.height()) / 2, image);
    return pixmap;
}
} // namespace

Thumbnails::Thumbnails(QObject* parent)
    : QObject{parent}, m_jobs{1, [this] {
                                  QMetaObject::invokeMethod(
                                      this, [this] { m_jobs.deliver(); }, Qt::QueuedConnection);
                              }}
{
    m_store = storeOfUser();
    m_later.setSingleShot(true);
    m_later.setInterval(ScrollPause);
    connect(&m_later, &QTimer::timeout, this, &Thumbnails::startWaiting);
}

Thumbnails::~Thumbnails()
{
    for (const auto& job : m_jobs.running())
        job.control->cancel();
}

void Thumbnails::setSide(int pixels)
{
    if (m_side == pixels)
        return;
    m_side = pixels;
    clear();
}

QIcon Thumbnails::icon(const AssetEntry& entry)
{
    const auto key = keyOf(entry.path);
    if (const auto at = m_pictures.constFind(key); at != m_pictures.constEnd())
        return at->icon;
    const auto icon = themeIcon(assetKindIcon(entry), ColorRole::MutedText);
    m_pictures.insert(key, {icon, ++m_requests, {}});
    if (hasPicture(entry))
        m_waiting.push_back(entry);
    if (!m_waiting.empty() && !m_later.isActive())
        m_later.start();
    return icon;
}

void Thumbnails::startWaiting()
{
    m_later.stop();
    for (const auto& entry : std::exchange(m_waiting, {}))
        start(entry, keyOf(entry.path));
}

void Thumbnails::start(const AssetEntry& entry, const QString& key)
{
    const auto wanted = m_pictures.constFind(key);
    if (wanted == m_pictures.constEnd())
        return; // forgotten
    const auto made = std::make_shared<PrefabPicture>();
    const int side = m_side;
    m_jobs.start(
        "Making thumbnails",
        [project = m_project, store = m_store, entry, side, made](engine::JobControl& control) {
            if (control.isCancelled())
                return;
            if (engine::isPrefabFile(entry.path))
                *made = pictureOfPrefab(project, entry.path, side);
            else
                made->image = keptOrMade(store.get(), project, entry, side);
        },
        [this, key, made, side, request = wanted->request] {
            const auto picture = m_pictures.find(key);
            if (picture == m_pictures.end() || picture->request != request)
                return;
            picture->assets = std::move(made->assets);
            if (made->image.isNull())
                return;
            const auto pixmap = framed(made->image, side);
            picture->icon = QIcon{pixmap};
            picture->icon.addPixmap(pixmap, QIcon::Selected); // a style would tint it
            Q_EMIT ready(key);
        });
}

void Thumbnails::forget(const AssetEntry& entry)
{
    m_pictures.remove(keyOf(entry.path));
    if (hasPicture(entry))
        m_pictures.removeIf([&](const QHash<QString, Picture>::iterator& each) {
            return engine::isPrefabFile(each.key().toStdString()) &&
                   (!each->assets || isMadeOf(*each->assets, entry));
        });
}

void Thumbnails::setProject(const engine::Project& project)
{
    m_project = project;
}

void Thumbnails::clear()
{
    m_waiting.clear();
    m_pictures.clear();
}

void Thumbnails::finishAll()
{
    startWaiting();
    m_jobs.finishAll();
}
} // namespace editor
