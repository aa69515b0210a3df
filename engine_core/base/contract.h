#pragma once

namespace engine
{
/// Called before the program ends on a broken contract, to save the user's work. May be null.
using ContractHandler = void (*)(const char* condition, const char* file, int line);

/// Replaces the handler that runs before the end; returns the one before it.
ContractHandler setContractHandler(ContractHandler handler);

[[noreturn]] void contractBroken(const char* condition, const char* file, int line);
} // namespace engine

/// A mistake of ours, not of a user or a file: checked in release builds too, ends the program
/// after the contract handler has saved what can be saved.
#define ENGINE_EXPECT(condition)                                                                   \
    (static_cast<bool>(condition) ? static_cast<void>(0)                                           \
                                  : ::engine::contractBroken(#condition, __FILE__, __LINE__))
