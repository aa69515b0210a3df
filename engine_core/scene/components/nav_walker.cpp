#include "engine_core/scene/components/nav_walker.h"

namespace engine
{
void describe(TypeBuilder<NavWalker>& walker)
{
    walker.type("nav_walker", "Walker", "Walks while playing, where scripts send it");
    walker.property("agent", &NavWalker::agent).tooltip("Its name; empty: the first one");
    walker.property("speed", &NavWalker::speed).range(0.01, 100).unit("m/s");
    walker.property("acceleration", &NavWalker::acceleration).range(0.1, 1000).unit("m/s\u00b2");
    walker.property("turnSpeed", &NavWalker::turnSpeed)
        .range(0, 3600)
        .unit("deg/s")
        .tooltip("Towards where it walks; 0: it does not turn");
    walker.property("avoids", &NavWalker::avoids)
        .tooltip("Goes around others, the player and obstacles");
    walker.property("opensDoors", &NavWalker::opensDoors)
        .tooltip("Uses what is closed in front of it, as the player would");
    walker.property("patience", &NavWalker::patience)
        .range(0, 600)
        .unit("s")
        .tooltip("It waits so long at a closed door before it looks for a way without doors");
}

void describe(TypeBuilder<NavObstacle>& obstacle)
{
    obstacle.type("nav_obstacle", "Obstacle for walkers", "A post that walkers go around");
    obstacle.property("radius", &NavObstacle::radius).range(0.01, 5).unit("m");
    obstacle.property("height", &NavObstacle::height).range(0.01, 100).unit("m");
    obstacle.property("cutsMesh", &NavObstacle::cutsMesh)
        .label("Cuts the mesh")
        .tooltip("No ground where it has come to rest; of a mover its brushes and models count");
}
} // namespace engine
