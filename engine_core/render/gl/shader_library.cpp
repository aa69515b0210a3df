#include "engine_core/render/gl/shader_library.h"

#include "engine_core/base/log.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <sstream>
#include <string_view>

namespace engine
{
namespace
{
/// The number at `at`, moved behind it; -1 if there is none.
int takeNumber(std::string_view text, std::size_t& at)
{
    int number = -1;
    const auto [end, error] = std::from_chars(text.data() + at, text.data() + text.size(), number);
    if (error != std::errc{})
        return -1;
    at = static_cast<std::size_t>(end - text.data());
    return number;
}

struct Place
{
    std::size_t file = 0;
    int line = 0;
    std::string text;
};

/// Takes "0:12(3): error: text" (Mesa) or "0(12) : error C1008: text" (others) apart.
Place placeOf(std::string_view message)
{
    Place place{0, 0, std::string{message}};
    std::size_t at = message.starts_with("ERROR: ") ? 7 : 0;
    const int file = takeNumber(message, at);
    if (file < 0 || at >= message.size() || (message[at] != ':' && message[at] != '('))
        return place;
    const int line = takeNumber(message, ++at);
    const auto textAt = message.find(": ", at);
    if (line < 0 || textAt == std::string_view::npos)
        return place;
    place.file = static_cast<std::size_t>(file);
    place.line = line;
    place.text = std::string{message.substr(textAt + 2)};
    return place;
}

void logShaderErrors(const std::string& messages, const std::vector<fs::path>& files)
{
    std::istringstream lines{messages};
    for (std::string line; std::getline(lines, line);) {
        if (line.empty() || line.front() == '\0')
            continue;
        const auto place = placeOf(line);
        const auto file = place.file < files.size() ? files[place.file].string() : std::string{};
        log({LogLevel::Error, "render", "Shader: " + place.text, file, place.line});
    }
}

std::string infoLog(GLuint shader)
{
    std::array<char, 4096> text{};
    GLsizei length = 0;
    glGetShaderInfoLog(shader, static_cast<GLsizei>(text.size()), &length, text.data());
    return {text.data(), static_cast<std::size_t>(length)};
}
} // namespace

ShaderLibrary::ShaderLibrary(fs::path folder) : m_folder{std::move(folder)} {}

GLuint ShaderLibrary::program(const std::string& vertex,
                              const std::string& fragment,
                              const std::string& defines)
{
    auto& entry = m_entries[vertex + '|' + fragment + '|' + defines];
    if (!entry) {
        entry = std::make_unique<Entry>();
        entry->vertex = vertex;
        entry->fragment = fragment;
        entry->defines = defines;
        m_compilerInUse = true;
        m_quietUses = 0;
        build(*entry);
    } else {
        releaseCompilerWhenQuiet();
    }
    return entry->program.name();
}

void ShaderLibrary::releaseCompilerWhenQuiet()
{
    constexpr int Quiet = 16; // about two views
    if (!m_compilerInUse || ++m_quietUses < Quiet)
        return;
    glReleaseShaderCompiler();
    m_compilerInUse = false;
}

void ShaderLibrary::reload()
{
    m_compilerInUse = true;
    m_quietUses = 0;
    for (auto& [name, entry] : m_entries)
        if (changed(*entry))
            build(*entry);
}

bool ShaderLibrary::changed(const Entry& entry)
{
    return std::any_of(entry.files.begin(), entry.files.end(), [](const auto& file) {
        std::error_code failed;
        return fs::last_write_time(file.first, failed) != file.second;
    });
}

Result<void> ShaderLibrary::append(const fs::path& file, Source& source) const
{
    if (std::find(source.files.begin(), source.files.end(), file) != source.files.end())
        return {};
    const auto number = source.files.size();
    source.files.push_back(file);
    const auto text = readFile(file);
    if (!text)
        return text.error();
    source.text += fmt::format("#line 1 {}\n", number);
    std::istringstream lines{*text};
    int count = 0;
    for (std::string line; std::getline(lines, line);) {
        ++count;
        constexpr std::string_view Include = "#include \"";
        const auto end = line.rfind('"');
        if (!line.starts_with(Include) || end <= Include.size()) {
            source.text += line + '\n';
            continue;
        }
        const auto other = m_folder / line.substr(Include.size(), end - Include.size());
        if (auto done = append(other, source); !done)
            return done.error().withContext("{}, line {}", file.string(), count);
        source.text += fmt::format("#line {} {}\n", count + 1, number);
    }
    return {};
}

Result<ShaderLibrary::Source> ShaderLibrary::read(const std::string& file,
                                                  const std::string& defines) const
{
    Source source;
    source.text = "#version 450 core\n";
    std::istringstream words{defines};
    for (std::string word; words >> word;)
        source.text += "#define " + word + " 1\n";
    if (auto done = append(m_folder / file, source); !done)
        return done.error();
    return source;
}

GLuint ShaderLibrary::compile(GLenum stage, const Source& source) const
{
    const GLuint shader = glCreateShader(stage);
    const auto* text = source.text.c_str();
    glShaderSource(shader, 1, &text, nullptr);
    glCompileShader(shader);
    GLint done = GL_FALSE;
    glGetShaderiv(shader, GL_COMPILE_STATUS, &done);
    if (done == GL_TRUE)
        return shader;
    logShaderErrors(infoLog(shader), source.files);
    glDeleteShader(shader);
    return 0;
}

void ShaderLibrary::build(Entry& entry) const
{
    const auto vertex = read(entry.vertex + ".vert", entry.defines);
    const auto fragment = read(entry.fragment + ".frag", entry.defines);
    entry.files.clear();
    for (const auto* source : {&vertex, &fragment}) {
        if (!*source) {
            logError("render", "{}", source->error().message());
            continue;
        }
        for (const auto& file : (*source)->files) {
            std::error_code failed;
            entry.files[file] = fs::last_write_time(file, failed);
        }
    }
    if (!vertex || !fragment)
        return;
    const GLuint vertexShader = compile(GL_VERTEX_SHADER, *vertex);
    const GLuint fragmentShader = compile(GL_FRAGMENT_SHADER, *fragment);
    if (vertexShader != 0 && fragmentShader != 0) {
        GlProgram program{glCreateProgram()};
        glAttachShader(program.name(), vertexShader);
        glAttachShader(program.name(), fragmentShader);
        glLinkProgram(program.name());
        GLint done = GL_FALSE;
        glGetProgramiv(program.name(), GL_LINK_STATUS, &done);
        std::array<char, 2048> text{};
        glGetProgramInfoLog(program.name(), static_cast<GLsizei>(text.size()), nullptr,
                            text.data());
        if (done == GL_TRUE)
            entry.program = std::move(program);
        else
            logError("render", "Shaders {} and {} do not fit together: {}", entry.vertex,
                     entry.fragment, text.data());
    }
    glDeleteShader(vertexShader);
    glDeleteShader(fragmentShader);
}
} // namespace engine
