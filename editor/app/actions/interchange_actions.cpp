#include "editor/app/actions/action_registry.h"
#include "editor/app/actions/builtin_actions.h"
#include "editor/app/actions/import_files.h"
#include "editor/app/actions/interchange_report.h"
#include "editor/app/actions/material_pictures.h"
#include "editor/app/actions/sound_files.h"
#include "editor/app/actions/texture_files.h"
#include "editor/app/dialogs/file_dialog.h"
#include "editor/app/window/main_window.h"
#include "editor/app/workspace/scene_files.h"
#include "engine_core/base/count_text.h"
#include "engine_core/interchange/level_model.h"
#include "engine_core/interchange/maps/map_export.h"
#include "engine_core/interchange/model_import.h"
#include "engine_core/interchange/picture_import.h"
#include "engine_core/interchange/project_textures.h"
#include "engine_core/interchange/sound_import.h"
#include "engine_core/scene/components/scene_settings.h"

#include <QClipboard>
#include <QDropEvent>
#include <QFileInfo>
#include <QGuiApplication>
#include <QMimeData>
#include <QPointer>
#include <QUrl>

#include <cstdlib>
#include <optional>

namespace editor
{
namespace
{
using engine::Result;

/// What is said when a level has been written, with what was left out.
struct Written
{
    std::string message;
    std::vector<std::string> skipped;
};

/// Of the whole level, or of some objects with all below them.
Result<engine::ExportedMap> mapText(const engine::World& world,
                                    const engine::Project& project,
                                    std::vector<EntityId> only,
                                    engine::JobControl& control)
{
    engine::ProjectTextures textures{project};
    engine::MapExportOptions options{engine::DefaultMapScale, {}, &control, std::move(only)};
    options.findMaterial = [&](engine::Name each) {
        return textures.findMaterial(each);
    };
    return engine::exportMap(world, options);
}

Result<Written> writeLevel(const engine::World& world,
                           const fs::path& file,
                           const engine::Project& project,
                           const engine::Lightmap* lightmap,
                           engine::JobControl& control)
{
    const auto name = file.filename().string();
    if (file.extension() != ".map") {
        const engine::ModelExportOptions options{.lightmap = lightmap,
                                                 .job = &control,
                                                 .project = &project,
                                                 .plants = engine::ExportedPlants::Instances};
        const auto model = file.extension() == ".obj" ? exportObj(world, file, options)
                                                      : exportGltf(world, file, options);
        if (!model)
            return model.error();
        auto message = fmt::format("Exported {}: {}, {}", name,
                                   engine::countText(model->brushes, "brush", "brushes"),
                                   engine::countText(model->triangles, "triangle", "triangles"));
        const auto add = [&](std::size_t count, std::string_view one, std::string_view many) {
            if (count > 0)
                message += ", " + engine::countText(count, one, many);
        };
        add(model->patches, "curved patch", "curved patches");
        add(model->instances, "model", "models");
        add(model->lights, "light", "lights");
        add(model->plants, "plant", "plants");
        add(model->textures, "texture", "textures");
        if (!model->leftOut.empty())
            message += "; left out: " + model->leftOut;
        return Written{std::move(message), model->skipped};
    }
    auto map = mapText(world, project, {}, control);
    if (!map)
        return map.error();
    if (auto written = engine::writeFileAtomically(file, map->text); !written)
        return written.error();
    return Written{fmt::format("Exported {}: {} and {}, {} left out", name,
                               engine::countText(map->brushes, "brush", "brushes"),
                               engine::countText(map->entities, "entity", "entities"),
                               map->skipped.size()),
                   std::move(map->skipped)};
}

void exportFile(MainWindow& window, const fs::path& file)
{
    auto& context = window.context();
    window.context().toolBox().cancelGesture();
    const auto outcome = std::make_shared<std::optional<Result<Written>>>();
    const auto world = std::make_shared<const engine::World>(context.document().world());
    const auto project = context.assets().project();
    const auto* reference = world->get<engine::LightmapRef>(engine::SceneEntity);
    const auto lightmap =
        reference != nullptr
            ? context.assets().lightmaps().find(std::strtoull(reference->hash.c_str(), nullptr, 16))
            : nullptr;
    const auto work = [=](engine::JobControl& control) {
        *outcome = writeLevel(*world, file, project, lightmap.get(), control);
    };
    const QPointer<MainWindow> alive{&window};
    context.workspace().jobs().start(
        "Export " + file.filename().string(), work, [alive, outcome, file] {
            if (!alive || !*outcome)
                return;
            if (!**outcome) {
                alive->showError(text((**outcome).error().message()));
                return;
            }
            const auto& written = ***outcome;
            alive->context().showMessage(MessageKind::Info, written.message);
            QStringList lines;
            for (const auto& each : written.skipped)
                lines += text(each);
            showReport(*alive, MainWindow::tr("Export of %1").arg(text(file.filename().string())),
                       MainWindow::tr("What the file does not hold, or holds another way:"), lines);
        });
}

/// Puts the text on the clipboard and tells what it holds.
void giveMapText(MainWindow& window, const engine::ExportedMap& map)
{
    const auto entities = map.entities - 1; // worldspawn is always there
    if (map.brushes + entities == 0)
        return window.context().showMessage(MessageKind::Warning,
                                            "Nothing of the selection can be in a Quake map");
    QGuiApplication::clipboard()->setText(text(map.text));
    auto message = "Copied " + engine::countText(map.brushes, "brush", "brushes");
    if (entities > 0)
        message += " and " + engine::countText(entities, "entity", "entities");
    message += " as text of a Quake map";
    if (!map.skipped.empty())
        message += ". " + map.skipped.front();
    if (map.skipped.size() > 1)
        message += fmt::format(", and {} more", map.skipped.size() - 1);
    window.context().showMessage(map.skipped.empty() ? MessageKind::Info : MessageKind::Warning,
                                 message);
}

void copyAsMap(MainWindow& window)
{
    auto& context = window.context();
    const auto outcome = std::make_shared<std::optional<Result<engine::ExportedMap>>>();
    const auto world = std::make_shared<const engine::World>(context.document().world());
    const auto project = context.assets().project();
    const auto chosen = context.document().selection().entities();
    const auto work = [=](engine::JobControl& control) {
        *outcome = mapText(*world, project, chosen, control);
    };
    const QPointer<MainWindow> alive{&window};
    context.workspace().jobs().start("Copy as Quake map", work, [alive, outcome] {
        if (!alive || !*outcome)
            return;
        if (**outcome)
            giveMapText(*alive, ***outcome);
        else
            alive->showError(text((**outcome).error().message()));
    });
}

void exportWithDialog(MainWindow& window)
{
    auto file = askForFileToWrite(
        &window,
        {.title = MainWindow::tr("Export"),
         .filters =
             MainWindow::tr("Quake maps (*.map);;glTF (*.glb *.gltf);;Wavefront OBJ (*.obj)"),
         .memory = QStringLiteral("export/folder"),
         .folder = window.context().assets().project().root,
         .within = {}},
        text(sceneName(window.context().document().path())) + QStringLiteral(".map"));
    if (file.empty())
        return;
    if (!file.has_extension())
        file += ".map";
    for (const auto* ending : {".map", ".glb", ".gltf", ".obj"})
        if (file.extension() == ending)
            return exportFile(window, file);
    window.showError(MainWindow::tr("Export writes .map, .glb, .gltf and .obj files"));
}

/// Lets maps, models, packs of textures, folders of them, pictures and sounds be dropped on the
/// window.
class ImportDrop : public QObject
{
public:
    explicit ImportDrop(MainWindow& window) : QObject{&window}, m_window{window}
    {
        window.setAcceptDrops(true);
        window.installEventFilter(this);
    }

    bool eventFilter(QObject* watched, QEvent* event) override
    {
        const bool isDrop = event->type() == QEvent::Drop;
        if (!isDrop && event->type() != QEvent::DragEnter)
            return QObject::eventFilter(watched, event);
        auto& drop = static_cast<QDropEvent&>(*event);
        const auto files = filesOf(*drop.mimeData());
        if (files.isEmpty())
            return QObject::eventFilter(watched, event);
        drop.acceptProposedAction();
        if (isDrop)
            take(files);
        return true;
    }

private:
    static QStringList filesOf(const QMimeData& data)
    {
        QStringList files;
        for (const auto& url : data.urls()) {
            const auto file = url.toLocalFile();
            if (file.endsWith(QLatin1String{".map"}, Qt::CaseInsensitive) ||
                engine::isModelFile(file.toStdString()) || isPack(file) || isFbx(file) ||
                engine::isPictureFile(file.toStdString()) ||
                engine::isSoundFile(file.toStdString()))
                files += file;
        }
        return files;
    }

    static bool isPack(const QString& file)
    {
        return engine::isTexturePackFile(file.toStdString()) || QFileInfo{file}.isDir();
    }

    /// Taken to be told that it is not read.
    static bool isFbx(const QString& file)
    {
        return file.endsWith(QLatin1String{".fbx"}, Qt::CaseInsensitive);
    }

    /// Pictures go together, since several make one material, and packs as one job.
    void take(const QStringList& files)
    {
        std::vector<fs::path> pictures;
        std::vector<fs::path> packs;
        std::vector<fs::path> sounds;
        for (const auto& each : files) {
            const fs::path file{each.toStdString()};
            if (isPack(each))
                packs.push_back(file);
            else if (engine::isPictureFile(file))
                pictures.push_back(file);
            else if (engine::isSoundFile(file))
                sounds.push_back(file);
            else if (isFbx(each))
                m_window.showError(whyNoFbx());
            else
                importAny(m_window, file);
        }
        if (!packs.empty())
            bringTextures(m_window, packs);
        if (!pictures.empty())
            bringPictures(m_window, pictures);
        if (!sounds.empty())
            bringSounds(m_window, sounds);
    }

    MainWindow& m_window;
};
} // namespace

void addCopyMapAction(MainWindow& window)
{
    window.actions().add(
        {.id = "edit.copyMap",
         .menu = "Edit",
         .label = "Copy as Quake map",
         .tooltip = "Puts the selected objects on the clipboard as text of a .map file, for "
                    "TrenchBroom and other editors of Quake maps.",
         .icon = "",
         .shortcut = "",
         .run = [&window] { copyAsMap(window); },
         .isEnabled =
             [&window] {
                 return !window.context().document().selection().entities().empty();
             }},
        "Select an object first");
}

void addInterchangeActions(MainWindow& window)
{
    auto& actions = window.actions();
    actions.add({.id = "file.import",
                 .menu = "File",
                 .label = "Import...",
                 .tooltip = "Adds a Quake map, or a glTF or OBJ model, to the scene.",
                 .icon = "",
                 .shortcut = "Ctrl+Alt+I",
                 .run = [&window] { importWithDialog(window); },
                 .isEnabled = {}});
    addTextureActions(window);
    addMaterialActions(window);
    actions.add({.id = "file.export",
                 .menu = "File",
                 .label = "Export...",
                 .tooltip = "Writes the scene as a Quake map, glTF or OBJ for other programs.",
                 .icon = "",
                 .shortcut = "Ctrl+Alt+E",
                 .run = [&window] { exportWithDialog(window); },
                 .isEnabled = {}});
    actions.addSeparator(QStringLiteral("File"));
    new ImportDrop{window}; // the window's
}
} // namespace editor
