#include "engine_core/assets/models/model_shelf.h"

#include "engine_core/base/contract.h"

namespace engine
{
namespace
{
/// One for all, so that what is made of it is made once.
std::shared_ptr<const MeshShape> standInModel()
{
    static const auto shared = MeshShape::marker(Name{}, {});
    return shared;
}
} // namespace

ModelShelf::ModelShelf(const Project& project, AssetWorkers& workers)
    : m_project{project}, m_workers{workers}
{
}

std::shared_ptr<const MeshShape> ModelShelf::mesh(const std::string& path)
{
    if (const auto known = m_meshes.find(path); known != m_meshes.end())
        return known->second;
    if (const auto coming = m_coming.extract(path); !coming.empty())
        return put(path, coming.mapped().get());
    return put(path, loadModelOf(m_project, path));
}

std::shared_ptr<const MeshShape> ModelShelf::shown(const std::string& path)
{
    if (!m_wake || m_meshes.contains(path))
        return mesh(path);
    // Those that saw the stand-in hear of the model before anybody sees it.
    if (const auto coming = m_coming.find(path);
        coming != m_coming.end() && isReady(coming->second) && !m_stoodInFor.contains(path))
        return mesh(path);
    prepare(path);
    m_stoodInFor.insert(path);
    return standInModel();
}

bool ModelShelf::has(const std::string& path) const
{
    return m_meshes.contains(path);
}

std::set<std::string> ModelShelf::loaded() const
{
    std::set<std::string> paths;
    for (const auto& [path, shape] : m_meshes)
        paths.insert(path);
    for (const auto& [path, model] : m_coming)
        if (isReady(model))
            paths.insert(path);
    return paths;
}

std::shared_ptr<const Material> ModelShelf::material(Name name)
{
    (void)mesh(name.text().substr(0, name.text().find(InModel)));
    const auto made = m_materials.find(name);
    return made == m_materials.end() ? nullptr : made->second;
}

std::shared_ptr<const Image> ModelShelf::picture(const fs::path& name) const
{
    const auto known = m_pictures.find(name);
    return known == m_pictures.end() ? nullptr : known->second;
}

void ModelShelf::prepare(const std::string& path)
{
    if (!m_meshes.contains(path) && !m_coming.contains(path))
        m_coming.emplace(path, read(path));
}

ModelShelf::Coming ModelShelf::read(const std::string& path)
{
    return m_workers.start<LoadedModel>(
        "Reading a model", [project = m_project, path] { return loadModelOf(project, path); },
        m_wake);
}

std::shared_ptr<const MeshShape> ModelShelf::put(const std::string& path, const LoadedModel& model)
{
    for (const auto& [name, material] : model.materials)
        m_materials.insert_or_assign(name, material);
    for (const auto& [name, picture] : model.pictures)
        m_pictures.insert_or_assign(name, picture);
    m_meshes.insert_or_assign(path, model.shape);
    return model.shape;
}

void ModelShelf::add(const std::map<std::string, LoadedModel>& models)
{
    for (const auto& [path, model] : models) {
        const auto written = modelWritten(m_project, path);
        // Its change may be told already, to nobody.
        const bool isOld = written != fs::file_time_type::min() && written != model.written;
        if (isOld || m_meshes.contains(path))
            continue;
        m_coming.erase(path); // if it is on its way, too, nobody shall wait for that
        put(path, model);
    }
}

void ModelShelf::forget(const std::string& path)
{
    m_meshes.erase(path);
    m_coming.erase(path);
    const auto start = path + InModel;
    std::erase_if(m_materials,
                  [&](const auto& entry) { return entry.first.text().starts_with(start); });
    std::erase_if(m_pictures,
                  [&](const auto& entry) { return entry.first.string().starts_with(start); });
}

void ModelShelf::readAside(std::function<void()> wake)
{
    ENGINE_EXPECT(wake);
    m_wake = std::move(wake);
}

bool ModelShelf::readsAside() const
{
    return static_cast<bool>(m_wake);
}

bool ModelShelf::standsIn() const
{
    return !m_stoodInFor.empty();
}

std::vector<std::string> ModelShelf::takeRead()
{
    std::vector<std::string> read;
    for (const auto& path : m_stoodInFor) {
        const auto coming = m_coming.find(path);
        if (coming != m_coming.end() && !isReady(coming->second))
            continue;
        if (coming != m_coming.end())
            (void)mesh(path); // taken; what is not on its way is there, or asked for once more
        read.push_back(path);
    }
    for (const auto& path : read)
        m_stoodInFor.erase(path);
    return read;
}

void ModelShelf::wait() const
{
    for (const auto& [path, model] : m_coming)
        model.wait();
}

void ModelShelf::wait(const std::set<std::string>& paths) const
{
    for (const auto& path : paths)
        if (const auto coming = m_coming.find(path); coming != m_coming.end())
            coming->second.wait();
}
} // namespace engine
