#include "editor/app/actions/action_registry.h"
#include "editor/app/actions/builtin_actions.h"
#include "editor/app/notes/note_desk.h"
#include "editor/app/window/main_window.h"
#include "editor/views/view_layout.h"

#include <QAction>
#include <QSettings>

namespace editor
{
void addNoteActions(MainWindow& window)
{
    auto& actions = window.actions();
    actions.add({.id = "notes.write",
                 .menu = "Play",
                 .label = "Write a note",
                 .tooltip = "Holds the game and keeps a few words, a drawing on the picture, place "
                            "and moment in the project's folder notes. N in the game does so, too, "
                            "unless the game has that key.",
                 .icon = "note",
                 .shortcut = "F6",
                 .run =
                     [&window] {
                         auto* view = window.play().view();
                         if (view == nullptr)
                             view = window.viewLayout().activeView();
                         if (view != nullptr)
                             window.writeNote(*view);
                     },
                 .isEnabled = {}},
                "");
    auto* shown = actions.add({.id = "view.noteMarks",
                               .menu = "View/Overlays",
                               .label = "Note marks",
                               .tooltip = "Marks the open notes of the scene with their numbers; a "
                                          "click on a mark shows its note.",
                               .icon = "note",
                               .shortcut = "",
                               .run = {},
                               .isEnabled = {}});
    shown->setCheckable(true);
    shown->setChecked(QSettings{}.value(QStringLiteral("noteMarks"), true).toBool());
    window.noteDesk().markers().setShown(shown->isChecked());
    QObject::connect(shown, &QAction::toggled, &window, [&window](bool on) {
        QSettings{}.setValue(QStringLiteral("noteMarks"), on);
        window.noteDesk().markers().setShown(on);
    });
}
} // namespace editor
