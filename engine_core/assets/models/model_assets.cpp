#include "engine_core/assets/models/model_assets.h"

#include "engine_core/assets/material_loader.h"
#include "engine_core/assets/models/mesh_loader.h"
#include "engine_core/base/jobs.h"
#include "engine_core/base/log.h"
#include "engine_core/scene/components/foliage.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/world/world.h"

#include <tbb/parallel_for.h>

#include <vector>

namespace engine
{
namespace
{
/// The pictures of one model: each is decoded once, and not more than memory bears.
class ModelPictures
{
public:
    const DecodedImage& decode(const std::shared_ptr<const std::string>& bytes,
                               const std::string& name)
    {
        constexpr std::size_t MostPixels = std::size_t{1} << 28U; // 1 GB
        const auto [at, isNew] = m_decoded.try_emplace(bytes);
        auto& result = at->second;
        if (isNew && m_pixels < MostPixels) {
            result = decodeImage(*bytes, name);
            if (result.image)
                m_pixels += std::size_t{result.image->width} * result.image->height;
        } else if (isNew) {
            result.problem = fmt::format("The picture of '{}' is left out: those of the model have "
                                         "more than {} million pixels",
                                         name, MostPixels >> 20U);
        }
        return result;
    }

private:
    std::map<std::shared_ptr<const std::string>, DecodedImage> m_decoded;
    std::size_t m_pixels = 0;
};

void addMaterial(LoadedModel& loaded, Name name, const ModelMaterial& text, ModelPictures& pictures)
{
    auto material = std::make_shared<Material>();
    material->name = name;
    material->tint = text.tint;
    material->metallic = text.metallic;
    Vec3f mean{1};
    if (text.image) {
        const auto& decoded = pictures.decode(text.image, name.text());
        if (decoded.image) {
            material->color = name.text();
            loaded.pictures[material->color] = decoded.image;
            mean = decoded.linearMean;
            material->holes = decoded.holes;
        } else {
            logWarning("assets", "{}", decoded.problem);
        }
    }
    material->meanAlbedo = glm::min(mean * text.tint, Vec3f{1});
    loaded.materials[name] = std::move(material);
}

LoadedModel markerFor(const std::string& path, const std::string& problem)
{
    logWarning("assets", "The model '{}' cannot be shown: {}", path, problem);
    return {MeshShape::marker(markerMaterial(), problem), {}, {}, {}};
}

LoadedModel loadOrThrow(const Project& project, const std::string& path)
{
    LoadedModel loaded;
    const auto file = assetFile(project, AssetKind::Mesh, path);
    auto model = file ? loadModel(*file) : Result<Model>{file.error()};
    if (!model)
        return markerFor(path, model.error().message());
    std::map<Name, Name> names;
    ModelPictures pictures;
    for (const auto& text : model->materials) {
        const auto& plain = text.name.text();
        if (assetFile(project, AssetKind::Material, plain)) {
            names[text.name] = text.name;
            continue;
        }
        const Name name{path + InModel + plain};
        names[text.name] = name;
        addMaterial(loaded, name, text, pictures);
    }
    for (auto& face : model->mesh.faces)
        if (const auto at = names.find(face.material); at != names.end())
            face.material = at->second;
    loaded.shape = std::make_shared<const MeshShape>(std::move(model->mesh));
    return loaded;
}
} // namespace

Name markerMaterial()
{
    static const Name Marker{"#missing model"};
    return Marker;
}

std::set<std::string> modelsOf(const World& world)
{
    std::set<std::string> paths;
    world.forEach<MeshInstance>(
        [&](EntityId, const MeshInstance& each) { paths.insert(each.mesh.path); });
    world.forEach<FoliageType>(
        [&](EntityId, const FoliageType& each) { paths.insert(each.mesh.path); });
    paths.erase(std::string{});
    return paths;
}

std::map<std::string, LoadedModel> loadModelsOf(const Project& project,
                                                const std::set<std::string>& paths,
                                                const std::set<std::string>& known,
                                                const JobControl& control)
{
    std::map<std::string, LoadedModel> models;
    for (const auto& path : paths)
        if (!known.contains(path))
            models.try_emplace(path);
    std::vector<std::pair<const std::string, LoadedModel>*> wanted;
    for (auto& each : models)
        wanted.push_back(&each);
    tbb::parallel_for(std::size_t{0}, wanted.size(), [&](std::size_t i) {
        if (!control.isCancelled())
            wanted[i]->second = loadModelOf(project, wanted[i]->first);
    });
    std::erase_if(models, [](const auto& each) { return !each.second.shape; });
    return models;
}

MaterialFiles materialFilesOf(const Project& project)
{
    return {[&project](const std::string& name) {
                return assetFile(project, AssetKind::Material, name);
            },
            {}};
}

Result<fs::path> assetFile(const Project& project, AssetKind kind, const std::string& path)
{
    const auto root = kind == AssetKind::Script ? project.scriptFolder() : project.assetFolder();
    auto file = resolveInside(root, kind == AssetKind::Material ? path + ".material.json" : path);
    if (!file)
        return file;
    std::error_code failed;
    if (!fs::is_regular_file(*file, failed))
        return Error{"'{}' does not exist", file->string()};
    return file;
}

fs::file_time_type modelWritten(const Project& project, const std::string& path)
{
    const auto file = assetFile(project, AssetKind::Mesh, path);
    std::error_code failed;
    return file ? fs::last_write_time(*file, failed) : fs::file_time_type::min();
}

LoadedModel loadModelOf(const Project& project, const std::string& path)
{
    const auto written = modelWritten(project, path); // before, so that it is never too late
    LoadedModel loaded;
    try {
        loaded = loadOrThrow(project, path);
    } catch (...) { // whoever waits for it on another thread has no use for an exception
        loaded = markerFor(path, reasonOfCurrentException());
    }
    loaded.written = written;
    return loaded;
}
} // namespace engine
