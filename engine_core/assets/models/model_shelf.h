#pragma once

#include "engine_core/assets/models/model_assets.h"
#include "engine_core/assets/project/asset_workers.h"

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

namespace engine
{
/// The models of one project: those that are there, those on their way, and those that something
/// stands in for. Main thread only.
class ModelShelf
{
public:
    using Coming = std::shared_future<LoadedModel>;

    /// Both have to outlive it.
    ModelShelf(const Project& project, AssetWorkers& workers);

    /// Waits for the model or reads it, if it is not there. Never null.
    [[nodiscard]] std::shared_ptr<const MeshShape> mesh(const std::string& path);

    /// As mesh(), but after readAside() a box stands in for what is not there yet.
    [[nodiscard]] std::shared_ptr<const MeshShape> shown(const std::string& path);

    /// Whether a model is there; not those that are on their way.
    [[nodiscard]] bool has(const std::string& path) const;

    /// Those that mesh() has at once.
    [[nodiscard]] std::set<std::string> loaded() const;

    /// Of the file of its model, which is waited for; null if the file has none of that name.
    [[nodiscard]] std::shared_ptr<const Material> material(Name name);

    /// Of a model that is there, by the name of its material; else null.
    [[nodiscard]] std::shared_ptr<const Image> picture(const fs::path& name) const;

    /// Starts reading unless the model is there or on its way.
    void prepare(const std::string& path);

    /// Starts reading in any case; the caller puts what comes.
    [[nodiscard]] Coming read(const std::string& path);

    std::shared_ptr<const MeshShape> put(const std::string& path, const LoadedModel& model);

    /// Those that are not there already and not older than their files.
    void add(const std::map<std::string, LoadedModel>& models);

    void forget(const std::string& path);

    /// See AssetDatabase::readModelsAside().
    void readAside(std::function<void()> wake);
    [[nodiscard]] bool readsAside() const;

    /// Whether something stood in for models that takeRead() has not told of.
    [[nodiscard]] bool standsIn() const;

    /// Those that something stood in for and that are there now: each is told of once.
    [[nodiscard]] std::vector<std::string> takeRead();

    /// For all that are on their way.
    void wait() const;

    /// For those of them.
    void wait(const std::set<std::string>& paths) const;

private:
    const Project& m_project;
    AssetWorkers& m_workers;
    std::unordered_map<std::string, std::shared_ptr<const MeshShape>> m_meshes;
    std::unordered_map<Name, std::shared_ptr<const Material>> m_materials; ///< "path#name"
    std::map<fs::path, std::shared_ptr<const Image>> m_pictures;           ///< by the same names
    std::unordered_map<std::string, Coming> m_coming;
    std::set<std::string> m_stoodInFor; ///< since takeRead() told of them
    std::function<void()> m_wake;       ///< see readAside()
};
} // namespace engine
