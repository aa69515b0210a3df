#pragma once

namespace AngelScript
{
class asITypeInfo;
} // namespace AngelScript

namespace engine::scriptcore
{
/// Whether there can be arrays of that element, as AngelScript asks when it meets array<T>.
/// `skipsCollector` gets whether no element can lead back to its array. The program and its compiler
/// answer alike, because the answer becomes part of the byte code.
bool acceptsArrayElement(AngelScript::asITypeInfo* arrayType, bool* skipsCollector);
} // namespace engine::scriptcore
