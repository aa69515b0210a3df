#include "editor/app/cli/cli.h"

#include "engine_core/assets/project/project_trust.h"
#include "engine_core/base/build_stamp.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstdio>

namespace editor
{
namespace
{
bool isOption(const std::string& word)
{
    return word.size() > 1 && word[0] == '-' && !(word[1] >= '0' && word[1] <= '9');
}

/// What somebody may want to open.
bool isProjectOrScene(const std::string& word)
{
    std::error_code ignored;
    return word.ends_with(".scene.json") ||
           engine::fs::exists(engine::fs::path{word} / "project.json", ignored);
}

int printVersion()
{
    const auto& stamp = engine::buildStamp();
    fmt::print("mapwright {} (commit {}, build {} of {})\n", stamp.version, stamp.commit,
               stamp.number, stamp.time);
    return static_cast<int>(ExitStatus::Done);
}
} // namespace

bool CliArguments::takeFlag(std::string_view name)
{
    const auto at = std::find(m_words.begin(), m_words.end(), name);
    if (at == m_words.end())
        return false;
    m_words.erase(at);
    return true;
}

std::string CliArguments::takeOption(std::string_view name, std::string fallback)
{
    const auto prefix = std::string{name} + "=";
    for (auto at = m_words.begin(); at != m_words.end(); ++at) {
        if (at->starts_with(prefix)) {
            auto value = at->substr(prefix.size());
            m_words.erase(at);
            return value;
        }
        if (*at != name)
            continue;
        if (std::next(at) == m_words.end()) {
            m_complaint = fmt::format("{} needs a value", name);
            m_words.erase(at);
            return fallback;
        }
        auto value = *std::next(at);
        m_words.erase(at, at + 2);
        return value;
    }
    return fallback;
}

std::string CliArguments::takeWord()
{
    const auto at = std::find_if_not(m_words.begin(), m_words.end(), isOption);
    if (at == m_words.end())
        return {};
    auto word = *at;
    m_words.erase(at);
    return word;
}

std::vector<std::string> CliArguments::takeWords()
{
    std::vector<std::string> words;
    for (auto word = takeWord(); !word.empty(); word = takeWord())
        words.push_back(word);
    return words;
}

std::string CliArguments::complaint() const
{
    if (!m_complaint.empty())
        return m_complaint;
    return m_words.empty() ? std::string{} : fmt::format("'{}' is not understood", m_words.front());
}

ExitStatus complain(ExitStatus status, const std::string& message)
{
    fmt::print(stderr, "mapwright: {}\n", message);
    return status;
}

int runCli(std::vector<std::string> words)
{
    if (!words.empty() && (words[0] == "--version" || words[0] == "-V"))
        return printVersion();
    auto name = words.empty() ? std::string{} : words[0];
    if (name == "--help" || name == "-h")
        name = "help";
    const auto& commands = cliCommands();
    const auto at = std::find_if(commands.begin(), commands.end(),
                                 [&](const auto& command) { return command.name == name; });
    if (at == commands.end()) {
        complain(ExitStatus::WrongUsage,
                 isProjectOrScene(name)
                     ? fmt::format("'{0}' is no command; `mapwright edit {0}` opens it", name)
                     : fmt::format("there is no command '{}'; `mapwright help` lists them", name));
        return static_cast<int>(ExitStatus::WrongUsage);
    }
    if (!words.empty())
        words.erase(words.begin());
    if (std::find(words.begin(), words.end(), "--help") != words.end()) {
        fmt::print("mapwright {} {}\n\n{}\n", at->name, at->usage, at->help);
        return static_cast<int>(ExitStatus::Done);
    }
    CliArguments arguments{std::move(words)};
    if (arguments.takeFlag("--trust"))
        engine::trustForThisRun();
    return static_cast<int>(at->run(arguments));
}
} // namespace editor
