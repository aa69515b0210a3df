// Writes a word with cubes, from on/off pixels: each # is one. One factor says how big they are.

class PixelArt : Node
{
    [tooltip("Lines of the picture, with a # for each cube")]
    array<string> rows;

    [range(0.05, 2), unit("m"), tooltip("From one cube to the next")]
    double size = 0.3;

    [range(0, 1), unit("m"), tooltip("How far a wave lifts them")]
    double wave = 0.15;

    private array<Entity> cubes;
    private array<Vec3> places;

    void onStart()
    {
        for (uint row = 0; row < rows.length(); row++)
            for (uint column = 0; column < rows[row].length(); column++)
                if (rows[row].substr(column, 1) == "#")
                    addCube(column, row);
    }

    private void addCube(uint column, uint row)
    {
        double left = (double(column) - (rows[row].length() - 1) / 2.0) * size;
        places.insertLast(entity.position + Vec3(left, -double(row) * size, 0));
        Entity cube = spawnPrefab("prefabs/pixel.prefab.json", places[places.length() - 1]);
        cube.setVec3("transform.scale", Vec3(size, size, size));
        cubes.insertLast(cube);
    }

    void onTick(float dt)
    {
        for (uint i = 0; i < cubes.length(); i++)
            cubes[i].position = places[i] + Vec3(0, 0, wave * sin(time() * 2 + places[i].x));
    }
}
