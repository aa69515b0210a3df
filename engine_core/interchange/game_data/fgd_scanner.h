#pragma once

#include "engine_core/base/result.h"

#include <string>
#include <string_view>

namespace engine
{
/// A word of an FGD file.
struct FgdToken
{
    enum class Kind
    {
        End,
        Word,   ///< a name or a number
        Quoted, ///< a text between quotes, without them
        Sign    ///< one of ( ) [ ] { } : = , + @
    };

    Kind kind = Kind::End;
    std::string_view text;
    int line = 1;         ///< where it begins, from 1
    bool isClosed = true; ///< false for a text whose last quote is missing

    [[nodiscard]] bool is(char sign) const { return kind == Kind::Sign && text.front() == sign; }
};

/// Walks over the bytes of an FGD file once, word by word.
class FgdScanner
{
public:
    explicit FgdScanner(std::string_view text) : m_text{text} { read(); }

    /// The next word, which stays the next one.
    [[nodiscard]] const FgdToken& peek() const { return m_next; }

    /// The next word, and goes over it.
    FgdToken take()
    {
        const auto taken = m_next;
        read();
        return taken;
    }

    /// Goes over the sign if it comes next.
    bool take(char sign)
    {
        if (!m_next.is(sign))
            return false;
        read();
        return true;
    }

    /// Up to the next class, which begins with an @ at the begin of a line.
    void skipToClass();

private:
    void read();
    void skipSpace();

    std::string_view m_text;
    std::size_t m_at = 0;
    int m_line = 1;
    FgdToken m_next;
    bool m_beginsLine = true; ///< nothing but space stands before the next word in its line
};
} // namespace engine
