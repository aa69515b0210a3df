#include "editor/app/workspace/recent_files.h"

#include "editor/app/workspace/scene_files.h"
#include "engine_core/assets/project/project_trust.h"

#include <QSettings>
#include <QStringList>

namespace editor
{
namespace
{
constexpr int Limit = 10;
constexpr int ProjectLimit = 50;
constexpr QLatin1Char Between{'\n'};

QString fullName(const fs::path& path)
{
    std::error_code failed;
    const auto full = fs::weakly_canonical(path, failed);
    return QString::fromStdString((failed ? path : full).string());
}

void putFirst(const QString& key, QStringList all, const QString& text, int limit)
{
    all.removeAll(text);
    all.prepend(text);
    QSettings{}.setValue(key, QStringList{all.mid(0, limit)});
}

void remember(const QString& key, const fs::path& path)
{
    putFirst(key, QSettings{}.value(key).toStringList(), fullName(path), Limit);
}

/// Entries of "project\nscene", the scene below the project.
QString lastScenesKey()
{
    return QStringLiteral("recent/lastScenes");
}

QStringList withoutProject(QStringList all, const fs::path& project)
{
    const auto beginning = fullName(project) + Between;
    all.removeIf([&](const QString& each) { return each.startsWith(beginning); });
    return all;
}

void rememberLastScene(const fs::path& file)
{
    const auto project = engine::projectOfScene(file);
    if (!project || !file.string().ends_with(SceneEnding))
        return;
    const auto inside = fs::path{fullName(file).toStdString()}.lexically_relative(project->root);
    putFirst(lastScenesKey(),
             withoutProject(QSettings{}.value(lastScenesKey()).toStringList(), project->root),
             fullName(project->root) + Between + QString::fromStdString(inside.string()),
             ProjectLimit);
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
    rememberLastScene(file);
}

std::vector<fs::path> recentScenes()
{
    return stillThere(QStringLiteral("recent/scenes"));
}

fs::path sceneToOpen(const engine::Project& project)
{
    const auto beginning = fullName(project.root) + Between;
    std::error_code ignored;
    for (const auto& entry : QSettings{}.value(lastScenesKey()).toStringList())
        if (entry.startsWith(beginning))
            if (const auto last = project.root / entry.mid(beginning.size()).toStdString();
                fs::exists(last, ignored))
                return last;
    return project.startScene.empty() ? fs::path{} : project.root / project.startScene;
}

void forgetLastScene(const fs::path& file)
{
    if (const auto project = engine::projectOfScene(file); project && sceneToOpen(*project) == file)
        QSettings{}.setValue(
            lastScenesKey(),
            withoutProject(QSettings{}.value(lastScenesKey()).toStringList(), project->root));
}

void rememberProject(const fs::path& folder)
{
    if (engine::isSampleProject(folder))
        return;
    remember(QStringLiteral("recent/projects"), folder);
}

std::vector<fs::path> recentProjects()
{
    auto projects = stillThere(QStringLiteral("recent/projects"));
    std::erase_if(projects, engine::isSampleProject); // of versions that opened them themselves
    return projects;
}
} // namespace editor
