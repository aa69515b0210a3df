// A tool: a click puts a copy of an object where the mouse is, a drag puts one every few metres.
[MenuItem "Window/Stamp"]
[Tooltip "Click or drag in a view to place copies of an object."]
class Stamp : EditorWindow
{
    Entity original;
    double distance = 1;
    bool upright = true;
    private Vec3 last;
    private Pointer mouse;

    void onGui()
    {
        original = Gui::entityField("Original", original);
        array<Entity>@ dropped = Gui::dropObjects("Drop an object here");
        if (dropped.length() > 0)
            original = dropped[0];
        distance = Gui::slider("Distance", distance, 0.1, 10, "m");
        upright = Gui::check("Only on floors", upright);
        if (Gui::button("Use the tool"))
            Editor::activateTool("script.Stamp");
    }

    void onHover(const Pointer &in at) { mouse = at; }

    bool onClick(const Pointer &in at) { return put(at); }

    bool onPress(const Pointer &in at) { return put(at); }

    void onDrag(const Pointer &in at)
    {
        mouse = at;
        if (at.place.distanceTo(last) >= distance)
            put(at);
    }

    bool onKey(const string &in key)
    {
        if (key != "Delete" || !original.exists)
            return false;
        original = Entity();
        return true;
    }

    private bool put(const Pointer &in at)
    {
        if (!original.exists || !at.hitsLevel || (upright && at.normal.y < 0.7))
            return false;
        Entity copy = Level::copyOf(original);
        copy.moveTo(at.place + at.normal * (original.size.y / 2));
        last = at.place;
        return true;
    }

    void onDraw()
    {
        if (mouse.inView && mouse.hitsLevel)
            Draw::circle(mouse.place, mouse.normal, distance / 2, Color(1, 0.7, 0.3));
    }
}
