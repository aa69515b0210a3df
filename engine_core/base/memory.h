#pragma once

namespace engine
{
/// Gives memory that was freed but is still held for the next allocations back to the system. Some
/// milliseconds: for the end of loading, not for every frame.
void returnFreeMemory();
} // namespace engine
