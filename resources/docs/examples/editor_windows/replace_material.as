// Gives all faces with one material another one, in the selection or in the whole level.
[MenuItem "Window/Replace Material"]
class ReplaceMaterial : EditorWindow
{
    string from;
    string to;
    bool everywhere = true;

    void onGui()
    {
        from = Gui::assetField("From", from, AssetKind::Material);
        to = Gui::assetField("To", to, AssetKind::Material);
        if (Gui::button("From the selection") && Selection::count() > 0) {
            array<string>@ used = Selection::primary().materials();
            if (used.length() > 0)
                from = used[0];
        }
        everywhere = Gui::check("In the whole level", everywhere);
        if (Gui::button("Replace")) {
            array<Entity>@ where = everywhere ? Level::withComponent("brush") : Selection::objects();
            int faces = 0;
            for (uint i = 0; i < where.length(); i++)
                faces += where[i].replaceMaterial(from, to);
            Editor::message(faces + " faces changed");
        }
    }
}
