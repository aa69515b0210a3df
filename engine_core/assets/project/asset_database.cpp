#include "engine_core/assets/project/asset_database.h"

#include "engine_core/assets/material_loader.h"
#include "engine_core/assets/models/model_shelf.h"
#include "engine_core/assets/project/asset_scan.h"
#include "engine_core/assets/project/asset_workers.h"
#include "engine_core/assets/project/made_material.h"
#include "engine_core/assets/project/project_surfaces.h"
#include "engine_core/base/log.h"
#include "engine_core/scene/world/world.h"

#include <algorithm>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>
#include <unordered_set>

namespace engine
{
namespace
{
constexpr std::uintmax_t MaxMaterialFile = 1U << 20U;

using FutureImage = std::shared_future<DecodedImage>;

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

/// A material whose file was read and whose colours are being decoded.
struct PendingMaterial
{
    MaterialText text;
    std::optional<FutureImage> color;
};

/// What one look at the files found changed, on its way to those who use it.
struct Reload
{
    std::vector<AssetEntry> entries; ///< to be told
    std::map<fs::path, FutureImage> images;
    std::map<Name, std::optional<PendingMaterial>> materials; ///< none: cannot be used any more
    std::map<std::string, ModelShelf::Coming> models;
};
} // namespace

struct AssetDatabase::State
{
    explicit State(Project opened) : project{canonical(std::move(opened))}, scan{project} {}

    Project project;
    AssetWorkers workers; ///< what runs there has copies of all it needs
    ModelShelf models{project, workers};
    AssetScan scan;
    LightmapStore lightmaps;
    LightProfileShelf profiles;
    ProjectSurfaces surfaces{project};
    bool surfaceImages = false; ///< prepared too
    std::unordered_map<Name, std::shared_ptr<const Material>> materials;
    std::unordered_map<Name, PendingMaterial> pending;
    /// Of materials asked for so far: images, parents, and where a missing parent would be.
    std::unordered_map<Name, std::set<fs::path>> filesOf;
    std::unordered_set<Name> unusable; ///< that touchOf() has looked for in vain
    std::map<fs::path, std::string> shownTexts;            ///< see showMaterialText()
    std::map<fs::path, FutureImage> images;                ///< on their way, or not asked for yet
    std::map<fs::path, std::weak_ptr<const Image>> handedOut;
    std::map<fs::path, ImageFacts> facts; ///< of the colour images decoded so far
    std::deque<Reload> reloads;           ///< oldest first, told in this order

    FutureImage decode(const fs::path& file)
    {
        return workers.start<DecodedImage>("Reading a picture",
                                           [file] { return decodeOrSayWhy(file); });
    }

    /// Starts decoding unless the image is there or on its way.
    std::optional<FutureImage> prepare(const fs::path& file)
    {
        if (file.empty())
            return std::nullopt;
        if (const auto known = images.find(file); known != images.end())
            return known->second;
        return images.emplace(file, decode(file)).first->second;
    }

    [[nodiscard]] Result<std::string> textOf(const fs::path& file) const
    {
        const auto shown = shownTexts.find(file);
        return shown != shownTexts.end() ? shown->second : readFile(file, MaxMaterialFile);
    }

    Result<PendingMaterial> begin(const AssetDatabase& assets, Name name)
    {
        const auto file = assets.fileOf(AssetKind::Material, name.text());
        if (!file)
            return file.error();
        std::set<fs::path> files;
        const MaterialFiles from{[&](const std::string& parent) {
                                     auto found = assets.fileOf(AssetKind::Material, parent);
                                     if (!found)
                                         files.insert(project.assetFolder() /
                                                      (parent + ".material.json"));
                                     return found;
                                 },
                                 [&](const fs::path& each) {
                                     return textOf(each);
                                 }};
        const auto text = loadMaterialText(*file, project.assetFolder(), from);
        if (!text)
            return text.error();
        const auto pictures = text->images();
        files.insert(pictures.begin(), pictures.end());
        files.insert(text->files.begin(), text->files.end());
        filesOf[name] = std::move(files);
        return PendingMaterial{*text, std::nullopt};
    }

    std::shared_ptr<const Material> finish(Name name, const PendingMaterial& begun)
    {
        for (const auto& problem : begun.text.problems)
            logWarning("assets", "{}", problem);
        const auto& color = begun.text.color;
        auto decoding = begun.color;
        if (!decoding && !color.empty() && !facts.contains(color))
            decoding = prepare(color); // its picture was forgotten by a reload in between
        if (decoding) {
            const auto& decoded = decoding->get();
            if (!decoded.image) {
                logWarning("assets", "{}", decoded.problem);
                return missingMaterial(name);
            }
            facts.insert_or_assign(color, ImageFacts{decoded.linearMean, decoded.holes});
        }
        return materialOf(name, begun.text, color.empty() ? ImageFacts{} : facts.at(color));
    }

    void forgetModel(const std::string& path)
    {
        models.forget(path);
        const auto start = path + InModel;
        std::erase_if(materials,
                      [&](const auto& entry) { return entry.first.text().starts_with(start); });
    }

    std::shared_ptr<const Material> load(const AssetDatabase& assets, Name name)
    {
        if (name == markerMaterial())
            return missingMaterial(name);
        if (name.text().find(InModel) != std::string::npos) {
            if (auto made = models.material(name))
                return made;
            return missingMaterial(name);
        }
        if (const auto started = pending.extract(name); !started.empty())
            return finish(name, started.mapped());
        auto begun = begin(assets, name);
        if (begun) {
            if (!facts.contains(begun->text.color))
                begun->color = prepare(begun->text.color);
            return finish(name, *begun);
        }
        if (const auto tool = toolTraits(name.text()); !tool || tool->seen) // else it needs no file
            logWarning("assets", "The material '{}' cannot be used: {}", name.text(),
                       begun.error().message());
        return missingMaterial(name);
    }

    std::shared_ptr<const Material> find(const AssetDatabase& assets, Name name)
    {
        if (name.isEmpty())
            return defaultMaterial();
        if (const auto known = materials.find(name); known != materials.end())
            return known->second;
        auto loaded = load(assets, name); // may add others
        materials.insert_or_assign(name, loaded);
        return loaded;
    }

    [[nodiscard]] std::set<Name> usersOf(const AssetEntry& entry) const
    {
        std::set<Name> users;
        for (const auto& [name, used] : filesOf)
            if (used.contains(entry.file))
                users.insert(name);
        if (const Name name{entry.path}; entry.kind == AssetKind::Material &&
                                         (materials.contains(name) || pending.contains(name)))
            users.insert(name);
        return users;
    }

    /// Reads again what uses the changed files; their images are decoded on workers.
    Reload beginReload(const AssetDatabase& assets, std::vector<AssetEntry> changes)
    {
        Reload reload;
        reload.entries = std::move(changes);
        std::set<fs::path> changed;
        std::set<Name> users;
        for (const auto& entry : reload.entries) {
            changed.insert(entry.file);
            users.merge(usersOf(entry));
            if (entry.kind == AssetKind::Mesh && models.has(entry.path))
                reload.models[entry.path] = models.read(entry.path);
        }
        for (const auto name : users) {
            auto& material = reload.materials[name];
            auto begun = begin(assets, name);
            if (begun) {
                const auto& text = begun->text;
                for (const auto& image : text.images())
                    if (surfaceImages || image == text.color || image == text.finish.glow)
                        decodeChanged(image, changed, reload);
                if (const auto fresh = reload.images.find(text.color); fresh != reload.images.end())
                    begun->color = fresh->second;
                else if (!facts.contains(text.color))
                    begun->color = prepare(text.color);
                material = *std::move(begun);
            }
            announce(assets, name, reload.entries);
        }
        return reload;
    }

    void decodeChanged(const fs::path& file, const std::set<fs::path>& changed, Reload& reload)
    {
        if (changed.contains(file) && !reload.images.contains(file))
            reload.images.emplace(file, decode(file));
    }

    /// A material that shows a changed image is told of like one whose file changed.
    static void announce(const AssetDatabase& assets, Name name, std::vector<AssetEntry>& entries)
    {
        const auto listed = std::any_of(entries.begin(), entries.end(), [&](const auto& entry) {
            return entry.kind == AssetKind::Material && entry.path == name.text();
        });
        if (auto file = assets.fileOf(AssetKind::Material, name.text()); file && !listed)
            entries.push_back({AssetKind::Material, name.text(), *std::move(file)});
    }

    [[nodiscard]] static bool isReady(const Reload& reload)
    {
        const auto isDone = [](const auto& each) {
            return engine::isReady(each.second);
        };
        return std::all_of(reload.images.begin(), reload.images.end(), isDone) &&
               std::all_of(reload.models.begin(), reload.models.end(), isDone) &&
               std::all_of(reload.materials.begin(), reload.materials.end(), [](const auto& each) {
                   return !each.second || !each.second->color ||
                          engine::isReady(*each.second->color);
               });
    }

    void publish(Reload& reload)
    {
        unusable.clear();
        for (const auto& entry : reload.entries) {
            images.erase(entry.file);
            handedOut.erase(entry.file);
            facts.erase(entry.file);
            if (entry.kind == AssetKind::Mesh)
                forgetModel(entry.path);
        }
        for (const auto& [path, model] : reload.models)
            models.put(path, model.get());
        images.merge(reload.images);
        for (auto& [name, material] : reload.materials) {
            materials.erase(name);
            pending.erase(name);
            if (material)
                pending.emplace(name, *std::move(material));
        }
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

void AssetDatabase::setInput(std::shared_ptr<const InputMap> input)
{
    m_state->project.input = std::move(input);
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
        if (const auto at = name.text().find(InModel); at != std::string::npos) {
            if (at > 0)
                m_state->models.prepare(name.text().substr(0, at));
            continue;
        }
        auto begun = m_state->begin(*this, name);
        if (!begun)
            continue;
        begun->color = m_state->prepare(begun->text.color);
        if (m_state->surfaceImages)
            for (const auto& file : begun->text.images())
                (void)m_state->prepare(file);
        m_state->pending.emplace(name, *std::move(begun));
    }
}

std::shared_ptr<const SurfaceTable> AssetDatabase::surfaces() const
{
    return m_state->surfaces.table(entries());
}

void AssetDatabase::supply(World& world) const
{
    world.setMeshes(this);
    world.setSurfaces(surfaces());
}

std::set<std::string> AssetDatabase::loadedModels() const
{
    return m_state->models.loaded();
}

void AssetDatabase::addModels(const std::map<std::string, LoadedModel>& models)
{
    m_state->models.add(models);
}

void AssetDatabase::prepareSurfaceImages(bool wanted)
{
    m_state->surfaceImages = wanted;
}

std::shared_ptr<const Image> AssetDatabase::image(const fs::path& file)
{
    if (auto inModel = m_state->models.picture(file))
        return inModel;
    auto& held = m_state->handedOut[file];
    if (auto image = held.lock())
        return image;
    const auto prepared = m_state->images.extract(file);
    const auto decoded = prepared.empty() ? decodeOrSayWhy(file) : prepared.mapped().get();
    if (!decoded.image)
        logWarning("assets", "{}", decoded.problem);
    held = decoded.image;
    return decoded.image;
}

std::shared_ptr<const Material> AssetDatabase::material(Name name)
{
    return m_state->find(*this, name);
}

MaterialTouch AssetDatabase::touchOf(Name name)
{
    if (name.isEmpty() || name.text().find(InModel) != std::string::npos)
        return {};
    auto& state = *m_state;
    if (const auto known = state.materials.find(name); known != state.materials.end())
        return known->second->touch;
    if (const auto known = state.pending.find(name); known != state.pending.end())
        return known->second.text.touch;
    if (state.unusable.contains(name))
        return {};
    auto begun = state.begin(*this, name);
    if (!begun) {
        state.unusable.insert(name);
        return {};
    }
    return state.pending.emplace(name, *std::move(begun)).first->second.text.touch;
}

ContentHash AssetDatabase::holesOf(const std::string& material) const
{
    return m_state->find(*this, Name{material})->holes;
}

ContentHash AssetDatabase::reflectionOf(const std::string& material) const
{
    return reflectionHash(*m_state->find(*this, Name{material}));
}

float AssetDatabase::glowOf(const std::string& material) const
{
    const auto found = m_state->find(*this, Name{material});
    const auto& glow = found->finish.glowColor;
    return std::max({glow.x, glow.y, glow.z, 0.0f});
}

void AssetDatabase::showMaterialText(const fs::path& file, const std::optional<std::string>& text)
{
    auto& shown = m_state->shownTexts;
    if (text)
        shown.insert_or_assign(file, *text);
    else
        shown.erase(file);
    const auto& all = entries();
    const auto at = std::find_if(all.begin(), all.end(),
                                 [&](const AssetEntry& each) { return each.file == file; });
    if (at == all.end())
        return;
    auto reload = m_state->beginReload(*this, {*at});
    m_state->publish(reload);
    changed(reload.entries);
}

std::shared_ptr<const MeshShape> AssetDatabase::mesh(const std::string& path) const
{
    return m_state->models.mesh(path);
}

std::shared_ptr<const MeshShape> AssetDatabase::shown(const std::string& path) const
{
    return m_state->models.shown(path);
}

bool AssetDatabase::awaitsModels() const
{
    return m_state->models.standsIn();
}

void AssetDatabase::readModelsAside(std::function<void()> wake)
{
    m_state->models.readAside(std::move(wake));
}

void AssetDatabase::deliverModels()
{
    const auto read = m_state->models.takeRead();
    if (!read.empty())
        modelsRead(read);
}

void AssetDatabase::finishModels()
{
    if (!m_state->models.readsAside())
        return; // mesh() and shown() wait themselves
    m_state->models.wait();
    deliverModels();
}

void AssetDatabase::finishModels(const std::set<std::string>& paths)
{
    if (!m_state->models.readsAside())
        return;
    m_state->models.wait(paths);
    deliverModels();
}

Result<fs::path> AssetDatabase::fileOf(AssetKind kind, const std::string& path) const
{
    return assetFile(m_state->project, kind, path);
}

LightmapStore& AssetDatabase::lightmaps()
{
    return m_state->lightmaps;
}

std::shared_ptr<const LightProfile> AssetDatabase::lightProfile(const std::string& path)
{
    const auto file = fileOf(AssetKind::LightProfile, path);
    return file ? m_state->profiles.get(*file) : nullptr;
}

void AssetDatabase::tell(const std::vector<AssetEntry>& entries)
{
    if (const auto names = m_state->surfaces.follow(entries); !names.empty())
        surfacesChanged(names);
    changed(entries);
}

void AssetDatabase::pollChanges()
{
    m_state->workers.deliver();
    auto& reloads = m_state->reloads;
    while (!reloads.empty() && State::isReady(reloads.front())) {
        auto reload = std::move(reloads.front());
        reloads.pop_front();
        m_state->publish(reload);
        tell(reload.entries);
    }
    auto changes = m_state->scan.poll();
    if (changes.empty())
        return;
    auto reload = m_state->beginReload(*this, std::move(changes));
    if (reloads.empty() && State::isReady(reload) && reload.images.empty() &&
        reload.models.empty()) {
        m_state->publish(reload);
        tell(reload.entries);
        return;
    }
    reloads.push_back(std::move(reload));
}

void AssetDatabase::finishChanges()
{
    while (!m_state->reloads.empty()) {
        const auto& first = m_state->reloads.front();
        for (const auto& [file, image] : first.images)
            image.wait();
        for (const auto& [path, model] : first.models)
            model.wait();
        for (const auto& [name, material] : first.materials)
            if (material && material->color)
                material->color->wait();
        pollChanges();
    }
}
} // namespace engine
