#include "plugins/foliage_painter/kind_import.h"

#include "editor/operations/foliage/foliage_operations.h"
#include "engine_core/assets/models/mesh_loader.h"
#include "engine_core/base/count_text.h"
#include "engine_core/interchange/model_import.h"
#include "engine_core/interchange/picture_import.h"
#include "engine_core/scene/components/gameplay.h"

#include <QTimer>

#include <algorithm>
#include <set>
#include <utility>

namespace foliage_painter
{
namespace
{
using engine::EntityId;
using engine::Error;
using engine::FoliageKind;
using engine::FoliageType;
using engine::Result;
namespace fs = engine::fs;

struct MadeKind
{
    FoliageType type;
    std::string name;
};

MadeKind modelKind(const std::string& path, std::string name)
{
    auto type = engine::newFoliageType(FoliageKind::Mesh);
    type.mesh = engine::AssetPath{path};
    return {std::move(type), std::move(name)};
}

/// As high as billboards are at first, and as wide as its picture says.
MadeKind pictureKind(const engine::PictureMaterialName& material)
{
    auto type = engine::newFoliageType(FoliageKind::Billboard);
    type.material = engine::AssetPath{material.path};
    type.size.x = std::clamp(type.size.y * material.pixels.x / material.pixels.y, 0.01, 100.0);
    return {std::move(type), fs::path{material.path}.filename().string()};
}

/// One for each model of the file: a glTF file may hold several.
Result<std::vector<MadeKind>>
importedKinds(const fs::path& file, const engine::Project& project, engine::JobControl& control)
{
    const auto model = engine::importModel(file, project, {1, &control});
    if (!model)
        return model.error();
    std::set<std::string> paths;
    model->world->forEach<engine::MeshInstance>(
        [&](EntityId, const engine::MeshInstance& mesh) { paths.insert(mesh.mesh.path); });
    std::vector<MadeKind> kinds;
    for (const auto& path : paths)
        kinds.push_back(
            modelKind(path, (paths.size() > 1 ? fs::path{path} : file).stem().string()));
    return kinds;
}

Result<std::vector<MadeKind>>
kindsOf(const DroppedShape& shape, const engine::Project& project, engine::JobControl& control)
{
    const bool isOurs = !shape.path.empty();
    if (isOurs && shape.kind == engine::AssetKind::Mesh) {
        if (const auto model = engine::loadModel(shape.file); !model)
            return model.error();
        return std::vector{modelKind(shape.path, shape.file.stem().string())};
    }
    if (!isOurs && engine::isModelFile(shape.file))
        return importedKinds(shape.file, project, control);
    const bool isMaterial = isOurs && shape.kind == engine::AssetKind::Material;
    if (!isMaterial && !engine::isPictureFile(shape.file))
        return Error{"'{}' is neither a model (.glb, .gltf, .obj) nor a picture",
                     shape.file.filename().string()};
    const auto material = isMaterial ? engine::pictureOfMaterial(shape.path, project)
                                     : engine::materialOfPicture(shape.file, project);
    if (!material)
        return material.error();
    return std::vector{pictureKind(*material)};
}
} // namespace

struct KindImport::Work
{
    std::vector<DroppedShape> shapes;
    engine::Project project;
    EntityId layer;
    std::vector<MadeKind> kinds;
    std::vector<std::string> problems;

    void run(engine::JobControl& control)
    {
        const auto count = static_cast<double>(shapes.size());
        for (std::size_t i = 0; i < shapes.size() && !control.isCancelled(); ++i) {
            const engine::ProgressPart part{control, static_cast<double>(i) / count,
                                            static_cast<double>(i + 1) / count};
            if (auto made = kindsOf(shapes[i], project, control))
                std::move(made->begin(), made->end(), std::back_inserter(kinds));
            else
                problems.push_back(made.error().message());
        }
    }
};

KindImport::KindImport(editor::EditorApi& editor)
    : m_editor{editor}, m_jobs{1, [this] {
                                   QMetaObject::invokeMethod(
                                       this, [this] { m_jobs.deliver(); }, Qt::QueuedConnection);
                               }}
{
    m_reset = editor.document().reset.connect([this] {
        if (m_control)
            m_control->cancel(); // another scene, which did not ask for it
    });
}

void KindImport::start(EntityId layer, std::vector<DroppedShape> shapes)
{
    if (m_control)
        return m_editor.showMessage(editor::MessageKind::Warning,
                                    "Other models or pictures are being read; wait for them");
    const auto work = std::make_shared<Work>();
    work->shapes = std::move(shapes);
    work->project = m_editor.assets().project();
    work->layer = layer;
    m_control = m_jobs.start(
        "Reading plants", [work](engine::JobControl& control) { work->run(control); },
        [this, work] { finish(work); });
    m_shown =
        m_editor.showJob({"Reading plants", [control = m_control] { return control->progress(); },
                          [control = m_control] {
                              control->cancel();
                          }});
}

void KindImport::finish(const std::shared_ptr<Work>& work)
{
    constexpr int Wait = 50; // milliseconds
    const bool isStopped = m_control->isCancelled();
    if (!isStopped && m_editor.document().isEditing()) {
        QTimer::singleShot(Wait, this, [this, work] { finish(work); });
        return;
    }
    const auto failure = m_control->failure();
    m_control.reset();
    m_shown = {};
    m_editor.assets().pollChanges(); // there may be new files
    if (isStopped)
        m_editor.showMessage(editor::MessageKind::Info, "Stopped; no kinds of plants were added");
    else if (failure)
        m_editor.showMessage(editor::MessageKind::Error,
                             "No kinds of plants were added: " + *failure);
    else
        publish(*work);
}

void KindImport::publish(const Work& work)
{
    if (work.kinds.empty())
        return tell(work, 0);
    auto layer = work.layer;
    EntityId last;
    const auto done = m_editor.document().run(
        work.kinds.size() == 1 ? "Add kind of plant" : "Add kinds of plants",
        [&](editor::Transaction& tx) -> Result<void> {
            if (tx.world().get<engine::FoliageLayer>(layer) == nullptr)
                layer = editor::createFoliageLayer(tx, "Foliage");
            for (const auto& [type, name] : work.kinds) {
                const auto kind = editor::addFoliageType(tx, layer, type, name);
                if (!kind)
                    return kind.error();
                last = *kind;
            }
            return {};
        });
    if (!done)
        return m_editor.showMessage(editor::MessageKind::Warning, done.error().message());
    added(layer, last);
    tell(work, work.kinds.size());
}

void KindImport::tell(const Work& work, std::size_t count)
{
    std::string text;
    if (count > 0)
        text = "Added " + engine::countText(count, "kind of plant", "kinds of plants");
    if (!work.problems.empty())
        text += (text.empty() ? "" : "; left out: ") + work.problems.front();
    if (work.problems.size() > 1)
        text += fmt::format(", and {} more", engine::numberText(work.problems.size() - 1));
    m_editor.showMessage(
        work.problems.empty() ? editor::MessageKind::Info : editor::MessageKind::Warning, text);
}
} // namespace foliage_painter
