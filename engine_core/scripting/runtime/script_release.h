#pragma once

namespace AngelScript
{
class asIScriptEngine;
} // namespace AngelScript

namespace engine::scriptcore
{
/// Lets go of all modules and objects of an engine, within its budget. The end of an engine would
/// do it, too, but runs destructors in contexts that nobody watches.
void releaseScripts(AngelScript::asIScriptEngine& scripts);
} // namespace engine::scriptcore
