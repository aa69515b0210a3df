#pragma once

/// What the preloaded library and the test that it is loaded into say to each other.
enum FaultKind
{
    FaultOpen, ///< also of folders that are made
    FaultWrite,
    FaultSync,
    FaultRename,
    FaultAllocation,
    FaultKinds
};

enum class FaultWay
{
    None, ///< calls are only counted
    Fail,
    Short, ///< half of the bytes are written
    Kill   ///< the program, by signal 9, before the call
};

struct Fault
{
    FaultWay way = FaultWay::None;
    FaultKind kind = FaultOpen;
    unsigned number = 0; ///< of the call, from 1
};

extern "C" {
/// Calls count from now on, and one of them is hit.
using FaultBegin = void (*)(const Fault*);

/// Nothing is hit any more; how many calls of each kind there were.
using FaultEnd = void (*)(unsigned*);
}
