#include "engine_core/scripting/worker/module_compiler.h"

#include "engine_core/scripting/compile/source_names.h"
#include "engine_core/scripting/values/array_elements.h"

#include <angelscript.h>
#include <angelscript/scriptbuilder.h>
#include <angelscript/scripthelper.h>

#include <algorithm>
#include <sstream>
#include <utility>

namespace engine::scriptcore
{
using namespace AngelScript;

namespace
{
constexpr const char* ModuleName = "compiled";

/// Texts of scripts while they are compiled: what the byte code keeps of them are their bytes.
class Literals final : public asIStringFactory
{
public:
    const void* GetStringConstant(const char* data, asUINT length) override
    {
        return new std::string(data, length);
    }

    int ReleaseStringConstant(const void* text) override
    {
        delete static_cast<const std::string*>(text);
        return asSUCCESS;
    }

    int GetRawStringData(const void* text, char* data, asUINT* length) const override
    {
        const auto& string = *static_cast<const std::string*>(text);
        if (length != nullptr)
            *length = static_cast<asUINT>(string.size());
        if (data != nullptr)
            string.copy(data, string.size());
        return asSUCCESS;
    }
};

class ByteWriter final : public asIBinaryStream
{
public:
    explicit ByteWriter(std::string& bytes) : m_bytes{bytes} {}

    int Read(void*, asUINT) override { return asERROR; }

    int Write(const void* from, asUINT size) override
    {
        m_bytes.append(static_cast<const char*>(from), size);
        return asSUCCESS;
    }

private:
    std::string& m_bytes;
};

void takeMessage(const asSMessageInfo* info, void* messages)
{
    static_cast<std::vector<CompileMessage>*>(messages)->push_back(
        {static_cast<std::uint32_t>(info->type), info->section, info->message, info->row});
}

/// Text up to and with the line that begins so, and what follows; all and nothing if none does.
std::pair<std::string, std::string> splitAfterLine(const std::string& text, const std::string& line)
{
    const auto at = text.find('\n' + line);
    const auto end = at == std::string::npos ? at : text.find('\n', at + 1);
    if (end == std::string::npos)
        return {text, {}};
    return {text.substr(0, end + 1), text.substr(end + 1)};
}

/// Declares what the program's engine declares. An add-on of AngelScript wrote it, and reads it; but
/// what AngelScript asks about arrays while it compiles is a function, which no text can bring.
bool declareTypes(asIScriptEngine& scripts, const std::string& types, Literals& literals)
{
    const auto read = [&](const std::string& text) {
        std::istringstream lines{text};
        return ConfigEngineFromStream(&scripts, lines, "types", &literals) >= 0;
    };
    const auto [first, rest] = splitAfterLine(types, "objtype \"array<T>\"");
    if (!read(first) || scripts.RegisterObjectBehaviour(
                            "array<T>", asBEHAVE_TEMPLATE_CALLBACK, "bool f(int &in, bool &out)",
                            asFunctionPtr(acceptsArrayElement), asCALL_CDECL) < 0)
        return false;
    return read(rest);
}

/// Adds the section that an #include names; called back by the builder.
int addIncluded(const char* include, const char* from, CScriptBuilder* builder, void* request)
{
    const auto& [types, base, folder, sections] = *static_cast<const CompileRequest*>(request);
    const auto file = includedFile(include, std::string{from}.erase(0, folder.size() + 1), folder);
    if (!file)
        return asERROR;
    const auto name = folder + '/' + *file;
    const auto found = std::find_if(sections.begin(), sections.end(),
                                    [&](const auto& section) { return section.name == name; });
    return found == sections.end()
               ? asERROR
               : builder->AddSectionFromMemory(name.c_str(), found->text.data(),
                                               static_cast<unsigned>(found->text.size()));
}

bool build(CScriptBuilder& builder, asIScriptEngine& scripts, CompileRequest& request)
{
    const auto add = [&](const CompileSection& section) {
        return builder.AddSectionFromMemory(section.name.c_str(), section.text.data(),
                                            static_cast<unsigned>(section.text.size())) >= 0;
    };
    builder.SetIncludeCallback(addIncluded, &request);
    return builder.StartNewModule(&scripts, ModuleName) >= 0 && add(request.base) &&
           add(request.sections.front()) && builder.BuildModule() >= 0;
}

std::string fullName(const asITypeInfo& type)
{
    return std::string{type.GetNamespace()} + "::" + type.GetName();
}

void keepTexts(std::vector<CompiledMetadata>& all, CompiledMetadata entry)
{
    if (!entry.texts.empty())
        all.push_back(std::move(entry));
}

std::vector<CompiledMetadata> metadataOf(CScriptBuilder& builder)
{
    using Kind = CompiledMetadata::Kind;
    std::vector<CompiledMetadata> all;
    const auto& module = *builder.GetModule();
    for (asUINT i = 0; i < module.GetObjectTypeCount(); ++i) {
        const auto& type = *module.GetObjectTypeByIndex(i);
        keepTexts(all,
                  {Kind::Type, fullName(type), {}, builder.GetMetadataForType(type.GetTypeId())});
        for (asUINT property = 0; property < type.GetPropertyCount(); ++property) {
            const char* name = nullptr;
            type.GetProperty(property, &name);
            keepTexts(all, {Kind::Property, fullName(type), name,
                            builder.GetMetadataForTypeProperty(type.GetTypeId(),
                                                               static_cast<int>(property))});
        }
        for (asUINT each = 0; each < type.GetMethodCount(); ++each) {
            auto* method = type.GetMethodByIndex(each);
            keepTexts(all, {Kind::Function,
                            method->GetDeclaration(true, true),
                            {},
                            builder.GetMetadataForTypeMethod(type.GetTypeId(), method)});
        }
    }
    for (asUINT i = 0; i < module.GetFunctionCount(); ++i) {
        auto* function = module.GetFunctionByIndex(i);
        keepTexts(all, {Kind::Function,
                        function->GetDeclaration(true, true),
                        {},
                        builder.GetMetadataForFunc(function)});
    }
    return all;
}
} // namespace

CompileAnswer compileModule(const CompileRequest& request)
{
    static Literals literals;
    CompileAnswer answer;
    auto* scripts = asCreateScriptEngine(); // for the life of the process
    scripts->SetMessageCallback(asFunctionPtr(takeMessage), &answer.messages, asCALL_CDECL);
    if (!declareTypes(*scripts, request.types, literals))
        return answer;
    scripts->SetMessageCallback(asFunctionPtr(takeMessage), &answer.messages, asCALL_CDECL);
    answer.messages.clear();
    CScriptBuilder builder;
    auto writable = request; // the builder hands it back through a plain pointer
    if (build(builder, *scripts, writable)) {
        ByteWriter writer{answer.byteCode};
        if (builder.GetModule()->SaveByteCode(&writer) < 0)
            answer.byteCode.clear();
        else
            answer.metadata = metadataOf(builder);
    }
    return answer;
}
} // namespace engine::scriptcore
