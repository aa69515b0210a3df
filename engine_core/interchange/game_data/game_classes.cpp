#include "engine_core/interchange/game_data/game_classes.h"

#include "engine_core/base/small_letters.h"

#include <algorithm>
#include <set>

namespace engine
{
namespace
{
/// Bases of Half-Life add flags to those of their own bases.
void addFlags(GameKey& known, const GameKey& more)
{
    for (const auto& flag : more.choices) {
        const auto same =
            std::find_if(known.choices.begin(), known.choices.end(),
                         [&](const GameKeyChoice& each) { return each.value == flag.value; });
        if (same != known.choices.end())
            *same = flag;
        else
            known.choices.push_back(flag);
    }
}

/// Adds up the keys of a class and its bases.
class KeyList
{
public:
    explicit KeyList(const std::map<std::string, GameClass>& classes) : m_classes{classes} {}

    void add(const GameClass& from)
    {
        if (!m_seen.insert(&from).second)
            return;
        for (const auto& base : from.bases)
            if (const auto found = m_classes.find(inSmallLetters(base)); found != m_classes.end())
                add(found->second);
        for (const auto& key : from.keys)
            add(key);
    }

    [[nodiscard]] std::vector<GameKey> take() { return std::move(m_keys); }

private:
    void add(const GameKey& key)
    {
        const auto [at, isNew] = m_places.try_emplace(inSmallLetters(key.name), m_keys.size());
        if (isNew)
            m_keys.push_back(key);
        else if (auto& known = m_keys[at->second];
                 known.kind == GameKeyKind::Flags && key.kind == GameKeyKind::Flags)
            addFlags(known, key);
        else
            known = key;
    }

    const std::map<std::string, GameClass>& m_classes;
    std::set<const GameClass*> m_seen;
    std::map<std::string, std::size_t> m_places;
    std::vector<GameKey> m_keys;
};
} // namespace

bool GameClasses::add(GameClass added)
{
    auto name = inSmallLetters(added.name);
    if (m_classes.size() >= MostClasses && m_classes.count(name) == 0)
        return false;
    m_classes.insert_or_assign(std::move(name), std::move(added));
    return true;
}

const GameClass* GameClasses::find(std::string_view name) const
{
    const auto found = m_classes.find(inSmallLetters(name));
    return found == m_classes.end() || found->second.kind == GameClass::Kind::Base ? nullptr
                                                                                   : &found->second;
}

std::vector<GameKey> GameClasses::keysOf(const GameClass& of) const
{
    KeyList list{m_classes};
    list.add(of);
    return list.take();
}

std::vector<std::string> GameClasses::names() const
{
    std::vector<std::string> names;
    for (const auto& [name, one] : m_classes)
        if (one.kind != GameClass::Kind::Base)
            names.push_back(one.name);
    return names;
}
} // namespace engine
