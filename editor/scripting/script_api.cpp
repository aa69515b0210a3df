#include "editor/scripting/script_api.h"

#include "editor/scripting/window_engine.h"
#include "engine_core/play/play_state.h"

#include <angelscript.h>

#include <algorithm>
#include <map>
#include <set>
#include <string_view>

namespace editor
{
using namespace AngelScript;
using engine::Result;

namespace
{
using Texts = std::map<int, std::string>;

constexpr const char* NodeClass =
    "funcdef void Routine();\nfuncdef bool Condition();\n\n"
    "abstract class Node\n{\n    Entity entity;\n    void onStart() {}\n"
    "    void onTick(float seconds) {}\n    void onUse(Entity by) {}\n"
    "    void onTouch(Entity other) {}\n    void onArrived() {}\n"
    "    void onPathFailed() {}\n    void onTriggerEnter(Entity other) {}\n"
    "    void onTriggerExit(Entity other) {}\n"
    "    void onCollision(Entity other, Vec3 point, Vec3 normal, double impulse) {}\n"
    "    void onFootstep(string material, bool running, string surface) {}\n"
    "    void onJointBreak(Entity joint) {}\n"
    "    void onLateTick(float seconds) {}\n    void onPausedTick(float seconds) {}\n"
    "    void onStop() {}\n    void onReload() {}\n    void onEnable() {}\n"
    "    void onDisable() {}\n}\n";

ApiEntry entryOf(const asIScriptFunction& function, const Texts& texts)
{
    const auto known = texts.find(function.GetId());
    return {function.GetDeclaration(false, false, true),
            known == texts.end() ? std::string{} : known->second};
}

constexpr std::string_view Getter = "get_";
constexpr std::string_view Setter = "set_";

/// The name of what get_name() and set_name() stand for: scripts write it as a variable.
std::string_view accessedBy(const asIScriptFunction& function)
{
    const std::string_view name = function.GetName();
    const bool isOne =
        function.IsProperty() && (name.starts_with(Getter) || name.starts_with(Setter));
    return isOne ? name.substr(Getter.size()) : std::string_view{};
}

/// "Vec3 position", or "const string name" where nothing sets it.
ApiEntry accessorEntry(const asIScriptFunction& getter, bool canBeSet, const Texts& texts)
{
    const std::string type = getter.GetEngine()->GetTypeDeclaration(getter.GetReturnTypeId(), true);
    return {fmt::format("{}{} {}", canBeSet ? "" : "const ", type, accessedBy(getter)),
            entryOf(getter, texts).text};
}

void addMethods(ApiGroup& group, asITypeInfo& type, const Texts& texts)
{
    std::set<std::string_view> read;
    std::set<std::string_view> set;
    const auto isGetter = [](const asIScriptFunction& method) {
        return std::string_view{method.GetName()}.starts_with(Getter);
    };
    for (asUINT i = 0; i < type.GetMethodCount(); ++i) {
        const auto& method = *type.GetMethodByIndex(i);
        (isGetter(method) ? read : set).insert(accessedBy(method));
    }
    for (asUINT i = 0; i < type.GetMethodCount(); ++i) {
        const auto& method = *type.GetMethodByIndex(i);
        const auto name = accessedBy(method);
        if (name.empty())
            group.entries.push_back(entryOf(method, texts));
        else if (isGetter(method))
            group.entries.push_back(accessorEntry(method, set.contains(name), texts));
        else if (!read.contains(name))
            group.entries.push_back(entryOf(method, texts));
    }
}

ApiGroup typeGroup(asITypeInfo& type, const Texts& texts)
{
    ApiGroup group{ApiGroup::Kind::Type, type.GetName(), {}};
    if (type.GetSubTypeCount() > 0)
        group.name += "<T>";
    for (asUINT i = 0; i < type.GetBehaviourCount(); ++i) {
        asEBehaviours kind{};
        const auto* function = type.GetBehaviourByIndex(i, &kind);
        if (kind != asBEHAVE_CONSTRUCT || function->GetParamCount() == 0)
            continue;
        std::string declaration = function->GetDeclaration(false, false, true);
        declaration = type.GetName() + declaration.substr(declaration.find('('));
        group.entries.push_back({declaration, {}});
    }
    for (asUINT i = 0; i < type.GetPropertyCount(); ++i)
        group.entries.push_back({type.GetPropertyDeclaration(i), {}});
    addMethods(group, type, texts);
    return group;
}

ApiGroup enumGroup(asITypeInfo& type)
{
    ApiGroup group{ApiGroup::Kind::Enumeration, type.GetName(), {}};
    for (asUINT i = 0; i < type.GetEnumValueCount(); ++i)
        group.entries.push_back({type.GetEnumValueByIndex(i, nullptr), {}});
    return group;
}

Result<ScriptApi> readApi(const engine::ScriptBindings& bindings)
{
    std::vector<engine::LogMessage> messages;
    std::vector<engine::ScriptText> described;
    auto scripts = engine::scriptcore::createEngine(bindings, nullptr, messages, &described);
    if (!scripts)
        return scripts.error();
    Texts texts;
    for (auto& each : described)
        texts[each.function] = std::move(each.text);
    std::map<std::string, ApiGroup> spaces;
    for (asUINT i = 0; i < (*scripts)->GetGlobalFunctionCount(); ++i) {
        const auto* function = (*scripts)->GetGlobalFunctionByIndex(i);
        spaces[function->GetNamespace()].entries.push_back(entryOf(*function, texts));
    }
    ScriptApi api;
    for (auto& [name, group] : spaces) {
        group.name = name;
        api.groups.push_back(std::move(group));
    }
    for (asUINT i = 0; i < (*scripts)->GetObjectTypeCount(); ++i)
        api.groups.push_back(typeGroup(*(*scripts)->GetObjectTypeByIndex(i), texts));
    for (asUINT i = 0; i < (*scripts)->GetEnumCount(); ++i)
        api.groups.push_back(enumGroup(*(*scripts)->GetEnumByIndex(i)));
    std::stable_sort(api.groups.begin(), api.groups.end(), [](const auto& a, const auto& b) {
        return std::pair{a.kind, a.name} < std::pair{b.kind, b.name};
    });
    return api;
}

std::string titleOf(const ApiGroup& group)
{
    switch (group.kind) {
    case ApiGroup::Kind::Space:
        return group.name.empty() ? "Functions" : group.name;
    case ApiGroup::Kind::Type:
        return group.name;
    case ApiGroup::Kind::Enumeration:
        break;
    }
    return "enum " + group.name;
}

/// The groups as tables; entries that `others` has word for word are left out.
std::string tables(const ScriptApi& api, const ScriptApi* others, bool common)
{
    std::string page;
    for (const auto& group : api.groups) {
        const ApiGroup* same = nullptr;
        if (others != nullptr)
            for (const auto& other : others->groups)
                if (other.kind == group.kind && other.name == group.name)
                    same = &other;
        std::string rows;
        for (const auto& entry : group.entries) {
            const bool isShared =
                same != nullptr && std::ranges::any_of(same->entries, [&](const ApiEntry& other) {
                    return other.declaration == entry.declaration;
                });
            if (isShared == common)
                rows += fmt::format("| `{}` | {} |\n", tableCell(entry.declaration),
                                    tableCell(entry.text));
        }
        if (!rows.empty())
            page += fmt::format("\n### {}\n| | |\n|---|---|\n{}", titleOf(group), rows);
    }
    return page;
}

std::string indented(const std::string& declaration, const char* indent, bool isFunction)
{
    return indent + declaration + (isFunction ? ";\n" : ",\n");
}
} // namespace

std::string tableCell(std::string text)
{
    for (auto at = text.find('|'); at != std::string::npos; at = text.find('|', at + 2))
        text.insert(at, "\\");
    return text;
}

std::size_t ScriptApi::entryCount() const
{
    std::size_t count = 0;
    for (const auto& group : groups)
        count += group.entries.size();
    return count;
}

Result<ScriptApi> gameScriptApi()
{
    return readApi(engine::bindPlay);
}

Result<ScriptApi> editorScriptApi()
{
    return readApi(bindEditor);
}

std::string gameBaseClass()
{
    return NodeClass;
}

std::string editorBaseClass()
{
    std::string text{"abstract class EditorWindow\n{\n"};
    for (int i = 0; i < static_cast<int>(WindowHook::Count); ++i) {
        const std::string declaration = hookDeclaration(static_cast<WindowHook>(i));
        const bool answers = declaration.starts_with("bool");
        text += "    " + declaration + (answers ? " { return false; }\n" : " {}\n");
    }
    return text + "}\n";
}

std::string referencePage(const ScriptApi& game, const ScriptApi& editor)
{
    std::string page =
        "# Script reference\n\nAll that scripts can call, written by `mapwright script-api` from "
        "the program itself. How to use it: [scripts](scripts.md) of the game, [custom "
        "windows](custom_windows.md) of the editor.\n";
    page += "\n## Classes\n```angelscript\n// Scripts of the game derive from Node.\n" +
            gameBaseClass() + "\n// Windows of the editor derive from it.\n" + editorBaseClass() +
            "```\n";
    page += "\n## In both\n" + tables(editor, &game, true);
    page += "\n## Scripts of the game\n" + tables(game, &editor, false);
    page += "\n## Scripts of the editor\n" + tables(editor, &game, false);
    return page;
}

std::string completionFile(const ScriptApi& api, const std::string& baseClass)
{
    std::string text = "// Written by `mapwright script-api`.\n";
    for (const auto& group : api.groups) {
        const bool isEnum = group.kind == ApiGroup::Kind::Enumeration;
        const bool isGlobal = group.kind == ApiGroup::Kind::Space && group.name.empty();
        if (!isGlobal)
            text += fmt::format("{} {}\n{{\n",
                                isEnum                                ? "enum"
                                : group.kind == ApiGroup::Kind::Space ? "namespace"
                                                                      : "class",
                                group.name);
        for (const auto& entry : group.entries) {
            if (!entry.text.empty())
                text += fmt::format("{}/// {}.\n", isGlobal ? "" : "    ", entry.text);
            text += indented(entry.declaration, isGlobal ? "" : "    ", !isEnum);
        }
        if (!isGlobal)
            text += "}\n";
    }
    return text + baseClass;
}
} // namespace editor
