#include "engine_core/assets/asset_database.h"

#include "engine_core/assets/asset_scan.h"
#include "engine_core/assets/material_loader.h"
#include "engine_core/assets/mesh_loader.h"
#include "engine_core/base/jobs.h"
#include "engine_core/base/log.h"

#include <algorithm>
#include <future>
#include <map>
#include <optional>
#include <set>
#include <thread>
#include <unordered_map>

namespace engine
{
namespace
{
constexpr float MidGrey = 0.5f;
const Vec3f MissingAlbedo{0.5f, 0.0f, 0.5f}; // the mean of the checkerboard

using FutureImage = std::shared_future<DecodedImage>;

std::shared_ptr<const Material> defaultMaterial()
{
    static const auto shared = [] {
        auto material = std::make_shared<Material>();
        material->tint = Vec3f{MidGrey};
        material->meanAlbedo = Vec3f{MidGrey};
        return std::shared_ptr<const Material>{std::move(material)};
    }();
    return shared;
}

/// Stands between a model's path and the name of a material in its file.
constexpr char InModel = '#';

/// Painted on the box that stands in for a model.
const Name MarkerMaterial{"#missing model"};

std::shared_ptr<const Material> modelMaterial(Name name, const ModelMaterial& text)
{
    auto material = std::make_shared<Material>();
    material->name = name;
    material->tint = text.tint;
    material->metallic = text.metallic;
    Vec3f mean{1};
    if (!text.image.empty()) {
        const auto decoded = decodeImage(text.image, name.text());
        if (!decoded.image)
            logWarning("assets", "{}", decoded.problem);
        material->color = decoded.image;
        mean = decoded.image ? decoded.linearMean : mean;
    }
    material->meanAlbedo = glm::min(mean * text.tint, Vec3f{1});
    return material;
}

std::shared_ptr<const Material> missingMaterial(Name name)
{
    auto material = std::make_shared<Material>();
    material->name = name;
    material->color = checkerboard();
    material->meanAlbedo = MissingAlbedo;
    material->missing = true;
    return material;
}

/// Never throws: whoever asks the future has no use for an exception.
DecodedImage decodeOrSayWhy(const fs::path& file)
{
    try {
        return decodeImage(file);
    } catch (...) {
        DecodedImage failed;
        failed.problem =
            fmt::format("Cannot read '{}': {}", file.string(), reasonOfCurrentException());
        return failed;
    }
}

/// Paths are compared with resolved ones, so the root must be one.
Project canonical(Project project)
{
    std::error_code failed;
    auto root = fs::weakly_canonical(fs::absolute(project.root, failed), failed);
    if (!failed)
        project.root = std::move(root);
    return project;
}

/// A material whose file was read and whose images are being decoded.
struct PendingMaterial
{
    MaterialText text;
    std::optional<FutureImage> color;
    std::optional<FutureImage> normal;
    std::optional<FutureImage> roughness;
};
} // namespace

struct AssetDatabase::State
{
    explicit State(Project opened) : project{canonical(std::move(opened))}, scan{project} {}

    Project project;
    AssetScan scan;
    LightmapStore lightmaps;
    std::unordered_map<Name, std::shared_ptr<const Material>> materials;
    std::unordered_map<Name, PendingMaterial> pending;
    std::unordered_map<Name, std::set<fs::path>> imagesOf; ///< of materials asked for so far
    std::map<fs::path, FutureImage> images;
    std::unordered_map<std::string, std::shared_ptr<const MeshShape>> meshes;
    std::unique_ptr<JobQueue> jobs; ///< last, so that it ends first

    /// Starts decoding unless the image is there or on its way.
    std::optional<FutureImage> image(const fs::path& file)
    {
        if (file.empty())
            return std::nullopt;
        if (const auto known = images.find(file); known != images.end())
            return known->second;
        if (!jobs)
            jobs = std::make_unique<JobQueue>(std::max(1U, std::thread::hardware_concurrency()));
        auto task = std::make_shared<std::packaged_task<DecodedImage()>>(
            [file] { return decodeOrSayWhy(file); });
        const FutureImage future = task->get_future().share();
        jobs->start("Reading a picture", [task](JobControl&) { (*task)(); }, {});
        images.emplace(file, future);
        return future;
    }

    Result<PendingMaterial> begin(const AssetDatabase& assets, Name name)
    {
        const auto file = assets.fileOf(AssetKind::Material, name.text());
        if (!file)
            return file.error();
        const auto text = loadMaterialText(*file, project.assetFolder());
        if (!text)
            return text.error();
        imagesOf[name] = {text->color, text->normal, text->roughness};
        return PendingMaterial{*text, image(text->color), image(text->normal),
                               image(text->roughness)};
    }

    static std::shared_ptr<const Image> finish(const std::optional<FutureImage>& future)
    {
        if (!future)
            return nullptr;
        const auto& decoded = future->get();
        if (!decoded.image)
            logWarning("assets", "{}", decoded.problem);
        return decoded.image;
    }

    static std::shared_ptr<const Material> finish(Name name, const PendingMaterial& pending)
    {
        auto material = std::make_shared<Material>();
        material->name = name;
        material->color = finish(pending.color);
        if (pending.color && !material->color)
            return missingMaterial(name);
        material->normal = finish(pending.normal);
        material->roughness = finish(pending.roughness);
        material->tint = pending.text.tint;
        material->metallic = pending.text.metallic;
        const auto mean = pending.color ? pending.color->get().linearMean : Vec3f{1};
        material->meanAlbedo = glm::min(mean * pending.text.tint, Vec3f{1});
        return material;
    }

    std::shared_ptr<const MeshShape> loadShape(const AssetDatabase& assets, const std::string& path)
    {
        const auto file = assets.fileOf(AssetKind::Mesh, path);
        auto model = file ? loadModel(*file) : Result<Model>{file.error()};
        if (!model) {
            logWarning("assets", "The model '{}' cannot be shown: {}", path,
                       model.error().message());
            return MeshShape::marker(MarkerMaterial, model.error().message());
        }
        std::map<Name, Name> names;
        for (const auto& text : model->materials) {
            const auto& plain = text.name.text();
            if (assets.fileOf(AssetKind::Material, plain)) {
                names[text.name] = text.name;
                continue;
            }
            const Name name{path + InModel + plain};
            names[text.name] = name;
            materials[name] = modelMaterial(name, text);
        }
        for (auto& face : model->mesh.faces)
            if (const auto at = names.find(face.material); at != names.end())
                face.material = at->second;
        return std::make_shared<const MeshShape>(std::move(model->mesh));
    }

    void forgetMesh(const std::string& path)
    {
        meshes.erase(path);
        std::erase_if(materials, [start = path + InModel](const auto& entry) {
            return entry.first.text().starts_with(start);
        });
    }

    std::shared_ptr<const Material> load(const AssetDatabase& assets, Name name)
    {
        if (name == MarkerMaterial)
            return missingMaterial(name);
        if (const auto at = name.text().find(InModel); at != std::string::npos) {
            const auto& shape = assets.mesh(name.text().substr(0, at));
            if (const auto made = materials.find(name); shape && made != materials.end())
                if (made->second)
                    return made->second;
            return missingMaterial(name);
        }
        if (const auto started = pending.extract(name); !started.empty())
            return finish(name, started.mapped());
        const auto begun = begin(assets, name);
        if (begun)
            return finish(name, *begun);
        logWarning("assets", "The material '{}' cannot be used: {}", name.text(),
                   begun.error().message());
        return missingMaterial(name);
    }

    void forget(Name name)
    {
        materials.erase(name);
        pending.erase(name);
    }

    /// Forgets what was made of the file; the materials that show it are told in `users`.
    void forget(const AssetEntry& entry, std::set<Name>& users)
    {
        images.erase(entry.file);
        if (entry.kind == AssetKind::Material)
            forget(Name{entry.path});
        if (entry.kind == AssetKind::Mesh)
            forgetMesh(entry.path);
        for (const auto& [name, used] : imagesOf)
            if (used.contains(entry.file))
                users.insert(name);
    }
};

AssetDatabase::AssetDatabase(Project project) : m_state{std::make_unique<State>(std::move(project))}
{
}

AssetDatabase::~AssetDatabase() = default;

const Project& AssetDatabase::project() const
{
    return m_state->project;
}

const std::vector<AssetEntry>& AssetDatabase::entries() const
{
    return m_state->scan.entries();
}

void AssetDatabase::prepareMaterials(std::span<const Name> names)
{
    for (const auto name : names) {
        if (name.isEmpty() || m_state->materials.contains(name) || m_state->pending.contains(name))
            continue;
        if (auto begun = m_state->begin(*this, name))
            m_state->pending.emplace(name, *std::move(begun));
    }
}

std::shared_ptr<const Material> AssetDatabase::material(Name name)
{
    if (name.isEmpty())
        return defaultMaterial();
    if (const auto known = m_state->materials.find(name); known != m_state->materials.end())
        return known->second;
    auto loaded = m_state->load(*this, name); // may add others
    m_state->materials.insert_or_assign(name, loaded);
    return loaded;
}

std::shared_ptr<const MeshShape> AssetDatabase::mesh(const std::string& path) const
{
    if (const auto known = m_state->meshes.find(path); known != m_state->meshes.end())
        return known->second;
    auto shape = m_state->loadShape(*this, path);
    m_state->meshes.emplace(path, shape);
    return shape;
}

Result<fs::path> AssetDatabase::fileOf(AssetKind kind, const std::string& path) const
{
    const auto& project = m_state->project;
    const auto root = kind == AssetKind::Script ? project.scriptFolder() : project.assetFolder();
    auto file = resolveInside(root, kind == AssetKind::Material ? path + ".material.json" : path);
    if (!file)
        return file;
    std::error_code failed;
    if (!fs::is_regular_file(*file, failed))
        return Error{"'{}' does not exist", file->string()};
    return file;
}

LightmapStore& AssetDatabase::lightmaps()
{
    return m_state->lightmaps;
}

void AssetDatabase::pollChanges()
{
    if (m_state->jobs)
        m_state->jobs->deliver();
    auto changes = m_state->scan.poll();
    if (changes.empty())
        return;
    std::set<Name> users;
    for (const auto& entry : changes)
        m_state->forget(entry, users);
    for (const auto name : users) {
        m_state->forget(name);
        const auto listed = std::any_of(changes.begin(), changes.end(), [&](const auto& entry) {
            return entry.kind == AssetKind::Material && entry.path == name.text();
        });
        if (auto file = fileOf(AssetKind::Material, name.text()); file && !listed)
            changes.push_back({AssetKind::Material, name.text(), *std::move(file)});
    }
    changed(changes);
}
} // namespace engine
