#pragma once

#include "engine_core/base/contract.h"

#include <fmt/core.h>

#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace engine
{
/// What went wrong, as one sentence that a level designer understands.
class Error
{
public:
    explicit Error(std::string message) : m_message{std::move(message)} {}

    /// A sentence from a format string: Error{"'{}' has format {}", name, format}.
    template <typename... Args>

    requires(sizeof...(Args) > 0) explicit Error(fmt::format_string<Args...> format, Args&&... args)
        : m_message{fmt::format(format, std::forward<Args>(args)...)}
    {
    }

    [[nodiscard]] const std::string& message() const { return m_message; }

    /// The same error seen from one level up: "context: message".
    template <typename... Args>
    [[nodiscard]] Error withContext(fmt::format_string<Args...> format, Args&&... args) const
    {
        return Error{fmt::format(format, std::forward<Args>(args)...) + ": " + m_message};
    }

private:
    std::string m_message;
};

/// Either a value or the Error that explains why there is none.
template <typename T>
class [[nodiscard]] Result
{
public:
    Result(T value)
        : m_state{std::in_place_index<0>, std::move(value)} {} // NOLINT: implicit by design

    Result(Error error) : m_state{std::in_place_index<1>, std::move(error)} {} // NOLINT

    [[nodiscard]] bool hasValue() const { return m_state.index() == 0; }

    explicit operator bool() const { return hasValue(); }

    T& operator*() &
    {
        ENGINE_EXPECT(hasValue());
        return *std::get_if<0>(&m_state);
    }

    const T& operator*() const&
    {
        ENGINE_EXPECT(hasValue());
        return *std::get_if<0>(&m_state);
    }

    T&& operator*() &&
    {
        ENGINE_EXPECT(hasValue());
        return std::move(*std::get_if<0>(&m_state));
    }

    T* operator->() { return &**this; }

    const T* operator->() const { return &**this; }

    [[nodiscard]] const Error& error() const
    {
        ENGINE_EXPECT(!hasValue());
        return *std::get_if<1>(&m_state);
    }

private:
    std::variant<T, Error> m_state;
};

/// Success, or the Error that explains the failure.
template <>
class [[nodiscard]] Result<void>
{
public:
    Result() = default;

    Result(Error error) : m_error{std::move(error)} {} // NOLINT: implicit by design

    [[nodiscard]] bool hasValue() const { return std::holds_alternative<std::monostate>(m_error); }

    explicit operator bool() const { return hasValue(); }

    [[nodiscard]] const Error& error() const
    {
        ENGINE_EXPECT(!hasValue());
        return *std::get_if<Error>(&m_error);
    }

private:
    std::variant<std::monostate, Error> m_error;
};
} // namespace engine
