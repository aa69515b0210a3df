#include "engine_core/interchange/textures/shader_scripts.h"

#include "engine_core/base/small_letters.h"

#include <algorithm>
#include <cctype>

namespace engine
{
namespace
{
constexpr std::size_t MostShaders = 10'000;

/// Words and braces; the ends of lines count, since arguments end there.
class ShaderWords
{
public:
    explicit ShaderWords(std::string_view text) : m_text{text} {}

    /// Empty at the end of the text.
    std::string_view next()
    {
        skip(false);
        return word();
    }

    /// Empty at the end of the line.
    std::string_view nextInLine()
    {
        skip(true);
        return m_at < m_text.size() && m_text[m_at] == '\n' ? std::string_view{} : word();
    }

private:
    void skip(bool stopsAtLine)
    {
        while (m_at < m_text.size()) {
            const auto rest = m_text.substr(m_at);
            if (rest.starts_with("//"))
                m_at += std::min(rest.find('\n'), rest.size());
            else if (rest.starts_with("/*"))
                m_at = std::min(m_text.find("*/", m_at + 2), m_text.size() - 2) + 2;
            else if (std::isspace(static_cast<unsigned char>(rest.front())) != 0 &&
                     !(stopsAtLine && rest.front() == '\n'))
                ++m_at;
            else
                return;
        }
    }

    std::string_view word()
    {
        if (m_at >= m_text.size())
            return {};
        const auto rest = m_text.substr(m_at);
        if (rest.front() == '{' || rest.front() == '}') {
            ++m_at;
            return rest.substr(0, 1);
        }
        if (rest.front() == '"') {
            const auto end = std::min(rest.find('"', 1), rest.size());
            m_at += std::min(end + 1, rest.size());
            return end > 1 ? rest.substr(1, end - 1) : " "; // nothing is the end of the text
        }
        const auto end = std::min(rest.find_first_of(" \t\r\n{}"), rest.size());
        m_at += end;
        return rest.substr(0, end);
    }

    std::string_view m_text;
    std::size_t m_at = 0;
};

/// From behind the opening brace to behind the closing one.
void readBody(ShaderWords& words, ShaderLook& shader)
{
    std::string stage; // the first picture of a stage that is one
    for (int depth = 1; depth > 0;) {
        const auto word = words.next();
        if (word.empty())
            break;
        if (word == "{")
            ++depth;
        else if (word == "}")
            --depth;
        else if (const auto key = inSmallLetters(word); key == "qer_editorimage")
            shader.picture = words.nextInLine();
        else if (stage.empty() && (key == "map" || key == "clampmap" || key == "diffusemap"))
            if (const auto picture = words.nextInLine(); !picture.starts_with('$'))
                stage = picture; // $lightmap and $whiteimage are none
    }
    if (shader.picture.empty())
        shader.picture = stage;
}
} // namespace

std::vector<ShaderLook> readShaderScript(std::string_view text)
{
    std::vector<ShaderLook> shaders;
    ShaderWords words{text};
    while (shaders.size() < MostShaders) {
        ShaderLook shader;
        shader.name = words.next();
        if (shader.name.empty())
            break;
        if (shader.name == "{" || shader.name == "}")
            continue; // one too many: what is after it may be all right
        if (const auto brace = words.next(); brace != "{")
            continue;
        readBody(words, shader);
        shaders.push_back(std::move(shader));
    }
    return shaders;
}
} // namespace engine
