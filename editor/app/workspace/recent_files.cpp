#include "editor/app/workspace/recent_files.h"

#include <QSettings>
#include <QStringList>

namespace editor
{
namespace fs = engine::fs;

namespace
{
constexpr int Limit = 10;

void remember(const QString& key, const fs::path& path)
{
    std::error_code failed;
    const auto full = fs::weakly_canonical(path, failed);
    const auto text = QString::fromStdString((failed ? path : full).string());
    QSettings settings;
    auto all = settings.value(key).toStringList();
    all.removeAll(text);
    all.prepend(text);
    settings.setValue(key, QStringList{all.mid(0, Limit)});
}

std::vector<fs::path> stillThere(const QString& key)
{
    std::vector<fs::path> found;
    std::error_code ignored;
    for (const auto& text : QSettings{}.value(key).toStringList())
        if (const fs::path path{text.toStdString()}; fs::exists(path, ignored))
            found.push_back(path);
    return found;
}
} // namespace

void rememberScene(const fs::path& file)
{
    remember(QStringLiteral("recent/scenes"), file);
}

std::vector<fs::path> recentScenes()
{
    return stillThere(QStringLiteral("recent/scenes"));
}

void rememberProject(const fs::path& folder)
{
    remember(QStringLiteral("recent/projects"), folder);
}

std::vector<fs::path> recentProjects()
{
    return stillThere(QStringLiteral("recent/projects"));
}
} // namespace editor
