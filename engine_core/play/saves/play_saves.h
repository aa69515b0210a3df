#pragma once

#include "engine_core/base/files/files.h"
#include "engine_core/base/hash.h"
#include "engine_core/reflect/value.h"

#include <memory>
#include <string>

namespace engine
{
/// What the scripts of a project keep from one game to the next: named values in a JSON file of the
/// user. Written behind the game, at most once a second, and when it ends. One thread.
class PlaySaves
{
public:
    static constexpr std::size_t MostValues = 1000;
    static constexpr std::size_t MostNameBytes = 100;
    static constexpr std::size_t MostTextBytes = 4096;

    /// Reads the file; an empty path keeps nothing beyond this game. A file that cannot be read is
    /// logged and put aside beside it as ".damaged"; one of a newer program is left as it is, and
    /// nothing is written.
    explicit PlaySaves(fs::path file = {});
    ~PlaySaves(); ///< writes what is not written yet, and waits for it

    PlaySaves(const PlaySaves&) = delete;
    PlaySaves& operator=(const PlaySaves&) = delete;

    /// A number (double), bool, string or Vec3. An Error, in words for the writer of the script,
    /// beyond the limits above and for numbers that are not finite.
    Result<void> set(const std::string& name, const Value& value);

    /// Nothing if there is none of that name, or one of another kind than those.
    [[nodiscard]] Value get(const std::string& name) const;
    [[nodiscard]] bool has(const std::string& name) const;
    void remove(const std::string& name);
    void clear();

    /// So much of the time outside of the game has passed.
    void update(double seconds);

    void addTo(Hasher& hasher) const;

    /// All of them as one line of JSON; empty if there are none.
    [[nodiscard]] std::string text() const;

    /// Begins with what text() gave elsewhere, for this game alone: where nothing is kept beyond
    /// it. What cannot be read is logged.
    void beginWith(const std::string& text);

private:
    struct State;
    std::unique_ptr<State> m_state;
};
} // namespace engine
