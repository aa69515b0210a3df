#include "engine_core/render/view_transfer.h"

#include "engine_core/render/gl_device.h"

namespace engine
{
GpuFence::~GpuFence()
{
    if (m_sync != nullptr)
        glDeleteSync(static_cast<GLsync>(m_sync));
}

void GpuFence::set()
{
    if (m_sync != nullptr)
        glDeleteSync(static_cast<GLsync>(m_sync));
    m_sync = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
    glFlush(); // or another context would wait for what never reaches the GPU
}

void GpuFence::wait()
{
    if (m_sync == nullptr)
        return;
    glWaitSync(static_cast<GLsync>(m_sync), 0, GL_TIMEOUT_IGNORED);
    glDeleteSync(static_cast<GLsync>(m_sync));
    m_sync = nullptr;
}

void copyToFramebuffer(unsigned texture, unsigned framebuffer, int width, int height)
{
    // Textures are shared between contexts, framebuffers are not.
    const auto source = makeFramebuffer();
    glNamedFramebufferTexture(source.name(), GL_COLOR_ATTACHMENT0, texture, 0);
    glBlitNamedFramebuffer(source.name(), framebuffer, 0, 0, width, height, 0, 0, width, height,
                           GL_COLOR_BUFFER_BIT, GL_NEAREST);
}
} // namespace engine
