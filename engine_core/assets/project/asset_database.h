#pragma once

#include "engine_core/assets/images/image.h"
#include "engine_core/assets/light_profile.h"
#include "engine_core/assets/lightmaps/lightmap_store.h"
#include "engine_core/assets/material.h"
#include "engine_core/assets/project/project.h"
#include "engine_core/base/signal.h"
#include "engine_core/reflect/property.h"
#include "engine_core/scene/spatial/mesh_source.h"
#include "engine_core/scene/spatial/surface_table.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace engine
{
struct LoadedModel;

/// One file below assets/ or scripts/ as the asset browser shows it.
struct AssetEntry
{
    AssetKind kind = AssetKind::Any;
    std::string path; ///< what components store (see AssetPath)
    fs::path file;
};

/// The files of one project: finds, loads and shares them, and tells who uses them when they change
/// on disk. Main thread only; what it returns is immutable and may be handed to jobs.
class AssetDatabase final : public MeshSource
{
public:
    explicit AssetDatabase(Project project);
    ~AssetDatabase() override;

    [[nodiscard]] const Project& project() const;

    /// Takes the place of the project's input; writes no file.
    void setInput(std::shared_ptr<const InputMap> input);

    /// Sorted by path.
    [[nodiscard]] const std::vector<AssetEntry>& entries() const;

    /// Complete with its mean albedo, for which its colour image is decoded now unless
    /// prepareMaterials() was told of it. Never null: a missing or broken material has `missing`
    /// set, said once in the log. The empty name is the default: plain mid grey.
    [[nodiscard]] std::shared_ptr<const Material> material(Name name);

    /// What the project's materials say of their faces, for World::setSurfaces(). Their files are
    /// read when it is first asked for; `surfacesChanged` tells of every later table.
    [[nodiscard]] std::shared_ptr<const SurfaceTable> surfaces() const;

    /// Gives the world its models and surfaces. The world lives no longer than this, or is given
    /// others.
    void supply(World& world) const;

    /// Of a material, without waiting for its images; that of a missing one is the default.
    [[nodiscard]] MaterialTouch touchOf(Name name);

    /// Starts decoding these materials' images, and reading the models of those named "path#...",
    /// on worker threads: side by side. material() and mesh() wait for what is still on its way.
    void prepareMaterials(std::span<const Name> names);

    /// Loaded when first asked for. Its faces name a material of the project if there is one of
    /// that name, else "path#name", which material() knows, too: what the model's file says. A
    /// missing or broken model is a marker box, said once in the log.
    [[nodiscard]] std::shared_ptr<const MeshShape> mesh(const std::string& path) const override;

    /// As material() knows it.
    [[nodiscard]] ContentHash holesOf(const std::string& material) const override;

    /// As mesh(), but after readModelsAside() a model that is not there yet is read on a worker,
    /// and a box that says no problem stands in for it until `modelsRead` tells of it.
    [[nodiscard]] std::shared_ptr<const MeshShape> shown(const std::string& path) const override;

    /// As long as `modelsRead` has not told of all that something stands in for.
    [[nodiscard]] bool awaitsModels() const override;

    /// From now on shown() waits for no file. `wake` is called from a worker when deliverModels()
    /// has something to tell; it is not empty.
    void readModelsAside(std::function<void()> wake);

    /// Tells of the models that shown() had a stand-in for and that are there now.
    void deliverModels();

    /// After readModelsAside(): waits for all that are being read, and tells of them.
    void finishModels();

    /// The same for these alone, whatever else is being read.
    void finishModels(const std::set<std::string>& paths);

    /// The models that mesh() has at once.
    [[nodiscard]] std::set<std::string> loadedModels() const;

    /// Takes what loadModelsOf() has read of this project, so that mesh() need not wait for it.
    void addModels(const std::map<std::string, LoadedModel>& models);

    /// As material() knows it.
    [[nodiscard]] ContentHash reflectionOf(const std::string& material) const override;
    [[nodiscard]] float glowOf(const std::string& material) const override;

    /// Until told otherwise the material's file counts as holding this text, as while one of its
    /// values is dragged; nullopt: what it holds by now. Those who use it are told at once, before
    /// pollChanges() would see it.
    void showMaterialText(const fs::path& file, const std::optional<std::string>& text);

    /// Whether prepareMaterials() decodes normal and roughness images too. Not unless asked for:
    /// quick pictures do without.
    void prepareSurfaceImages(bool wanted);

    /// The pixels of a material's image; null if it cannot be read, which the log says. The caller
    /// holds them as long as it needs them: the database forgets what it has handed out, and
    /// decodes it again for the next who asks.
    [[nodiscard]] std::shared_ptr<const Image> image(const fs::path& file);

    /// The file of an asset, checked to exist and to lie inside the project.
    [[nodiscard]] Result<fs::path> fileOf(AssetKind kind, const std::string& path) const;

    [[nodiscard]] LightmapStore& lightmaps();

    /// Null, and said in the log, if the project has no such file or it cannot be read.
    [[nodiscard]] std::shared_ptr<const LightProfile> lightProfile(const std::string& path);

    /// Looks for changed, new and gone files (cheap; called from a timer about twice a second).
    /// Materials and images that are in use are decoded again on workers; until that is done the
    /// old ones stay, and a later call tells of them.
    void pollChanges();

    /// Waits for what pollChanges() has under way, and tells of it.
    void finishChanges();

    /// Assets whose contents changed, and the materials that show a changed image.
    Signal<std::vector<AssetEntry>> changed;

    /// Sorted: materials that say something else of their faces now. Before `changed`.
    Signal<std::vector<Name>> surfacesChanged;

    /// Models that stand-ins were shown for.
    Signal<std::vector<std::string>> modelsRead;

private:
    void tell(const std::vector<AssetEntry>& entries);

    struct State;
    std::unique_ptr<State> m_state;
};
} // namespace engine
