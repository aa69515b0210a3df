#include "editor/operations/assets/text_patch.h"

#include "engine_core/base/contract.h"
#include "engine_core/base/json_writer.h"

namespace editor
{
void TextPatch::replace(std::string_view piece, std::string by)
{
    const auto at = static_cast<std::size_t>(piece.data() - m_text.data());
    std::pair<std::string, std::string> pair{piece, std::move(by)};
    const auto next = static_cast<std::uint32_t>(m_pairs.size());
    const auto [known, isNew] = m_known.emplace(pair, next);
    if (isNew)
        m_pairs.push_back(std::move(pair));
    m_pieces.push_back({at, known->second});
}

void TextPatch::replaceJsonText(const engine::JsonValue& value, std::string_view by)
{
    std::string quoted;
    engine::appendJsonText(quoted, by);
    replace(value.raw(), std::move(quoted));
}

std::string TextPatch::finish()
{
    m_known.clear();
    m_before = engine::hashText(m_text);
    auto after = applied(m_text);
    m_after = engine::hashText(after);
    m_text = {};
    return after;
}

bool TextPatch::fits(std::string_view text) const
{
    return engine::hashText(text) == m_before;
}

std::string TextPatch::applied(std::string_view text) const
{
    std::string out;
    std::size_t done = 0;
    for (const auto& piece : m_pieces) {
        const auto& [from, to] = m_pairs[piece.pair];
        ENGINE_EXPECT(piece.at >= done && text.substr(piece.at, from.size()) == from);
        out += text.substr(done, piece.at - done);
        out += to;
        done = piece.at + from.size();
    }
    out += text.substr(done);
    return out;
}

TextPatch TextPatch::inverse() const
{
    TextPatch back;
    back.m_before = m_after;
    back.m_after = m_before;
    for (const auto& [from, to] : m_pairs)
        back.m_pairs.emplace_back(to, from);
    std::ptrdiff_t grown = 0;
    for (const auto& piece : m_pieces) {
        back.m_pieces.push_back(
            {static_cast<std::size_t>(static_cast<std::ptrdiff_t>(piece.at) + grown), piece.pair});
        const auto& [from, to] = m_pairs[piece.pair];
        grown += static_cast<std::ptrdiff_t>(to.size()) - static_cast<std::ptrdiff_t>(from.size());
    }
    return back;
}
} // namespace editor
