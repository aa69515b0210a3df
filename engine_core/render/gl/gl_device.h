#pragma once

#include "engine_core/render/gl/gl_api.h"

#include <cstddef>
#include <span>
#include <utility>

namespace engine
{
/// Sends the driver's error messages to the log; for the current context.
void watchGlErrors();

/// Whether the processor draws (llvmpipe and the like): then costly filters are left out.
[[nodiscard]] bool isSoftwareRenderer();

/// How many of our OpenGL objects are alive, of all kinds; tests watch it for leaks.
[[nodiscard]] int liveGlObjects();

enum class GlKind
{
    Buffer,
    Texture,
    Framebuffer,
    VertexArray,
    Program,
    Sampler
};

/// Deletes an object of that kind; 0 is ignored.
void deleteGlObject(GlKind kind, GLuint name);
void countGlObject();

/// Owns one OpenGL object. Dies with a context current that shares it (vertex arrays and
/// framebuffers: the one that made it).
template <GlKind Kind>
class GlObject
{
public:
    GlObject() = default;

    explicit GlObject(GLuint name) : m_name{name}
    {
        if (name != 0)
            countGlObject();
    }

    GlObject(GlObject&& other) noexcept : m_name{std::exchange(other.m_name, 0)} {}

    GlObject& operator=(GlObject&& other) noexcept
    {
        std::swap(m_name, other.m_name);
        return *this;
    }

    ~GlObject() { deleteGlObject(Kind, m_name); }

    [[nodiscard]] GLuint name() const { return m_name; }

    explicit operator bool() const { return m_name != 0; }

private:
    GLuint m_name = 0;
};

using GlBuffer = GlObject<GlKind::Buffer>;
using GlTexture = GlObject<GlKind::Texture>;
using GlFramebuffer = GlObject<GlKind::Framebuffer>;
using GlVertexArray = GlObject<GlKind::VertexArray>;
using GlProgram = GlObject<GlKind::Program>;
using GlSampler = GlObject<GlKind::Sampler>;

[[nodiscard]] GlBuffer makeBuffer();
[[nodiscard]] GlTexture makeTexture(GLenum target);
[[nodiscard]] GlFramebuffer makeFramebuffer();
[[nodiscard]] GlVertexArray makeVertexArray();
[[nodiscard]] GlSampler makeSampler();

/// A buffer whose contents are written anew for each picture.
class StreamBuffer
{
public:
    /// Replaces the contents. What is drawing from the old ones is not waited for.
    template <typename T>
    void write(std::span<const T> values)
    {
        writeBytes(values.data(), values.size_bytes());
    }

    [[nodiscard]] GLuint name() const { return m_buffer.name(); }

private:
    void writeBytes(const void* bytes, std::size_t size);
    GlBuffer m_buffer;
};
} // namespace engine
