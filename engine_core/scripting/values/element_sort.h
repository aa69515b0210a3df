#pragma once

#include <cstdint>

namespace AngelScript
{
class asIScriptFunction;
class CScriptArray;
} // namespace AngelScript

namespace engine::scriptcore
{
/// Sorts that part of an array by the script's own comparison: `less`, or opCmp of the elements if
/// that is null, with null handles first. Stable. Whatever a comparison answers, also if it
/// contradicts itself, only the order depends on it: a merge sort never leaves the array, where
/// std::sort would. If a comparison throws or the budget is spent, the array stays as it was.
/// Nothing may change the array meanwhile (see ArrayUse).
void sortElements(AngelScript::CScriptArray& array,
                  AngelScript::asIScriptFunction* less,
                  std::uint32_t start,
                  std::uint32_t count,
                  bool ascending);
} // namespace engine::scriptcore
