#include "editor/api/plugin.h"

#include "editor/tools/gestures/handle.h"
#include "engine_core/play/play_library.h"
#include "engine_core/play/play_session.h"
#include "engine_core/play/wire_ends.h"
#include "plugins/parts/part_tool.h"
#include "plugins/parts/wire_arrows.h"
#include "plugins/parts/wire_choice.h"
#include "plugins/parts/wire_tool.h"

#include <QApplication>
#include <QObject>
#include <QPointer>
#include <QTimer>

#include <chrono>

namespace parts
{
using namespace std::chrono_literals;

/// Parts that work without a script, arrows for their wires, and what is wrong with these.
class PartsPlugin final : public QObject, public editor::Plugin
{
    Q_OBJECT
    Q_PLUGIN_METADATA(IID MapwrightPluginIid FILE "plugin.json")
    Q_INTERFACES(editor::Plugin)

public:
    engine::Result<void> start(editor::EditorApi& editor) override
    {
        m_editor = &editor;
        m_arrows = std::make_unique<WireArrows>(editor);
        for (const auto& kind : editor::partKinds())
            addPart(kind);
        keep(editor.addTool(
            {.id = "parts.wire",
             .label = "Wire",
             .tooltip = "Drag from one object to another to have the one tell the other something.",
             .icon = "part_wire",
             .shortcut = "",
             .create = [this](editor::EditorApi& api) {
                 return std::make_unique<WireTool>(
                     api, [this](engine::EntityId from, engine::EntityId to) { ask(from, to); });
             }}));
        keep(editor.addAction(
            {.id = "parts.wires",
             .menu = "View/Overlays",
             .label = "Show all wires",
             .tooltip = "Shows the wires of all objects, or of selected ones alone.",
             .icon = "part_relay",
             .shortcut = "",
             .run = [this] { m_arrows->setShowsAll(!m_arrows->showsAll()); },
             .isEnabled = {}}));
        keep(editor.addOverlay([this](engine::DebugDraw& draw, editor::ViewKind) { show(draw); }));
        keep(editor.addIssues([this] { return issues(); }));
        m_projectChanged = editor.projectChanged.connect([this] { dropScripts(); });
        return {};
    }

    void stop() override
    {
        m_projectChanged = {};
        dropScripts();
        m_arrows.reset(); // it listens to the document
    }

private:
    void addPart(const editor::PartKind& kind)
    {
        const std::string id{kind.id};
        const std::string label{kind.label};
        keep(m_editor->addTool({.id = "parts." + id,
                                .label = label,
                                .tooltip = std::string{kind.tooltip} + ".",
                                .icon = std::string{kind.icon},
                                .shortcut = "",
                                .create = [&kind](editor::EditorApi& editor) {
                                    return std::make_unique<PartTool>(editor, kind);
                                }}));
        if (!kind.body)
            return;
        keep(m_editor->addAction(
            {.id = "parts.make_" + id,
             .menu = "Tools/Make part of selection",
             .label = label + " of selection",
             .tooltip = "Puts the selected objects below a new part, which "
                        "moves them.",
             .icon = std::string{kind.icon},
             .shortcut = "",
             .run = [this, &kind] { makeOfSelection(kind); },
             .isEnabled =
                 [this] {
                     return !m_editor->document().selection().entities().empty();
                 }}));
    }

    void makeOfSelection(const editor::PartKind& kind)
    {
        auto& document = m_editor->document();
        const auto objects = document.selection().entities();
        engine::EntityId part;
        const auto done = document.run("Make " + std::string{kind.label},
                                       [&](editor::Transaction& step) -> engine::Result<void> {
                                           auto made = editor::makePartOf(step, kind, objects);
                                           if (!made)
                                               return made.error();
                                           part = *made;
                                           return {};
                                       });
        if (!done)
            return m_editor->showMessage(editor::MessageKind::Error, done.error().message());
        document.selectAfterStep({part});
    }

    void show(engine::DebugDraw& draw) const
    {
        const auto& edited = m_editor->document().world();
        if (m_choice != nullptr && m_choice->isVisible() && edited.exists(m_choice->from()) &&
            edited.exists(m_choice->to())) // what is asked about
            drawWireArrow(draw, wireEndPlace(edited, m_choice->from()),
                          wireEndPlace(edited, m_choice->to()), editor::toolcolor::Active);
        m_arrows->draw(draw);
    }

    void ask(engine::EntityId from, engine::EntityId to)
    {
        delete m_choice;
        m_choice = new WireChoice{*m_editor, scripts(), from, to, QApplication::activeWindow()};
        QObject::connect(m_choice, &QObject::destroyed, this, [this] { m_editor->updateViews(); });
        m_choice->show();
    }

    void dropScripts()
    {
        delete m_choice;
        m_scripts.reset();
    }

    engine::ScriptLibrary& scripts()
    {
        auto& assets = m_editor->assets();
        if (!m_scripts) {
            m_scripts = engine::makeScriptLibrary(assets, engine::scriptTrustOf(assets.project()));
            m_scripts->setPatience(0ms); // windows wait for this, once for each script
        }
        return *m_scripts;
    }

    std::vector<engine::Issue> issues()
    {
        auto found = engine::checkWires(m_editor->document().world(), scripts());
        if (m_scripts->isCompiling())
            QTimer::singleShot(300ms, this, [this] {
                if (m_scripts) // it was not stopped meanwhile
                    m_editor->issuesChanged();
            });
        return found;
    }

    editor::EditorApi* m_editor = nullptr;
    std::unique_ptr<engine::ScriptLibrary> m_scripts; ///< made when somebody asks for issues
    QPointer<WireChoice> m_choice;                    ///< while it is open
    std::unique_ptr<WireArrows> m_arrows;
    engine::Connection m_projectChanged;
};
} // namespace parts

#include "plugin.moc"
