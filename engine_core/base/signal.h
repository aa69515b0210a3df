#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

namespace engine
{
/// Ends a subscription when it goes out of scope. Safe to outlive the signal.
class Connection
{
public:
    Connection() = default;

    explicit Connection(std::weak_ptr<bool> alive) : m_alive{std::move(alive)} {}

    Connection(Connection&& other) noexcept : m_alive{std::exchange(other.m_alive, {})} {}

    Connection& operator=(Connection&& other) noexcept
    {
        if (this != &other) {
            disconnect();
            m_alive = std::exchange(other.m_alive, {});
        }
        return *this;
    }

    ~Connection() { disconnect(); }

    void disconnect()
    {
        if (const auto alive = m_alive.lock())
            *alive = false;
        m_alive.reset();
    }

private:
    std::weak_ptr<bool> m_alive;
};

/// The connections of one receiver, ended together.
class Connections
{
public:
    Connections& operator+=(Connection connection)
    {
        m_all.push_back(std::move(connection));
        return *this;
    }

    void clear() { m_all.clear(); }

private:
    std::vector<Connection> m_all;
};

/// Calls every receiver in the order of connecting. Main thread only. Receivers may connect and
/// disconnect, themselves too, while being called; new ones are called from the next time on.
template <typename... Args>
class Signal
{
public:
    using Receiver = std::function<void(const Args&...)>;

    [[nodiscard]] Connection connect(Receiver receiver)
    {
        auto alive = std::make_shared<bool>(true);
        Connection connection{alive};
        m_receivers.push_back(
            std::make_shared<Entry>(Entry{std::move(receiver), std::move(alive)}));
        return connection;
    }

    void operator()(const Args&... args)
    {
        std::erase_if(m_receivers, [](const auto& entry) { return !*entry->alive; });
        const auto receivers = m_receivers; // a receiver may add or remove others
        for (const auto& entry : receivers)
            if (*entry->alive)
                entry->call(args...);
    }

private:
    struct Entry
    {
        Receiver call;
        std::shared_ptr<bool> alive;
    };

    std::vector<std::shared_ptr<Entry>> m_receivers;
};
} // namespace engine
