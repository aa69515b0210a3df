#pragma once

namespace engine
{
[[noreturn]] void contractBroken(const char* condition, const char* file, int line);
} // namespace engine

/// A mistake of ours, not of a user or a file: checked in release builds too, ends the program.
/// What the user did is in the journal.
#define ENGINE_EXPECT(condition)                                                                   \
    (static_cast<bool>(condition) ? static_cast<void>(0)                                           \
                                  : ::engine::contractBroken(#condition, __FILE__, __LINE__))
