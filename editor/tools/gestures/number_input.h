#pragma once

#include "editor/api/tool.h"

#include <optional>
#include <string>

namespace editor
{
/// What the fields of the tool options take at most for a length. Metres.
inline constexpr double GreatestLength = 4096;

/// The number that is being typed during a drag: digits, one point (or comma), one sign,
/// Backspace.
class NumberInput
{
public:
    /// True if the key was part of a number.
    bool key(const KeyEvent& event);

    /// nullopt while nothing complete is typed.
    [[nodiscard]] std::optional<double> value() const;

    /// The value as a way along an axis: without a sign it goes where the drag goes, which is below
    /// zero if `raw` is. A sign is meant as it is typed.
    [[nodiscard]] std::optional<double> along(double raw) const;

    [[nodiscard]] const std::string& text() const { return m_text; }

    void clear() { m_text.clear(); }

private:
    void putSign(char sign);
    [[nodiscard]] bool hasSign() const;

    std::string m_text;
};

/// Metres as people read them: "2.5", "0.125", "-3".
[[nodiscard]] std::string metresText(double metres);

/// "16 x 0.25 x 16 m".
[[nodiscard]] std::string sizeText(const engine::Vec3d& size);
} // namespace editor
