#pragma once

#include <cstdint>

namespace AngelScript
{
class CScriptArray;
} // namespace AngelScript

namespace engine::scriptcore
{
/// Sorts that part of an array of numbers; NaN comes last. False for arrays of anything else, whose
/// elements compare by their scripts. AngelScript's own sort takes a square of time, during which
/// nothing ends it.
bool sortNumbers(AngelScript::CScriptArray& array,
                 std::uint32_t start,
                 std::uint32_t count,
                 bool ascending);
} // namespace engine::scriptcore
