#include "editor/app/window/scene_views.h"

#include "editor/views/view_layout.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QSettings>

namespace editor
{
namespace fs = engine::fs;

namespace
{
constexpr auto Key = "scenes/views";
constexpr int Limit = 50;

QJsonArray stored()
{
    return QJsonDocument::fromJson(QSettings{}.value(QLatin1String{Key}).toByteArray()).array();
}

QString nameOf(const fs::path& scene)
{
    std::error_code failed;
    const auto full = fs::weakly_canonical(scene, failed);
    return QString::fromStdString((failed ? scene : full).string());
}

bool isOf(const QJsonValue& entry, const QString& scene)
{
    return entry[QStringLiteral("scene")].toString() == scene;
}
} // namespace

void rememberViews(const fs::path& scene, const ViewLayout& views)
{
    if (scene.empty())
        return;
    const auto name = nameOf(scene);
    const QJsonObject now{{QStringLiteral("scene"), name},
                          {QStringLiteral("views"), views.savePlaces()}};
    const auto before = stored();
    if (!before.isEmpty() && before.first() == now)
        return;
    QJsonArray all{now};
    for (const auto& entry : before)
        if (all.size() < Limit && !isOf(entry, name))
            all.append(entry);
    QSettings{}.setValue(QLatin1String{Key}, QJsonDocument{all}.toJson(QJsonDocument::Compact));
}

bool recallViews(const fs::path& scene, ViewLayout& views)
{
    if (scene.empty())
        return false;
    const auto name = nameOf(scene);
    for (const auto& entry : stored())
        if (isOf(entry, name))
            return views.restorePlaces(entry[QStringLiteral("views")].toArray());
    return false;
}
} // namespace editor
