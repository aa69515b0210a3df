#pragma once

#include <QApplication>

#include <array>
#include <optional>
#include <string>

namespace mapwright::bench
{
/// The application of Qt for docks that are measured without a display, unless there is one.
class OffscreenApplication
{
public:
    OffscreenApplication()
    {
        if (QCoreApplication::instance() == nullptr)
            m_application.emplace(m_count, m_words.data());
    }

    OffscreenApplication(const OffscreenApplication&) = delete;
    OffscreenApplication& operator=(const OffscreenApplication&) = delete;

private:
    std::string m_name{"mapwright"};
    std::string m_option{"-platform"};
    std::string m_platform{"offscreen"};
    std::array<char*, 4> m_words{m_name.data(), m_option.data(), m_platform.data(), nullptr};
    int m_count = 3; ///< which Qt keeps a reference to
    std::optional<QApplication> m_application;
};
} // namespace mapwright::bench
