#include "editor/operations/assets/asset_change.h"

#include "editor/operations/assets/asset_plan.h"
#include "engine_core/base/files/moved_files.h"
#include "engine_core/base/jobs.h"
#include "engine_core/base/log.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <set>
#include <utility>

namespace editor
{
using engine::Error;
using engine::Result;

namespace
{
constexpr auto DeletedStay = std::chrono::hours{24 * 30};

/// What was deleted long ago. Each deletion has a folder named by its time in microseconds.
void dropOldDeletions(const engine::Project& project)
{
    const auto folder = deletedFolderOf(project);
    if (!engine::checkPlaceToWrite(folder / "x"))
        return; // a link may lead anywhere
    const auto oldest = std::chrono::system_clock::now() - DeletedStay;
    std::error_code failed;
    std::vector<fs::path> old;
    for (fs::directory_iterator at{folder, failed}; !failed && at != fs::directory_iterator{};
         at.increment(failed)) {
        const auto name = at->path().filename().string();
        std::int64_t time = 0;
        const auto [end, wrong] = std::from_chars(name.data(), name.data() + name.size(), time);
        std::error_code unknown;
        if (wrong == std::errc{} && end == name.data() + name.size() && !at->is_symlink(unknown) &&
            std::chrono::microseconds{time} < oldest.time_since_epoch())
            old.push_back(at->path());
    }
    for (const auto& each : old)
        fs::remove_all(each, failed);
}
} // namespace

/// In the order of doing.
struct AssetChange::Done
{
    std::vector<fs::path> made;                            ///< new names
    std::vector<std::pair<fs::path, std::string>> written; ///< files, and what they held
};

AssetChange::AssetChange(Plan plan, const engine::TypeRegistry& types)
    : m_plan{std::move(plan)}, m_types{types}, m_done{std::make_shared<Done>()}
{
}

Result<std::string>
AssetChange::otherText(StepDirection direction, const Rewrite& rewrite, const std::string& text)
{
    const bool isForward = direction == StepDirection::Forward;
    const auto patch = isForward ? rewrite.patch : rewrite.patch.inverse();
    if (patch.fits(text))
        return patch.applied(text);
    if (m_plan.isDeletion && !isForward)
        return Error{"'{}' was changed meanwhile and stays as it is", rewrite.after.string()};
    // Something else has written it since: only the names change.
    const auto names = isForward ? m_plan.names : m_plan.names.inverse();
    auto place = rewrite.place;
    if (!isForward)
        std::swap(place.before, place.after);
    ReferencePatcher patcher{names, m_types, [&](const std::string& file) {
                                 std::error_code failed;
                                 return fs::exists(m_plan.project.assetFolder() / file, failed);
                             }};
    const auto fresh = patcher.patchOf(text, rewrite.before.string(), place);
    return fresh ? Result<std::string>{fresh->applied(text)} : fresh.error();
}

/// Not of the open scene's own file.
Result<void>
AssetChange::writeOne(StepDirection direction, const Rewrite& rewrite, const fs::path& scene)
{
    const bool isForward = direction == StepDirection::Forward;
    const auto& from = isForward ? rewrite.before : rewrite.after;
    const auto& to = isForward ? rewrite.after : rewrite.before;
    if (from == scene)
        return {};
    const auto text = engine::readFile(from);
    if (!text && !isForward)
        return {}; // it is gone
    if (!text)
        return text.error();
    const auto other = otherText(direction, rewrite, *text);
    if (!other && !isForward) {
        engine::logWarning("assets", "{}", other.error().message());
        return {};
    }
    if (!other)
        return other.error();
    if (from != to)
        if (auto made = engine::makeFolders(to.parent_path()); !made)
            return made;
    if (auto written = engine::writeFileAtomically(to, *other); !written)
        return written;
    if (from == to)
        m_done->written.emplace_back(to, *text);
    else
        m_done->made.push_back(to);
    return {};
}

Result<void> AssetChange::write(StepDirection direction,
                                const fs::path& scene,
                                bool isSceneToo,
                                engine::JobControl* control)
{
    const bool isForward = direction == StepDirection::Forward;
    std::set<fs::path> rewritten;
    for (const auto& each : m_plan.rewrites)
        if (each.before != each.after)
            rewritten.insert(isForward ? each.before : each.after);
    double done = 0;
    const auto total =
        static_cast<double>(std::max<std::size_t>(1, m_plan.moves.size() + m_plan.rewrites.size()));
    const auto goesOn = [&] {
        if (control == nullptr)
            return true;
        control->setProgress(++done / total);
        return !control->isCancelled();
    };
    for (const auto& move : m_plan.moves) {
        if (!goesOn())
            return Error{"It was stopped; everything is as it was"};
        const auto& from = isForward ? move.from : move.to;
        const auto& to = isForward ? move.to : move.from;
        std::error_code failed;
        if (!isForward && m_plan.isDeletion && !fs::exists(from, failed))
            return Error{"'{}' is gone and cannot come back", from.string()};
        if (!isForward && !fs::exists(from, failed)) {
            engine::logWarning("assets", "'{}' is gone and cannot come back", from.string());
            continue;
        }
        if (fs::exists(to, failed))
            return Error{"'{}' is there already", to.string()};
        if (rewritten.contains(from))
            continue; // its new text is written below
        if (auto made = engine::addFileName(from, to); !made)
            return made;
        m_done->made.push_back(to);
    }
    for (const auto& rewrite : m_plan.rewrites) {
        if (!goesOn())
            return Error{"It was stopped; everything is as it was"};
        if (auto one = writeOne(direction, rewrite, scene); !one)
            return one;
    }
    return isSceneToo ? rewriteScene(direction, scene) : Result<void>{};
}

/// The file of the open scene may have been saved or named otherwise since.
Result<void> AssetChange::rewriteScene(StepDirection direction, const fs::path& scene)
{
    std::error_code failed;
    if (scene.empty() || !fs::exists(scene, failed))
        return {};
    Rewrite rewrite{scene, scene, {}, {}};
    for (const auto& each : m_plan.rewrites)
        if (each.before == scene)
            rewrite = each;
    const auto text = engine::readFile(scene);
    if (!text)
        return text.error();
    if (m_plan.isDeletion && direction == StepDirection::Back &&
        !rewrite.patch.inverse().fits(*text)) {
        // What stands there now is a choice of its own, unless nobody has written it since.
        if (engine::hashText(*text) != m_sceneAfter)
            m_whySceneStayed = "'" + scene.filename().string() +
                               "' was saved after the deletion and keeps what was chosen instead "
                               "until the scene is saved again";
        return {};
    }
    const auto other = otherText(direction, rewrite, *text);
    if (!other)
        return other.error();
    if (direction == StepDirection::Forward)
        m_sceneAfter = engine::hashText(*other);
    if (*other == *text)
        return {};
    if (auto written = engine::writeFileAtomically(scene, *other); !written)
        return written;
    m_done->written.emplace_back(scene, *text);
    return {};
}

/// What was done last first, so that no file names another that is gone.
void AssetChange::takeBack()
{
    for (auto at = m_done->written.rbegin(); at != m_done->written.rend(); ++at)
        if (const auto back = engine::writeFileAtomically(at->first, at->second); !back)
            engine::logError("assets", "{}", back.error().message());
    for (auto at = m_done->made.rbegin(); at != m_done->made.rend(); ++at) {
        static_cast<void>(engine::removeFileName(*at));
        engine::removeEmptyFolders(at->parent_path(), m_plan.project.assetFolder());
    }
    *m_done = {};
}

/// A name that cannot go is a file too many and no more.
void AssetChange::removeOld(StepDirection direction)
{
    for (const auto& move : m_plan.moves) {
        const auto& old = direction == StepDirection::Forward ? move.from : move.to;
        if (const auto removed = engine::removeFileName(old); !removed)
            engine::logWarning("assets", "{}", removed.error().message());
        engine::removeEmptyFolders(old.parent_path(), m_plan.project.assetFolder());
        engine::removeEmptyFolders(old.parent_path(), m_plan.project.cacheFolder());
    }
}

Result<void> AssetChange::prepare(const fs::path& scene, engine::JobControl& control)
{
    auto done = write(StepDirection::Forward, scene, false, &control);
    if (!done)
        takeBack();
    else if (m_plan.isDeletion)
        dropOldDeletions(m_plan.project); // here, on a worker, since it may be thousands of files
    m_isPrepared = done.hasValue();
    return done;
}

void AssetChange::abandon()
{
    if (std::exchange(m_isPrepared, false))
        takeBack();
}

void AssetChange::tellExchanged(StepDirection direction)
{
    const bool isForward = direction == StepDirection::Forward;
    if (!m_plan.isDeletion) {
        if (exchanged)
            exchanged(isForward ? m_plan.names : m_plan.names.inverse());
        return;
    }
    if (!isForward)
        return; // what the user has chosen since stays
    if (deleted)
        deleted(m_plan.names, m_plan.replacement);
}

Result<void> AssetChange::exchange(StepDirection direction, const fs::path& scene)
{
    const bool isReady = std::exchange(m_isPrepared, false);
    m_whySceneStayed.clear();
    auto done = isReady ? rewriteScene(direction, scene) : write(direction, scene, true, nullptr);
    if (!done) {
        takeBack();
        return done;
    }
    *m_done = {};
    removeOld(direction);
    tellExchanged(direction);
    return {};
}
} // namespace editor
