// Two points to drag in the views, and how far they are apart.
[MenuItem "Window/Measure Points"]
class MeasurePoints : EditorWindow
{
    Vec3 from = Vec3(0, 0, 0);
    Vec3 to = Vec3(2, 0, 0);

    void onGui()
    {
        from = Gui::vec3Field("From", from);
        to = Gui::vec3Field("To", to);
        Gui::label("Length " + formatFloat(from.distanceTo(to), "", 0, 3) + " m");
        Pointer mouse = View::pointer();
        Gui::label("Mouse " + (mouse.inView ? mouse.place.toText() : "in no view"));
        if (Gui::button("From the selection")) {
            from = Selection::center() - Selection::size() * 0.5;
            to = Selection::center() + Selection::size() * 0.5;
        }
        if (Gui::button("Mark the middle"))
            Level::add("Middle", lerp(from, to, 0.5));
    }

    void onDraw()
    {
        from = Handle::move("From", from);
        to = Handle::move("To", to);
        Draw::line(from, to, Color(1, 0.7, 0.3), 2);
        Draw::text(lerp(from, to, 0.5), formatFloat(from.distanceTo(to), "", 0, 2) + " m");
    }
}
