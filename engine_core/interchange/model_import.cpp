#include "engine_core/interchange/model_import.h"

#include "engine_core/assets/models/mesh_loader.h"
#include "engine_core/assets/models/model_assets.h"
#include "engine_core/base/count_text.h"
#include "engine_core/base/files/unfinished_files.h"
#include "engine_core/base/jobs.h"
#include "engine_core/interchange/gltf_parts.h"
#include "engine_core/interchange/level_model.h"
#include "engine_core/interchange/read_back.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/tags.h"
#include "engine_core/scene/components/transform_component.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>
#include <span>
#include <sstream>

namespace engine
{
namespace
{
std::string lowerEnding(const fs::path& file)
{
    auto ending = file.extension().string();
    std::transform(ending.begin(), ending.end(), ending.begin(),
                   [](unsigned char sign) { return static_cast<char>(std::tolower(sign)); });
    return ending;
}

bool isCancelled(const ModelImportOptions& options)
{
    return options.job != nullptr && options.job->isCancelled();
}

Result<void> writeInto(const UnfinishedFolder& folder, const fs::path& name, std::string_view bytes)
{
    const auto file = folder.path() / name;
    if (auto made = makeFolders(file.parent_path()); !made)
        return made;
    return writeFileAtomically(file, bytes);
}

/// assets/Models/NAME, or the next number that is free.
fs::path freeFolder(const Project& project, const std::string& name)
{
    const auto models = project.assetFolder() / "Models";
    auto place = models / name;
    std::error_code failed;
    for (int number = 2; fs::exists(place, failed); ++number)
        place = models / fmt::format("{} {}", name, number);
    return place;
}

/// The objects of the level, gathered into one edit.
class ObjectMaker
{
public:
    explicit ObjectMaker(World& world) : m_world{world} {}

    EntityId add(const std::string& name, EntityId parent, const Transform& place)
    {
        const auto entity = m_world.newId();
        m_edit.swaps.push_back(swapTo(entity, Node{name, parent}));
        if (place != Transform{})
            m_edit.swaps.push_back(
                swapTo(entity, TransformComponent{place.position, place.rotation, place.scale}));
        return entity;
    }

    void show(EntityId entity, const std::string& asset)
    {
        m_edit.swaps.push_back(swapTo(entity, MeshInstance{.mesh = {asset}}));
    }

    template <typename Component>
    void set(EntityId entity, const Component& component)
    {
        m_edit.swaps.push_back(swapTo(entity, component));
    }

    void finish() { m_world.apply(m_edit); }

private:
    World& m_world;
    Edit m_edit;
};

/// The material files of an OBJ and the images they name, as paths beside it.
std::vector<std::string> filesNamedIn(std::string_view text, std::string_view word)
{
    std::vector<std::string> names;
    std::istringstream lines{std::string{text}};
    for (std::string line; std::getline(lines, line);) {
        while (!line.empty() && (line.back() == '\r' || line.back() == ' '))
            line.pop_back();
        if (!line.starts_with(word) || line.size() <= word.size() || line[word.size()] != ' ')
            continue;
        auto name = line.substr(line.find_first_not_of(' ', word.size()));
        if (word == "map_Kd" && name.starts_with("-")) // options stand before the file
            name = name.substr(name.rfind(' ') + 1);
        if (std::find(names.begin(), names.end(), name) == names.end())
            names.push_back(std::move(name));
    }
    return names;
}

Result<void> copyBeside(const fs::path& from,
                        const std::string& name,
                        const UnfinishedFolder& to,
                        ImportedModel& result,
                        std::string* text = nullptr)
{
    const auto inside = resolveInside(from, name);
    const auto bytes = inside ? readFile(*inside) : Result<std::string>{inside.error()};
    if (!bytes) {
        result.notes.push_back(fmt::format("'{}' was left out: it could not be read", name));
        return {};
    }
    if (text != nullptr)
        *text = *bytes;
    return writeInto(to, name, *bytes);
}

Result<void> copyObj(const fs::path& file,
                     const std::string& bytes,
                     const UnfinishedFolder& to,
                     ImportedModel& result)
{
    const auto folder = fs::absolute(file).parent_path();
    if (auto written = writeInto(to, file.stem().string() + ".obj", bytes); !written)
        return written;
    for (const auto& library : filesNamedIn(bytes, "mtllib")) {
        std::string text;
        if (auto copied = copyBeside(folder, library, to, result, &text); !copied)
            return copied;
        for (const auto& image : filesNamedIn(text, "map_Kd"))
            if (auto copied = copyBeside(folder, image, to, result); !copied)
                return copied;
    }
    ++result.meshes;
    return {};
}

void placeNodes(const GltfParts& parts,
                std::span<const std::size_t> nodes,
                EntityId parent,
                const std::string& assetFolder,
                ObjectMaker& maker,
                ImportedModel& result)
{
    for (const auto index : nodes) {
        const auto& node = parts.nodes[index];
        const auto entity = maker.add(node.name, parent, node.place);
        if (node.mesh) {
            maker.show(entity, assetFolder + parts.meshes[*node.mesh].name);
            ++result.instances;
        }
        if (node.light) {
            maker.set(entity, *node.light);
            ++result.lights;
        }
        if (node.isCamera) {
            maker.set(entity, Tags{std::string{CameraTag}});
            ++result.cameras;
        }
        placeNodes(parts, node.children, entity, assetFolder, maker, result);
    }
}

Result<void>
writeParts(const GltfParts& parts, const UnfinishedFolder& to, const ModelImportOptions& options)
{
    std::size_t done = 0;
    for (const auto* files : {&parts.shared, &parts.meshes})
        for (const auto& file : *files) {
            if (isCancelled(options))
                return Error{"Cancelled"};
            if (auto written = writeInto(to, file.name, file.bytes); !written)
                return written;
            if (options.job != nullptr)
                options.job->setProgress(
                    0.5 + 0.25 * static_cast<double>(++done) /
                              static_cast<double>(parts.shared.size() + parts.meshes.size()));
        }
    return {};
}

/// Reads each mesh file back as the level will. Those that hold nothing to show are left out and
/// noted; the number of them. An error if another one cannot be read, as in a damaged file whose
/// parts are not as their whole.
Result<std::size_t>
leaveOutEmpty(GltfParts& parts, const UnfinishedFolder& folder, const ModelImportOptions& options)
{
    std::set<std::size_t> empty;
    for (std::size_t i = 0; i < parts.meshes.size() && !isCancelled(options); ++i) {
        const auto file = folder.path() / parts.meshes[i].name;
        const auto title = file.stem().string();
        if (const auto mesh = loadMesh(file); !mesh) {
            const auto& message = mesh.error().message();
            const auto why = message.substr(message.rfind("': ") + 3);
            if (!why.starts_with("it holds "))
                return Error{"its mesh '{}' could not be read back: {}", title, why};
            std::error_code ignored;
            fs::remove(file, ignored);
            empty.insert(i);
            parts.notes.push_back(fmt::format("The mesh '{}' was left out: {}", title, why));
        }
        if (options.job != nullptr)
            options.job->setProgress(0.75 + 0.25 * static_cast<double>(i + 1) /
                                                static_cast<double>(parts.meshes.size()));
    }
    for (auto& node : parts.nodes)
        if (node.mesh && empty.contains(*node.mesh))
            node.mesh.reset();
    return empty.size();
}

/// Writes the parts of a glTF file into the folder, and makes their objects below `root`.
Result<void> addGltf(const std::string& bytes,
                     const fs::path& file,
                     const GltfSplitOptions& splitting,
                     const UnfinishedFolder& folder,
                     const ModelImportOptions& options,
                     EntityId root,
                     ObjectMaker& maker,
                     ImportedModel& result)
{
    const auto context = [&](const Error& problem) {
        return problem.withContext("Cannot import '{}'", file.string());
    };
    auto parts = splitGltf(bytes, fs::absolute(file).parent_path(), splitting);
    if (!parts)
        return context(parts.error());
    if (auto written = writeParts(*parts, folder, options); !written)
        return written;
    const auto empty = leaveOutEmpty(*parts, folder, options);
    if (!empty)
        return context(empty.error());
    result.materialFiles = parts->materials;
    result.meshes = parts->meshes.size() - *empty;
    placeNodes(*parts, parts->roots, root, splitting.assetFolder, maker, result);
    result.notes = std::move(parts->notes);
    return {};
}
} // namespace

std::string summaryOf(const ImportedModel& model)
{
    auto text = fmt::format("{} {} {} {}", model.instances,
                            model.instances == 1 ? "object that shows" : "objects that show",
                            model.meshes, model.meshes == 1 ? "model" : "models");
    const auto add = [&](std::size_t count, std::string_view one, std::string_view many) {
        if (count > 0)
            text += ", " + countText(count, one, many);
    };
    add(model.materialFiles, "material", "materials");
    add(model.lights, "light", "lights");
    add(model.cameras, "camera", "cameras");
    return text;
}

bool isModelFile(const fs::path& file)
{
    const auto ending = lowerEnding(file);
    return ending == ".glb" || ending == ".gltf" || ending == ".obj";
}

Result<ImportedModel>
importModel(const fs::path& file, const Project& project, const ModelImportOptions& options)
{
    ENGINE_EXPECT(options.scale > 0 && isModelFile(file));
    const auto model = loadModel(file); // whatever is wrong with it is told here
    if (!model)
        return model.error();
    for (const auto& vertex : model->mesh.vertices)
        if (glm::length(Vec3d{vertex.position}) * options.scale > WorldLimit)
            return Error{
                "Cannot import '{}': at that scale it reaches beyond the edge of the world",
                file.string()};
    if (options.job != nullptr)
        options.job->setProgress(0.5);
    const auto bytes = readFile(file);
    if (!bytes)
        return bytes.error();

    ImportedModel result;
    result.materials = model->materials.size();
    const auto name = safeFileName(file.stem().string());
    const auto place = freeFolder(project, name);
    const auto assetFolder = "Models/" + place.filename().string() + "/";
    auto building = UnfinishedFolder::beside(place);
    if (!building)
        return building.error();
    const auto& folder = *building;
    result.world = std::make_unique<World>();
    ObjectMaker maker{*result.world};
    const auto root =
        maker.add(file.stem().string(), {}, Transform{{}, {1, 0, 0, 0}, Vec3d{options.scale}});
    if (lowerEnding(file) == ".obj") {
        if (auto copied = copyObj(file, *bytes, folder, result); !copied)
            return copied.error();
        maker.show(root, assetFolder + file.stem().string() + ".obj");
        result.instances = 1;
    } else {
        const auto hasMaterial = [&](const std::string& material) {
            return assetFile(project, AssetKind::Material, material).hasValue();
        };
        if (auto added = addGltf(*bytes, file, {name, assetFolder, hasMaterial, options.scale},
                                 folder, options, root, maker, result);
            !added)
            return added.error();
    }
    if (isCancelled(options))
        return Error{"Cancelled"};
    maker.finish();
    for (auto& lost : lostWhenReadBack(*result.world))
        result.notes.push_back(std::move(lost));
    if (auto finished = building->moveTo(place); !finished)
        return finished.error();
    result.folder = place;
    return result;
}
} // namespace engine
