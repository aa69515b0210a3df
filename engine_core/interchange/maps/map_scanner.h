#pragma once

#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string_view>

namespace engine
{
/// Walks over the bytes of a .map file once and counts its lines.
class MapScanner
{
public:
    explicit MapScanner(std::string_view text)
        : m_begin{text.data()}, m_at{text.data()}, m_end{text.data() + text.size()}
    {
    }

    /// From 1.
    [[nodiscard]] int line() const { return m_line; }

    /// Bytes walked over.
    [[nodiscard]] std::size_t place() const { return static_cast<std::size_t>(m_at - m_begin); }

    /// The next sign that is neither space nor comment; 0 at the end.
    char peek()
    {
        skipSpace();
        return m_at < m_end ? *m_at : '\0';
    }

    /// Goes over `sign` if it comes next.
    bool take(char sign)
    {
        if (peek() != sign)
            return false;
        ++m_at;
        return true;
    }

    /// The next sign on this line; 0 where the line ends.
    char peekOnLine()
    {
        while (m_at < m_end && (*m_at == ' ' || *m_at == '\t' || *m_at == '\r'))
            ++m_at;
        return m_at < m_end && *m_at != '\n' ? *m_at : '\0';
    }

    /// A number, if one comes next and it is finite.
    std::optional<double> number()
    {
        skipSpace();
        const auto* const start = m_at;
        const bool isNegative = m_at < m_end && *m_at == '-';
        const bool hasSign = isNegative || (m_at < m_end && *m_at == '+');
        const auto* at = m_at + (hasSign ? 1 : 0);
        std::uint64_t digits = 0;
        const auto* const firstDigit = at;
        while (at < m_end && isDigit(*at))
            digits = digits * 10 + static_cast<std::uint64_t>(*at++ - '0');
        auto signs = at - firstDigit;
        std::ptrdiff_t decimals = 0;
        if (at < m_end && *at == '.') {
            const auto* const point = at++;
            while (at < m_end && isDigit(*at))
                digits = digits * 10 + static_cast<std::uint64_t>(*at++ - '0');
            decimals = at - point - 1;
            signs += decimals;
        }
        // A whole number and a power of ten that doubles hold exactly: one division is right to
        // the last bit (Clinger, "How to read floating point numbers accurately", 1990).
        if (signs > 0 && signs <= 15 && (at == m_end || isDelimiter(*at))) {
            m_at = at;
            const double value = static_cast<double>(digits) / powerOfTen(decimals);
            return isNegative ? -value : value;
        }
        return slowNumber(start + (hasSign && !isNegative ? 1 : 0));
    }

    /// Up to the next space: texture names may hold anything else. Those between quotes may hold
    /// spaces. Empty at the end of the line.
    std::string_view word()
    {
        if (peekOnLine() == '"')
            return quoted().value_or(std::string_view{});
        const auto* const start = m_at;
        while (m_at < m_end && !isSpace(*m_at))
            ++m_at;
        return {start, static_cast<std::size_t>(m_at - start)};
    }

    /// What stands between the quote that comes next and its partner, escapes as they are. Nothing
    /// if the line ends before that; then the rest of the line is walked over. A backslash before
    /// the last quote of a line is none of an escape: paths end so.
    std::optional<std::string_view> quoted()
    {
        const auto* const start = ++m_at;
        for (; m_at < m_end && *m_at != '\n'; ++m_at) {
            if (*m_at == '\\' && m_at + 1 < m_end && m_at[1] == '"' && !endsLine(m_at + 2)) {
                ++m_at;
            } else if (*m_at == '"') {
                return std::string_view{start, static_cast<std::size_t>(m_at++ - start)};
            }
        }
        return std::nullopt;
    }

    void skipLine()
    {
        while (m_at < m_end && *m_at != '\n')
            ++m_at;
    }

    /// Goes on behind the brace that closes the block in which `depth` more are open, or to the
    /// end. Returns whether there was such a brace.
    bool skipBlock(int depth)
    {
        while (peek() != '\0') {
            if (*m_at == '"') {
                (void)quoted();
            } else if (*m_at == '{' && standsAlone()) {
                ++m_at;
                ++depth;
            } else if (*m_at == '}' && standsAlone()) {
                ++m_at;
                if (depth-- == 0)
                    return true;
            } else {
                while (m_at < m_end && !isSpace(*m_at))
                    ++m_at;
            }
        }
        return false;
    }

private:
    static bool isDigit(char sign) { return sign >= '0' && sign <= '9'; }

    static bool isSpace(char sign)
    {
        return sign == ' ' || sign == '\t' || sign == '\n' || sign == '\r' || sign == '\0';
    }

    static bool isDelimiter(char sign) { return isSpace(sign) || sign == ')' || sign == ']'; }

    static double powerOfTen(std::ptrdiff_t exponent)
    {
        constexpr std::array<double, 16> Powers{1e0, 1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                                1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
        return Powers[static_cast<std::size_t>(exponent)];
    }

    std::optional<double> slowNumber(const char* from)
    {
        double value = 0;
        const auto [end, error] = std::from_chars(from, m_end, value);
        if (error != std::errc{} || !std::isfinite(value) || (end < m_end && !isDelimiter(*end)))
            return std::nullopt;
        m_at = end;
        return value;
    }

    /// A brace is a brace if nothing but space stands beside it; else it belongs to a name.
    [[nodiscard]] bool standsAlone() const { return m_at + 1 == m_end || isSpace(m_at[1]); }

    [[nodiscard]] bool endsLine(const char* at) const
    {
        while (at < m_end && (*at == ' ' || *at == '\t' || *at == '\r'))
            ++at;
        return at == m_end || *at == '\n';
    }

    void skipSpace()
    {
        while (m_at < m_end) {
            if (*m_at == '\n')
                ++m_line;
            else if (*m_at == '/' && m_at + 1 < m_end && m_at[1] == '/')
                return skipCommentAndSpace();
            else if (!isSpace(*m_at))
                return;
            ++m_at;
        }
    }

    void skipCommentAndSpace()
    {
        while (m_at < m_end) {
            if (*m_at == '\n')
                ++m_line;
            else if (*m_at == '/' && m_at + 1 < m_end && m_at[1] == '/') {
                skipLine();
                continue;
            } else if (!isSpace(*m_at))
                return;
            ++m_at;
        }
    }

    const char* m_begin;
    const char* m_at;
    const char* m_end;
    int m_line = 1;
};
} // namespace engine
