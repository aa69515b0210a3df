#pragma once

#include "editor/document/document.h"

#include <set>
#include <string>
#include <vector>

namespace editor
{
/// What a guided tour can see: the document, and the commands that have run since it began.
struct TourState
{
    const Document& document;
    const std::set<std::string>& ran; ///< ids; "play.started", "play.stopped" for the game
};

/// One thing to do, which is done when the level shows that it is.
struct TourStep
{
    const char* title;
    const char* text;    ///< how, in plain words
    const char* command; ///< id of the command that helps ("" for none)
    bool (*isDone)(const TourState& state);
};

/// The guided tour: the first chapter of the manual as steps.
[[nodiscard]] const std::vector<TourStep>& firstRoomTour();
} // namespace editor
