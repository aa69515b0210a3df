#pragma once

#include "editor/document/journal.h"
#include "editor/operations/brush/transform_operations.h"
#include "engine_core/scene/components/light.h"
#include "engine_core/scene/components/scene_settings.h"
#include "engine_core/scene/components/unread_data.h"
#include "engine_core/serialization/scene_io.h"
#include "tests/support/fixtures/document_fixture.h"

#include <QTemporaryDir>

#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

namespace mapwright::test
{
using namespace editor;
using namespace engine;

/// Folders that live as long as one test.
struct Place
{
    QTemporaryDir folder;
    fs::path root = folder.path().toStdString();
    JournalPlace where{root / "journals", wholePath(root)};
    fs::path journals = where.folder;
    fs::path scene = root / "room.scene.json";
};

/// Runs `work` in a program of its own that is killed by signal 9 at the end of it; what the work
/// returns, the content hash of the lost document.
inline ContentHash killedAfter(const std::function<ContentHash()>& work)
{
    std::array<int, 2> ends{};
    if (::pipe(ends.data()) != 0)
        return 0;
    const auto child = ::fork();
    if (child == 0) {
        const ContentHash hash = work();
        const auto written = ::write(ends[1], &hash, sizeof hash);
        ::kill(::getpid(), written == sizeof hash ? SIGKILL : SIGABRT);
    }
    ::close(ends[1]);
    ContentHash hash = 0;
    const auto got = ::read(ends[0], &hash, sizeof hash);
    ::close(ends[0]);
    int status = 0;
    ::waitpid(child, &status, 0);
    return got == sizeof hash ? hash : 0;
}

inline ContentHash editAndGetHash(DocumentFixture& fixture)
{
    const auto box = fixture.addBox({0, 0, 0}, {1, 2, 3}, "a \"quoted\" box");
    const auto point = fixture.addPoint({0.1, 0.2, 0.3});
    static_cast<void>(fixture.run([&](Transaction& transaction) -> Result<void> {
        transaction.set(point, Light{.color = {0.1f, 0.7f, 1}, .range = 9});
        transaction.set(SceneEntity, UnreadData{{{"layer", "{\"of\":[1,2.50]}"}}});
        return rotate(transaction, std::vector{box}, {0, 0, 0}, {0, 1, 0}, 0.3);
    }));
    fixture.addBox({4, 0, 0}, {5, 1, 1}, "undone");
    fixture.document.undo();
    fixture.document.undo();
    fixture.document.redo();
    return fixture.document.contentHash();
}

/// The one file of that ending in the folder.
inline fs::path fileEndingIn(const fs::path& folder, const std::string& ending)
{
    for (const auto& entry : fs::directory_iterator{folder})
        if (entry.path().filename().string().ends_with(ending))
            return entry.path();
    return {};
}

/// What the journal can bring back, taken from a copy, since its program lives.
inline ContentHash recoverable(const JournalPlace& where)
{
    const QTemporaryDir copies;
    const fs::path folder = copies.path().toStdString();
    fs::copy(where.folder, folder, fs::copy_options::recursive);
    for (const auto& entry : fs::directory_iterator{folder})
        if (entry.path().extension() == ".lock")
            fs::remove(entry.path());
    const auto leftovers = Journal::findLeftovers({folder, where.project});
    DocumentFixture fixture;
    if (leftovers.size() != 1 || !Journal::recover(fixture.document, leftovers[0]))
        return 0;
    return fixture.document.contentHash();
}

inline void appendTo(const fs::path& file, const std::string& text)
{
    std::ofstream{file, std::ios::app} << text;
}

/// A program that dies at some moment of a save, which its workers do.
struct DyingSave
{
    const Place& place;
    DocumentFixture& fixture = *new DocumentFixture; // the kill comes before any destructor
    Journal& journal = *new Journal{fixture.document, place.where};

    explicit DyingSave(const Place& where) : place{where} {}

    [[nodiscard]] ContentHash hash() const { return fixture.document.contentHash(); }

    void addBox(double at, const std::string& name = "box")
    {
        fixture.addBox({at, 0, 0}, {at + 1, 1, 1}, name);
    }

    /// The file is whole, and the document does not know of it yet.
    void write(const fs::path& file)
    {
        const auto job = fixture.document.beginSave();
        if (!saveScene(*job.world, fixture.types, file, journal.noteSave(file)))
            ::abort();
    }

    void writeAndTell(const fs::path& file)
    {
        const auto job = fixture.document.beginSave();
        write(file);
        fixture.document.endSave(file, job.stateId);
    }

    /// The crash comes before the new file takes its place.
    void writeAlmost(const fs::path& file) { journal.noteSave(file)(hash()); }
};

/// What the only leftover is about and brings back; nothing if there is none or it fails.
struct Found
{
    std::vector<Journal::Leftover> leftovers;
    DocumentFixture fixture;
    bool isRecovered = false;

    explicit Found(const JournalPlace& where)
        : leftovers{Journal::findLeftovers(where)}
        , isRecovered{leftovers.size() == 1 && Journal::recover(fixture.document, leftovers[0])}
    {
    }
};
} // namespace mapwright::test
