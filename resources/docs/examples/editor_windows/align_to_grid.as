// Moves everything that is selected onto the grid: whole objects, or all corners of brushes.
[MenuItem "Window/Align to Grid"]
class AlignToGrid : EditorWindow
{
    bool useEditorGrid = true;
    double step = 0.25;
    int what = 0;

    void onGui()
    {
        useEditorGrid = Gui::check("As wide as the editor's grid", useEditorGrid);
        if (useEditorGrid)
            step = Editor::grid();
        Gui::beginDisabled(useEditorGrid);
        step = Gui::numberField("Step", step, "m", 0.25, 0.001, 64);
        Gui::endDisabled();
        what = Gui::choice("Move", what, {"Whole objects", "Every corner"});

        array<Entity>@ chosen = Selection::objects();
        Gui::label(offGrid(chosen) + " of " + chosen.length() + " lie off the grid");
        Gui::beginDisabled(chosen.length() == 0);
        if (Gui::button("Align")) {
            if (what == 0)
                Level::snap(chosen, step);
            else
                Level::snapCorners(chosen, step);
        }
        Gui::endDisabled();
    }

    private int offGrid(const array<Entity>@ objects)
    {
        int count = 0;
        for (uint i = 0; i < objects.length(); i++) {
            Vec3 low = objects[i].low / step;
            Vec3 off(abs(low.x - round(low.x)), abs(low.y - round(low.y)), abs(low.z - round(low.z)));
            if (max(off.x, max(off.y, off.z)) > 1e-6)
                count++;
        }
        return count;
    }
}
