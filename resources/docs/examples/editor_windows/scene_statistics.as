// What the level is made of, and which groups are empty.
[MenuItem "Window/Scene Statistics"]
class SceneStatistics : EditorWindow
{
    private bool materialsOpen = true;

    void onGui()
    {
        array<Entity>@ all = Level::all();
        int brushes = 0;
        int faces = 0;
        int lights = 0;
        array<string> names;
        array<int> counts;
        array<Entity> empty;
        for (uint i = 0; i < all.length(); i++) {
            Entity e = all[i];
            if (e.isBrush) {
                brushes++;
                faces += e.faceCount;
                array<string>@ used = e.materials();
                for (uint m = 0; m < used.length(); m++)
                    count(names, counts, used[m]);
            }
            if (e.has("light"))
                lights++;
            if (isEmpty(e))
                empty.insertLast(e);
        }
        Gui::label("Objects: " + all.length());
        Gui::label("Brushes: " + brushes + " with " + faces + " faces");
        Gui::label("Lights: " + lights);
        Gui::progress("Share of brushes", all.length() > 0 ? double(brushes) / all.length() : 0);

        materialsOpen = Gui::fold("Materials", materialsOpen);
        if (materialsOpen)
            showMaterials(names, counts);
        Gui::label("Empty groups: " + empty.length());
        Gui::beginDisabled(empty.length() == 0);
        if (Gui::button("Remove empty groups"))
            for (uint i = 0; i < empty.length(); i++)
                empty[i].destroy();
        Gui::endDisabled();
    }

    private void showMaterials(const array<string>@ names, const array<int>@ counts)
    {
        array<string> cells;
        for (uint i = 0; i < names.length(); i++) {
            cells.insertLast(names[i].isEmpty() ? "(default)" : names[i]);
            cells.insertLast("" + counts[i]);
        }
        Gui::table("Materials", -1, {"Material", "Brushes"}, cells, 6);
    }

    private void count(array<string>@ names, array<int>@ counts, const string &in name)
    {
        int at = names.find(name);
        if (at >= 0) {
            counts[at] += 1;
        } else {
            names.insertLast(name);
            counts.insertLast(1);
        }
    }

    // A place and a name and nothing else.
    private bool isEmpty(Entity e)
    {
        if (e.childCount > 0)
            return false;
        array<string>@ parts = e.components();
        for (uint i = 0; i < parts.length(); i++)
            if (parts[i] != "node" && parts[i] != "transform")
                return false;
        return true;
    }
}
