#pragma once

namespace editor
{
/// How long a step waits for an autosave at most, as Edit > Preferences > General says; endless if
/// autosaves are off there, which leaves only those that shorten a journal grown big.
[[nodiscard]] double autosaveSeconds();
} // namespace editor
