#include "editor/panels/inspector/inspector.h"

#include "editor/api/fold_section.h"
#include "editor/operations/entity/object_names.h"
#include "editor/operations/entity/object_sets.h"
#include "editor/operations/entity/property_operations.h"
#include "editor/panels/fields/number_field.h"
#include "editor/panels/inspector/inspector_bindings.h"
#include "editor/panels/inspector/inspector_section.h"
#include "editor/panels/inspector/map_keys_table.h"
#include "editor/panels/inspector/prefab_section.h"
#include "editor/panels/inspector/texture_section.h"
#include "editor/tools/place/prefab_commands.h"
#include "editor/views/theme.h"
#include "engine_core/assets/prefabs/prefab_library.h"
#include "engine_core/base/count_text.h"
#include "engine_core/base/thread_time.h"
#include "engine_core/play/play_library.h"
#include "engine_core/play/play_session.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/map_entity.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/scene_settings.h"

#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QScrollArea>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <unordered_set>

namespace editor
{
using namespace engine;

namespace
{
QString iconOf(const TypeInfo& type)
{
    static const QHash<QString, QString> Icons{
        {QStringLiteral("node"), QStringLiteral("entity")},
        {QStringLiteral("transform"), QStringLiteral("move")},
        {QStringLiteral("brush"), QStringLiteral("brush")},
        {QStringLiteral("light"), QStringLiteral("light_bulb")},
        {QStringLiteral("mesh"), QStringLiteral("mesh")},
        {QStringLiteral("audio_source"), QStringLiteral("sound")},
        {QStringLiteral("script"), QStringLiteral("script")},
        {QStringLiteral("mover"), QStringLiteral("door")},
        {QStringLiteral("player_start"), QStringLiteral("player_start")},
        {QStringLiteral("scene_settings"), QStringLiteral("scene")},
    };
    return Icons.value(QString::fromStdString(type.name), QStringLiteral("entity"));
}

/// Shown by something better than a row.
bool hasOwnEditor(const TypeInfo& type, const Property& property)
{
    return type.id == typeIdOf<MapEntity>() && property.name == "keys";
}

/// Of a turn for reading many objects.
constexpr double ReadMilliseconds = 4;
constexpr std::size_t ObjectsAtOnce = 500;
constexpr std::size_t FacesAtOnce = 5000;

constexpr int ManyMilliseconds = 20;      ///< so that the views are first
constexpr int PartsMilliseconds = 50;     ///< until a step in parts is looked at again
constexpr int WatchMilliseconds = 200;    ///< as fast as numbers that change can be read
constexpr int CompilerMilliseconds = 100; ///< until a script that takes long is asked for again
} // namespace

Inspector::Inspector(EditorApi& editor, QWidget* parent, ScriptSource scripts)
    : QWidget{parent}, m_editor{editor}, m_scriptSource{std::move(scripts)}
{
    setObjectName(QStringLiteral("inspector"));
    setAccessibleName(tr("Inspector"));
    auto* layout = new QVBoxLayout{this};
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    m_headline = new QLabel{this};
    m_headline->setObjectName(QStringLiteral("inspectorHeadline"));
    m_headline->setContentsMargins(8, 6, 8, 6);
    m_headline->setTextFormat(Qt::PlainText);
    m_headline->setWordWrap(true);
    layout->addWidget(m_headline);

    auto* scroll = new QScrollArea{this};
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_contents = new QWidget{scroll};
    m_contents->setMinimumWidth(220);
    auto* column = new QVBoxLayout{m_contents};
    column->setContentsMargins(0, 0, 0, 8);
    column->setSpacing(0);
    m_sections = new QVBoxLayout;
    m_sections->setSpacing(1);
    column->addLayout(m_sections);
    m_add = new QPushButton{themeIcon(QStringLiteral("plus")), tr("Add component"), m_contents};
    m_add->setObjectName(QStringLiteral("addComponent"));
    m_add->setToolTip(tr("<b>Add component</b><br>Gives the selected objects a new ability."));
    connect(m_add, &QPushButton::clicked, this, &Inspector::showAddMenu);
    auto* addRow = new QHBoxLayout;
    addRow->setContentsMargins(8, 8, 8, 0);
    addRow->addWidget(m_add);
    column->addLayout(addRow);
    column->addStretch(1);
    scroll->setWidget(m_contents);
    layout->addWidget(scroll, 1);

    m_later.setSingleShot(true);
    m_later.setInterval(0);
    connect(&m_later, &QTimer::timeout, this, &Inspector::refreshInTurns);
    m_inTurns.setInterval(0);
    connect(&m_inTurns, &QTimer::timeout, this, &Inspector::readInTurn);
    m_watch.setInterval(WatchMilliseconds);
    connect(&m_watch, &QTimer::timeout, this, &Inspector::refreshPlayed);
    m_watch.start();
    connectDocument();
    selectionChanged();
}

Inspector::~Inspector()
{
    // A field with unfinished text commits when it goes; what it asks for must still be there then.
    qDeleteAll(findChildren<QWidget*>(Qt::FindDirectChildrenOnly));
}

QSize Inspector::sizeHint() const
{
    return {fontMetrics().averageCharWidth() * 44, 480};
}

void Inspector::connectDocument()
{
    auto& document = m_editor.document();
    m_connections += document.selection().changed.connect([this] { selectionChanged(); });
    m_connections += document.changed.connect([this](const ChangeSet& changes) {
        const bool ours = std::any_of(changes.changes.begin(), changes.changes.end(),
                                      [this](const Change& each) { return isShown(each.entity); });
        // Put off: the change may come out of one of our own widgets, and many come at once.
        if (ours || m_prefab != nullptr) {
            m_inTurns.stop(); // it may be of values that are no more
            m_later.start();
        }
    });
    m_connections += document.reset.connect([this] {
        m_inTurns.stop();
        m_later.start();
    });
    m_connections += m_editor.projectChanged.connect([this] {
        m_scripts.reset();
        m_built = false;
        m_later.start();
    });
}

void Inspector::listenToAssets()
{
    m_assetsConnection = m_editor.assets().changed.connect([this](const auto& files) {
        const bool scripts = std::any_of(files.begin(), files.end(), [](const AssetEntry& each) {
            return each.kind == AssetKind::Script;
        });
        if (scripts)
            showScriptAnew();
    });
}

/// The class may have other properties now.
void Inspector::showScriptAnew()
{
    if (m_shape.script.empty())
        return;
    m_built = false;
    m_later.start();
}

ScriptLibrary& Inspector::scripts()
{
    listenToAssets();
    if (m_scriptSource)
        return m_scriptSource();
    if (!m_scripts)
        m_scripts =
            makeScriptLibrary(m_editor.assets(), scriptTrustOf(m_editor.assets().project()));
    return *m_scripts;
}

void Inspector::takeObjects()
{
    const auto& selection = m_editor.document().selection();
    m_objects = selection.entities();
    for (const auto& face : selection.faces())
        if (m_objects.empty() || m_objects.back() != face.entity)
            m_objects.push_back(face.entity); // those of one brush mostly come in a row
    if (!selection.faces().empty()) {
        std::unordered_set<EntityId> seen;
        std::erase_if(m_objects, [&](EntityId entity) { return !seen.insert(entity).second; });
    }
    m_isShown = m_objects;
    std::sort(m_isShown.begin(), m_isShown.end());
    // A gesture may have destroyed some for now: the selection keeps them until it ends.
    const auto& world = m_editor.document().world();
    m_areSomeGone =
        std::erase_if(m_objects, [&](EntityId entity) { return !world.exists(entity); }) > 0;
    if (m_objects.empty()) {
        m_objects = {SceneEntity};
        m_isShown.insert(m_isShown.begin(), SceneEntity); // the least of all ids
    }
}

bool Inspector::isShown(EntityId entity) const
{
    return std::binary_search(m_isShown.begin(), m_isShown.end(), entity);
}

void Inspector::selectionChanged()
{
    dropTyping(); // what was typed was meant for other objects
    m_inTurns.stop();
    takeObjects();
    if (m_objects.size() > ManyObjects)
        m_later.start(ManyMilliseconds);
    else
        refreshNow();
}

void Inspector::dropTyping()
{
    for (auto* field : findChildren<QLineEdit*>()) {
        if (!field->isModified())
            continue;
        if (auto* number = qobject_cast<NumberField*>(field))
            number->restore();
        else
            field->setModified(false);
    }
}

void Inspector::refreshNow()
{
    takeObjectsThatAreThere();
    ShapeReader reader{m_editor.document(), m_objects};
    (void)reader.read(m_objects.size());
    takeShape(reader.shape());
    listRows();
    while (!m_toRead.empty())
        readOn();
}

/// After a step, or when many objects were chosen.
void Inspector::refreshInTurns()
{
    if (m_editor.document().isInParts()) {
        // Once, when all parts are done.
        QTimer::singleShot(PartsMilliseconds, this, [this] { m_later.start(); });
        return;
    }
    if (m_objects.size() <= ManyObjects)
        return refreshNow();
    takeObjectsThatAreThere();
    m_reader.emplace(m_editor.document(), m_objects);
    m_inTurns.start();
}

/// Ends what is being read: it is of objects that were shown before.
void Inspector::takeObjectsThatAreThere()
{
    m_later.stop();
    m_later.setInterval(0);
    m_inTurns.stop();
    m_reader.reset();
    m_toRead.clear();
    const auto& world = m_editor.document().world();
    if (m_areSomeGone || std::any_of(m_objects.begin(), m_objects.end(),
                                     [&](EntityId entity) { return !world.exists(entity); }))
        takeObjects();
}

/// What is shown is of the right kind from here on, and its rows are to be read.
void Inspector::takeShape(InspectorShape shape)
{
    if (!m_built || shape != m_shape) {
        m_shape = std::move(shape);
        rebuild();
    }
    m_headline->setText(headline());
}

void Inspector::readInTurn()
{
    if (!m_share.take())
        return;
    const double start = threadMilliseconds();
    while (m_reader || !m_toRead.empty()) {
        if (!m_reader) {
            readOn();
        } else if (m_reader->read(ObjectsAtOnce)) {
            takeShape(m_reader->shape());
            m_reader.reset();
            listRows();
        }
        if (threadMilliseconds() - start > ReadMilliseconds)
            return;
    }
    m_inTurns.stop();
}

void Inspector::readOn()
{
    if (m_toRead.front()())
        m_toRead.pop_front();
}

/// What refreshes all rows, each entry some of them.
void Inspector::listRows()
{
    m_toRead.clear();
    const auto add = [this](auto read) {
        m_toRead.emplace_back([read] {
            read();
            return true;
        });
    };
    for (auto* section : m_shown) {
        for (std::size_t row = 0; row < section->rowCount(); ++row)
            add([section, row] { section->refreshRow(row); });
        add([section] { section->refreshPlayed(); });
    }
    if (m_texture != nullptr) {
        m_texture->dropReading();
        m_toRead.emplace_back([this] { return m_texture->readFaces(FacesAtOnce); });
    }
    if (m_prefab != nullptr)
        add([this] { m_prefab->refreshOverrides(); });
    if (m_mapKeys != nullptr)
        add([this] { m_mapKeys->refresh(); });
    if (m_brushSize != nullptr)
        add([this] { showBrushSize(); });
}

void Inspector::showBrushSize()
{
    const auto size = boundsOfAll(m_editor.document().world(), m_objects).size();
    m_brushSize->setText(tr("%1 x %2 x %3 m")
                             .arg(NumberField::textOf(size.x), NumberField::textOf(size.y),
                                  NumberField::textOf(size.z)));
}

void Inspector::rebuild()
{
    m_built = true;
    m_toRead.clear();
    setUpdatesEnabled(false);
    m_texture = nullptr;
    m_brushSize = nullptr;
    m_prefab = nullptr;
    m_mapKeys = nullptr;
    for (auto* section : m_shown) {
        section->hide();
        m_sections->removeWidget(section);
        section->deleteLater();     // one of its widgets may be further up the stack
        section->setObjectName({}); // nor is it found by name any more
        for (auto* child : section->findChildren<QWidget*>())
            child->setObjectName({});
    }
    m_shown.clear();
    if (m_shape.prefab) {
        m_prefab = new PrefabSection{m_editor, m_shape.prefab, m_contents};
        addSection(m_prefab);
    }
    if (m_shape.faces) {
        addTextureSection();
    } else {
        for (const auto id : m_shape.types) {
            addComponentSection(*m_editor.document().types().find(id));
            if (id == typeIdOf<BrushComponent>())
                addTextureSection();
        }
        if (m_shape.brushes && m_texture == nullptr)
            addTextureSection(); // of those objects that are brushes
    }
    const bool isScene = m_objects.front() == SceneEntity;
    m_add->setVisible(!isScene && !m_shape.faces);
    setUpdatesEnabled(true);
}

void Inspector::refreshPlayed()
{
    const bool isPlaying = m_editor.isPlaying();
    if (!isVisible() || (!isPlaying && !m_wasPlaying))
        return;
    m_wasPlaying = isPlaying;
    for (auto* section : m_shown)
        section->refreshPlayed();
    m_headline->setText(headline());
}

void Inspector::addSection(InspectorSection* section)
{
    section->setFolded(m_folded.contains(section->id()));
    connect(section, &InspectorSection::folded, this, [this](const QString& id, bool folded) {
        if (folded)
            m_folded.insert(id);
        else
            m_folded.remove(id);
    });
    m_sections->addWidget(section);
    m_shown.push_back(section);
    section->show();
}

void Inspector::addComponentSection(const TypeInfo& type)
{
    const auto label = QString::fromStdString(type.label);
    auto* section =
        new InspectorSection{QString::fromStdString(type.name), label, iconOf(type), m_contents};
    section->setToolTip(QString::fromStdString(type.tooltip));
    const auto objects = [this] {
        return m_objects;
    };
    std::size_t place = 0;
    for (const auto& [title, properties] : engine::sectionsOf(type)) {
        section->beginPart(title.empty() ? nullptr
                                         : makeFoldSection(type, title, place++, section));
        for (const auto* property : properties)
            if (property->kind != PropertyKind::Bag && !hasOwnEditor(type, *property))
                section->addRow(m_editor,
                                bindComponentProperty(m_editor, objects, type, *property));
    }
    section->beginPart(nullptr);
    if (type.id == typeIdOf<BrushComponent>())
        addBrushSize(*section);
    if (type.id == typeIdOf<MapEntity>()) {
        m_mapKeys = new MapKeysTable{m_editor, objects, section};
        section->addWide(m_mapKeys);
    }
    if (type.id == typeIdOf<Script>())
        addScriptRows(*section);
    if (type.userCanAdd) {
        auto* remove = section->addHeaderButton(
            QStringLiteral("close"),
            tr("<b>Remove</b><br>Takes this component from the selected objects."));
        remove->setObjectName(QStringLiteral("remove.") + QString::fromStdString(type.name));
        remove->setAccessibleName(tr("Remove %1").arg(label));
        connect(remove, &QToolButton::clicked, this, [this, &type] {
            auto done = m_editor.document().run(
                "Remove " + nameInSentence(type.label, m_objects.size()),
                [&](Transaction& edit) { return removeComponent(edit, m_objects, type); });
            if (!done)
                m_editor.showMessage(MessageKind::Error, done.error().message());
        });
    }
    addSection(section);
}

void Inspector::addBrushSize(InspectorSection& section)
{
    m_brushSize = new QLabel{&section};
    m_brushSize->setObjectName(QStringLiteral("brushSize"));
    m_brushSize->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_brushSize->setToolTip(tr("The size of the box around the selected brushes: x, y, z."));
    section.addRow(tr("Size"), m_brushSize);
}

void Inspector::addScriptRows(InspectorSection& section)
{
    if (m_shape.script.empty())
        return;
    const auto* script = m_editor.document().world().get<Script>(m_objects.front());
    if (script->file.path.empty())
        return;
    const auto info = scripts().classInfo(script->file.path, script->className);
    if (!info) {
        if (scripts().isCompiling())
            QTimer::singleShot(CompilerMilliseconds, this, &Inspector::showScriptAnew);
        auto* note = new QLabel{QString::fromStdString(info.error().message()), &section};
        note->setObjectName(QStringLiteral("scriptError"));
        note->setWordWrap(true);
        note->setProperty("error", true);
        section.addWide(note);
        return;
    }
    const auto objects = [this] {
        return m_objects;
    };
    for (const auto& property : info->properties)
        section.addRow(m_editor, bindScriptProperty(m_editor, objects, property));
    for (const auto& member : info->scriptOnly) {
        auto* note = new QLabel{
            tr("%1: set in the script").arg(QString::fromStdString(member.type)), &section};
        note->setObjectName(QStringLiteral("prop.script.") + QString::fromStdString(member.name));
        note->setProperty("muted", true);
        note->setWordWrap(true);
        note->setToolTip(tr("Levels keep no values of this type, so the script gives it one."));
        section.addRow(QString::fromStdString(member.label), note);
    }
}

std::vector<FaceRef> Inspector::shownFaces() const
{
    const auto& document = m_editor.document();
    if (!document.selection().faces().empty())
        return document.selection().faces();
    return facesOf(document.world(), m_objects);
}

void Inspector::addTextureSection()
{
    const auto brush = typeIdOf<BrushComponent>();
    const auto& partly = m_shape.partly;
    const bool isOfSome = std::find(partly.begin(), partly.end(), brush) != partly.end();
    m_texture = new TextureSection{
        m_editor, isOfSome ? tr("Texture Mapping of the Brushes") : tr("Texture Mapping"),
        [this] { return shownFaces(); }, m_contents};
    addSection(m_texture);
}

QString Inspector::headline() const
{
    const auto& document = m_editor.document();
    if (const auto faces = document.selection().faces().size(); faces > 0)
        return QString::fromStdString(countText(faces, "face", "faces"));
    if (m_objects.front() == SceneEntity && isPrefabFile(document.path().string()))
        return tr("Nothing is selected: this is the prefab itself. Light and settings are those of "
                  "the scenes that it stands in.");
    if (m_objects.front() == SceneEntity)
        return tr("Nothing is selected: these are the scene's settings.");
    if (m_objects.size() == 1) {
        const auto name = QString::fromStdString(shownNameOf(document.world(), m_objects.front()));
        const auto* session = m_editor.playSession();
        return session != nullptr && !session->world().exists(m_objects.front())
                   ? tr("%1 (no longer in the running game)").arg(name)
                   : name;
    }
    const auto text = QString::fromStdString(countText(m_objects.size(), "object", "objects"));
    return m_shape.partly.empty() ? text : tr("%1: what all of them have").arg(text);
}

void Inspector::showAddMenu()
{
    QMenu menu{this};
    for (const auto& type : m_editor.document().types().all()) {
        const bool all =
            std::find(m_shape.types.begin(), m_shape.types.end(), type.id) != m_shape.types.end();
        if (!type.userCanAdd || all)
            continue;
        auto* action = menu.addAction(themeIcon(iconOf(type)), QString::fromStdString(type.label));
        action->setToolTip(QString::fromStdString(type.tooltip));
        connect(action, &QAction::triggered, this, [this, &type] {
            auto done =
                m_editor.document().run("Add " + nameInSentence(type.label, m_objects.size()),
                                        [&](Transaction& edit) -> Result<void> {
                                            addComponent(edit, m_objects, type);
                                            return {};
                                        });
            if (!done)
                m_editor.showMessage(MessageKind::Error, done.error().message());
        });
    }
    menu.setToolTipsVisible(true);
    menu.exec(m_add->mapToGlobal(QPoint{0, m_add->height()}));
}
} // namespace editor
