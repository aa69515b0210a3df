#include "editor/app/measure/measured_editor.h"

#include "editor/app/run_editor.h"
#include "editor/app/window/main_window.h"

#include <QApplication>

#include <cstdio>

namespace editor
{
int measureInEditor(int& argc,
                    char** argv,
                    const engine::fs::path& project,
                    const std::function<int(MainWindow&)>& measure)
{
    prepareQt();
    QApplication application{argc, argv};
    prepareApplication();
    const auto window = openEditor(project);
    if (!window) {
        std::fprintf(stderr, "mapwright: %s\n", window.error().message().c_str());
        return 3;
    }
    return measure(**window);
}
} // namespace editor
