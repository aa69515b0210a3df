#include "engine_core/scripting/compile/module_compile.h"

#include "engine_core/scripting/runtime/script_core.h"

#include <angelscript.h>
#include <angelscript/scripthelper.h>

#include <cstring>
#include <sstream>

namespace engine::scriptcore
{
using namespace AngelScript;

namespace
{
std::string keyOf(const std::string& owner, const std::string& property)
{
    return property.empty() ? owner : owner + '.' + property;
}

std::string fullName(const asITypeInfo& type)
{
    return fmt::format("{}::{}", type.GetNamespace(), type.GetName());
}

CompileRequest
requestOf(const std::string& types, CompileSection base, const ScriptSources& sources)
{
    CompileRequest request{types, std::move(base), sources.folder, {}};
    for (const auto& section : sources.sections)
        request.sections.push_back({sources.nameOf(section.file), section.text});
    return request;
}

std::string replacedAll(std::string text, std::string_view what, std::string_view with)
{
    for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + with.size()))
        text.replace(at, what.size(), with);
    return text;
}

LogMessage logMessage(CompileMessage message)
{
    const auto level = message.kind == asMSGTYPE_ERROR     ? LogLevel::Error
                       : message.kind == asMSGTYPE_WARNING ? LogLevel::Warning
                                                           : LogLevel::Debug;
    return {level, "script", std::move(message.text), std::move(message.section), message.row};
}

class ByteReader final : public asIBinaryStream
{
public:
    explicit ByteReader(const std::string& bytes) : m_bytes{bytes} {}

    int Read(void* to, asUINT size) override
    {
        if (size > m_bytes.size() - m_at)
            return asERROR;
        std::memcpy(to, m_bytes.data() + m_at, size);
        m_at += size;
        return asSUCCESS;
    }

    int Write(const void*, asUINT) override { return asERROR; }

private:
    const std::string& m_bytes;
    std::size_t m_at = 0;
};
} // namespace

ModuleMetadata::ModuleMetadata(std::vector<CompiledMetadata> entries)
{
    for (auto& entry : entries)
        m_texts[keyOf(entry.owner, entry.name)] = std::move(entry.texts);
}

const std::vector<std::string>& ModuleMetadata::find(const std::string& key) const
{
    static const std::vector<std::string> none;
    const auto at = m_texts.find(key);
    return at == m_texts.end() ? none : at->second;
}

const std::vector<std::string>& ModuleMetadata::of(const asITypeInfo& type) const
{
    return find(fullName(type));
}

const std::vector<std::string>& ModuleMetadata::of(const asITypeInfo& type,
                                                   const std::string& property) const
{
    return find(keyOf(fullName(type), property));
}

const std::vector<std::string>& ModuleMetadata::of(const asIScriptFunction& function) const
{
    return find(function.GetDeclaration(true, true));
}

std::string typesOf(asIScriptEngine& scripts)
{
    std::ostringstream written;
    WriteConfigToStream(&scripts, written);
    std::istringstream lines{std::move(written).str()};
    const auto callback = fmt::format("objbeh \"array<T>\" {} ", int{asBEHAVE_TEMPLATE_CALLBACK});
    std::string types;
    for (std::string line; std::getline(lines, line);) {
        // A function that the compiler has itself.
        if (line.starts_with(callback))
            continue;
        // The add-on loses what AngelScript does not tell it.
        const bool findsHandles = line.starts_with("objmthd \"array<T>\" \"int find") ||
                                  line.starts_with("funcdef \"bool array::less(");
        types += findsHandles ? replacedAll(line, "const T&in", "const T&in if_handle_then_const")
                              : line;
        types += '\n';
    }
    return types;
}

ModuleCompile::ModuleCompile(const std::string& types,
                             CompileSection base,
                             const ScriptSources& sources)
    : m_name{sources.nameOf(sources.sections.front().file)}
    , m_process{CompilerProcess::start(requestOf(types, std::move(base), sources))}
{
}

std::optional<Result<CompiledModule>> ModuleCompile::wait(std::chrono::milliseconds patience)
{
    if (!m_process)
        return m_process.error().withContext("{}", m_name);
    auto answer = (*m_process)->wait(patience);
    if (!answer)
        return std::nullopt;
    if (!*answer)
        return answer->error().withContext("{}", m_name);
    std::vector<LogMessage> messages;
    for (auto& message : (*answer)->messages)
        messages.push_back(logMessage(std::move(message)));
    if ((*answer)->byteCode.empty())
        return reportMessages(messages, m_name);
    for (auto& message : messages)
        log(std::move(message));
    return CompiledModule{std::move((*answer)->byteCode),
                          ModuleMetadata{std::move((*answer)->metadata)}};
}

bool loadByteCode(asIScriptModule& scriptModule, const std::string& byteCode)
{
    ByteReader reader{byteCode};
    return scriptModule.LoadByteCode(&reader) >= 0;
}
} // namespace engine::scriptcore
