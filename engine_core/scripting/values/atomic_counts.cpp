#include <atomic>

/// AngelScript's counts of handles and of a class's objects. As Debian builds it, it ends the
/// program at a million of one: an assertion from the days of 32 bits. These take the place of its
/// own, which it calls by their names; `objects` and `bytes` of ScriptLimits keep counts far below
/// what an int holds.
namespace AngelScript
{
class __attribute__((visibility("default"))) asCAtomic
{
public:
    [[nodiscard]] unsigned get() const;
    void set(unsigned value);
    unsigned atomicInc();
    unsigned atomicDec();

private:
    std::atomic<unsigned> m_value{0};
};

unsigned asCAtomic::get() const
{
    return m_value;
}

void asCAtomic::set(unsigned value)
{
    m_value = value;
}

unsigned asCAtomic::atomicInc()
{
    return ++m_value;
}

unsigned asCAtomic::atomicDec()
{
    return --m_value;
}
} // namespace AngelScript
