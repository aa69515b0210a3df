#pragma once

#include <sys/resource.h>

#include <csignal>
#include <cstdint>

namespace mapwright::test
{
/// As long as it lives, no file of this program grows beyond `bytes`: what a full disk is like.
class FullDisk
{
public:
    explicit FullDisk(std::uintmax_t bytes) : m_oldHandler{std::signal(SIGXFSZ, SIG_IGN)}
    {
        ::getrlimit(RLIMIT_FSIZE, &m_old);
        rlimit limit = m_old;
        limit.rlim_cur = bytes;
        ::setrlimit(RLIMIT_FSIZE, &limit);
    }

    FullDisk(const FullDisk&) = delete;
    FullDisk& operator=(const FullDisk&) = delete;

    ~FullDisk()
    {
        ::setrlimit(RLIMIT_FSIZE, &m_old);
        std::signal(SIGXFSZ, m_oldHandler);
    }

private:
    rlimit m_old{};
    void (*m_oldHandler)(int);
};
} // namespace mapwright::test
