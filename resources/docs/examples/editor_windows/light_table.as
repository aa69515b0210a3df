// All lights in one table; the chosen one can be edited below it, or all at once.
[MenuItem "Window/Light Table"]
class LightTable : EditorWindow
{
    private int line = -1;
    double factor = 1.5;

    void onGui()
    {
        array<Entity>@ lights = Level::withComponent("light");
        array<string> cells;
        for (uint i = 0; i < lights.length(); i++) {
            cells.insertLast(lights[i].name);
            cells.insertLast(formatFloat(lights[i].getNumber("light.intensity"), "", 0, 1));
            cells.insertLast(formatFloat(lights[i].getNumber("light.range"), "", 0, 1));
            cells.insertLast(lights[i].getBool("light.baked") ? "baked" : "live");
        }
        int before = line;
        line = Gui::table("Lights", line, {"Name", "Intensity (cd)", "Range (m)", "Kind"}, cells);
        if (line >= int(lights.length()))
            line = -1;
        if (line != before && line >= 0)
            Selection::set({lights[line]});
        if (line >= 0)
            edit(lights[line]);
        Gui::separator();
        Gui::beginRow();
        factor = Gui::numberField("Factor", factor, "", 0.1, 0, 100);
        if (Gui::button("Scale all", "Multiplies the intensity of every light."))
            for (uint i = 0; i < lights.length(); i++)
                lights[i].setNumber("light.intensity", lights[i].getNumber("light.intensity") * factor);
        Gui::endRow();
    }

    // A field gives another value back than it was given only in the run that answers the user.
    private void edit(Entity light)
    {
        string name = Gui::textField("Name", light.name);
        if (name != light.name)
            light.name = name;
        Color color = light.getColor("light.color");
        Color wanted = Gui::colorField("Colour", color);
        if (wanted.r != color.r || wanted.g != color.g || wanted.b != color.b)
            light.setColor("light.color", wanted);
        slider(light, "Intensity", "light.intensity", 500, "cd");
        slider(light, "Range", "light.range", 64, "m");
        bool baked = light.getBool("light.baked");
        if (Gui::check("Baked", baked) != baked)
            light.setBool("light.baked", !baked);
    }

    private void slider(Entity light, const string &in label, const string &in path, double most,
                        const string &in unit)
    {
        double now = light.getNumber(path);
        double wanted = Gui::slider(label, now, 0.1, most, unit);
        if (wanted != now)
            light.setNumber(path, wanted);
    }
}
