#pragma once

#include "engine_core/base/signal.h"

#include <fmt/core.h>

#include <functional>
#include <string>

namespace engine
{
enum class LogLevel
{
    Debug,
    Info,
    Warning,
    Error
};

/// One line for the console. `file` and `line` are set when the message is about a place in a
/// script or another text file.
struct LogMessage
{
    LogLevel level = LogLevel::Info;
    std::string source; ///< who speaks, such as "script", "bake", "scene"
    std::string text;
    std::string file;
    int line = 0;
};

using LogSink = std::function<void(const LogMessage&)>;

/// Adds a receiver of every message from any thread (calls are serialised). The connection removes
/// it: once disconnect() has returned, no thread is in the sink and none calls it any more. So a
/// sink must not wait for a thread that disconnects it.
[[nodiscard]] Connection addLogSink(LogSink sink);

/// Hands a message to every sink; to stderr when there is none and the level is Warning or Error.
void log(const LogMessage& message);

template <typename... Args>
void logInfo(std::string source, fmt::format_string<Args...> format, Args&&... args)
{
    log({LogLevel::Info,
         std::move(source),
         fmt::format(format, std::forward<Args>(args)...),
         {},
         0});
}

template <typename... Args>
void logWarning(std::string source, fmt::format_string<Args...> format, Args&&... args)
{
    log({LogLevel::Warning,
         std::move(source),
         fmt::format(format, std::forward<Args>(args)...),
         {},
         0});
}

template <typename... Args>
void logError(std::string source, fmt::format_string<Args...> format, Args&&... args)
{
    log({LogLevel::Error,
         std::move(source),
         fmt::format(format, std::forward<Args>(args)...),
         {},
         0});
}
} // namespace engine
