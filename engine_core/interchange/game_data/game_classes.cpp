#include "engine_core/interchange/game_data/game_classes.h"

#include "engine_core/base/small_letters.h"

#include <set>

namespace engine
{
namespace
{
/// Adds up the keys of a class and its bases.
class KeyList
{
public:
    explicit KeyList(const std::map<std::string, GameClass>& classes) : m_classes{classes} {}

    void add(const GameClass& from, int depth = 0)
    {
        if (depth > GameClasses::MostBases || !m_seen.insert(&from).second)
            return;
        for (const auto& base : from.bases)
            if (const auto found = m_classes.find(inSmallLetters(base)); found != m_classes.end())
                add(found->second, depth + 1);
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
            addFlags(at->second, key);
        else {
            m_flags.erase(at->second);
            known = key;
        }
    }

    /// Bases of Half-Life add flags to those of their own bases.
    void addFlags(std::size_t place, const GameKey& more)
    {
        auto& known = m_keys[place].choices;
        auto& places = m_flags[place];
        if (places.empty())
            for (std::size_t i = 0; i < known.size(); ++i)
                places.try_emplace(known[i].value, i);
        for (const auto& flag : more.choices) {
            if (known.size() == GameClasses::MostFlags && !places.contains(flag.value))
                continue;
            const auto [at, isNew] = places.try_emplace(flag.value, known.size());
            if (isNew)
                known.push_back(flag);
            else
                known[at->second] = flag;
        }
    }

    const std::map<std::string, GameClass>& m_classes;
    std::set<const GameClass*> m_seen;
    std::map<std::string, std::size_t> m_places;
    std::vector<GameKey> m_keys;
    std::map<std::size_t, std::map<std::string, std::size_t>> m_flags; ///< where they are, by key
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
