/// For programs that drag or restore docks: Qt 6.4 loses the layout items
/// of docks on the way (24 bytes each). Its functions have no names that a suppression could give,
/// and the whole library would be too much to suppress in all tests.
#pragma once

extern "C" [[gnu::weak]] const char*
__lsan_default_suppressions() // NOLINT: the name is LeakSanitizer's
{
    return "leak:libQt6Widgets\n";
}
