#pragma once

#include <cstdint>

namespace AngelScript
{
class CScriptArray;
}

namespace engine::scriptcore
{
/// As long as it lives, an array that a native works on cannot be changed: what the native calls,
/// such as comparisons, destructors and constructors of a script, would pull its elements away.
class ArrayUse
{
public:
    explicit ArrayUse(const AngelScript::CScriptArray& array);
    ~ArrayUse();

    ArrayUse(const ArrayUse&) = delete;
    ArrayUse& operator=(const ArrayUse&) = delete;

    /// Whether nothing works on the array; otherwise the script gets an exception.
    [[nodiscard]] static bool mayChange(const AngelScript::CScriptArray& array);

private:
    const AngelScript::CScriptArray& m_array;
    const ArrayUse* m_outer;
};
} // namespace engine::scriptcore
