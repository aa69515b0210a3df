#include "engine_core/render/gl/headless_context.h"

#include "engine_core/render/gl/gl_device.h"

#include <EGL/egl.h>
#include <EGL/eglext.h>

#include <array>
#include <vector>

namespace engine
{
struct HeadlessContext::State
{
    EGLDisplay display = EGL_NO_DISPLAY;
    EGLContext context = EGL_NO_CONTEXT;
};

namespace
{
template <typename Function>
Function eglFunction(const char* name)
{
    return reinterpret_cast<Function>(eglGetProcAddress(name));
}

/// A context on that display, or EGL_NO_CONTEXT.
EGLContext contextOn(EGLDisplay display)
{
    if (display == EGL_NO_DISPLAY || eglInitialize(display, nullptr, nullptr) != EGL_TRUE ||
        eglBindAPI(EGL_OPENGL_API) != EGL_TRUE)
        return EGL_NO_CONTEXT;
    const std::array<EGLint, 7> wanted{EGL_CONTEXT_MAJOR_VERSION,
                                       4,
                                       EGL_CONTEXT_MINOR_VERSION,
                                       5,
                                       EGL_CONTEXT_OPENGL_PROFILE_MASK,
                                       EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                                       EGL_NONE};
    return eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, wanted.data());
}

/// The displays worth trying: Mesa without a window system, then every device of its own driver.
std::vector<EGLDisplay> displays()
{
    std::vector<EGLDisplay> all;
    const auto platformDisplay =
        eglFunction<PFNEGLGETPLATFORMDISPLAYEXTPROC>("eglGetPlatformDisplayEXT");
    if (platformDisplay == nullptr)
        return {eglGetDisplay(EGL_DEFAULT_DISPLAY)};
    all.push_back(platformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr));
    if (const auto query = eglFunction<PFNEGLQUERYDEVICESEXTPROC>("eglQueryDevicesEXT")) {
        std::array<EGLDeviceEXT, 16> devices{};
        EGLint count = 0;
        if (query(static_cast<EGLint>(devices.size()), devices.data(), &count) == EGL_TRUE)
            for (EGLint i = 0; i < count; ++i)
                all.push_back(platformDisplay(EGL_PLATFORM_DEVICE_EXT,
                                              devices[static_cast<std::size_t>(i)], nullptr));
    }
    return all;
}
} // namespace

HeadlessContext::HeadlessContext() : m_state{std::make_unique<State>()} {}

Result<std::unique_ptr<HeadlessContext>> HeadlessContext::create()
{
    for (auto* const display : displays()) {
        auto* const context = contextOn(display);
        if (context == EGL_NO_CONTEXT)
            continue;
        auto made = std::unique_ptr<HeadlessContext>{new HeadlessContext};
        made->m_state->display = display;
        made->m_state->context = context;
        if (eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context) != EGL_TRUE)
            continue;
        watchGlErrors();
        return made;
    }
    return Error{"This machine offers no OpenGL 4.5 without a display; install libegl-mesa0 and "
                 "libgl1-mesa-dri to draw on the processor"};
}

HeadlessContext::~HeadlessContext()
{
    if (eglGetCurrentContext() == m_state->context)
        eglMakeCurrent(m_state->display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    if (m_state->context != EGL_NO_CONTEXT)
        eglDestroyContext(m_state->display, m_state->context);
}

void HeadlessContext::makeCurrent()
{
    ENGINE_EXPECT(eglBindAPI(EGL_OPENGL_API) == EGL_TRUE);
    ENGINE_EXPECT(eglMakeCurrent(m_state->display, EGL_NO_SURFACE, EGL_NO_SURFACE,
                                 m_state->context) == EGL_TRUE);
}
} // namespace engine
