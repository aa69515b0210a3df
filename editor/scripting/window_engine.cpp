#include "editor/scripting/window_engine.h"

#include "engine_core/scripting/compile/script_metadata.h"

#include <angelscript.h>

namespace editor
{
using namespace AngelScript;
using namespace engine;
using namespace engine::scriptcore;

namespace
{
constexpr auto HookCount = static_cast<std::size_t>(WindowHook::Count);

constexpr std::array<const char*, HookCount> HookNames{
    "onOpen",  "onClose", "onGui",     "onDraw",  "onSelection", "onLevel",
    "onPress", "onDrag",  "onRelease", "onClick", "onHover",     "onKey"};

constexpr std::array<const char*, HookCount> HookDeclarations{"void onOpen()",
                                                              "void onClose()",
                                                              "void onGui()",
                                                              "void onDraw()",
                                                              "void onSelection()",
                                                              "void onLevel()",
                                                              "bool onPress(const Pointer &in)",
                                                              "void onDrag(const Pointer &in)",
                                                              "void onRelease(const Pointer &in)",
                                                              "bool onClick(const Pointer &in)",
                                                              "void onHover(const Pointer &in)",
                                                              "bool onKey(const string &in)"};

constexpr const char* BaseSection = "EditorWindow";
constexpr const char* BaseSource = "abstract class EditorWindow {}\n";

ScriptEntry entryOf(const std::string& name, const std::vector<std::string>& metadata)
{
    ScriptEntry entry;
    entry.name = name;
    for (const auto& text : metadata)
        for (const auto& each : parseScriptMetadata(text)) {
            if (each.arguments.empty())
                continue;
            const auto& first = each.arguments.front();
            if (each.name == "MenuItem")
                entry.menu = first;
            else if (each.name == "Shortcut")
                entry.shortcut = first;
            else if (each.name == "Tooltip")
                entry.tooltip = first;
            else if (each.name == "Icon")
                entry.icon = first;
        }
    return entry;
}

/// "Menu/Entry" at least.
Result<void> checkMenu(const ScriptEntry& entry)
{
    const auto slash = entry.menu.rfind('/');
    const bool isPath = slash != std::string::npos && slash > 0 && slash + 1 < entry.menu.size();
    if (entry.menu.empty() || isPath)
        return {};
    return Error{"{}: [MenuItem \"{}\"] must name a menu and an entry, such as \"Tools/{}\"",
                 entry.name, entry.menu, entry.name};
}

Result<WindowClass> describeClass(const ModuleMetadata& metadata, asITypeInfo& type)
{
    WindowClass described{{entryOf(type.GetName(), metadata.of(type))}, &type, {}};
    if (auto checked = checkMenu(described); !checked)
        return checked.error();
    if (type.GetFactoryCount() == 0 ||
        type.GetFactoryByDecl(fmt::format("{0}@ {0}()", type.GetName()).c_str()) == nullptr)
        return Error{"the class {} needs a constructor without parameters", type.GetName()};
    for (std::size_t i = 0; i < HookCount; ++i) {
        described.hooks[i] = type.GetMethodByDecl(HookDeclarations[i]);
        if (described.hooks[i] == nullptr && type.GetMethodByName(HookNames[i]) != nullptr)
            return Error{"{}::{} must be declared as '{}'", type.GetName(), HookNames[i],
                         HookDeclarations[i]};
    }
    return described;
}

Result<void>
describe(const ModuleMetadata& metadata, asIScriptModule& module, WindowModule& compiled)
{
    const auto* base = module.GetTypeInfoByName("EditorWindow");
    for (asUINT i = 0; i < module.GetObjectTypeCount(); ++i) {
        auto* type = module.GetObjectTypeByIndex(i);
        if (type == base || !type->DerivesFrom(base) || (type->GetFlags() & asOBJ_ABSTRACT) != 0)
            continue;
        auto described = describeClass(metadata, *type);
        if (!described)
            return described.error();
        compiled.classes.push_back(*std::move(described));
    }
    for (asUINT i = 0; i < module.GetFunctionCount(); ++i) {
        auto* function = module.GetFunctionByIndex(i);
        MenuFunction entry{entryOf(function->GetName(), metadata.of(*function)), function};
        if (entry.menu.empty())
            continue;
        if (function->GetParamCount() != 0 || *function->GetNamespace() != '\0')
            return Error{"{} has a [MenuItem], so it must take nothing and stand in no namespace",
                         entry.name};
        if (auto checked = checkMenu(entry); !checked)
            return checked.error();
        compiled.functions.push_back(std::move(entry));
    }
    return {};
}
} // namespace

const char* hookDeclaration(WindowHook hook)
{
    return HookDeclarations[static_cast<std::size_t>(hook)];
}

void ScriptObjectRelease::operator()(asIScriptObject* object) const
{
    object->Release();
}

Result<std::unique_ptr<WindowEngine>> WindowEngine::create(ScriptHost& host)
{
    std::unique_ptr<WindowEngine> made{new WindowEngine};
    auto scripts = createEngine(bindEditor, &host, made->m_messages);
    if (!scripts)
        return scripts.error();
    made->m_scripts = *std::move(scripts);
    made->m_context = makeContext(*made->m_scripts);
    return made;
}

WindowEngine::~WindowEngine() = default;

std::unique_ptr<ModuleCompile> WindowEngine::compile(const ScriptSources& sources)
{
    if (m_types.empty())
        m_types = typesOf(*m_scripts);
    return std::make_unique<ModuleCompile>(m_types, CompileSection{BaseSection, BaseSource},
                                           sources);
}

Result<WindowModule> WindowEngine::load(const std::string& file, const CompiledModule& compiled)
{
    WindowModule loaded;
    loaded.moduleName = fmt::format("{}#{}", file, ++m_compiled);
    m_messages.clear();
    auto* module = m_scripts->GetModule(loaded.moduleName.c_str(), asGM_ALWAYS_CREATE);
    if (module == nullptr || !loadByteCode(*module, compiled.byteCode)) {
        discard(loaded);
        return Error{"{}: the compiled script cannot be loaded", file};
    }
    if (auto described = describe(compiled.metadata, *module, loaded); !described) {
        discard(loaded);
        return described.error().withContext("{}", file);
    }
    if (auto started = startGlobals(*module, *m_context); !started) {
        discard(loaded);
        return started.error();
    }
    return loaded;
}

void WindowEngine::discard(const WindowModule& compiled)
{
    m_scripts->DiscardModule(compiled.moduleName.c_str());
}

Result<WindowObject> WindowEngine::makeObject(const WindowClass& type)
{
    auto* factory =
        type.type->GetFactoryByDecl(fmt::format("{0}@ {0}()", type.type->GetName()).c_str());
    if (m_running)
        return Error{"Another script is running"};
    m_context->Prepare(factory);
    if (const auto failure = execute())
        return Error{"{}", failure->text()};
    auto* object = static_cast<asIScriptObject*>(m_context->GetReturnObject());
    object->AddRef();
    m_context->Unprepare();
    return WindowObject{object};
}

std::optional<ScriptFailure> WindowEngine::execute()
{
    m_running = true;
    auto failure = scriptcore::execute(*m_context);
    m_running = false;
    return failure;
}

std::optional<ScriptFailure> WindowEngine::call(asIScriptFunction& function,
                                                asIScriptObject* object,
                                                const SetArguments& setArguments,
                                                bool* returned)
{
    if (m_running)
        return ScriptFailure{"Another script is running", {}, 0};
    m_context->Prepare(&function);
    if (object != nullptr)
        m_context->SetObject(object);
    if (setArguments)
        setArguments(*m_context);
    auto failure = execute();
    if (!failure && returned != nullptr)
        *returned = m_context->GetReturnByte() != 0;
    if (!failure)
        m_context->Unprepare();
    return failure;
}
} // namespace editor
