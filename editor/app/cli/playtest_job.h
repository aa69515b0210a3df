#pragma once

#include "engine_core/base/files/files.h"
#include "engine_core/play/playtest/playtest.h"

#include <string>

namespace editor
{
/// What `mapwright playtest` is told.
struct PlaytestJob
{
    std::string scene;
    engine::PlaytestOptions options;
    std::string junit;               ///< file to write; empty: none
    std::string folder;              ///< for recordings; empty: none are written
    std::string bisect;              ///< "REV..REV"; empty: plays the scene as it is
    bool judgesExpectations = false; ///< alone decide about the status
    bool json = false;
    bool quiet = false;
};

/// One playtest with what it was of.
struct Playtested
{
    engine::PlaytestReport report;
    engine::ContentHash scene = 0;
};

/// Reads the scene, which lies in a project whose scripts may run or are not needed, and has bots
/// play it. Errors are sentences naming what is wrong.
[[nodiscard]] engine::Result<Playtested> playtestScene(const engine::fs::path& file,
                                                       const engine::PlaytestOptions& options,
                                                       engine::JobControl& control);

/// The first revision of the project at which an expectation of the scene fails that holds at the
/// first one of the range.
struct Bisection
{
    std::string revision;            ///< hash of the commit
    std::string subject;             ///< of the commit
    std::vector<std::string> failed; ///< what no longer holds there, a sentence each
    std::size_t played = 0;          ///< revisions that were tried
};

/// Halves the range "GOOD..BAD" of git revisions of the project that the scene lies in; nothing of
/// its working tree is touched. Revisions at which the scene cannot be played count as broken.
[[nodiscard]] engine::Result<Bisection> bisectScene(const engine::fs::path& file,
                                                    const std::string& range,
                                                    const engine::PlaytestOptions& options,
                                                    engine::JobControl& control);
} // namespace editor
