#include "engine_core/base/log.h"

#include "engine_core/base/log_mute.h"

#include <cstdio>
#include <memory>
#include <mutex>
#include <vector>

namespace engine
{
namespace
{
struct SinkEntry
{
    LogSink sink;
    std::shared_ptr<ConnectionLink> link;
};

struct SinkList
{
    std::recursive_mutex mutex; // a sink may itself log
    std::vector<std::shared_ptr<SinkEntry>> entries;
};

SinkList& sinks()
{
    // Never destroyed: threads and connections may use it until the very end of the program.
    static auto& list = *new SinkList;
    return list;
}

thread_local int mutes = 0;
} // namespace

LogMute::LogMute()
{
    ++mutes;
}

LogMute::~LogMute()
{
    --mutes;
}

Connection addLogSink(LogSink sink)
{
    auto& list = sinks();
    const std::lock_guard lock{list.mutex};
    auto link = std::make_shared<ConnectionLink>(&list.mutex);
    Connection connection{link};
    list.entries.push_back(
        std::make_shared<SinkEntry>(SinkEntry{std::move(sink), std::move(link)}));
    return connection;
}

void log(const LogMessage& message)
{
    if (mutes > 0)
        return;
    auto& list = sinks();
    const std::lock_guard lock{list.mutex};
    std::erase_if(list.entries, [](const auto& entry) { return !entry->link->isAlive(); });
    const auto entries = list.entries;
    for (const auto& entry : entries)
        if (entry->link->isAlive()) // an earlier one may have disconnected it
            entry->sink(message);
    if (entries.empty() && message.level >= LogLevel::Warning)
        std::fprintf(stderr, "%s: %s\n", message.source.c_str(), message.text.c_str());
}
} // namespace engine
