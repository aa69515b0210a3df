#include "engine_core/base/name.h"

#include <mutex>
#include <unordered_set>

namespace engine
{
namespace
{
const std::string* intern(std::string_view text)
{
    static std::mutex mutex;
    static auto* const all = new std::unordered_set<std::string>; // alive until the very end
    const std::lock_guard lock{mutex};
    return &*all->emplace(text).first; // nodes never move
}

const std::string* emptyText()
{
    static const std::string* const empty = intern({});
    return empty;
}
} // namespace

Name::Name() : m_text{emptyText()} {}

Name::Name(std::string_view text) : m_text{text.empty() ? emptyText() : intern(text)} {}
} // namespace engine
