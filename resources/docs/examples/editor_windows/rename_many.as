// Renames everything that is selected, with a number behind each name.
[MenuItem "Window/Rename Many"]
class RenameMany : EditorWindow
{
    string pattern = "Pillar #";
    int first = 1;
    int digits = 2;

    void onGui()
    {
        pattern = Gui::textField("Pattern", pattern);
        Gui::help("# stands for the number.");
        first = Gui::intField("First", first, 0, 1000000);
        digits = Gui::intField("Digits", digits, 1, 6);
        array<Entity>@ chosen = Selection::objects();
        array<string> preview;
        for (uint i = 0; i < chosen.length(); i++)
            preview.insertLast(chosen[i].name + "  ->  " + nameOf(i));
        Gui::list("Preview", -1, preview, 8);
        Gui::beginDisabled(chosen.length() == 0 || pattern.isEmpty());
        if (Gui::button("Rename"))
            for (uint i = 0; i < chosen.length(); i++)
                chosen[i].name = nameOf(i);
        Gui::endDisabled();
    }

    private string nameOf(uint index)
    {
        string number = formatInt(first + index, "0", digits);
        int at = pattern.findFirst("#");
        if (at < 0)
            return pattern + " " + number;
        return pattern.substr(0, at) + number + pattern.substr(at + 1);
    }
}
