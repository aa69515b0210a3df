#include "engine_core/reflect/type_builder.h"
#include "engine_core/scripting/compile/module_compile.h"
#include "engine_core/scripting/compile/script_metadata.h"
#include "engine_core/scripting/runtime/class_table.h"
#include "engine_core/scripting/runtime/script_core.h"
#include "engine_core/scripting/values/member_values.h"

#include <angelscript.h>

#include <algorithm>
#include <charconv>
#include <map>

namespace engine::scriptcore
{
using namespace AngelScript;

namespace
{
constexpr const char* ModuleName = "compiled";

std::optional<double> numberIn(const std::string& text)
{
    double number = 0;
    const auto end = std::from_chars(text.data(), text.data() + text.size(), number);
    return end.ec == std::errc{} ? std::optional{number} : std::nullopt;
}

AssetKind assetKindIn(const std::vector<std::string>& arguments)
{
    const auto name = arguments.empty() ? std::string{} : arguments[0];
    return name == "material"  ? AssetKind::Material
           : name == "texture" ? AssetKind::Texture
           : name == "sound"   ? AssetKind::Sound
           : name == "mesh"    ? AssetKind::Mesh
           : name == "script"  ? AssetKind::Script
           : name == "profile" ? AssetKind::LightProfile
                               : AssetKind::Any;
}

/// False if the property is not for the inspector.
bool applyMetadata(ScriptProperty& property, const ScriptMetadata& entry)
{
    const auto& arguments = entry.arguments;
    if (entry.name == "hidden")
        return false;
    if (entry.name == "tooltip" && !arguments.empty())
        property.tooltip = arguments[0];
    if (entry.name == "unit" && !arguments.empty())
        property.unit = arguments[0];
    if (entry.name == "label" && !arguments.empty())
        property.label = arguments[0];
    const bool isList = property.kind == PropertyKind::List;
    auto& kind = isList ? property.elementKind : property.kind;
    if (entry.name == "asset" && kind == PropertyKind::Text) {
        kind = PropertyKind::Asset;
        property.assetKind = assetKindIn(arguments);
    }
    if (entry.name == "range" && arguments.size() == 2) {
        const auto low = numberIn(arguments[0]);
        const auto high = numberIn(arguments[1]);
        if (low && high && *low <= *high)
            property.range = PropertyRange{*low, *high};
    }
    return true;
}

void useAsset(Value& value)
{
    if (auto* list = std::get_if<ValueList>(&value.data))
        std::for_each(list->begin(), list->end(), useAsset);
    else if (const auto* text = value.as<std::string>())
        value = {AssetPath{*text}};
}

/// Adds a member to what the inspector shows of the class.
void describeMember(ScriptClassInfo& info,
                    asIScriptEngine& scripts,
                    const ModuleMetadata& metadata,
                    asITypeInfo& type,
                    asIScriptObject& object,
                    asUINT index)
{
    const char* name = nullptr;
    int typeId = 0;
    bool isPrivate = false;
    bool isProtected = false;
    type.GetProperty(index, &name, &typeId, &isPrivate, &isProtected);
    if (isPrivate || isProtected || std::string_view{name} == "entity")
        return;
    ScriptProperty property;
    property.name = name;
    property.label = labelFromName(name);
    property.type = scripts.GetTypeDeclaration(typeId);
    auto member = memberTypeOf(scripts, typeId);
    if (member) {
        property.kind = member->kind;
        property.elementKind = member->elementKind;
        property.choices = std::move(member->choices);
    }
    for (const auto& text : metadata.of(type, property.name))
        for (const auto& entry : parseScriptMetadata(text))
            if (!applyMetadata(property, entry))
                return;
    if (!member)
        return info.scriptOnly.push_back({property.name, property.label, property.type});
    property.initial = readMember(scripts, typeId, object.GetAddressOfProperty(index));
    if (property.kind == PropertyKind::Asset || property.elementKind == PropertyKind::Asset)
        useAsset(property.initial);
    info.properties.push_back(std::move(property));
}

/// An object of the class as its script initialises it; null with the reason in `why`.
asIScriptObject* makeObject(asIScriptContext& context, asITypeInfo& type, std::string& why)
{
    auto* factory = type.GetFactoryByDecl(fmt::format("{0}@ {0}()", type.GetName()).c_str());
    if (factory == nullptr) {
        why = fmt::format("the class {} needs a constructor without parameters", type.GetName());
        return nullptr;
    }
    context.Prepare(factory);
    if (const auto failure = execute(context)) {
        why = failure->text();
        return nullptr;
    }
    auto* object = static_cast<asIScriptObject*>(context.GetReturnObject());
    object->AddRef();
    return object;
}

/// Adds what messages can call of the class, and what wires can begin at.
void describeWires(ScriptClassInfo& info, const ModuleMetadata& metadata, asITypeInfo& type)
{
    for (const auto& text : metadata.of(type))
        for (const auto& entry : parseScriptMetadata(text))
            if (entry.name == "outputs")
                info.outputs.insert(info.outputs.end(), entry.arguments.begin(),
                                    entry.arguments.end());
    std::map<std::string, int> uses; // a message needs a name that one method has
    for (asUINT i = 0; i < type.GetMethodCount(); ++i)
        ++uses[type.GetMethodByIndex(i)->GetName()];
    for (asUINT i = 0; i < type.GetMethodCount(); ++i) {
        auto& method = *type.GetMethodByIndex(i);
        const auto handler = messageHandler(method);
        const auto& texts = metadata.of(method);
        const bool isHidden = std::find(texts.begin(), texts.end(), "hidden") != texts.end();
        if (handler && !isHidden && uses[method.GetName()] == 1)
            info.messages.push_back(
                {method.GetName(), handler->parameterType != 0 ? handler->kind : std::nullopt});
    }
}

Result<ScriptClassInfo> describeClass(asIScriptEngine& scripts,
                                      const ModuleMetadata& metadata,
                                      asIScriptContext& context,
                                      asITypeInfo& type)
{
    std::string why;
    auto* object = makeObject(context, type, why);
    if (object == nullptr)
        return Error{"{}", why};
    ScriptClassInfo info{type.GetName(), {}, {}};
    for (asUINT i = 0; i < type.GetPropertyCount(); ++i)
        describeMember(info, scripts, metadata, type, *object, i);
    describeWires(info, metadata, type);
    object->Release();
    context.Unprepare();
    return info;
}

Result<std::vector<ScriptClassInfo>> describeClasses(asIScriptEngine& scripts,
                                                     asIScriptModule& scriptModule,
                                                     const ModuleMetadata& metadata)
{
    const auto context = makeContext(scripts);
    if (auto started = startGlobals(scriptModule, *context); !started)
        return started.error();
    std::vector<ScriptClassInfo> classes;
    for (auto* type : nodeClasses(scriptModule)) {
        auto info = describeClass(scripts, metadata, *context, *type);
        if (!info)
            return info.error();
        classes.push_back(*std::move(info));
    }
    return classes;
}
} // namespace

Error reportMessages(std::vector<LogMessage>& messages, const std::string& file)
{
    std::string first;
    int errors = 0;
    for (auto& message : messages) {
        if (message.level == LogLevel::Error && ++errors == 1)
            first = message.line > 0
                        ? fmt::format("{}:{}: {}", message.file, message.line, message.text)
                        : fmt::format("{}: {}", file, message.text);
        log(std::move(message));
    }
    messages.clear();
    if (errors == 0)
        first = fmt::format("{}: the script cannot be compiled", file);
    if (errors > 1)
        first += fmt::format(" (and {} more in the console)", errors - 1);
    return Error{"{}", first};
}

Result<std::shared_ptr<const ScriptProgram>> makeProgram(asIScriptEngine& scripts,
                                                         CompiledModule compiled,
                                                         const ScriptSources& sources,
                                                         ContentHash hash)
{
    const auto& main = sources.sections.front();
    auto* scriptModule = scripts.GetModule(ModuleName, asGM_ALWAYS_CREATE);
    const bool loaded = scriptModule != nullptr && loadByteCode(*scriptModule, compiled.byteCode);
    auto classes =
        loaded ? describeClasses(scripts, *scriptModule, compiled.metadata)
               : Error{"{}: the compiled script cannot be loaded", sources.nameOf(main.file)};
    scripts.DiscardModule(ModuleName);
    if (!classes)
        return classes.error();
    auto program = std::make_shared<ScriptProgram>();
    program->file = main.file;
    program->hash = hash;
    for (const auto& section : sources.sections)
        program->sources.push_back(section.file);
    program->classes = *std::move(classes);
    program->byteCode = std::move(compiled.byteCode);
    return std::shared_ptr<const ScriptProgram>{std::move(program)};
}
} // namespace engine::scriptcore
