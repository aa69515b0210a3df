#include "editor/api/fold_section.h"
#include "editor/operations/entity/object_names.h"
#include "editor/operations/entity/object_sets.h"
#include "editor/operations/entity/property_operations.h"
#include "editor/operations/texture/uv_faces.h"
#include "editor/panels/inspector/brush_bindings.h"
#include "editor/panels/inspector/incoming_wires.h"
#include "editor/panels/inspector/inspector.h"
#include "editor/panels/inspector/inspector_bindings.h"
#include "editor/panels/inspector/inspector_section.h"
#include "editor/panels/inspector/light_rows.h"
#include "editor/panels/inspector/prefab_section.h"
#include "editor/panels/inspector/texture_section.h"
#include "editor/panels/inspector/wires_editor.h"
#include "editor/panels/level/light_card.h"
#include "editor/panels/map_keys/map_keys_table.h"
#include "editor/views/theme.h"
#include "engine_core/play/play_library.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/light.h"
#include "engine_core/scene/components/map_entity.h"
#include "engine_core/scene/components/scene_settings.h"
#include "engine_core/scene/components/wires.h"
#include "engine_core/scene/patches/curved_patch.h"

#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

/// What the inspector is built of.
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
        {QStringLiteral("patch"), QStringLiteral("patch")},
        {QStringLiteral("audio_source"), QStringLiteral("sound")},
        {QStringLiteral("script"), QStringLiteral("script")},
        {QStringLiteral("mover"), QStringLiteral("door")},
        {QStringLiteral("player_start"), QStringLiteral("player_start")},
        {QStringLiteral("trigger"), QStringLiteral("trigger")},
        {QStringLiteral("expectation"), QStringLiteral("ok")},
        {QStringLiteral("ladder"), QStringLiteral("ladder")},
        {QStringLiteral("water"), QStringLiteral("water")},
        {QStringLiteral("character_view"), QStringLiteral("eye")},
        {QStringLiteral("wires"), QStringLiteral("part_relay")},
        {QStringLiteral("scene_settings"), QStringLiteral("scene")},
    };
    return Icons.value(QString::fromStdString(type.name), QStringLiteral("entity"));
}

/// Shown by something better than a row.
bool hasOwnEditor(const TypeInfo& type, const Property& property)
{
    return (type.id == typeIdOf<MapEntity>() && property.name == "keys") ||
           type.id == typeIdOf<engine::Wires>();
}

constexpr int CompilerMilliseconds = 100; ///< until a script that takes long is asked for again
} // namespace

void Inspector::rebuild()
{
    m_built = true;
    m_toRead.clear();
    setUpdatesEnabled(false);
    m_texture = nullptr;
    m_sizeOfAll = nullptr;
    m_prefab = nullptr;
    m_mapKeys = nullptr;
    m_lightCard = nullptr;
    m_wires = nullptr;
    m_incoming = nullptr;
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
            if (m_texture == nullptr &&
                (id == typeIdOf<BrushComponent>() || id == typeIdOf<engine::CurvedPatch>()))
                addTextureSection();
        }
        if (m_shape.brushes && m_texture == nullptr)
            addTextureSection(); // of those objects that have a texture
    }
    const bool isScene = m_objects.front() == SceneEntity;
    if (!isScene && !m_shape.faces) {
        m_incoming = new IncomingWires{m_editor, [this] { return m_objects; }, m_contents};
        addSection(m_incoming);
        m_incoming->refresh(); // hides itself where there is nothing to tell
    }
    m_add->setVisible(!isScene && !m_shape.faces);
    setUpdatesEnabled(true);
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
                addPropertyRows(*section, objects, type, *property);
    }
    section->beginPart(nullptr);
    if (type.id == typeIdOf<BrushComponent>()) {
        section->addRow(m_editor, bindBrushPlace(m_editor, objects));
        section->addRow(m_editor, bindBrushSize(m_editor, objects));
        addSizeOfAll(*section);
    }
    if (type.id == typeIdOf<engine::Light>()) {
        m_lightCard = new LightCard{m_editor, objects, section};
        section->addWide(m_lightCard);
    }
    if (type.id == typeIdOf<MapEntity>()) {
        m_mapKeys = new MapKeysTable{m_editor, objects, section};
        section->addWide(m_mapKeys);
        if (auto* field =
                section->findChild<QLineEdit*>(QStringLiteral("prop.map_entity.className")))
            m_mapKeys->completeClasses(field);
    }
    if (type.id == typeIdOf<engine::Wires>()) {
        m_wires = new WiresEditor{m_editor, objects,
                                  [this]() -> ScriptLibrary& { return scripts(); }, section};
        section->addWide(m_wires);
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

void Inspector::addPropertyRows(InspectorSection& section,
                                const std::function<std::vector<EntityId>()>& objects,
                                const TypeInfo& type,
                                const Property& property)
{
    const bool isOfLight = type.id == typeIdOf<engine::Light>();
    if (isOfLight && property.name == "intensity") {
        section.addRow(m_editor, bindLightStrength(m_editor, objects, type));
        return;
    }
    section.addRow(m_editor, bindComponentProperty(m_editor, objects, type, property));
    if (isOfLight && property.name == "color")
        section.addRow(m_editor, bindLightTemperature(m_editor, objects, type));
}

void Inspector::addSizeOfAll(InspectorSection& section)
{
    m_sizeOfAll = new QLabel{&section};
    m_sizeOfAll->setObjectName(QStringLiteral("sizeOfAll"));
    m_sizeOfAll->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_sizeOfAll->setToolTip(tr("The size of the box around all selected brushes: x, y, z."));
    section.addWide(m_sizeOfAll);
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
    return texturedFaces(document.world(), m_objects);
}

void Inspector::addTextureSection()
{
    const auto brush = typeIdOf<BrushComponent>();
    const auto& partly = m_shape.partly;
    const bool isOfSome = std::find(partly.begin(), partly.end(), brush) != partly.end();
    m_texture = new TextureSection{
        m_editor, isOfSome ? tr("Texture mapping of the brushes") : tr("Texture mapping"),
        [this] { return shownFaces(); }, m_contents};
    addSection(m_texture);
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
