#include "editor/scripting/component_reference.h"
#include "editor/scripting/script_api.h"
#include "engine_core/base/files/files.h"
#include "engine_core/scene/components/register_components.h"
#include "tests/program/registry.h"
#include "tests/support/fixtures/verify.h"

#include <QtTest>

#include <algorithm>

namespace tst_script_api
{
using namespace editor;
using namespace engine;

namespace
{
bool hasEntry(const ScriptApi& api, const std::string& group, const std::string& part)
{
    for (const auto& each : api.groups)
        if (each.name == group)
            return std::ranges::any_of(each.entries, [&](const ApiEntry& entry) {
                return entry.declaration.find(part) != std::string::npos;
            });
    return false;
}
} // namespace

/// The written reference is what the program offers.
class TestScriptApi : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void thePageOfTheManualIsUpToDate()
    {
        const auto game = gameScriptApi();
        const auto editor = editorScriptApi();
        VERIFY_OK(game);
        VERIFY_OK(editor);
        const auto page =
            readFile(fs::path{MAPWRIGHT_SOURCE_DIR} / "resources/docs/manual/script_reference.md");
        VERIFY_OK(page);
        QVERIFY2(*page == referencePage(*game, *editor),
                 "run `mapwright script-api -o DIR` and take its script_reference.md");
    }

    void thePageOfComponentsIsUpToDate()
    {
        const auto page = readFile(fs::path{MAPWRIGHT_SOURCE_DIR} /
                                   "resources/docs/manual/component_reference.md");
        VERIFY_OK(page);
        QVERIFY(page->find("| `light.range` | number | 0.1 to 256 m |") != std::string::npos);
        TypeRegistry types;
        registerComponents(types);
        QVERIFY2(*page == componentPage(types),
                 "run `mapwright script-api -o DIR` and take its component_reference.md");
    }

    /// What scripts write as a variable is not listed as functions.
    void accessorsAreListedAsMembers()
    {
        const auto game = gameScriptApi();
        VERIFY_OK(game);
        const auto file = completionFile(*game, gameBaseClass());
        QVERIFY(file.find("get_") == std::string::npos);
        QVERIFY(file.find("set_") == std::string::npos);
        QVERIFY(file.find("    Vec3 position;\n") != std::string::npos);
        QVERIFY(file.find("    const Vec3 worldPosition;\n") != std::string::npos);
    }

    void gameAndEditorHaveTheirOwn()
    {
        const auto game = gameScriptApi();
        const auto editor = editorScriptApi();
        VERIFY_OK(game);
        VERIFY_OK(editor);
        QVERIFY(hasEntry(*game, "Input", "isDown"));
        QVERIFY(!hasEntry(*editor, "Input", "isDown"));
        QVERIFY(hasEntry(*editor, "Gui", "slider"));
        QVERIFY(!hasEntry(*game, "Gui", "slider"));
        for (const auto* api : {&*game, &*editor}) {
            QVERIFY(hasEntry(*api, "Vec3", "cross"));
            QVERIFY(hasEntry(*api, "array<T>", "insertLast"));
            QVERIFY(hasEntry(*api, "Entity", "getNumber"));
            QVERIFY(api->entryCount() > 150);
        }
        QVERIFY(hasEntry(*editor, "AssetKind", "Material"));
    }

    void everyFunctionOfTheEditorIsExplained()
    {
        const auto editor = editorScriptApi();
        VERIFY_OK(editor);
        for (const auto& group : editor->groups) {
            const bool isOurs = group.kind == ApiGroup::Kind::Space && !group.name.empty();
            for (const auto& entry : group.entries)
                if (isOurs)
                    QVERIFY2(!entry.text.empty(), (group.name + "::" + entry.declaration).c_str());
        }
    }

    void completionKnowsTheHooks()
    {
        const auto editor = editorScriptApi();
        VERIFY_OK(editor);
        const auto text = completionFile(*editor, editorBaseClass());
        for (const auto* part :
             {"namespace Gui\n{", "class Entity\n{", "enum AssetKind\n{", "void onGui() {}",
              "bool onPress(const Pointer &in) { return false; }"})
            QVERIFY2(text.find(part) != std::string::npos, part);
    }
};

CORE_TEST(TestScriptApi)
} // namespace tst_script_api

#include "tst_script_api.moc"
