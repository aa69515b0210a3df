#pragma once

#include <algorithm>
#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace engine
{
/// Whether a receiver still wants to be called; shared by its connection and whoever calls it. All
/// members may be used from any thread.
class ConnectionLink
{
public:
    /// A caller on other threads holds `delivery` while it calls receivers, so that none is called
    /// any more once end() has returned. The mutex outlives the link.
    explicit ConnectionLink(std::recursive_mutex* delivery = nullptr) : m_delivery{delivery} {}

    [[nodiscard]] bool isAlive() const { return m_alive.load(std::memory_order_acquire); }

    void end()
    {
        if (m_delivery == nullptr) {
            m_alive.store(false, std::memory_order_release);
            return;
        }
        const std::lock_guard lock{*m_delivery};
        m_alive.store(false, std::memory_order_release);
    }

private:
    std::atomic<bool> m_alive{true};
    std::recursive_mutex* m_delivery;
};

/// Ends a subscription when it goes out of scope. Safe to outlive the signal.
class Connection
{
public:
    Connection() = default;

    explicit Connection(std::weak_ptr<ConnectionLink> link) : m_link{std::move(link)} {}

    Connection(Connection&& other) noexcept : m_link{std::exchange(other.m_link, {})} {}

    Connection& operator=(Connection&& other) noexcept
    {
        if (this != &other) {
            disconnect();
            m_link = std::exchange(other.m_link, {});
        }
        return *this;
    }

    ~Connection() { disconnect(); }

    void disconnect()
    {
        if (const auto link = m_link.lock())
            link->end();
        m_link.reset();
    }

private:
    std::weak_ptr<ConnectionLink> m_link;
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
        auto link = std::make_shared<ConnectionLink>();
        Connection connection{link};
        m_receivers.push_back(std::make_shared<Entry>(Entry{std::move(receiver), std::move(link)}));
        return connection;
    }

    void operator()(const Args&... args)
    {
        std::erase_if(m_receivers, [](const auto& entry) { return !entry->link->isAlive(); });
        const auto receivers = m_receivers; // a receiver may add or remove others
        for (const auto& entry : receivers)
            if (entry->link->isAlive())
                entry->call(args...);
    }

private:
    struct Entry
    {
        Receiver call;
        std::shared_ptr<ConnectionLink> link;
    };

    std::vector<std::shared_ptr<Entry>> m_receivers;
};
} // namespace engine
