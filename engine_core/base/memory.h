#pragma once

namespace engine
{
/// Gives memory that was freed but is still held for the next allocations back to the system. Some
/// milliseconds: for the end of loading, not for every frame.
void returnFreeMemory();

/// Lets big blocks go back to the system as soon as they are freed, and threads share their heaps:
/// an editor that loads and drops pictures all day must not keep the holes. For the start of a
/// program, before there are threads.
void keepHeapSmall();
} // namespace engine
