#include "editor/app/cli/cli.h"
#include "editor/app/run_editor.h"

#include <cstdio>

int main(int argc, char** argv)
{
    std::vector<std::string> words{argv + 1, argv + argc};
    if (words.empty()) {
        const bool display = editor::hasDisplay();
        if (!display)
            std::fputs("mapwright: there is no display for the editor, so here is the tour: the "
                       "whole job, "
                       "leaving pictures in mapwright_tour\n",
                       stderr);
        words.emplace_back(display ? "edit" : "tour");
    }
    return editor::runCli(std::move(words));
}
