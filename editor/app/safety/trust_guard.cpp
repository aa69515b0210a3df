#include "editor/app/safety/trust_guard.h"

#include "editor/app/dialogs/trust_dialog.h"
#include "editor/app/window/main_window.h"
#include "editor/app/window/notice_bar.h"
#include "editor/app/window/script_windows.h"

#include <algorithm>

namespace editor
{
using engine::ScriptTrust;

namespace
{
const QString ScriptsOffNotice = QStringLiteral("scriptsOff");

bool isScript(const engine::AssetEntry& entry)
{
    return entry.kind == engine::AssetKind::Script;
}
} // namespace

TrustGuard::TrustGuard(MainWindow& window) : QObject{&window}, m_window{window}
{
    m_connections += window.context().projectChanged.connect([this] { refresh(); });
    refresh();
}

void TrustGuard::refresh()
{
    auto& assets = m_window.context().assets();
    // A project without scripts is bothered with nothing until the first one comes.
    m_assets = assets.changed.connect([this](const auto& files) {
        if (std::any_of(files.begin(), files.end(), isScript))
            refresh();
    });
    const bool isOn = m_window.context().workspace().isTrusted();
    if (isOn || engine::scriptsOf(assets.project(), 1).empty())
        return m_window.notices().dismiss(ScriptsOffNotice);
    m_window.notices().show(
        {.id = ScriptsOffNotice,
         .kind = MessageKind::Warning,
         .title = tr("Scripts of this project are off"),
         .text = tr("The level can be looked at, edited, baked, and played without them."),
         .actions = {{.label = tr("Trust project"),
                      .tooltip = tr("<b>Trust project</b><br>Its scripts run from now on, also the "
                                    "next time it is opened from here. A copy of it asks again."),
                      .run = [this] { decide(ScriptTrust::On); }},
                     {.label = tr("What do they do?"),
                      .tooltip = tr("<b>What do they do?</b><br>Lists the scripts, to be read "
                                    "before you decide."),
                      .run = [this] { showScripts(); }}}});
}

void TrustGuard::decide(ScriptTrust permission)
{
    const auto root = m_window.context().assets().project().root;
    const auto kept = permission == ScriptTrust::On ? engine::trustProject(root)
                                                         : engine::distrustProject(root);
    if (!kept)
        return m_window.showError(QString::fromStdString(kept.error().message()));
    m_window.play().stop();
    auto& workspace = m_window.context().workspace();
    workspace.followTrust();
    m_window.scriptWindows().openProject();
    std::vector<engine::AssetEntry> scripts;
    std::copy_if(workspace.assets().entries().begin(), workspace.assets().entries().end(),
                 std::back_inserter(scripts), isScript);
    workspace.assets().changed(scripts); // who shows something of them looks again
    refresh();
}

void TrustGuard::showScripts()
{
    TrustDialog dialog{m_window.context().assets().project(), &m_window};
    dialog.exec();
    if (dialog.decision())
        decide(*dialog.decision());
}
} // namespace editor
