#include "editor/tools/gestures/number_input.h"

#include <charconv>
#include <cmath>

namespace editor
{
bool NumberInput::key(const KeyEvent& event)
{
    if (event.key == ToolKey::Backspace && !m_text.empty()) {
        m_text.pop_back();
        return true;
    }
    if (event.key != ToolKey::Text)
        return false;
    for (const char typed : event.text) {
        const char c = typed == ',' ? '.' : typed;
        if (c == '-' || c == '+')
            putSign(c);
        else if ((c >= '0' && c <= '9') || (c == '.' && m_text.find('.') == std::string::npos))
            m_text += c;
    }
    return true;
}

/// In front, wherever it comes; pressed again it goes.
void NumberInput::putSign(char sign)
{
    const char before = hasSign() ? m_text.front() : '\0';
    if (hasSign())
        m_text.erase(0, 1);
    if (before != sign)
        m_text.insert(0, 1, sign);
}

bool NumberInput::hasSign() const
{
    return !m_text.empty() && (m_text.front() == '-' || m_text.front() == '+');
}

std::optional<double> NumberInput::value() const
{
    double number = 0;
    const auto* end = m_text.data() + m_text.size();
    const auto* begin = m_text.data() + (m_text.starts_with('+') ? 1 : 0); // it knows no plus
    const auto [stop, error] = std::from_chars(begin, end, number);
    if (error != std::errc{} || stop != end)
        return std::nullopt;
    return number;
}

std::optional<double> NumberInput::along(double raw) const
{
    const auto number = value();
    return number && !hasSign() && raw < 0 ? -*number : number;
}

std::string metresText(double metres)
{
    const double rounded = std::round(metres * 1000) / 1000; // a millimetre is enough to read
    return fmt::format("{}", rounded == 0 ? 0.0 : rounded);
}

std::string sizeText(const engine::Vec3d& size)
{
    return fmt::format("{} x {} x {} m", metresText(size.x), metresText(size.y),
                       metresText(size.z));
}
} // namespace editor
