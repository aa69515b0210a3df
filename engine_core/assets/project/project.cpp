#include "engine_core/assets/project/project.h"

#include "engine_core/assets/input/input_map_file.h"
#include "engine_core/assets/project/project_app.h"
#include "engine_core/assets/project/project_trust.h"
#include "engine_core/base/files/unfinished_files.h"
#include "engine_core/base/jobs.h"
#include "engine_core/base/json_tree.h"
#include "engine_core/base/json_writer.h"
#include "engine_core/base/log.h"

#include <fmt/ranges.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>

namespace engine
{
namespace
{
constexpr const char* ProjectFile = "project.json";
constexpr std::int64_t ProjectFormat = 1;
constexpr const char* Empty = "empty"; ///< the template that is no folder
constexpr const char* FirstScene = "scenes/start.scene.json";
constexpr std::string_view EmptyScene = "{\n\"entities\":[],\n\"format\":2,\n\"settings\":{}\n}\n";
constexpr std::uintmax_t MaxProjectFile = 1U << 20U;

Result<std::string> textMember(const JsonValue& file, const char* key, const std::string& name)
{
    const auto json = file.find(key);
    if (!json)
        return std::string{};
    if (!json->isText())
        return Error{"'{}': '{}' is no text ({})", name, key, placeToText(json->place())};
    return std::string{json->text()};
}

Result<void> checkFormat(const JsonValue& file, const std::string& name)
{
    const auto json = file.find("format");
    const auto format = json ? json->whole() : std::nullopt;
    if (!format || *format < 1)
        return Error{"'{}' is not a project: it has no format number", name};
    if (*format > ProjectFormat)
        return Error{"'{}' has format {}, but this version reads only up to {}; a newer version of "
                     "Mapwright made it",
                     name, *format, ProjectFormat};
    return {};
}

Result<Project> readProject(const JsonValue& file, const fs::path& root, const std::string& name)
{
    if (!file.isObject())
        return Error{"'{}' is not a project: it holds no object", name};
    if (auto good = checkFormat(file, name); !good)
        return good.error();
    auto title = textMember(file, "name", name);
    if (!title)
        return title.error();
    auto scene = textMember(file, "startScene", name);
    if (!scene)
        return scene.error();
    if (!scene->empty())
        if (auto inside = resolveInside(root, *scene); !inside)
            return inside.error().withContext("'{}': the start scene cannot be used", name);
    if (title->empty())
        *title = root.filename().string();
    Project project{root, *std::move(title), *std::move(scene)};
    if (const auto section = file.find("input")) {
        auto input = readInput(*section, name);
        if (!input)
            return input.error();
        project.input = std::make_shared<const InputMap>(*std::move(input));
    }
    return project;
}

bool isEmptyFolder(const fs::path& folder)
{
    std::error_code failed;
    return fs::is_directory(folder, failed) && fs::is_empty(folder, failed) && !failed;
}

Result<void> fillEmpty(const Project& project)
{
    for (const auto& folder :
         {project.assetFolder(), project.scriptFolder(), project.sceneFolder()})
        if (auto made = makeFolders(folder); !made)
            return made;
    if (auto written = writeFileAtomically(project.root / FirstScene, EmptyScene); !written)
        return written;
    return writeFileAtomically(project.root / ".gitignore", ".mapwright/\n");
}

/// All that is below a folder and not ours to make again, folders before what they hold.
std::vector<fs::path> treeOf(const fs::path& root, std::error_code& failed)
{
    std::vector<fs::path> paths;
    fs::recursive_directory_iterator at{root, failed};
    for (; !failed && at != fs::recursive_directory_iterator{}; at.increment(failed)) {
        if (at.depth() == 0 && at->path().filename() == ".mapwright") {
            at.disable_recursion_pending();
            continue;
        }
        paths.push_back(at->path());
    }
    return paths;
}

Result<void> copyTree(const fs::path& from, const fs::path& to, JobControl* control)
{
    std::error_code failed;
    const auto paths = treeOf(from, failed);
    for (std::size_t i = 0; i < paths.size() && !failed; ++i) {
        if (control != nullptr) {
            if (control->isCancelled())
                return Error{"it was stopped"};
            control->setProgress(static_cast<double>(i) / static_cast<double>(paths.size()));
        }
        const auto target = to / paths[i].lexically_relative(from);
        if (fs::is_directory(paths[i], failed))
            fs::create_directories(target, failed);
        else if (!failed)
            fs::copy_file(paths[i], target, failed);
    }
    if (failed)
        return Error{"Cannot copy '{}' to '{}': {}", from.string(), to.string(), failed.message()};
    return {};
}

std::string textOf(const Project& project, const std::string& app)
{
    std::string text = "{\n";
    if (!app.empty()) {
        appendJsonKey(text, "app");
        appendJsonText(text, app);
        text += ",\n";
    }
    appendJsonKey(text, "format");
    appendJson(text, ProjectFormat);
    text += ",\n";
    appendJsonKey(text, "name");
    appendJsonText(text, project.name);
    text += ",\n";
    appendJsonKey(text, "startScene");
    appendJsonText(text, project.startScene);
    if (const auto input = inputText(inputOf(project)); !input.empty()) {
        text += ",\n";
        appendJsonKey(text, "input");
        text += input;
    }
    text += "\n}\n";
    return text;
}

/// As project.json has it, for a copy of the project.
std::string appText(const Project& project)
{
    const auto app = appOf(project);
    if (!app || !*app)
        return {};
    const auto& [file, className] = **app;
    return className.empty() ? file : file + ":" + className;
}

/// The folder's own name, also for "." and "room/".
std::string nameOfFolder(const fs::path& folder)
{
    std::error_code failed;
    const auto full = fs::weakly_canonical(folder, failed);
    return (failed ? folder : full).filename().string();
}

Result<Project> fillFromTemplate(const fs::path& folder,
                                 const std::string& name,
                                 const std::string& templateName,
                                 JobControl* control)
{
    Project project{folder, name, FirstScene};
    std::string app;
    if (templateName == Empty) {
        if (auto filled = fillEmpty(project); !filled)
            return filled.error();
    } else {
        const auto source = installationFolder() / "projects" / templateName;
        const auto sample = openProject(source);
        if (!sample)
            return sample.error();
        project.startScene = sample->startScene;
        app = appText(*sample);
        project.input = sample->input;
        if (auto copied = copyTree(source, folder, control); !copied)
            return copied.error();
    }
    if (auto written = writeFileAtomically(folder / ProjectFile, textOf(project, app)); !written)
        return written.error();
    return project;
}

/// Takes back what fillFromTemplate made before it failed.
void clearFolder(const fs::path& folder)
{
    std::error_code ignored;
    std::vector<fs::path> inside;
    for (const auto& entry : fs::directory_iterator{folder, ignored})
        inside.push_back(entry.path());
    for (const auto& path : inside)
        fs::remove_all(path, ignored);
}

/// Fills a folder beside the place and puts it there in one step: whoever is killed meanwhile
/// leaves nothing in the place.
Result<Project>
makeAtOnce(const fs::path& place, const std::string& templateName, JobControl* control)
{
    auto building = UnfinishedFolder::beside(place);
    if (!building)
        return building.error();
    auto project =
        fillFromTemplate(building->path(), place.filename().string(), templateName, control);
    if (!project)
        return project;
    std::error_code failed;
    if (const auto old = fs::status(place, failed); fs::is_directory(old))
        fs::permissions(building->path(), old.permissions(), failed);
    if (auto moved = building->moveTo(place); !moved) // an empty folder makes room for it
        return moved.error();
    return project;
}

/// Whether a folder must stay the one that it is: somebody's working directory, a place whose
/// parent nobody may write, or another disk.
bool mustStay(const fs::path& folder)
{
    std::error_code ignored;
    struct stat own = {};
    struct stat above = {};
    const auto parent = folder.parent_path();
    return fs::equivalent(folder, fs::current_path(ignored), ignored) ||
           ::access(parent.c_str(), W_OK) != 0 || ::stat(folder.c_str(), &own) != 0 ||
           ::stat(parent.c_str(), &above) != 0 || own.st_dev != above.st_dev;
}
} // namespace

std::string projectText(const Project& project)
{
    return textOf(project, {});
}

Result<Project> openProject(const fs::path& folder)
{
    const auto named = folder.filename() == ProjectFile;
    const auto file = named ? folder : folder / ProjectFile;
    std::error_code failed;
    const auto root = fs::weakly_canonical(named ? folder.parent_path() : folder, failed);
    if (failed)
        return Error{"Cannot open the project '{}': {}", folder.string(), failed.message()};
    const auto text = readFile(file, MaxProjectFile);
    if (!text)
        return text.error().withContext("'{}' is not a project", folder.string());
    const auto tree = JsonTree::parse(*text, file.string());
    if (!tree)
        return tree.error();
    return readProject(tree->root(), root, file.string());
}

Result<Project> projectOfScene(const fs::path& sceneFile)
{
    std::error_code failed;
    const auto full = fs::weakly_canonical(sceneFile, failed);
    if (failed)
        return Error{"Cannot find '{}': {}", sceneFile.string(), failed.message()};
    for (auto folder = full.parent_path(); folder.has_relative_path();
         folder = folder.parent_path())
        if (fs::exists(folder / ProjectFile, failed))
            return openProject(folder);
    return Error{"'{}' belongs to no project: no folder above it has a {}", sceneFile.string(),
                 ProjectFile};
}

std::string assetPathOf(const fs::path& file, const Project& project)
{
    std::error_code failed;
    const auto inside =
        fs::weakly_canonical(file, failed)
            .lexically_relative(fs::weakly_canonical(project.assetFolder(), failed));
    const bool isOutside = inside.empty() || *inside.begin() == ".." || inside == ".";
    return failed || isOutside ? std::string{} : inside.generic_string();
}

std::vector<fs::path> scenesOf(const Project& project)
{
    std::vector<fs::path> scenes;
    std::error_code failed;
    fs::recursive_directory_iterator at{project.sceneFolder(), failed};
    for (; !failed && at != fs::recursive_directory_iterator{}; at.increment(failed))
        if (at->path().string().ends_with(".scene.json") && at->is_regular_file(failed))
            scenes.push_back(at->path().lexically_relative(project.root));
    std::sort(scenes.begin(), scenes.end());
    return scenes;
}

std::vector<std::string> projectTemplates()
{
    std::vector<std::string> names;
    std::error_code failed;
    for (const auto& entry : fs::directory_iterator{installationFolder() / "projects", failed})
        if (fs::exists(entry.path() / ProjectFile, failed))
            names.push_back(entry.path().filename().string());
    std::sort(names.begin(), names.end());
    names.insert(names.begin(), Empty);
    return names;
}

Result<Project>
createProject(const fs::path& folder, const std::string& templateName, JobControl* control)
{
    const auto known = projectTemplates();
    if (std::find(known.begin(), known.end(), templateName) == known.end())
        return Error{"There is no template '{}'; there are: {}", templateName,
                     fmt::format("{}", fmt::join(known, ", "))};
    std::error_code failed;
    const bool existed = fs::exists(folder, failed);
    if (existed && !isEmptyFolder(folder))
        return Error{"'{}' is there already and not empty", folder.string()};
    auto place = fs::weakly_canonical(fs::absolute(folder, failed), failed);
    if (!place.has_filename())
        place = place.parent_path(); // "room/"
    const bool inPlace = existed && mustStay(place);
    auto project = inPlace ? fillFromTemplate(place, nameOfFolder(place), templateName, control)
                           : makeAtOnce(place, templateName, control);
    if (!project) {
        if (inPlace)
            clearFolder(place);
        return project.error().withContext("Cannot create the project '{}'", folder.string());
    }
    project->root = fs::weakly_canonical(place, failed);
    // What was made here, or came with the program, is from nobody else: other folders beside the
    // samples are. If that cannot be noted, the user is asked once.
    const bool isOurs =
        templateName == Empty || isSampleProject(installationFolder() / "projects" / templateName);
    if (isOurs)
        if (auto trusted = trustProject(project->root); !trusted)
            logWarning("project", "{}", trusted.error().message());
    return project;
}
} // namespace engine
