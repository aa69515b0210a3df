#include "engine_core/render/gl/gl_device.h"

#include "engine_core/base/log.h"

#include <string_view>

namespace engine
{
namespace
{
int g_liveObjects = 0;

void APIENTRY onGlMessage(GLenum source,
                          GLenum type,
                          GLuint /*id*/,
                          GLenum severity,
                          GLsizei length,
                          const GLchar* text,
                          const void* /*user*/)
{
    // What a compiler says is reported with its file and line by ShaderLibrary.
    if (type != GL_DEBUG_TYPE_ERROR || severity == GL_DEBUG_SEVERITY_NOTIFICATION ||
        source == GL_DEBUG_SOURCE_SHADER_COMPILER)
        return;
    logError("render", "OpenGL: {}",
             length >= 0 ? std::string_view{text, static_cast<std::size_t>(length)}
                         : std::string_view{text});
}
} // namespace

void watchGlErrors()
{
    glEnable(GL_DEBUG_OUTPUT);
    glDebugMessageCallback(onGlMessage, nullptr);
}

bool isSoftwareRenderer()
{
    const auto* name = reinterpret_cast<const char*>(glGetString(GL_RENDERER));
    const std::string_view renderer{name != nullptr ? name : ""};
    return renderer.find("llvmpipe") != std::string_view::npos ||
           renderer.find("softpipe") != std::string_view::npos ||
           renderer.find("SWR") != std::string_view::npos;
}

int liveGlObjects()
{
    return g_liveObjects;
}

void countGlObject()
{
    ++g_liveObjects;
}

void deleteGlObject(GlKind kind, GLuint name)
{
    if (name == 0)
        return;
    --g_liveObjects;
    switch (kind) {
    case GlKind::Buffer:
        return glDeleteBuffers(1, &name);
    case GlKind::Texture:
        return glDeleteTextures(1, &name);
    case GlKind::Framebuffer:
        return glDeleteFramebuffers(1, &name);
    case GlKind::VertexArray:
        return glDeleteVertexArrays(1, &name);
    case GlKind::Program:
        return glDeleteProgram(name);
    case GlKind::Sampler:
        return glDeleteSamplers(1, &name);
    }
}

GlBuffer makeBuffer()
{
    GLuint name = 0;
    glCreateBuffers(1, &name);
    return GlBuffer{name};
}

GlTexture makeTexture(GLenum target)
{
    GLuint name = 0;
    glCreateTextures(target, 1, &name);
    return GlTexture{name};
}

GlFramebuffer makeFramebuffer()
{
    GLuint name = 0;
    glCreateFramebuffers(1, &name);
    return GlFramebuffer{name};
}

GlVertexArray makeVertexArray()
{
    GLuint name = 0;
    glCreateVertexArrays(1, &name);
    return GlVertexArray{name};
}

GlSampler makeSampler()
{
    GLuint name = 0;
    glCreateSamplers(1, &name);
    return GlSampler{name};
}

void StreamBuffer::writeBytes(const void* bytes, std::size_t size)
{
    if (!m_buffer)
        m_buffer = makeBuffer();
    // A new store each time: the driver keeps the old one until the picture that uses it is done.
    constexpr std::size_t Smallest = 256;
    if (size >= Smallest)
        return glNamedBufferData(m_buffer.name(), static_cast<GLsizeiptr>(size), bytes,
                                 GL_STREAM_DRAW);
    glNamedBufferData(m_buffer.name(), Smallest, nullptr, GL_STREAM_DRAW);
    if (size > 0)
        glNamedBufferSubData(m_buffer.name(), 0, static_cast<GLsizeiptr>(size), bytes);
}
} // namespace engine
