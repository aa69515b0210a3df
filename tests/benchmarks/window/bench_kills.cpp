#include "engine_core/assets/project/project.h"
#include "engine_core/base/contract.h"
#include "engine_core/base/hash.h"
#include "engine_core/scene/components/register_components.h"
#include "engine_core/serialization/scene_io.h"
#include "tests/benchmarks/bench.h"

#include <QElapsedTimer>
#include <QProcess>
#include <QProcessEnvironment>
#include <QTemporaryDir>

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>

namespace mapwright::bench
{
namespace
{
using engine::ContentHash;
namespace fs = engine::fs;

constexpr int PatienceMilliseconds = 60'000; ///< for one start; only a hung program takes as long
constexpr int LongestEditing = 1200;         ///< milliseconds between the start and the kill
constexpr int ShortestStart = 20;

/// What became of everything that was killed.
struct Tally
{
    int kills = 0;
    int early = 0;     ///< before the editor was open
    int recovered = 0; ///< came back with more than the file had
    int steps = 0;
    int saves = 0;
    int lostSteps = 0; ///< finished, and not there afterwards
    int strange = 0;   ///< came back as something that never was
    int damaged = 0;   ///< files
    int litter = 0;    ///< files that the project did not have before
    std::string firstTrouble;

    void trouble(std::string text)
    {
        if (firstTrouble.empty())
            firstTrouble = std::move(text);
    }
};

/// One project, and what the editor says that it did to it.
class KilledEditor
{
public:
    KilledEditor()
    {
        engine::registerComponents(m_types);
        const auto made =
            engine::createProject(fs::path{m_folder.path().toStdString()} / "project", "empty");
        ENGINE_EXPECT(made);
        m_project = *made;
        m_scene = made->root / made->startScene;
        m_before = files();
        const auto first = sceneHash();
        ENGINE_EXPECT(first != 0);
        m_states = {first};
        m_saved = {first};
    }

    /// False if the editor could not be opened at all.
    bool killOnce(std::mt19937& random, Tally& tally)
    {
        QProcess program;
        start(program, static_cast<std::uint32_t>(random()));
        const bool isEarly = random() % 8 == 0 && m_startMilliseconds > ShortestStart;
        QElapsedTimer clock;
        clock.start();
        if (isEarly) {
            listen(program, static_cast<int>(random() % static_cast<unsigned>(m_startMilliseconds)),
                   tally);
        } else {
            while (!m_isOpen && program.state() != QProcess::NotRunning &&
                   clock.elapsed() < PatienceMilliseconds)
                listen(program, 5, tally);
            if (!m_isOpen) {
                tally.trouble(program.readAllStandardError().trimmed().toStdString());
                program.kill();
                program.waitForFinished();
                return false;
            }
            m_startMilliseconds = static_cast<int>(clock.elapsed());
            listen(program, static_cast<int>(random() % LongestEditing), tally);
        }
        const bool ended = program.state() == QProcess::NotRunning;
        if (ended)
            tally.trouble(fmt::format("it ended by itself ({} {}): {}",
                                      program.exitStatus() == QProcess::CrashExit ? "signal" : "status",
                                      program.exitCode(),
                                      program.readAllStandardError().toStdString()));
        program.kill(); // signal 9
        program.waitForFinished();
        read(program, tally);
        tally.early += m_isOpen ? 0 : 1;
        ++tally.kills;
        checkFiles(tally);
        return !ended;
    }

    /// Opens it a last time, for what the last kill left.
    void openOnce(Tally& tally)
    {
        QProcess program;
        start(program, 0);
        QElapsedTimer clock;
        clock.start();
        while (!m_isOpen && clock.elapsed() < PatienceMilliseconds)
            listen(program, 5, tally);
        program.kill();
        program.waitForFinished();
        ENGINE_EXPECT(m_isOpen);
    }

private:
    void start(QProcess& program, std::uint32_t seed)
    {
        auto environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("XDG_CONFIG_HOME"), m_folder.filePath("config"));
        environment.insert(QStringLiteral("XDG_DATA_HOME"), m_folder.filePath("data"));
        program.setProcessEnvironment(environment);
        m_isOpen = false;
        m_unread.clear();
        program.start(QString::fromStdString(fs::read_symlink("/proc/self/exe").string()),
                      {QStringLiteral("edit"), QStringLiteral("--measure-kills"),
                       QString::number(seed), QString::fromStdString(m_project.root.string())});
    }

    void listen(QProcess& program, int milliseconds, Tally& tally)
    {
        QElapsedTimer clock;
        clock.start();
        while (clock.elapsed() < milliseconds && program.state() != QProcess::NotRunning) {
            program.waitForReadyRead(std::max(1, milliseconds - static_cast<int>(clock.elapsed())));
            read(program, tally);
        }
    }

    void read(QProcess& program, Tally& tally)
    {
        m_unread += program.readAllStandardOutput();
        for (auto end = m_unread.indexOf('\n'); end >= 0; end = m_unread.indexOf('\n')) {
            const auto words = m_unread.left(end).split(' ');
            m_unread.remove(0, end + 1);
            if (words.size() == 2)
                hear(words[0].toStdString(), words[1].toULongLong(nullptr, 16), tally);
        }
    }

    void hear(const std::string& what, ContentHash hash, Tally& tally)
    {
        if (what == "open") {
            m_isOpen = true;
            compare(hash, tally);
            m_states = {hash};
            m_announced = 0;
        } else if (what == "will") {
            m_announced = hash;
        } else if (what == "done") {
            m_states.push_back(hash);
            m_announced = 0;
            ++tally.steps;
        } else if (what == "saving") {
            m_saved.insert(hash);
            ++tally.saves;
        }
    }

    /// The state that was left, or the one that the step in flight was about to reach. Any earlier
    /// one lost the steps in between.
    void compare(ContentHash found, Tally& tally)
    {
        tally.recovered += found != sceneHash() ? 1 : 0;
        if (found == m_announced || found == m_states.back())
            return;
        const auto at = std::find(m_states.rbegin(), m_states.rend(), found);
        if (at == m_states.rend()) {
            ++tally.strange;
            tally.trouble("what came back never was: " + engine::hashToText(found));
            return;
        }
        const auto lost = static_cast<int>(at - m_states.rbegin());
        tally.lostSteps += lost;
        tally.trouble(fmt::format("{} steps lost after kill {}", lost, tally.kills));
    }

    [[nodiscard]] ContentHash sceneHash() const
    {
        const auto loaded = engine::loadScene(m_scene, m_types);
        return loaded && loaded->problems.empty() ? engine::contentHash(*loaded->world, m_types)
                                                  : 0;
    }

    [[nodiscard]] std::map<fs::path, ContentHash> files() const
    {
        std::map<fs::path, ContentHash> all;
        for (const auto& entry : fs::recursive_directory_iterator{m_project.root})
            if (entry.is_regular_file() && entry.path() != m_scene)
                all[entry.path()] = engine::hashText(*engine::readFile(entry.path()));
        return all;
    }

    /// The scene is one that was saved, and nothing else has changed.
    void checkFiles(Tally& tally)
    {
        if (const auto hash = sceneHash(); !m_saved.contains(hash)) {
            ++tally.damaged;
            tally.trouble("the scene's file was never saved so: " + engine::hashToText(hash));
        }
        auto now = files();
        for (const auto& [file, hash] : m_before) {
            const auto at = now.find(file);
            if (at == now.end() || at->second != hash) {
                ++tally.damaged;
                tally.trouble("changed: " + file.string());
            }
            now.erase(file);
        }
        tally.litter += static_cast<int>(now.size());
    }

    QTemporaryDir m_folder;
    engine::TypeRegistry m_types;
    engine::Project m_project;
    fs::path m_scene;
    std::map<fs::path, ContentHash> m_before; ///< all files but the scene
    std::vector<ContentHash> m_states;        ///< of this run, the last one last
    std::set<ContentHash> m_saved;
    ContentHash m_announced = 0;
    QByteArray m_unread;
    bool m_isOpen = false;
    int m_startMilliseconds = 0;
};

Row row(const char* name, const Tally& tally, int value, const char* unit)
{
    auto work = fmt::format(
        "{} kills ({} of them during the start), {} steps and {} saves done before them, unsaved "
        "work recovered {} times; {} states that never were, {} files left beside the scene at "
        "the moment of a kill",
        tally.kills, tally.early, tally.steps, tally.saves, tally.recovered, tally.strange,
        tally.litter);
    if (!tally.firstTrouble.empty())
        work += "; first trouble: " + tally.firstTrouble;
    Row made;
    made.name = name;
    made.work = std::move(work);
    made.value = value;
    made.unit = unit;
    return made;
}
} // namespace

std::vector<Row> benchKills(const Settings& settings)
{
    std::mt19937 random{20'26};
    KilledEditor editor;
    Tally tally;
    for (int i = 0; i < settings.kills; ++i)
        if (!editor.killOnce(random, tally)) {
            if (i == 0)
                return {}; // no display: there is nothing to kill
            break;
        }
    if (tally.kills < settings.kills || tally.strange > 0)
        fmt::print(stderr, "After {} kills: {}\n", tally.kills, tally.firstTrouble);
    editor.openOnce(tally);
    ENGINE_EXPECT(tally.kills == settings.kills && tally.steps > tally.kills);
    ENGINE_EXPECT(tally.recovered > 0 && tally.saves > 0);
    ENGINE_EXPECT(tally.strange == 0);
    return {row("kills_lost_steps", tally, tally.lostSteps, "steps"),
            row("kills_damaged_files", tally, tally.damaged, "files")};
}
} // namespace mapwright::bench
