#include "editor/app/actions/import_files.h"

#include "editor/app/actions/interchange_report.h"
#include "editor/app/dialogs/file_dialog.h"
#include "editor/app/window/main_window.h"
#include "editor/app/window/step_news.h"
#include "editor/operations/entity/clipboard_operations.h"
#include "editor/operations/entity/object_sets.h"
#include "engine_core/assets/models/model_assets.h"
#include "engine_core/base/count_text.h"
#include "engine_core/interchange/maps/map_import.h"
#include "engine_core/interchange/maps/map_measures.h"
#include "engine_core/interchange/model_import.h"
#include "engine_core/interchange/project_textures.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/map_entity.h"
#include "engine_core/scene/components/scene_settings.h"
#include "engine_core/scene/patches/curved_patch.h"

#include <QComboBox>
#include <QFileDialog>
#include <QGridLayout>
#include <QLabel>
#include <QPointer>
#include <QSettings>

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>

namespace editor
{
namespace
{
using engine::Result;

constexpr auto ImportMeasures = "import/measures"; ///< "auto", "keep" or a game's name
constexpr std::uintmax_t MaxMapFile = std::uintmax_t{256} << 20U;

/// What the last import dialog chose.
std::string chosenMeasures()
{
    return QSettings{}
        .value(QLatin1String{ImportMeasures}, QStringLiteral("auto"))
        .toString()
        .toStdString();
}

/// A map, and the game whose measures it gets; null: none.
struct ReadMap
{
    engine::ImportedMap map;
    const engine::GameMeasures* measures = nullptr;
};

QStringList reportOf(const engine::ImportedMap& map)
{
    QStringList lines;
    for (const auto& note : map.notes)
        lines += text(note);
    for (const auto& skip : map.skips.list())
        lines += MainWindow::tr("Line %1: left out: %2").arg(skip.line).arg(text(skip.reason));
    return lines;
}

/// The settings of the map count where nothing is yet that they could spoil.
void takeSettings(Transaction& transaction, const engine::World& map)
{
    if (transaction.world().count<engine::BrushComponent>() > 0 ||
        transaction.world().count<engine::CurvedPatch>() > 0)
        return;
    for (const auto type :
         {engine::typeIdOf<engine::SceneSettings>(), engine::typeIdOf<engine::MapEntity>()})
        if (const auto& value = map.value(engine::SceneEntity, type))
            transaction.swap({engine::SceneEntity, type, value});
}

/// As one step, whose objects are selected and shown; nothing, and told, if it is refused.
std::optional<std::vector<EntityId>>
addAsStep(MainWindow& window,
          const std::string& name,
          const std::function<std::vector<EntityId>(Transaction&)>& add)
{
    auto& document = window.context().document();
    window.context().toolBox().cancelGesture();
    std::vector<EntityId> added;
    const auto done = document.run("Import " + name, [&](Transaction& transaction) {
        added = add(transaction);
        return Result<void>{};
    });
    if (!done) {
        window.showError(text(done.error().message()));
        return std::nullopt;
    }
    document.selection().setMode(SelectionMode::Objects);
    document.selectAfterStep(added);
    window.context().focus(boundsOfAll(document.world(), added));
    return added;
}

void reportImport(MainWindow& window, const std::string& name, const QStringList& lines)
{
    showReport(window, MainWindow::tr("Import of %1").arg(text(name)),
               MainWindow::tr("What is not as the file had it:"), lines);
}

void addToScene(MainWindow& window, const std::string& name, const ReadMap& read)
{
    auto& document = window.context().document();
    const auto& map = read.map;
    addNeededParts(*map.world, map.needs, &document.world());
    std::string measures;
    if (read.measures != nullptr)
        measures =
            giveMeasures(*map.world, *read.measures, engine::DefaultMapScale, &document.world())
                .sentence;
    const auto added = addAsStep(window, name, [&](Transaction& transaction) {
        takeSettings(transaction, *map.world);
        return addObjects(transaction, *map.world);
    });
    if (!added)
        return;
    auto message =
        fmt::format("Imported {}: {} and {}, {} left out", name,
                    engine::countText(map.brushes, "brush", "brushes"),
                    engine::countText(map.entities, "entity", "entities"), map.skips.count());
    if (!measures.empty())
        message += ". " + measures;
    const auto& history = document.history();
    const auto unseen =
        added->empty() ? std::string{}
                       : whyUnseen(document.world(), history.entries()[history.position() - 1]);
    if (!unseen.empty())
        message += ". " + unseen;
    window.context().showMessage(unseen.empty() ? MessageKind::Info : MessageKind::Warning,
                                 message);
    auto report = reportOf(map);
    if (!report.isEmpty() && !measures.empty())
        report.prepend(text(measures));
    reportImport(window, name, report);
}

void addToScene(MainWindow& window, const std::string& name, const engine::ImportedModel& model)
{
    if (!addAsStep(window, name,
                   [&](Transaction& transaction) { return addObjects(transaction, *model.world); }))
        return;
    window.context().showMessage(MessageKind::Info,
                                 fmt::format("Imported {}: {}", name, summaryOf(model)));
    QStringList lines;
    for (const auto& note : model.notes)
        lines += text(note);
    reportImport(window, name, lines);
}

/// Reads on a worker; `take` gets what was read if the scene that asked for it is still open.
template <typename Read>
void readAside(MainWindow& window,
               const std::string& name,
               std::function<Result<Read>(engine::JobControl&)> read,
               std::function<void(MainWindow&, std::shared_ptr<const Read>)> take)
{
    const auto outcome = std::make_shared<std::optional<Result<Read>>>();
    auto& workspace = window.context().workspace();
    const QPointer<MainWindow> alive{&window};
    const auto scene = workspace.sceneCount();
    workspace.jobs().start(
        "Import " + name,
        [outcome, read = std::move(read)](engine::JobControl& control) {
            outcome->emplace(read(control));
        },
        [alive, outcome, scene, take = std::move(take)] {
            if (!alive || !*outcome || alive->context().workspace().sceneCount() != scene)
                return; // another scene is open, which did not ask for it
            if (**outcome)
                take(*alive, {outcome, &***outcome});
            else
                alive->showError(text((**outcome).error().message()));
        });
}

Result<ReadMap> readMap(const fs::path& file,
                        const engine::Project& project,
                        const std::string& measures,
                        engine::JobControl& control)
{
    const auto bytes = engine::readFile(file, MaxMapFile);
    if (!bytes)
        return bytes.error();
    engine::ProjectTextures textures{project};
    const auto parts = engine::loadMapParts(&project);
    if (!parts)
        return parts.error();
    const auto& game = engine::measuresOr(measures, *bytes);
    engine::MapImportOptions options{engine::DefaultMapScale, {}, &control, {&*parts, game.name}};
    options.findTexture = [&](std::string_view name) {
        return textures.find(name);
    };
    auto map = engine::importMap(*bytes, options);
    if (!map)
        return map.error().withContext("Cannot import '{}'", file.filename().string());
    return ReadMap{*std::move(map), measures != "keep" ? &game : nullptr};
}

void importMapFile(MainWindow& window, const fs::path& file)
{
    const auto name = file.filename().string();
    readAside<ReadMap>(
        window, name,
        [file, project = window.context().assets().project(), measures = chosenMeasures()](
            engine::JobControl& control) { return readMap(file, project, measures, control); },
        [name](MainWindow& into, const std::shared_ptr<const ReadMap>& read) {
            into.context().workspace().onceIdle(
                [&into, name, read] { addToScene(into, name, *read); });
        });
}

/// Copies a model's files into the project and adds objects that show it to the scene.
void importModelFile(MainWindow& window, const fs::path& file)
{
    const auto name = file.filename().string();
    readAside<engine::ImportedModel>(
        window, name,
        [file, project = window.context().assets().project()](engine::JobControl& control) {
            return engine::importModel(file, project, {1, &control});
        },
        [name](MainWindow& into, const std::shared_ptr<const engine::ImportedModel>& read) {
            into.context().assets().pollChanges(); // it has new files
            // The view turns to what is there then, by its size.
            into.context().workspace().withModels(
                engine::modelsOf(*read->world),
                [&into, name, read] { addToScene(into, name, *read); });
        });
}

/// A row below the file's name: whose measures player and agent get. Remembered when a file is
/// chosen.
void addMeasures(QFileDialog& dialog)
{
    auto* layout = qobject_cast<QGridLayout*>(dialog.layout());
    if (layout == nullptr)
        return; // another Qt may lay its dialog out another way
    auto* choice = new QComboBox{&dialog};
    choice->setObjectName(QStringLiteral("importMeasures"));
    choice->setAccessibleName(MainWindow::tr("Player of a map"));
    choice->setToolTip(MainWindow::tr(
        "Of a Quake map: player and navigation agent become as big as in the game, climb its stairs "
        "and jump as high. A player and agents that the scene has already stay as they are."));
    choice->addItem(MainWindow::tr("As in the game that the map names, else Quake"),
                    QStringLiteral("auto"));
    for (const auto& game : engine::gameMeasures())
        choice->addItem(MainWindow::tr("As in %1").arg(text(std::string{game.title})),
                        text(std::string{game.name}));
    choice->addItem(MainWindow::tr("The usual one"), QStringLiteral("keep"));
    choice->setCurrentIndex(std::max(choice->findData(text(chosenMeasures())), 0));
    auto* label = new QLabel{MainWindow::tr("Player of a map:"), &dialog};
    label->setBuddy(choice);
    const int row = layout->rowCount();
    layout->addWidget(label, row, 0);
    layout->addWidget(choice, row, 1, 1, std::max(layout->columnCount() - 2, 1));
    QObject::connect(&dialog, &QDialog::accepted, choice, [choice] {
        QSettings{}.setValue(QLatin1String{ImportMeasures}, choice->currentData());
    });
}
} // namespace

void importAny(MainWindow& window, const fs::path& file)
{
    if (engine::isModelFile(file))
        importModelFile(window, file);
    else
        importMapFile(window, file);
}

QString whyNoFbx()
{
    return MainWindow::tr(
        "FBX files are not read: export the model as glTF (.glb) from the program "
        "that made it");
}

void importWithDialog(MainWindow& window)
{
    const FileQuestion question{
        .title = MainWindow::tr("Import"),
        .filters = MainWindow::tr("Maps and models (*.map *.glb *.gltf *.obj);;All files (*)"),
        .memory = QStringLiteral("import/folder"),
        .folder = {},
        .within = {}};
    QFileDialog dialog{&window};
    prepareFileDialog(dialog, question);
    dialog.setFileMode(QFileDialog::ExistingFile);
    addMeasures(dialog);
    const auto name = text(runFileDialog(dialog, question).string());
    if (name.endsWith(QLatin1String{".fbx"}, Qt::CaseInsensitive))
        window.showError(whyNoFbx());
    else if (!name.isEmpty())
        importAny(window, name.toStdString());
}
} // namespace editor
