#include "engine_core/scripting/compile/compile_exchange.h"

#include "engine_core/base/hash.h"

#include <cstring>
#include <type_traits>

namespace engine::scriptcore
{
namespace
{
/// Raised when what is exchanged changes, or the version of AngelScript.
constexpr std::string_view Magic = "mapwright compile 1\n";

/// Appends numbers as they lie in memory: both ends run on one machine.
class RecordWriter
{
public:
    template <typename T>

    requires std::is_arithmetic_v<T>
    void add(T value)
    {
        m_bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
    }

    void add(std::string_view text)
    {
        add(std::uint64_t{text.size()});
        m_bytes.append(text);
    }

    void add(const CompileSection& section)
    {
        add(std::string_view{section.name});
        add(std::string_view{section.text});
    }

    [[nodiscard]] std::string framed() const
    {
        RecordWriter frame;
        frame.m_bytes = Magic;
        frame.add(nameHash(m_bytes));
        frame.add(std::string_view{m_bytes});
        return std::move(frame.m_bytes);
    }

private:
    std::string m_bytes;
};

/// Reads what RecordWriter wrote. After the first thing that is not there, everything is empty.
class RecordReader
{
public:
    explicit RecordReader(std::string_view bytes) : m_rest{bytes} {}

    /// The record in a frame; a broken reader if the frame is not whole.
    [[nodiscard]] static RecordReader unframed(std::string_view bytes)
    {
        RecordReader frame{bytes};
        frame.m_broken = !bytes.starts_with(Magic);
        frame.m_rest.remove_prefix(frame.m_broken ? 0 : Magic.size());
        const auto hash = frame.number<std::uint64_t>();
        RecordReader record{frame.text()};
        record.m_broken = !frame.isWhole() || nameHash(record.m_rest) != hash;
        return record;
    }

    template <typename T>
    [[nodiscard]] T number()
    {
        T value{};
        const auto bytes = take(sizeof value);
        if (bytes.size() == sizeof value)
            std::memcpy(&value, bytes.data(), sizeof value);
        return value;
    }

    [[nodiscard]] std::string_view text() { return take(number<std::uint64_t>()); }

    [[nodiscard]] CompileSection section()
    {
        CompileSection read;
        read.name = text();
        read.text = text();
        return read;
    }

    /// How many entries follow; each takes a byte at least, so no more than that are made room for.
    [[nodiscard]] std::uint64_t count()
    {
        const auto many = number<std::uint64_t>();
        m_broken = m_broken || many > m_rest.size();
        return m_broken ? 0 : many;
    }

    [[nodiscard]] bool isWhole() const { return !m_broken && m_rest.empty(); }

    [[nodiscard]] bool isBroken() const { return m_broken; }

private:
    std::string_view take(std::uint64_t size)
    {
        m_broken = m_broken || size > m_rest.size();
        if (m_broken)
            return {};
        const auto taken = m_rest.substr(0, size);
        m_rest.remove_prefix(size);
        return taken;
    }

    std::string_view m_rest;
    bool m_broken = false;
};
} // namespace

std::string encode(const CompileRequest& request)
{
    RecordWriter writer;
    writer.add(std::string_view{request.types});
    writer.add(request.base);
    writer.add(std::string_view{request.folder});
    writer.add(std::uint64_t{request.sections.size()});
    for (const auto& section : request.sections)
        writer.add(section);
    return writer.framed();
}

std::string encode(const CompileAnswer& answer)
{
    RecordWriter writer;
    writer.add(std::uint64_t{answer.messages.size()});
    for (const auto& message : answer.messages) {
        writer.add(message.kind);
        writer.add(std::string_view{message.section});
        writer.add(std::string_view{message.text});
        writer.add(message.row);
    }
    writer.add(std::string_view{answer.byteCode});
    writer.add(std::uint64_t{answer.metadata.size()});
    for (const auto& entry : answer.metadata) {
        writer.add(static_cast<std::uint8_t>(entry.kind));
        writer.add(std::string_view{entry.owner});
        writer.add(std::string_view{entry.name});
        writer.add(std::uint64_t{entry.texts.size()});
        for (const auto& text : entry.texts)
            writer.add(std::string_view{text});
    }
    return writer.framed();
}

std::optional<CompileRequest> decodeRequest(std::string_view bytes)
{
    auto reader = RecordReader::unframed(bytes);
    CompileRequest request;
    request.types = reader.text();
    request.base = reader.section();
    request.folder = reader.text();
    for (auto left = reader.count(); left > 0 && !reader.isBroken(); --left)
        request.sections.push_back(reader.section());
    return reader.isWhole() && !request.sections.empty() ? std::optional{std::move(request)}
                                                         : std::nullopt;
}

std::optional<CompileAnswer> decodeAnswer(std::string_view bytes)
{
    auto reader = RecordReader::unframed(bytes);
    CompileAnswer answer;
    for (auto left = reader.count(); left > 0 && !reader.isBroken(); --left) {
        auto& message = answer.messages.emplace_back();
        message.kind = reader.number<std::uint32_t>();
        message.section = reader.text();
        message.text = reader.text();
        message.row = reader.number<std::int32_t>();
    }
    answer.byteCode = reader.text();
    for (auto left = reader.count(); left > 0 && !reader.isBroken(); --left) {
        auto& entry = answer.metadata.emplace_back();
        entry.kind = static_cast<CompiledMetadata::Kind>(reader.number<std::uint8_t>());
        entry.owner = reader.text();
        entry.name = reader.text();
        for (auto texts = reader.count(); texts > 0 && !reader.isBroken(); --texts)
            entry.texts.emplace_back(reader.text());
    }
    return reader.isWhole() ? std::optional{std::move(answer)} : std::nullopt;
}
} // namespace engine::scriptcore
