#include "engine_core/base/log.h"

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
    std::shared_ptr<bool> alive;
};

struct SinkList
{
    std::recursive_mutex mutex; // a sink may itself log
    std::vector<std::shared_ptr<SinkEntry>> entries;
};

SinkList& sinks()
{
    static SinkList list;
    return list;
}
} // namespace

Connection addLogSink(LogSink sink)
{
    auto& list = sinks();
    const std::lock_guard lock{list.mutex};
    auto alive = std::make_shared<bool>(true);
    Connection connection{alive};
    list.entries.push_back(
        std::make_shared<SinkEntry>(SinkEntry{std::move(sink), std::move(alive)}));
    return connection;
}

void log(LogMessage message)
{
    auto& list = sinks();
    const std::lock_guard lock{list.mutex};
    std::erase_if(list.entries, [](const auto& entry) { return !*entry->alive; });
    const auto entries = list.entries;
    for (const auto& entry : entries)
        entry->sink(message);
    if (entries.empty() && message.level >= LogLevel::Warning)
        std::fprintf(stderr, "%s: %s\n", message.source.c_str(), message.text.c_str());
}
} // namespace engine
