#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace engine
{
/// A text stored once per process: copying and comparing cost a pointer. For names that repeat
/// thousands of times, such as the material of a face. Thread-safe; never freed.
class Name
{
public:
    Name(); ///< the empty text

    explicit Name(std::string_view text);

    [[nodiscard]] const std::string& text() const { return *m_text; }

    [[nodiscard]] bool isEmpty() const { return m_text->empty(); }

    friend bool operator==(Name a, Name b) { return a.m_text == b.m_text; }

    /// By text, so that orders are the same in every run.
    friend bool operator<(Name a, Name b) { return *a.m_text < *b.m_text; }

private:
    friend struct std::hash<Name>;
    const std::string* m_text;
};
} // namespace engine

template <>
struct std::hash<engine::Name>
{
    std::size_t operator()(engine::Name name) const noexcept
    {
        return std::hash<const void*>{}(name.m_text);
    }
};
