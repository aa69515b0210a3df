#include "editor/panels/fields/number_expression.h"

#include <charconv>
#include <cmath>
#include <cstddef>

namespace editor
{
using engine::Error;
using engine::Result;

namespace
{
/// Brackets and signs deeper than this are a slip of the hand; the parser calls itself for each.
constexpr int MaxDepth = 64;

/// A recursive-descent parser: sum -> product -> factor.
class Parser
{
public:
    Parser(std::string_view text, double current) : m_text{text}, m_current{current} {}

    Result<double> run()
    {
        accept('=');
        auto value = sum(0);
        if (!value)
            return value;
        skipSpace();
        if (m_at < m_text.size())
            return Error{"'{}' was not expected here", m_text.substr(m_at, 1)};
        if (!std::isfinite(*value))
            return Error{"the result is not a finite number"};
        return value;
    }

private:
    void skipSpace()
    {
        while (m_at < m_text.size() && (m_text[m_at] == ' ' || m_text[m_at] == '\t'))
            ++m_at;
    }

    bool accept(char wanted)
    {
        skipSpace();
        if (m_at >= m_text.size() || m_text[m_at] != wanted)
            return false;
        ++m_at;
        return true;
    }

    Result<double> sum(int depth)
    {
        auto left = product(depth);
        while (left) {
            const bool plus = accept('+');
            if (!plus && !accept('-'))
                break;
            const auto right = product(depth);
            if (!right)
                return right;
            left = plus ? *left + *right : *left - *right;
        }
        return left;
    }

    Result<double> product(int depth)
    {
        auto left = factor(depth);
        while (left) {
            const bool times = accept('*');
            if (!times && !accept('/'))
                break;
            const auto right = factor(depth);
            if (!right)
                return right;
            if (!times && *right == 0)
                return Error{"division by 0"};
            left = times ? *left * *right : *left / *right;
        }
        return left;
    }

    Result<double> factor(int depth)
    {
        if (depth > MaxDepth)
            return Error{"too many brackets"};
        if (accept('-')) {
            const auto value = factor(depth + 1);
            return value ? Result<double>{-*value} : value;
        }
        if (accept('+'))
            return factor(depth + 1);
        if (accept('(')) {
            const auto value = sum(depth + 1);
            if (value && !accept(')'))
                return Error{"a closing bracket is missing"};
            return value;
        }
        if (accept('w') || accept('x') || accept('W') || accept('X'))
            return m_current;
        return number();
    }

    Result<double> number()
    {
        skipSpace();
        if (m_at >= m_text.size())
            return Error{"a number is missing"};
        double value = 0;
        const auto* begin = m_text.data() + m_at;
        const auto [end, failure] = std::from_chars(begin, m_text.data() + m_text.size(), value);
        if (failure == std::errc::result_out_of_range)
            return Error{"the number is too large"};
        // from_chars also reads "inf" and "nan", which no property takes.
        const bool isDigit = (*begin >= '0' && *begin <= '9') || *begin == '.';
        if (failure != std::errc{} || !isDigit)
            return Error{"'{}' is not a number", m_text.substr(m_at)};
        m_at += static_cast<std::size_t>(end - begin);
        return value;
    }

    std::string_view m_text;
    double m_current = 0;
    std::size_t m_at = 0;
};
} // namespace

Result<double> evaluateExpression(std::string_view text, double current)
{
    return Parser{text, current}.run();
}
} // namespace editor
