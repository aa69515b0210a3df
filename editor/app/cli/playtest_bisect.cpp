#include "editor/app/cli/playtest_job.h"
#include "engine_core/assets/project/project_trust.h"

#include <QProcess>
#include <QStandardPaths>
#include <QStringList>
#include <QTemporaryDir>

namespace editor
{
using namespace engine;

namespace
{
constexpr int AMinute = 60'000; ///< milliseconds that git may take for one command

QString textOf(const fs::path& path)
{
    return QString::fromStdString(path.string());
}

/// What git prints; an Error with what it complains of.
Result<QString> askGit(const fs::path& folder, const QStringList& words)
{
    QProcess git;
    git.setWorkingDirectory(textOf(folder));
    git.start(QStringLiteral("git"), words);
    if (!git.waitForFinished(AMinute))
        return Error{"git does not answer"};
    if (git.exitStatus() != QProcess::NormalExit || git.exitCode() != 0)
        return Error{"git says: {}",
                     QString::fromUtf8(git.readAllStandardError()).simplified().toStdString()};
    return QString::fromUtf8(git.readAllStandardOutput()).trimmed();
}

/// The commits of a project's repository between two revisions, and where the scene lies in it.
struct History
{
    fs::path root;
    QString scene;       ///< below the root
    QString project;     ///< likewise; empty: the root itself
    QStringList commits; ///< the good one first, the bad one last
};

Result<History> readHistory(const fs::path& file, const std::string& range)
{
    const auto project = projectOfScene(file);
    if (!project)
        return project.error();
    if (QStandardPaths::findExecutable(QStringLiteral("git")).isEmpty())
        return Error{"--bisect needs git"};
    const auto dots = range.find("..");
    if (dots == std::string::npos || dots == 0 || dots + 2 >= range.size() ||
        range.starts_with('-'))
        return Error{"--bisect takes two revisions, such as v1..HEAD"};
    const auto top = askGit(project->root, {"rev-parse", "--show-toplevel"});
    if (!top)
        return top.error();
    History history;
    history.root = fs::canonical(top->toStdString());
    history.scene = textOf(fs::canonical(file).lexically_relative(history.root));
    const auto folder = fs::canonical(project->root).lexically_relative(history.root);
    history.project = folder == "." ? QString{} : textOf(folder);
    const auto good = QString::fromStdString(range.substr(0, dots));
    const auto bad = QString::fromStdString(range.substr(dots + 2));
    const auto first =
        askGit(history.root, {"rev-parse", "--verify", "--end-of-options", good + "^{commit}"});
    if (!first)
        return first.error();
    const auto last =
        askGit(history.root, {"rev-parse", "--verify", "--end-of-options", bad + "^{commit}"});
    if (!last)
        return last.error();
    const auto between =
        askGit(history.root, {"rev-list", "--reverse", "--first-parent", *first + ".." + *last});
    if (!between)
        return between.error();
    if (between->isEmpty())
        return Error{"there is no commit between '{}' and '{}'", good.toStdString(),
                     bad.toStdString()};
    history.commits = QStringList{*first} + between->split(QLatin1Char{'\n'});
    return history;
}

/// The project as a commit has it, in the folder.
Result<void> extract(const History& history, const QString& commit, const QString& folder)
{
    QProcess git;
    QProcess tar;
    git.setWorkingDirectory(textOf(history.root));
    git.setStandardOutputProcess(&tar);
    QStringList words{"archive", "--format=tar", commit};
    if (!history.project.isEmpty())
        words += {"--", history.project};
    git.start(QStringLiteral("git"), words);
    tar.start(QStringLiteral("tar"), {"-x", "-C", folder});
    if (!git.waitForFinished(AMinute) || !tar.waitForFinished(AMinute) || git.exitCode() != 0 ||
        tar.exitCode() != 0)
        return Error{"the project as of {} cannot be taken out of git: {}",
                     commit.left(12).toStdString(),
                     QString::fromUtf8(git.readAllStandardError()).simplified().toStdString()};
    return {};
}

/// What does not hold at a commit.
Result<std::vector<std::string>> failedAt(const History& history,
                                          const QString& commit,
                                          const PlaytestOptions& options,
                                          JobControl& control)
{
    const QTemporaryDir folder;
    if (!folder.isValid())
        return Error{"no temporary folder can be made"};
    if (const auto out = extract(history, commit, folder.path()); !out)
        return out.error();
    const auto played = playtestScene(
        fs::path{folder.path().toStdString()} / history.scene.toStdString(), options, control);
    if (!played)
        return std::vector<std::string>{"The scene cannot be played: " + played.error().message() +
                                        "."};
    std::vector<std::string> failed;
    for (const auto& expectation : played->report.expectations)
        if (!expectation.what.holds)
            failed.push_back(expectation.what.message);
    if (!played->report.problem.empty())
        failed.push_back(played->report.problem);
    return failed;
}
} // namespace

Result<Bisection> bisectScene(const fs::path& file,
                              const std::string& range,
                              const PlaytestOptions& options,
                              JobControl& control)
{
    const auto history = readHistory(file, range);
    if (!history)
        return history.error();
    auto plain = options;
    plain.reduces = false;
    Bisection found;
    const auto& commits = history->commits;
    const auto ask = [&](qsizetype index) {
        ++found.played;
        return failedAt(*history, commits[index], plain, control);
    };
    const auto before = ask(0);
    if (!before)
        return before.error();
    if (!before->empty() && !control.isCancelled())
        return Error{"an expectation fails at the first revision already: {}", before->front()};
    auto failed = ask(commits.size() - 1);
    if (!failed)
        return failed.error();
    if (failed->empty() && !control.isCancelled())
        return Error{"every expectation holds at the last revision"};
    qsizetype good = 0;
    qsizetype bad = commits.size() - 1;
    while (bad - good > 1 && !control.isCancelled()) {
        const auto middle = (good + bad) / 2;
        auto there = ask(middle);
        if (!there)
            return there.error();
        if (there->empty()) {
            good = middle;
        } else {
            bad = middle;
            failed = std::move(there);
        }
    }
    found.revision = commits[bad].toStdString();
    found.failed = *std::move(failed);
    if (const auto subject = askGit(history->root, {"log", "-1", "--format=%s", commits[bad]}))
        found.subject = subject->toStdString();
    return found;
}
} // namespace editor
