#pragma once

#include "editor/scripting/editor_scripts.h"
#include "tests/support/test_editor.h"

#include <QTemporaryDir>

namespace mapwright::test
{
/// A folder of editor scripts, and the editor that they work on, without windows.
class ScriptFixture
{
    QTemporaryDir m_home; // before what lies in it

public:
    ScriptFixture();

    engine::AssetDatabase assets;
    TestEditor editor{assets};
    editor::EditorScripts scripts{editor};

    [[nodiscard]] engine::fs::path folder() const;
    [[nodiscard]] engine::fs::path stateFile() const;

    /// Writes Editor/`file` and has it compiled.
    void write(const std::string& file, const std::string& text);

    /// Takes the folder's scripts anew, as a start of the editor does.
    void restart();

    /// The open window of the class; must exist.
    editor::ScriptWindow& open(const std::string& className);

    /// The element of that label in a window; null if it shows none.
    static const editor::GuiNode* element(const editor::ScriptWindow& window,
                                          const std::string& label);

    /// Texts of the window's labels, headings and explanations, one a line.
    static std::string texts(const editor::ScriptWindow& window);

    /// What the user does to an element; it must be there.
    static void press(editor::ScriptWindow& window, const std::string& label);
    static void set(editor::ScriptWindow& window,
                    const std::string& label,
                    const engine::Value& value,
                    editor::GuiPhase phase = editor::GuiPhase::Done);
};
} // namespace mapwright::test
