#include "engine_core/base/log.h"
#include "engine_core/play/play_scripts.h"
#include "engine_core/reflect/value_hash.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/node.h"

#include <utility>

/// What the objects of a PlayScripts tell each other (ADR 35).
namespace engine
{
namespace
{
/// Messages that were sent while another one was being answered, and so on.
constexpr int MaxWithin = 50;

ContentHash hashOf(EntityId to, const PlayScripts::Message& message)
{
    Hasher hasher;
    hasher.add(to.value).add(message.sender.value).add(std::string_view{message.name});
    addValue(hasher, message.value);
    return hasher.result();
}
} // namespace

Result<bool> PlayScripts::send(EntityId to, const Message& message)
{
    auto* receiver = running(to);
    if (receiver == nullptr)
        return false;
    if (m_messages >= MaxWithin)
        return Error{"Messages answer each other without an end: '{}' would be within {} others",
                     message.name, MaxWithin};
    if (!receiver->started) {
        const auto takes = m_runtime->takes(receiver->object, message.name);
        if (!takes || !*takes)
            return takes;
        start(to);
        receiver = running(to);
        if (receiver == nullptr) // its onStart() failed
            return false;
    }
    const auto before = std::exchange(m_sender, message.sender);
    ++m_messages;
    const auto sent = m_runtime->send(receiver->object, message.name, message.value);
    --m_messages;
    m_sender = before;
    if (!sent)
        return sent.error();
    if (sent->failure)
        fail(to, *sent->failure);
    return sent->isTaken;
}

Result<int> PlayScripts::broadcast(const Message& message)
{
    std::vector<EntityId> all;
    all.reserve(m_instances.size());
    for (const auto& [entity, instance] : m_instances)
        if (entity != message.sender)
            all.push_back(entity);
    int count = 0;
    for (const auto entity : all) {
        const auto sent = send(entity, message);
        if (!sent)
            return sent.error();
        count += *sent ? 1 : 0;
        if (m_runtime->isSpent()) // the sender ends, too: what is left would not come to a line
            break;
    }
    return count;
}

Result<bool> PlayScripts::takes(EntityId entity, const std::string& message)
{
    const auto at = m_instances.find(entity);
    return at != m_instances.end() ? m_runtime->takes(at->second.object, message)
                                   : Result<bool>{false};
}

TaskId PlayScripts::sendLater(double seconds, EntityId to, const Message& message)
{
    return m_runtime->callLater(seconds, hashOf(to, message), [this, to, message] {
        const auto* script = m_world.get<Script>(to);
        if (find(to) != nullptr || script == nullptr || !mayRun(*script)) {
            deliver(to, message);
            return;
        }
        // It was spawned in this tick and has its object with the next one.
        m_runtime->callLater(0, hashOf(to, message), [this, to, message] { deliver(to, message); });
    });
}

void PlayScripts::deliver(EntityId to, const Message& message)
{
    if (const auto sent = send(to, message); !sent)
        logWarning("script", "A later message was not taken: {}", sent.error().message());
}

Result<Value> PlayScripts::member(EntityId entity, const std::string& name) const
{
    const auto* object = find(entity);
    if (object == nullptr)
        return Error{"The entity has no running script with a property '{}'", name};
    if (!object->isPublic(name))
        return Error{"{} has no public property '{}'", object->className(), name};
    return object->get(name);
}

Result<void> PlayScripts::setMember(EntityId entity, const std::string& name, const Value& value)
{
    const auto at = m_instances.find(entity);
    if (at == m_instances.end())
        return Error{"The entity has no running script with a property '{}'", name};
    auto& object = at->second.object;
    if (!object.isPublic(name))
        return Error{"{} has no public property '{}'", object.className(), name};
    return setFitting(object, name, value);
}
} // namespace engine
