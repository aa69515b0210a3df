// The grid that everything stands on. A cell is a metre wide, and its number is its place: the
// middle of cell (3, 5) lies at x = 3, z = 5, on the floor. x grows to the right, z towards the
// camera. What is in a cell nobody writes down: whoever wants to know asks the world.

const int Width = 15;                // cells, with the wall around them
const int Depth = 11;

// Eight directions as bits, so that one number holds any set of them.
const int Left = 1, UpperLeft = 2, Up = 4, UpperRight = 8;
const int Right = 16, LowerRight = 32, Down = 64, LowerLeft = 128;
const int Cross = Left | Up | Right | Down;
const int AllAround = 255;

Vec3 placeOf(int x, int z)
{
    return Vec3(x, 0, z);
}

// The cell of a place, along one axis.
int cellOf(double place)
{
    return int(floor(place + 0.5));
}

int stepX(int direction)
{
    if ((direction & (Left | UpperLeft | LowerLeft)) != 0)
        return -1;
    return (direction & (Right | UpperRight | LowerRight)) != 0 ? 1 : 0;
}

int stepZ(int direction)
{
    if ((direction & (Up | UpperLeft | UpperRight)) != 0)
        return -1;
    return (direction & (Down | LowerLeft | LowerRight)) != 0 ? 1 : 0;
}

// The two directions that a diagonal is made of; of another one, itself.
int partsOf(int direction)
{
    int parts = 0;
    if (stepX(direction) != 0)
        parts |= stepX(direction) < 0 ? Left : Right;
    if (stepZ(direction) != 0)
        parts |= stepZ(direction) < 0 ? Up : Down;
    return parts;
}

bool isInside(int x, int z)
{
    return x > 0 && z > 0 && x < Width - 1 && z < Depth - 1;
}

// What stands in a cell: the objects with a tag whose place is there.
array<Entity>@ thingsIn(int x, int z)
{
    array<Entity> things;
    array<Entity>@ near = findInBox(Vec3(x - 0.4, -0.1, z - 0.4), Vec3(x + 0.4, 0.1, z + 0.4));
    for (uint i = 0; i < near.length(); i++)
        if (near[i].has("tags") && cellOf(near[i].position.x) == x && cellOf(near[i].position.z) == z)
            things.insertLast(near[i]);
    return things;
}

// The first of them with that tag; null if there is none.
Entity findInCell(int x, int z, const string &in tag)
{
    array<Entity>@ things = thingsIn(x, z);
    for (uint i = 0; i < things.length(); i++)
        if (things[i].hasTag(tag))
            return things[i];
    Entity none;
    return none;
}

bool holds(int x, int z, const string &in tag)
{
    return !findInCell(x, z, tag).isNull;
}
