#pragma once

#include <functional>
#include <utility>

namespace editor
{
/// Something that was added to the editor (a tool, panel, menu entry) and is taken back when this
/// goes out of scope. Move-only.
class Registration
{
public:
    Registration() = default;

    explicit Registration(std::function<void()> takeBack) : m_takeBack{std::move(takeBack)} {}

    Registration(Registration&& other) noexcept : m_takeBack{std::exchange(other.m_takeBack, {})} {}

    Registration& operator=(Registration&& other) noexcept;

    ~Registration() { release(); }

    void release();

private:
    std::function<void()> m_takeBack;
};
} // namespace editor
