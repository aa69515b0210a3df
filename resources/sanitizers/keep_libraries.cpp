// For programs under LeakSanitizer: libraries of the system stay loaded until the end. A graphics
// driver that was unloaded has no name in the report of what it leaked, and so could not be left
// out by lsan.supp. Our own plugins are unloaded as ever: what still uses them then shall be found.
#include <dlfcn.h>
#include <link.h>

#include <string_view>

extern "C" int dlclose(void* handle) noexcept
{
    link_map* library = nullptr;
    if (::dlinfo(handle, RTLD_DI_LINKMAP, static_cast<void*>(&library)) == 0) {
        const std::string_view path{library->l_name};
        if (path.starts_with("/usr/") || path.starts_with("/lib/"))
            return 0;
    }
    using Close = int (*)(void*);
    static const auto close = reinterpret_cast<Close>(::dlsym(RTLD_NEXT, "dlclose"));
    return close(handle);
}
