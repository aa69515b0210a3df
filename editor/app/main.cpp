#include "editor/app/cli/cli.h"

int main(int argc, char** argv)
{
    return editor::runCli({argv + 1, argv + argc});
}
