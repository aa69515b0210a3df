// Lists what has a component; a click selects it.
[MenuItem "Window/Find by Component"]
class FindByComponent : EditorWindow
{
    int which = 1;
    string name;
    private int line = -1;

    void onGui()
    {
        array<string> kinds = {"brush", "light", "mesh", "script", "mover", "audio_source",
                               "player_start"};
        which = Gui::choice("Component", which, kinds);
        name = Gui::textField("Name has", name);
        array<Entity> found;
        array<string> rows;
        array<int> depths;
        array<Entity>@ all = Level::withComponent(kinds[which]);
        for (uint i = 0; i < all.length(); i++)
            if (name.isEmpty() || all[i].name.findFirst(name) >= 0) {
                found.insertLast(all[i]);
                rows.insertLast(all[i].name);
                depths.insertLast(depthOf(all[i]));
            }
        int before = line;
        line = Gui::tree("Found", line, rows, depths);
        if (line != before && line >= 0)
            Selection::set({found[line]});
        Gui::label(found.length() + " found");
        Gui::beginRow();
        if (Gui::button("Select all"))
            Selection::set(found);
        if (Gui::button("Hide all"))
            for (uint i = 0; i < found.length(); i++)
                found[i].hidden = true;
        Gui::endRow();
        Gui::dragObjects("Drag all", found);
    }

    private int depthOf(Entity e)
    {
        int depth = 0;
        while (!e.parent.isNull) {
            e = e.parent;
            depth++;
        }
        return depth;
    }
}
