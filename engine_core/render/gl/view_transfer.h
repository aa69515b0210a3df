#pragma once

namespace engine
{
/// A point among the commands of one OpenGL context that the commands of another one, which shares
/// its objects, can wait for. Every call needs a current context of these.
class GpuFence
{
public:
    GpuFence() = default; ///< nothing to wait for
    GpuFence(const GpuFence&) = delete;
    GpuFence& operator=(const GpuFence&) = delete;
    ~GpuFence();

    /// After all commands given so far to the current context.
    void set();

    /// What is given to the current context from now on runs after the fence. Nothing if none was
    /// set since.
    void wait();

private:
    void* m_sync = nullptr;
};

/// A part of a framebuffer of the current context; pixels from its lower left corner on.
struct FramebufferPart
{
    unsigned framebuffer = 0;
    int left = 0;
    int bottom = 0;
};

/// Copies the lower left part of a texture. Sizes in pixels.
void copyToFramebuffer(unsigned texture, const FramebufferPart& to, int width, int height);

/// Gives the depth and stencil buffer of a framebuffer of the current context back, for one that
/// finished pictures are only copied to. Its owner may still delete the emptied buffer.
void dropDepth(unsigned framebuffer);
} // namespace engine
