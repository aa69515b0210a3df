#pragma once

#include "engine_core/base/files/files.h"

namespace editor
{
class ViewLayout;

/// Keeps in the user's settings where the views looked in a scene, for the scenes worked in last.
/// Never in the scene itself, whose differences stay small. A scene without a file is passed over.
void rememberViews(const engine::fs::path& scene, const ViewLayout& views);

/// Lets the views look where they did when the scene was last open; false, and nothing changed, if
/// that is not known.
bool recallViews(const engine::fs::path& scene, ViewLayout& views);
} // namespace editor
