#include "editor/panels/inspector/inspector.h"

#include "editor/operations/entity/object_names.h"
#include "editor/operations/entity/object_sets.h"
#include "editor/panels/fields/number_field.h"
#include "editor/panels/inspector/incoming_wires.h"
#include "editor/panels/inspector/inspector_bindings.h"
#include "editor/panels/inspector/inspector_section.h"
#include "editor/panels/inspector/played_view.h"
#include "editor/panels/inspector/prefab_section.h"
#include "editor/panels/inspector/texture_section.h"
#include "editor/panels/inspector/wires_editor.h"
#include "editor/panels/level/light_card.h"
#include "editor/panels/map_keys/map_keys_table.h"
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
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>
#include <unordered_set>
#include <utility>

namespace editor
{
using namespace engine;

namespace
{
/// Of a turn for reading many objects.
constexpr double ReadMilliseconds = 4;
constexpr std::size_t ObjectsAtOnce = 500;
constexpr std::size_t FacesAtOnce = 5000;

constexpr int ManyMilliseconds = 20;   ///< so that the views are first
constexpr int PartsMilliseconds = 50;  ///< until a step in parts is looked at again
constexpr int WatchMilliseconds = 200; ///< as fast as numbers that change can be read
} // namespace

Inspector::Inspector(EditorApi& editor,
                     QWidget* parent,
                     ScriptSource scripts,
                     std::shared_ptr<PlayedChoice> choice)
    : QWidget{parent}
    , m_editor{editor}
    , m_scriptSource{std::move(scripts)}
    , m_choice{std::move(choice)}
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
    m_scroll = scroll;
    m_played =
        new PlayedView{m_editor, [this]() -> ScriptLibrary& { return this->scripts(); }, this};
    layout->addWidget(m_played, 1);

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
        const bool ours =
            std::any_of(changes.changes.begin(), changes.changes.end(), [this](const Change& each) {
                return isShown(each.entity) || (m_incoming != nullptr && m_incoming->isAbout(each));
            });
        // Put off: the change may come out of one of our own widgets, and many come at once.
        if (ours || m_prefab != nullptr) {
            const bool isKnown = m_built && !m_reader && (m_keepShape || !m_later.isActive());
            m_keepShape = isKnown && changes.kind == engine::ChangeKind::Preview;
            m_inTurns.stop(); // it may be of values that are no more
            m_later.start();
        }
    });
    m_connections += document.reset.connect([this] {
        m_inTurns.stop();
        m_later.start();
    });
    m_connections += m_choice->changed.connect([this] { showPlayedChoice(); });
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
    if (!m_editor.document().selection().isEmpty())
        m_choice->set({});
    dropTyping(); // what was typed was meant for other objects
    m_inTurns.stop();
    m_keepShape = false;
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
    // A drag may ask more often than many objects can be read.
    if (std::exchange(m_keepShape, false) && !m_areSomeGone)
        listRows();
    else
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
    if (m_lightCard != nullptr)
        add([this] { m_lightCard->refresh(); });
    if (m_mapKeys != nullptr)
        add([this] { m_mapKeys->refresh(); });
    if (m_wires != nullptr)
        add([this] { m_wires->refresh(); });
    if (m_incoming != nullptr)
        add([this] { m_incoming->refresh(); });
    if (m_sizeOfAll != nullptr)
        add([this] { showSizeOfAll(); });
}

void Inspector::showSizeOfAll()
{
    m_sizeOfAll->setVisible(m_objects.size() > 1); // that of one can be edited
    const auto size = boundsOfAll(m_editor.document().world(), m_objects).size();
    m_sizeOfAll->setText(tr("All together: %1 x %2 x %3 m")
                             .arg(NumberField::textOf(size.x), NumberField::textOf(size.y),
                                  NumberField::textOf(size.z)));
}

void Inspector::refreshPlayed()
{
    const bool isPlaying = m_editor.isPlaying();
    if (!isVisible() || (!isPlaying && !m_wasPlaying))
        return;
    m_wasPlaying = isPlaying;
    const auto* session = m_editor.playSession();
    if (m_choice->entity() && (session == nullptr || !session->world().exists(m_choice->entity())))
        m_choice->set({}); // it came to its end
    if (m_choice->entity())
        m_played->refresh();
    for (auto* section : m_shown)
        section->refreshPlayed();
    m_headline->setText(headline());
}

void Inspector::showPlayedChoice()
{
    m_played->showObject(m_choice->entity());
    m_scroll->setVisible(!m_choice->entity());
    m_headline->setText(headline());
}

QString Inspector::headline() const
{
    const auto& document = m_editor.document();
    if (const auto* game = m_editor.playSession(); game != nullptr && m_choice->entity())
        return tr("%1 (spawned by the game)")
            .arg(QString::fromStdString(shownNameOf(game->world(), m_choice->entity())));
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
} // namespace editor
