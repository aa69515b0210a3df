#include "editor/operations/assets/asset_plan.h"

#include "editor/document/document.h"
#include "editor/operations/assets/project_files.h"
#include "engine_core/assets/asset_tags.h"
#include "engine_core/assets/hotspots.h"
#include "engine_core/assets/project/asset_scan.h"
#include "engine_core/base/jobs.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <set>

namespace editor
{
using engine::Error;
using engine::Result;

namespace
{
constexpr std::uintmax_t MostMentionBytes = std::uintmax_t{64} << 20U;

/// What lies beside a file under the same name and belongs to it, with the other name.
std::vector<std::pair<std::string, std::string>> companionsOf(const std::string& from,
                                                              const std::string& to)
{
    const auto stem = [](const std::string& file, std::string_view ending) {
        return file.substr(0, file.size() - ending.size());
    };
    std::vector<std::pair<std::string, std::string>> all{
        {from + ".import.json", to + ".import.json"}};
    const auto add = [&](std::string_view ending, std::string_view companion) {
        if (from.ends_with(ending) && to.ends_with(ending))
            all.emplace_back(stem(from, ending) + std::string{companion},
                             stem(to, ending) + std::string{companion});
    };
    add(MaterialFileEnding, engine::HotspotsEnding);
    add(".obj", ".mtl");
    add(".gltf", ".bin");
    return all;
}

class Planner
{
public:
    Planner(const engine::Project& project,
            const AssetRequest& request,
            const engine::TypeRegistry& types,
            engine::JobControl& control)
        : m_project{project}, m_request{request}, m_types{types}, m_control{control}
    {
        m_plan.project = project;
        m_plan.isDeletion = request.kind == AssetRequest::Kind::Delete;
        m_plan.replacement = request.replacement;
    }

    Result<AssetOutlook> make(const engine::World& world, const fs::path& scene)
    {
        for (std::size_t i = 0; i < m_request.from.size(); ++i)
            if (auto added = m_plan.isDeletion ? addDeletion(m_request.from[i])
                                               : addMove(m_request.from[i], m_request.to[i]);
                !added)
                return added.error();
        for (const auto& each : m_request.from)
            if (m_request.replacement)
                if (auto good = checkReplacement(m_project, each, *m_request.replacement); !good)
                    return good.error();
        if (auto free = checkOpenFile(scene); !free)
            return free.error();
        m_outlook.swaps = renamedComponents(world, m_types, m_plan.names);
        std::set<engine::EntityId> objects;
        for (const auto& swap : m_outlook.swaps)
            objects.insert(swap.entity);
        m_outlook.objects = objects.size();
        findReferences(scene);
        deleteCompanions();
        m_outlook.files = m_plan.moves.size();
        findMentions();
        if (m_control.isCancelled())
            return Error{"It was stopped; everything is as it was"};
        m_outlook.change = std::make_shared<AssetChange>(std::move(m_plan), m_types);
        return std::move(m_outlook);
    }

private:
    [[nodiscard]] fs::path fileOf(const std::string& path) const
    {
        return m_project.assetFolder() / path;
    }

    /// The document would go on writing to the old name.
    [[nodiscard]] Result<void> checkOpenFile(const fs::path& scene) const
    {
        std::error_code failed;
        const auto root = fs::weakly_canonical(m_project.assetFolder(), failed);
        const auto open =
            fs::weakly_canonical(scene, failed).lexically_relative(root).generic_string();
        if (!scene.empty() && m_plan.names.ofFile(open))
            return Error{"'{}' is open; close it first", open};
        return {};
    }

    void addFile(const std::string& from, const std::string& to)
    {
        if (m_plan.names.ofFile(from))
            return; // its folder or owner has brought it along
        m_plan.moves.push_back({fileOf(from), fileOf(to)});
        m_plan.names.add(from, to);
    }

    Result<void> addMove(const std::string& from, const std::string& to)
    {
        if (auto good = checkAssetPlace(m_project, from, to); !good)
            return good;
        std::error_code failed;
        if (!fs::is_directory(fileOf(from), failed)) {
            addFile(from, to);
            for (const auto& [each, other] : companionsOf(from, to))
                if (fs::is_regular_file(fileOf(each), failed)) {
                    if (fs::exists(fileOf(other), failed))
                        return Error{"'{}' is there already", other};
                    addFile(each, other);
                }
            return {};
        }
        const auto inside = filesBelow(fileOf(from), fileOf(from), m_control);
        if (!inside.problems.empty())
            return Error{inside.problems.front()}; // half a folder would move
        for (const auto& each : inside.files)
            addFile(from + "/" + each.path, to + "/" + each.path);
        return {};
    }

    Result<void> addDeletion(const std::string& path)
    {
        std::error_code failed;
        if (!fs::exists(fileOf(path), failed))
            return Error{"'{}' is not there any more", path};
        if (auto good = engine::checkPlaceToWrite(
                fs::is_directory(fileOf(path), failed) ? fileOf(path) / "x" : fileOf(path));
            !good)
            return good;
        const auto add = [&](const std::string& file) {
            m_plan.moves.push_back({fileOf(file), bin() / "assets" / file});
            // A name that no file has: it finds who names the file.
            m_plan.names.add(file, m_request.replacement.value_or(file + ".deleted"));
        };
        if (!fs::is_directory(fileOf(path), failed)) {
            add(path);
            for (const auto& [each, other] : companionsOf(path, path))
                if (fs::is_regular_file(fileOf(each), failed))
                    m_companions.add(each, each + ".deleted");
            return {};
        }
        const auto inside = filesBelow(fileOf(path), fileOf(path), m_control);
        if (!inside.problems.empty())
            return Error{inside.problems.front()};
        for (const auto& each : inside.files)
            add(path + "/" + each.path);
        return {};
    }

    /// One for each deletion, so that files of one name never meet.
    const fs::path& bin()
    {
        if (m_bin.empty())
            m_bin = deletedFolderOf(m_project) /
                    std::to_string(std::chrono::system_clock::now().time_since_epoch() /
                                   std::chrono::microseconds{1});
        return m_bin;
    }

    /// Told once, though some folders are looked at twice.
    std::vector<ProjectFile> look(const fs::path& folder, const fs::path& except = {})
    {
        auto found = filesBelow(m_project.root, folder, m_control, except);
        auto& problems = m_outlook.problems;
        for (auto& each : found.problems)
            if (std::ranges::find(problems, each) == problems.end())
                problems.push_back(std::move(each));
        return std::move(found.files);
    }

    /// What a file that stays names of what lies beside the deleted ones stays as well.
    void keepCompanionsOf(const ProjectFile& file, const FilePlace& place, const std::string& text)
    {
        const auto names = [&](const AssetNames& all) {
            ReferencePatcher patcher{all, m_types, m_exists};
            const auto patch = patcher.patchOf(text, file.path, place, &m_control);
            return patch && !patch->isEmpty();
        };
        if (m_companions.isEmpty() || m_companions.ofFile(place.before) || !names(m_companions))
            return;
        for (const auto& [each, other] : m_companions.files()) {
            AssetNames one;
            one.add(each, other);
            if (names(one))
                m_kept.insert(each);
        }
    }

    void deleteCompanions()
    {
        for (const auto& [each, other] : m_companions.files())
            if (!m_kept.contains(each) && !m_plan.names.ofFile(each))
                m_plan.moves.push_back({fileOf(each), bin() / "assets" / each});
    }

    void findReferences(const fs::path& scene)
    {
        auto files = look(m_project.assetFolder());
        for (auto& each : look(m_project.root, m_project.assetFolder()))
            if (each.path.ends_with(".scene.json") || each.path.ends_with(".prefab.json"))
                files.push_back(std::move(each));
        const auto tags = engine::assetTagsFileOf(m_project);
        std::error_code missing;
        if (!m_plan.isDeletion && fs::is_regular_file(tags, missing)) // they stay for a file that
            files.push_back({tags, tags.filename().string()});        // may come back
        ReferencePatcher patcher{m_plan.names, m_types, m_exists};
        double done = 0;
        for (const auto& each : files) {
            m_control.setProgress(++done / static_cast<double>(files.size()));
            if (m_control.isCancelled())
                return;
            if (ReferencePatcher::isReader(each.path))
                findIn(each, scene, patcher);
        }
    }

    void findIn(const ProjectFile& file, const fs::path& scene, ReferencePatcher& patcher)
    {
        constexpr std::string_view Assets = "assets/";
        const bool isAsset = file.path.starts_with(Assets);
        FilePlace place;
        fs::path after = file.file;
        bool isMoved = false;
        if (isAsset) {
            place.before = place.after = file.path.substr(Assets.size());
            if (const auto other = m_plan.names.ofFile(place.before)) {
                isMoved = true;
                if (m_plan.isDeletion)
                    return; // what it names does not matter any more
                place.after = *other;
                after = fileOf(*other);
            }
        }
        const auto text = engine::readFile(file.file);
        if (text)
            keepCompanionsOf(file, place, *text);
        auto patch = text ? patcher.patchOf(*text, file.path, place, &m_control)
                          : Result<TextPatch>{text.error()};
        if (!patch)
            return m_outlook.problems.push_back(patch.error().message());
        if (patch->isEmpty())
            return;
        if (file.file != scene) {
            m_outlook.otherFiles.push_back(file.path);
            if (!isMoved && file.path != engine::AssetTagsFileName)
                m_outlook.users.push_back(file.path);
        }
        m_plan.rewrites.push_back({file.file, after, std::move(place), *std::move(patch)});
    }

    /// What no reader of ours takes apart.
    void findMentions()
    {
        std::vector<std::string> names;
        constexpr std::size_t MostNames = 200; // a folder of thousands: too long a search
        for (const auto& [from, to] : m_plan.names.files())
            if (names.size() < MostNames)
                names.push_back(assetNameOf(from));
        std::vector<ProjectFile> files;
        for (const auto* folder : {"scripts", "Editor"})
            for (auto& each : look(m_project.root / folder))
                files.push_back(std::move(each));
        if (std::ranges::any_of(m_plan.names.files(), [](const auto& each) {
                return each.first.ends_with(MaterialFileEnding);
            }))
            for (auto& each : look(m_project.assetFolder()))
                if (engine::assetKindOf(each.file) == engine::AssetKind::Mesh)
                    files.push_back(std::move(each)); // its materials may be called as ours are
        files.push_back({m_project.root / "project.json", "project.json"});
        for (const auto& each : files) {
            if (m_control.isCancelled())
                return;
            const auto text = engine::readFile(each.file, MostMentionBytes);
            if (text && std::ranges::any_of(names, [&](const std::string& name) {
                    return text->find("\"" + name + "\"") != std::string::npos ||
                           text->find("usemtl " + name) != std::string::npos ||
                           text->find("\"assets/" + name) != std::string::npos;
                }))
                m_outlook.mentions.push_back(each.path);
        }
    }

    const engine::Project& m_project;
    const AssetRequest& m_request;
    const engine::TypeRegistry& m_types;
    engine::JobControl& m_control;
    fs::path m_bin;
    AssetNames m_companions;      ///< of what is deleted
    std::set<std::string> m_kept; ///< of them, what others use
    std::function<bool(const std::string&)> m_exists = [this](const std::string& file) {
        std::error_code failed;
        return fs::is_regular_file(fileOf(file), failed);
    };
    AssetChange::Plan m_plan;
    AssetOutlook m_outlook;
};
} // namespace

std::string labelOf(const AssetRequest& request)
{
    const auto last = [](const std::string& name) {
        return name.substr(name.rfind('/') + 1);
    };
    const bool isDeletion = request.kind == AssetRequest::Kind::Delete;
    if (request.from.size() != 1)
        return fmt::format("{} {} assets", isDeletion ? "Delete" : "Move", request.from.size());
    const auto from = assetNameOf(request.from.front());
    if (isDeletion)
        return fmt::format("Delete {}", last(from));
    const auto to = assetNameOf(request.to.front());
    if (parentFolderOf(from) == parentFolderOf(to))
        return fmt::format("Rename {} to {}", last(from), last(to));
    const std::string folder{parentFolderOf(to)};
    return fmt::format("Move {} to {}", last(from), folder.empty() ? "assets" : folder);
}

Result<void>
runAssetChange(Document& document, const std::string& label, const AssetOutlook& outlook)
{
    return document.runWithFiles(label, outlook.change, [&](Transaction& edit) -> Result<void> {
        edit.swap(outlook.swaps);
        return {};
    });
}

fs::path deletedFolderOf(const engine::Project& project)
{
    return project.cacheFolder() / "deleted";
}

Result<AssetOutlook> planAssetChange(const engine::Project& project,
                                     const AssetRequest& request,
                                     const engine::World& world,
                                     const fs::path& scene,
                                     const engine::TypeRegistry& types,
                                     engine::JobControl& control)
{
    if (request.from.empty() ||
        (request.kind == AssetRequest::Kind::Rename && request.from.size() != request.to.size()))
        return Error{"Nothing was chosen"};
    auto checked = request;
    for (auto& each : checked.from) {
        auto path = checkedAssetPath(std::move(each));
        if (!path)
            return path.error();
        each = *std::move(path);
    }
    return Planner{project, checked, types, control}.make(world, scene);
}
} // namespace editor
