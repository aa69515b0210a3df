#pragma once

#include "editor/document/document.h"
#include "editor/operations/prefab/prefab_write.h"

#include <vector>

namespace editor
{
/// Takes the files of prefabs along when steps that wrote them are undone and redone. A file that
/// something else has changed meanwhile stays as it is, and so does a file that the step made: it
/// may be in use elsewhere.
class PrefabHistory
{
public:
    explicit PrefabHistory(Document& document);

    /// The step that was done last wrote this.
    void note(PrefabWrite write);

    /// No step noted so far is ever taken back again. Until then notes outlive another scene that
    /// is opened for a while: states of a document never share an id.
    void forget();

    /// What could not be written, one sentence.
    engine::Signal<std::string> failed;

private:
    struct Entry
    {
        std::uint64_t before = 0; ///< states of the document
        std::uint64_t after = 0;
        PrefabWrite write;
    };

    void follow(const DocumentStep& step);
    void exchange(const engine::fs::path& file, const std::string& from, const std::string& to);

    Document& m_document;
    std::uint64_t m_previous = 0;
    std::uint64_t m_current = 0;
    std::vector<Entry> m_entries;
    engine::Connections m_connections;
};
} // namespace editor
