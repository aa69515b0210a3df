#pragma once

#include "engine_core/base/hash.h"
#include "engine_core/base/json_tree.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace editor
{
/// Pieces of a text that are exchanged, and which text it is about: far smaller than the text
/// twice.
class TextPatch
{
public:
    TextPatch() = default;

    /// None yet, of this text, which must live until finish().
    explicit TextPatch(std::string_view text) : m_text{text} {}

    /// `piece` lies in the text, behind those before it.
    void replace(std::string_view piece, std::string by);

    /// The whole of a JSON text in its quotes, which need not be written as we write it.
    void replaceJsonText(const engine::JsonValue& value, std::string_view by);

    /// No more pieces: notes which text it is about and what becomes of it. That text.
    std::string finish();

    [[nodiscard]] bool isEmpty() const { return m_pieces.empty(); }

    [[nodiscard]] std::size_t count() const { return m_pieces.size(); }

    /// Whether it is about this text.
    [[nodiscard]] bool fits(std::string_view text) const;

    /// What becomes of the text, which it fits.
    [[nodiscard]] std::string applied(std::string_view text) const;

    /// What makes the text of before of the one that this one makes.
    [[nodiscard]] TextPatch inverse() const;

private:
    struct Piece
    {
        std::size_t at = 0; ///< in the text before
        std::uint32_t pair = 0;
    };

    std::string_view m_text;
    std::vector<std::pair<std::string, std::string>> m_pairs; ///< what stands there, and what comes
    std::map<std::pair<std::string, std::string>, std::uint32_t> m_known; ///< until finish()
    std::vector<Piece> m_pieces;
    engine::ContentHash m_before = 0;
    engine::ContentHash m_after = 0;
};
} // namespace editor
