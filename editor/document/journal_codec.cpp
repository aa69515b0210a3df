#include "editor/document/journal_codec.h"

#include "engine_core/base/json_tree.h"
#include "engine_core/base/json_writer.h"
#include "engine_core/serialization/swap_codec.h"

#include <algorithm>
#include <charconv>

namespace editor
{
namespace
{
using engine::Error;
using engine::JsonValue;
using engine::Result;

constexpr std::int64_t JournalFormat = 1;

Result<JournalStep> readSwaps(const JsonValue& json, const engine::TypeRegistry& types)
{
    JournalStep step;
    std::optional<Error> error;
    const auto swaps = json.find("swaps");
    if (!swaps)
        return Error{"A step in the journal is empty"};
    swaps->forEachItem([&](const JsonValue& item) {
        auto read = engine::readSwap(item, types, "journal");
        if (!read && !error)
            error = read.error();
        else if (read && read->plants)
            step.foliage.emplace_back(read->swap.entity, *std::move(read->plants));
        else if (read)
            step.edit.swaps.push_back(std::move(read->swap));
    });
    if (error)
        return *error;
    return step;
}

engine::ContentHash hashFrom(const std::string& text)
{
    engine::ContentHash hash = 0;
    std::from_chars(text.data(), text.data() + text.size(), hash, 16);
    return hash;
}

/// 0 if it is not there.
std::uint64_t countIn(const JsonValue& json, std::string_view key)
{
    const auto member = json.find(key);
    const auto count = member ? member->whole().value_or(0) : 0;
    return static_cast<std::uint64_t>(std::max<std::int64_t>(count, 0));
}

Result<JournalHeader> readHeader(std::string_view line)
{
    auto tree = engine::JsonTree::parse(line, "journal");
    if (!tree)
        return tree.error();
    const auto root = tree->root();
    const auto format = root.find("journal");
    if (!format || format->whole() != JournalFormat)
        return Error{"The journal is of another version"};
    const auto text = [&](std::string_view key) {
        const auto member = root.find(key);
        return member ? std::string{member->text()} : std::string{};
    };
    return JournalHeader{text("scene"),
                         text("base"),
                         hashFrom(text("hash")),
                         countIn(root, "first"),
                         hashFrom(text("sceneHash")),
                         text("project")};
}

std::string_view nameOf(StepKind kind)
{
    switch (kind) {
    case StepKind::Undone:
        return "undone";
    case StepKind::Redone:
        return "redone";
    case StepKind::Joined:
        return "joined";
    case StepKind::Done:
        break;
    }
    return "done";
}

/// Journals of earlier versions tell no kind.
StepKind kindIn(const engine::JsonTree& step)
{
    const auto name = step.root().find("kind");
    for (const auto kind : {StepKind::Undone, StepKind::Redone, StepKind::Joined})
        if (name && name->text() == nameOf(kind))
            return kind;
    return StepKind::Done;
}
} // namespace

std::string writeHeader(const JournalHeader& header)
{
    std::string line = "{";
    engine::appendJsonKey(line, "base");
    engine::appendJsonText(line, header.base);
    line += ',';
    engine::appendJsonKey(line, "first");
    engine::appendJson(line, static_cast<std::int64_t>(header.first));
    line += ',';
    engine::appendJsonKey(line, "hash");
    engine::appendJsonText(line, engine::hashToText(header.hash));
    line += ',';
    engine::appendJsonKey(line, "journal");
    engine::appendJson(line, JournalFormat);
    line += ',';
    engine::appendJsonKey(line, "project");
    engine::appendJsonText(line, header.project.string());
    line += ',';
    engine::appendJsonKey(line, "scene");
    engine::appendJsonText(line, header.scene.string());
    line += ',';
    engine::appendJsonKey(line, "sceneHash");
    engine::appendJsonText(line, engine::hashToText(header.sceneHash));
    return line + "}\n";
}

std::string writeStep(const DocumentStep& step,
                      bool modified,
                      const engine::TypeRegistry& types,
                      const engine::PutText& put)
{
    std::string line = "{";
    engine::appendJsonKey(line, "kind");
    engine::appendJsonText(line, nameOf(step.kind));
    line += ',';
    engine::appendJsonKey(line, "label");
    engine::appendJsonText(line, step.label);
    line += ',';
    engine::appendJsonKey(line, "modified");
    engine::appendJson(line, modified);
    line += ',';
    engine::appendJsonKey(line, "swaps");
    line += '[';
    bool isFirst = true;
    for (const auto& change : step.changes) {
        const auto* type = types.find(change.type);
        if (type == nullptr || change.before == change.after)
            continue;
        if (!std::exchange(isFirst, false))
            line += ',';
        engine::writeSwap(line, change, *type, put);
    }
    return line + "]}\n";
}

std::vector<std::string> standingSteps(const JournalText& journal)
{
    std::vector<JournalTitle> standing;
    std::vector<JournalTitle> undone; // can be redone
    for (const auto& [label, kind] : journal.titles) {
        const auto last = standing.empty() ? JournalTitle{{}, StepKind::Undone} : standing.back();
        if (kind == StepKind::Done) {
            standing.push_back({label, kind});
            undone.clear();
        } else if (kind == StepKind::Joined) {
            if (last.kind == StepKind::Undone) // a part of what lies before the journal
                standing.push_back({label, kind});
        } else if (kind == StepKind::Undone && last.kind == StepKind::Done) {
            undone.push_back(last);
            standing.pop_back();
        } else if (kind == StepKind::Undone) {
            if (last.kind == StepKind::Joined)
                standing.pop_back();
            standing.push_back({label, kind});
        } else if (!undone.empty()) {
            standing.push_back(undone.back());
            undone.pop_back();
        } else if (!standing.empty() && last.kind == StepKind::Undone) {
            standing.pop_back();
        } else { // it was undone before the journal
            standing.push_back({label, StepKind::Done});
        }
    }
    std::vector<std::string> words;
    for (const auto& step : standing)
        words.push_back(step.kind == StepKind::Undone ? "Undo " + step.label : step.label);
    return words;
}

std::string writeSave(const JournalSave& save)
{
    std::string line = "{";
    engine::appendJsonKey(line, "hash");
    engine::appendJsonText(line, engine::hashToText(save.hash));
    line += ',';
    engine::appendJsonKey(line, "lines");
    engine::appendJson(line, static_cast<std::int64_t>(save.lines));
    line += ',';
    engine::appendJsonKey(line, "scene");
    engine::appendJsonText(line, save.scene.string());
    return line + "}\n";
}

std::vector<JournalSave> readSaves(std::string_view text)
{
    std::vector<JournalSave> saves;
    while (!text.empty()) {
        const auto line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(line.size() + 1, text.size()));
        const auto tree = engine::JsonTree::parse(line, "saves");
        if (!tree)
            continue;
        const auto scene = tree->root().find("scene");
        const auto hash = tree->root().find("hash");
        if (scene && hash)
            saves.push_back({std::string{scene->text()}, hashFrom(std::string{hash->text()}),
                             countIn(tree->root(), "lines")});
    }
    return saves;
}

Result<JournalText> readJournal(std::string_view text, const engine::TypeRegistry* types)
{
    JournalText journal;
    bool isFirst = true;
    while (!text.empty()) {
        const auto end = text.find('\n');
        if (end == std::string_view::npos)
            break; // the crash came in the middle of this line
        const auto line = text.substr(0, end);
        text.remove_prefix(end + 1);
        if (std::exchange(isFirst, false)) {
            auto header = readHeader(line);
            if (!header)
                return header.error();
            journal.header = *std::move(header);
            continue;
        }
        auto tree = engine::JsonTree::parse(line, "journal");
        if (!tree)
            break;
        if (types != nullptr) {
            auto step = readSwaps(tree->root(), *types);
            if (!step)
                break;
            journal.steps.push_back(*std::move(step));
        }
        const auto label = tree->root().find("label");
        journal.titles.push_back(
            {std::string{label ? label->text() : std::string_view{}}, kindIn(*tree)});
        const auto modified = tree->root().find("modified");
        journal.modified = !modified || modified->boolean().value_or(true);
    }
    if (isFirst)
        return Error{"The journal is empty"};
    return journal;
}
} // namespace editor
