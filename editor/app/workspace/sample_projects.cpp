#include "editor/app/workspace/sample_projects.h"

#include "engine_core/assets/project/project_trust.h"

#include <QCoreApplication>
#include <QSettings>
#include <QStandardPaths>

#include <algorithm>

namespace editor
{
namespace
{
QString keyOfCopy(const std::string& id)
{
    return QStringLiteral("samples/") + QString::fromStdString(id);
}

/// The name in its project.json, which a folder's name can be made of.
std::string nameOfSample(const std::string& id)
{
    const auto project = engine::openProject(engine::installationFolder() / "projects" / id);
    return project && project->name.find('/') == std::string::npos ? project->name : id;
}
} // namespace

std::vector<SampleProject> sampleProjects()
{
    std::vector<SampleProject> samples;
    for (const auto& id : engine::projectTemplates()) {
        const auto source = engine::installationFolder() / "projects" / id;
        if (engine::isSampleProject(source))
            samples.push_back({id, QString::fromStdString(nameOfSample(id)), source});
    }
    std::stable_partition(samples.begin(), samples.end(),
                          [](const SampleProject& each) { return each.id == FirstSample; });
    return samples;
}

QString aboutSample(const std::string& id)
{
    if (id == FirstSample)
        return QCoreApplication::translate("SampleProject",
                                           "A lit room with a door to walk through.");
    if (id == "forest_edge")
        return QCoreApplication::translate("SampleProject", "A wood of 200,000 plants, painted.");
    if (id == "physics_yard")
        return QCoreApplication::translate(
            "SampleProject", "Crates, ramps and balls that fall, slide, roll and swing.");
    if (id == "droid_room")
        return QCoreApplication::translate("SampleProject",
                                           "A small game in scripts: fifty droids and ten balls.");
    if (id == "two_rooms")
        return QCoreApplication::translate("SampleProject",
                                           "A game of several scenes, with menus and a pause.");
    if (id == "grid_game")
        return QCoreApplication::translate("SampleProject",
                                           "Bombs on a grid: prefabs, messages and saved boards.");
    if (id == "arena")
        return QCoreApplication::translate(
            "SampleProject", "A shooter: rockets, and walkers that aim ahead of you.");
    if (id == "light_study")
        return QCoreApplication::translate("SampleProject",
                                           "A bay for each kind of light, side by side.");
    if (id == "material_gallery")
        return QCoreApplication::translate("SampleProject",
                                           "What materials can do, an exhibit for each.");
    return {};
}

fs::path pictureOfSample(const std::string& id)
{
    return engine::resourceFolder() / "samples" / (id + ".png");
}

fs::path projectsFolder()
{
    return fs::path{QStandardPaths::writableLocation(QStandardPaths::HomeLocation).toStdString()} /
           "Mapwright";
}

std::optional<fs::path> copyOfSample(const std::string& id)
{
    const fs::path folder{QSettings{}.value(keyOfCopy(id)).toString().toStdString()};
    std::error_code ignored;
    return !folder.empty() && fs::exists(folder / "project.json", ignored) ? std::optional{folder}
                                                                           : std::nullopt;
}

fs::path placeForCopy(const std::string& id)
{
    const auto name = nameOfSample(id);
    auto place = projectsFolder() / name;
    std::error_code ignored;
    for (int i = 2; fs::exists(place, ignored); ++i)
        place = projectsFolder() / fmt::format("{} {}", name, i);
    return place;
}

void rememberCopy(const std::string& id, const fs::path& folder)
{
    QSettings{}.setValue(keyOfCopy(id), QString::fromStdString(folder.string()));
}

engine::Result<fs::path> copySample(const std::string& id)
{
    const auto made = engine::createProject(placeForCopy(id), id);
    if (!made)
        return made.error();
    rememberCopy(id, made->root);
    return made->root;
}
} // namespace editor
