// What is still to do. Public members are kept, so the list is there again tomorrow.
[MenuItem "Window/Checklist"]
class Checklist : EditorWindow
{
    array<string> tasks;
    array<bool> done;
    string notes;
    private string task;
    private int page = 0;

    void onGui()
    {
        page = Gui::tabs(page, {"Tasks", "Notes"});
        if (page == 1) {
            notes = Gui::textArea("Notes", notes, 12);
            return;
        }
        int finished = 0;
        for (uint i = 0; i < tasks.length(); i++) {
            Gui::key("task " + i);
            done[i] = Gui::check(tasks[i], done[i]);
            if (done[i])
                finished++;
        }
        if (tasks.length() > 0)
            Gui::progress("Done", double(finished) / tasks.length());
        task = Gui::textField("Task", task);
        Gui::beginRow();
        if (Gui::button("Add") && !task.isEmpty()) {
            tasks.insertLast(task);
            done.insertLast(false);
            task = "";
        }
        if (Gui::button("Clear done"))
            for (int i = int(tasks.length()) - 1; i >= 0; i--)
                if (done[i]) {
                    tasks.removeAt(i);
                    done.removeAt(i);
                }
        Gui::endRow();
        if (Gui::button("Pin to the selection", "Leaves an object with the first open task."))
            for (uint i = 0; i < tasks.length(); i++)
                if (!done[i]) {
                    Level::add("To do: " + tasks[i], Selection::center());
                    break;
                }
    }
}
