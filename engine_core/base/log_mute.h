#pragma once

namespace engine
{
/// While one lives, what its own thread logs is heard by nobody: for runs whose messages would be
/// those of a game that the user does not play.
class LogMute
{
public:
    LogMute();
    ~LogMute();
    LogMute(const LogMute&) = delete;
    LogMute& operator=(const LogMute&) = delete;
};
} // namespace engine
