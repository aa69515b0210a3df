#include "tests/support/script_fixture.h"

#include "engine_core/base/contract.h"

namespace mapwright::test
{
using namespace editor;

namespace
{
const GuiNode* findLabel(const GuiNode& from, const std::string& label)
{
    if (from.label == label)
        return &from;
    for (const auto& child : from.children)
        if (const auto* found = findLabel(child, label))
            return found;
    return nullptr;
}

void collectTexts(const GuiNode& from, std::string& out)
{
    if (from.kind >= GuiKind::Label && from.kind <= GuiKind::Warning)
        out += from.label + '\n';
    for (const auto& child : from.children)
        collectTexts(child, out);
}
} // namespace

ScriptFixture::ScriptFixture()
    : assets{
          engine::Project{.root = m_home.path().toStdString(), .name = "windows", .startScene = {}}}
{
    engine::fs::create_directories(folder());
    scripts.open(folder(), stateFile());
}

engine::fs::path ScriptFixture::folder() const
{
    return engine::fs::path{m_home.path().toStdString()} / "Editor";
}

engine::fs::path ScriptFixture::stateFile() const
{
    return engine::fs::path{m_home.path().toStdString()} / ".mapwright" / "windows.json";
}

void ScriptFixture::write(const std::string& file, const std::string& text)
{
    const auto path = folder() / file;
    engine::fs::create_directories(path.parent_path());
    ENGINE_EXPECT(engine::writeFileAtomically(path, text));
    scripts.refresh();
}

void ScriptFixture::restart()
{
    scripts.open({}, {});
    scripts.open(folder(), stateFile());
}

ScriptWindow& ScriptFixture::open(const std::string& className)
{
    auto* window = scripts.find(className);
    ENGINE_EXPECT(window != nullptr);
    window->setOpen(true);
    return *window;
}

const GuiNode* ScriptFixture::element(const ScriptWindow& window, const std::string& label)
{
    return findLabel(window.tree(), label);
}

std::string ScriptFixture::texts(const ScriptWindow& window)
{
    std::string out;
    collectTexts(window.tree(), out);
    return out;
}

void ScriptFixture::press(ScriptWindow& window, const std::string& label)
{
    set(window, label, {});
}

void ScriptFixture::set(ScriptWindow& window,
                        const std::string& label,
                        const engine::Value& value,
                        GuiPhase phase)
{
    const auto* node = element(window, label);
    ENGINE_EXPECT(node != nullptr);
    window.send({.key = node->key, .value = value, .list = {}, .phase = phase, .mouse = {}});
}
} // namespace mapwright::test
