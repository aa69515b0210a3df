#include "engine_core/render/gl/view_transfer.h"

#include "engine_core/render/gl/gl_device.h"

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

void copyToFramebuffer(unsigned texture, const FramebufferPart& to, int width, int height)
{
    // Textures are shared between contexts, framebuffers are not.
    const auto source = makeFramebuffer();
    glNamedFramebufferTexture(source.name(), GL_COLOR_ATTACHMENT0, texture, 0);
    glBlitNamedFramebuffer(source.name(), to.framebuffer, 0, 0, width, height, to.left, to.bottom,
                           to.left + width, to.bottom + height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
}

void dropDepth(unsigned framebuffer)
{
    for (const auto point : {GLenum{GL_DEPTH_ATTACHMENT}, GLenum{GL_STENCIL_ATTACHMENT}}) {
        GLint kind = GL_NONE;
        GLint name = 0;
        glGetNamedFramebufferAttachmentParameteriv(framebuffer, point,
                                                   GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE, &kind);
        if (kind != GL_RENDERBUFFER)
            continue;
        glGetNamedFramebufferAttachmentParameteriv(framebuffer, point,
                                                   GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME, &name);
        glNamedFramebufferRenderbuffer(framebuffer, point, GL_RENDERBUFFER, 0);
        glNamedRenderbufferStorage(static_cast<GLuint>(name), GL_DEPTH24_STENCIL8, 1, 1);
    }
}
} // namespace engine
