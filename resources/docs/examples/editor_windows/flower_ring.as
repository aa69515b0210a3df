// Plants a ring of flowers around what is selected, and clears what stands inside of it.
[MenuItem "Window/Flower Ring"]
[Tooltip "Plants a ring around the selection."]
class FlowerRing : EditorWindow
{
    Entity foliage;
    double radius = 3;
    double width = 1;

    void onGui()
    {
        foliage = Gui::entityField("Foliage", foliage);
        radius = Gui::slider("Radius", radius, 0.5, 20);
        width = Gui::slider("Width", width, 0.2, 5);
        bool ready = foliage.exists && foliage.has("foliage_layer") && Selection::count() > 0;
        if (!ready)
            Gui::help("Drop a foliage here, and select what the ring goes around.");
        else
            Gui::label(Plants::total(foliage) + " plants");
        Gui::beginDisabled(!ready);
        if (Gui::button("Plant"))
            plant();
        Gui::endDisabled();
    }

    private void plant()
    {
        Vec3 middle = Selection::center();
        double top = middle.y + Selection::size().y / 2 + 1;
        int dabs = int(2 * Pi * radius / (width / 2)) + 1;
        for (int i = 0; i < dabs; i++) {
            double angle = 2 * Pi * i / dabs;
            Vec3 above(middle.x + radius * cos(angle), top, middle.z + radius * sin(angle));
            Hit hit = Level::raycast(above, Vec3(0, -1, 0), 100);
            if (hit.found)
                Plants::paint(foliage, hit, width / 2);
        }
        Plants::remove(foliage, middle - Vec3(0, Selection::size().y / 2, 0), radius - width / 2);
    }
}
