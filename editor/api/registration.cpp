#include "editor/api/registration.h"

namespace editor
{
Registration& Registration::operator=(Registration&& other) noexcept
{
    if (this != &other) {
        release();
        m_takeBack = std::exchange(other.m_takeBack, {});
    }
    return *this;
}

void Registration::release()
{
    if (const auto takeBack = std::exchange(m_takeBack, {}))
        takeBack();
}
} // namespace editor
