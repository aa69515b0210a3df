// A library that takes the place of the system's calls in a program (LD_PRELOAD), counts them, and
// lets one of them fail, be cut short, or be the last thing that the program does. It must not use
// anything that calls what it replaces.

#include "tests/faults/faults.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>

namespace
{
Fault fault{};
bool isActive = false;
thread_local bool isInside = false; ///< looking up the system's own calls allocates
unsigned counts[FaultKinds] = {};

enum class Verdict
{
    Go,
    Fail,
    Short
};

/// Counts a call; what is to become of it.
Verdict judge(FaultKind kind)
{
    if (!isActive || isInside)
        return Verdict::Go;
    const auto number = ++counts[kind];
    if (kind != fault.kind || number != fault.number)
        return Verdict::Go;
    switch (fault.way) {
    case FaultWay::Kill:
        ::kill(::getpid(), SIGKILL);
        return Verdict::Go;
    case FaultWay::Short:
        return Verdict::Short;
    default:
        return Verdict::Fail;
    }
}

template <typename F>
F systemCall(F& cache, const char* name)
{
    if (cache == nullptr) {
        isInside = true;
        cache = reinterpret_cast<F>(::dlsym(RTLD_NEXT, name));
        isInside = false;
    }
    return cache;
}
} // namespace

#define REAL(name) systemCall(real_##name, #name)

extern "C" {
void fault_begin(const Fault* wanted)
{
    fault = *wanted;
    for (auto& count : counts)
        count = 0;
    isActive = true;
}

void fault_end(unsigned* counted)
{
    isActive = false;
    for (int i = 0; i < FaultKinds; ++i)
        counted[i] = counts[i];
}

static int (*real_openat)(int, const char*, int, ...) = nullptr;
static int (*real_open)(const char*, int, ...) = nullptr;
static FILE* (*real_fopen)(const char*, const char*) = nullptr;
static ssize_t (*real_write)(int, const void*, size_t) = nullptr;
static ssize_t (*real_writev)(int, const iovec*, int) = nullptr;
static int (*real_fsync)(int) = nullptr;
static int (*real_syncfs)(int) = nullptr;
static int (*real_rename)(const char*, const char*) = nullptr;
static int (*real_renameat)(int, const char*, int, const char*) = nullptr;
static int (*real_mkdir)(const char*, mode_t) = nullptr;
static int (*real_mkdirat)(int, const char*, mode_t) = nullptr;

static mode_t modeIn(int flags, va_list list)
{
    return (flags & (O_CREAT | O_TMPFILE)) != 0 ? static_cast<mode_t>(va_arg(list, int)) : 0;
}

int openat(int folder, const char* path, int flags, ...)
{
    va_list list;
    va_start(list, flags);
    const auto mode = modeIn(flags, list);
    va_end(list);
    if (judge(FaultOpen) != Verdict::Go) {
        errno = EMFILE;
        return -1;
    }
    return REAL(openat)(folder, path, flags, mode);
}

int open(const char* path, int flags, ...)
{
    va_list list;
    va_start(list, flags);
    const auto mode = modeIn(flags, list);
    va_end(list);
    if (judge(FaultOpen) != Verdict::Go) {
        errno = EMFILE;
        return -1;
    }
    return REAL(open)(path, flags, mode);
}

FILE* fopen(const char* path, const char* mode)
{
    if (judge(FaultOpen) != Verdict::Go) {
        errno = EMFILE;
        return nullptr;
    }
    return REAL(fopen)(path, mode);
}

/// What the streams of C++ call. The same function on 64 bits.
FILE* fopen64(const char* path, const char* mode)
{
    return fopen(path, mode);
}

ssize_t write(int file, const void* bytes, size_t size)
{
    const auto verdict = judge(FaultWrite);
    if (verdict == Verdict::Fail || (verdict == Verdict::Short && size < 2)) {
        errno = ENOSPC;
        return -1;
    }
    return REAL(write)(file, bytes, verdict == Verdict::Short ? size / 2 : size);
}

ssize_t writev(int file, const iovec* parts, int count)
{
    const auto verdict = judge(FaultWrite);
    if (verdict == Verdict::Fail) {
        errno = ENOSPC;
        return -1;
    }
    return REAL(writev)(file, parts, verdict == Verdict::Short ? 1 : count);
}

int fsync(int file)
{
    if (judge(FaultSync) != Verdict::Go) {
        errno = EIO;
        return -1;
    }
    return REAL(fsync)(file);
}

int syncfs(int file)
{
    if (judge(FaultSync) != Verdict::Go) {
        errno = EIO;
        return -1;
    }
    return REAL(syncfs)(file);
}

int rename(const char* from, const char* to)
{
    if (judge(FaultRename) != Verdict::Go) {
        errno = EIO;
        return -1;
    }
    return REAL(rename)(from, to);
}

int renameat(int fromFolder, const char* from, int toFolder, const char* to)
{
    if (judge(FaultRename) != Verdict::Go) {
        errno = EIO;
        return -1;
    }
    return REAL(renameat)(fromFolder, from, toFolder, to);
}

int mkdir(const char* path, mode_t mode)
{
    if (judge(FaultOpen) != Verdict::Go) {
        errno = ENOSPC;
        return -1;
    }
    return REAL(mkdir)(path, mode);
}

int mkdirat(int folder, const char* path, mode_t mode)
{
    if (judge(FaultOpen) != Verdict::Go) {
        errno = ENOSPC;
        return -1;
    }
    return REAL(mkdirat)(folder, path, mode);
}

void* __libc_malloc(size_t size); // of glibc; dlsym() would allocate to find it

void* malloc(size_t size)
{
    if (judge(FaultAllocation) != Verdict::Go) {
        errno = ENOMEM;
        return nullptr;
    }
    return __libc_malloc(size);
}
}
