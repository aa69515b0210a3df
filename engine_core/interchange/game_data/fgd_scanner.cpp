#include "engine_core/interchange/game_data/fgd_scanner.h"

#include <algorithm>

namespace engine
{
namespace
{
constexpr std::string_view Signs = "()[]{}:=,+@";

bool isSpace(char sign)
{
    return sign == ' ' || sign == '\t' || sign == '\r' || sign == '\n' || sign == '\0';
}
} // namespace

void FgdScanner::skipSpace()
{
    while (m_at < m_text.size()) {
        if (m_text[m_at] == '\n') {
            ++m_line;
            m_beginsLine = true;
            ++m_at;
        } else if (isSpace(m_text[m_at])) {
            ++m_at;
        } else if (m_text.substr(m_at, 2) == "//") {
            m_at = std::min(m_text.find('\n', m_at), m_text.size());
        } else {
            return;
        }
    }
}

void FgdScanner::read()
{
    m_beginsLine = m_at == 0;
    skipSpace();
    m_next = {FgdToken::Kind::End, {}, m_line, true};
    if (m_at == m_text.size())
        return;
    const auto from = m_at;
    if (m_text[from] == '"') {
        // Texts may go over lines, and a quote that is missing swallows the rest of its line alone.
        auto end = m_text.find('"', from + 1);
        bool isClosed = true;
        // Between the quotes only: to the end of the file for each word would take for ever.
        if (end == std::string_view::npos ||
            m_text.substr(from, end - from).find("\n@") != std::string_view::npos) {
            end = std::min(m_text.find('\n', from), m_text.size());
            isClosed = false;
        }
        m_next = {FgdToken::Kind::Quoted, m_text.substr(from + 1, end - from - 1), m_line,
                  isClosed};
        m_line += static_cast<int>(std::count(m_next.text.begin(), m_next.text.end(), '\n'));
        m_at = std::min(end + 1, m_text.size());
        if (end < m_text.size() && m_text[end] == '\n')
            m_at = end; // counted by the space that follows
        return;
    }
    if (Signs.find(m_text[from]) != std::string_view::npos) {
        m_next = {FgdToken::Kind::Sign, m_text.substr(from, 1), m_line, true};
        ++m_at;
        return;
    }
    while (m_at < m_text.size() && !isSpace(m_text[m_at]) && m_text[m_at] != '"' &&
           Signs.find(m_text[m_at]) == std::string_view::npos && m_text.substr(m_at, 2) != "//")
        ++m_at;
    m_next = {FgdToken::Kind::Word, m_text.substr(from, m_at - from), m_line, true};
}

void FgdScanner::skipToClass()
{
    while (m_next.kind != FgdToken::Kind::End && !(m_next.is('@') && m_beginsLine))
        read();
}
} // namespace engine
