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

/// Copies a texture to a framebuffer of the current context, from the lower left corner on. Sizes
/// in pixels.
void copyToFramebuffer(unsigned texture, unsigned framebuffer, int width, int height);
} // namespace engine
