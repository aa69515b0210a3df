#include "engine_core/scene/checks/expectation.h"

namespace engine
{
void describe(TypeBuilder<Expectation>& expectation)
{
    expectation.type("expectation", "Expectation",
                     "A promise about playing the level, which bots check");
    expectation
        .property("expect", &Expectation::expect,
                  {"somebody_gets_here", "nobody_gets_here", "never_fewer"})
        .tooltip("Never fewer is about objects with the tag, wherever they are");
    expectation.property("size", &Expectation::size)
        .range(0.01, 10000)
        .unit("m")
        .tooltip("Of what counts as here: a box about the object's place");
    expectation.property("within", &Expectation::within)
        .range(0, 3600)
        .unit("s")
        .tooltip("That the fastest may take to get here; 0: any time will do");
    expectation.property("tag", &Expectation::tag).tooltip("Of the objects that are counted");
    expectation.property("count", &Expectation::count)
        .range(0, 1000000)
        .tooltip("Objects with the tag that must be left at any time");
}
} // namespace engine
