#include "editor/app/workspace/project_pictures.h"

#include <QCryptographicHash>
#include <QDir>
#include <QStandardPaths>

namespace editor
{
namespace
{
QString folder()
{
    return QStandardPaths::writableLocation(QStandardPaths::CacheLocation) +
           QStringLiteral("/projects");
}

QString fileOf(const engine::fs::path& project)
{
    std::error_code failed;
    const auto full = engine::fs::weakly_canonical(project, failed);
    const auto path = QByteArray::fromStdString((failed ? project : full).string());
    return QStringLiteral("%1/%2.png")
        .arg(folder(),
             QString::fromLatin1(
                 QCryptographicHash::hash(path, QCryptographicHash::Sha1).toHex().left(20)));
}
} // namespace

QImage projectPicture(const engine::fs::path& project)
{
    return QImage{fileOf(project)};
}

bool hasProjectPicture(const engine::fs::path& project, const engine::fs::path& scene)
{
    std::error_code failed;
    const auto drawn = engine::fs::last_write_time(fileOf(project).toStdString(), failed);
    if (failed)
        return false;
    const auto saved = engine::fs::last_write_time(scene, failed);
    return failed || drawn >= saved;
}

void storeProjectPicture(const engine::fs::path& project, const QImage& shown)
{
    if (shown.isNull() || !QDir{}.mkpath(folder()))
        return;
    const auto scaled =
        shown.scaled(ProjectPictureSize, Qt::KeepAspectRatioByExpanding, Qt::SmoothTransformation);
    const QPoint corner{(scaled.width() - ProjectPictureSize.width()) / 2,
                        (scaled.height() - ProjectPictureSize.height()) / 2};
    scaled.copy(QRect{corner, ProjectPictureSize})
        .convertToFormat(QImage::Format_RGB888)
        .save(fileOf(project), "PNG");
}
} // namespace editor
