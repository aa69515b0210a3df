// Copies of the selection between two points that can be dragged; a curve spaces them.
[MenuItem "Window/Array along a Line"]
class ArrayAlongLine : EditorWindow
{
    Vec3 start = Vec3(0, 0, 0);
    Vec3 end = Vec3(4, 0, 0);
    int copies = 3;
    array<Vec2> spacing = {Vec2(0, 0), Vec2(1, 1)};

    void onGui()
    {
        start = Gui::vec3Field("Start", start);
        end = Gui::vec3Field("End", end);
        copies = Gui::intField("Copies", copies, 2, 200);
        spacing = Gui::curve("Spacing", spacing);
        array<Entity>@ chosen = Selection::objects();
        Gui::beginDisabled(chosen.length() == 0);
        if (Gui::button("Make"))
            for (int i = 0; i < copies; i++) {
                array<Entity>@ made = Level::duplicate(chosen);
                for (uint m = 0; m < made.length(); m++)
                    made[m].moveBy(placeOf(i) - Selection::center());
            }
        Gui::endDisabled();
    }

    private Vec3 placeOf(int index)
    {
        return lerp(start, end, curveAt(spacing, double(index) / (copies - 1)));
    }

    void onDraw()
    {
        start = Handle::move("Start", start);
        end = Handle::move("End", end);
        Draw::line(start, end, Color(0.4, 0.8, 1));
        for (int i = 0; i < copies; i++)
            Draw::point(placeOf(i), Color(0.4, 0.8, 1));
    }
}
