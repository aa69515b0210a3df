// Puts copies of an object onto the upper sides of what is selected.
[MenuItem "Window/Scatter on Selection"]
[Tooltip "Copies an object to random places on the selection."]
class ScatterOnSelection : EditorWindow
{
    Entity original;
    int count = 20;
    double smallest = 0.7;
    double biggest = 1.3;
    bool turn = true;
    int seed = 1;

    void onGui()
    {
        original = Gui::entityField("Original", original);
        count = Gui::intField("Count", count, 1, 1000);
        smallest = Gui::slider("Smallest", smallest, 0.1, 3);
        biggest = Gui::slider("Biggest", biggest, 0.1, 3);
        turn = Gui::check("Turn at random", turn);
        seed = Gui::intField("Seed", seed);
        bool ready = original.exists && Selection::count() > 0;
        if (!ready)
            Gui::help("Drop an object on Original and select what it shall stand on.");
        Gui::beginDisabled(!ready);
        if (Gui::button("Scatter"))
            scatter();
        Gui::endDisabled();
    }

    private void scatter()
    {
        randomSeed(seed);
        array<Entity>@ grounds = Selection::objects();
        array<Entity> placed;
        double half = original.size.y / 2;
        for (int i = 0; i < count; i++) {
            Entity ground = grounds[i % grounds.length()];
            Vec3 low = ground.low;
            Vec3 high = ground.high;
            Vec3 above(lerp(low.x, high.x, random()), high.y + 1, lerp(low.z, high.z, random()));
            Hit hit = Level::raycast(above, Vec3(0, -1, 0), high.y - low.y + 2);
            if (!hit.found || hit.entity == original)
                continue;
            Entity copy = Level::copyOf(original);
            double size = lerp(smallest, biggest, random());
            copy.scaleBy(Vec3(size, size, size));
            if (turn)
                copy.rotateBy(Vec3(0, 1, 0), random() * 2 * Pi);
            copy.moveTo(hit.point + Vec3(0, half * size, 0));
            placed.insertLast(copy);
        }
        if (placed.length() > 0)
            Level::group(placed, "Scattered " + original.name);
    }
}
