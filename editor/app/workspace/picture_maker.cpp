#include "editor/app/workspace/picture_maker.h"

#include "editor/app/workspace/mapwright_program.h"
#include "editor/app/workspace/project_pictures.h"
#include "editor/app/workspace/recent_files.h"
#include "engine_core/assets/project/project.h"

#include <QCoreApplication>

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

namespace editor
{
namespace fs = engine::fs;

namespace
{
constexpr int MostMilliseconds = 120'000;
constexpr rlim_t MostProcessorSeconds = 60;
constexpr int Niceness = 15;
constexpr int Oversampling = 2; ///< the renderer does not smooth edges

/// What the project opens with; empty if it cannot be opened or has no scene.
fs::path sceneOf(const fs::path& project)
{
    const auto opened = engine::openProject(project);
    return opened ? sceneToOpen(*opened) : fs::path{};
}
} // namespace

PictureMaker::PictureMaker(QObject* parent) : QObject{parent}
{
    m_limit.setSingleShot(true);
    m_limit.setInterval(MostMilliseconds);
    connect(&m_limit, &QTimer::timeout, this, [this] { m_process->kill(); });
}

PictureMaker::~PictureMaker()
{
    constexpr int Milliseconds = 1000;
    auto* process = m_process;
    stop();
    if (process != nullptr)
        process->waitForFinished(Milliseconds); // the program may end with this
}

void PictureMaker::make(const std::vector<fs::path>& projects)
{
    for (const auto& project : projects)
        if (project != m_current && !m_failed.contains(project) &&
            std::find(m_waiting.begin(), m_waiting.end(), project) == m_waiting.end())
            m_waiting.push_back(project);
    if (m_process == nullptr)
        next();
}

void PictureMaker::next()
{
    fs::path scene;
    while (scene.empty()) {
        if (m_waiting.empty())
            return m_current.clear();
        m_current = std::move(m_waiting.front());
        m_waiting.pop_front();
        scene = sceneOf(m_current);
        if (hasProjectPicture(m_current, scene))
            scene.clear();
    }
    if (!m_folder)
        m_folder = std::make_unique<QTemporaryDir>();
    m_process = new QProcess{this};
    m_process->setStandardOutputFile(QProcess::nullDevice());
    m_process->setStandardErrorFile(QProcess::nullDevice());
    m_process->setChildProcessModifier([] {
        const rlimit limit{MostProcessorSeconds, MostProcessorSeconds};
        ::setrlimit(RLIMIT_CPU, &limit);
        (void)!::nice(Niceness);
    });
    connect(m_process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart) // no other error ends it without finished()
            finished(false);
    });
    connect(m_process, &QProcess::finished, this, [this](int code, QProcess::ExitStatus status) {
        finished(status == QProcess::NormalExit && code == 0);
    });
    const auto size = ProjectPictureSize * Oversampling;
    m_limit.start();
    m_process->start(QString::fromStdString(mapwrightProgram().string()),
                     {QStringLiteral("render"), QString::fromStdString(scene.string()),
                      QStringLiteral("--quick"), QStringLiteral("-o"),
                      m_folder->filePath(QStringLiteral("picture.png")), QStringLiteral("--size"),
                      QStringLiteral("%1x%2").arg(size.width()).arg(size.height())});
}

void PictureMaker::finished(bool isDrawn)
{
    m_limit.stop();
    std::exchange(m_process, nullptr)->deleteLater();
    const QImage picture =
        isDrawn ? QImage{m_folder->filePath(QStringLiteral("picture.png"))} : QImage{};
    if (picture.isNull()) {
        m_failed.insert(m_current);
    } else {
        storeProjectPicture(m_current, picture);
        Q_EMIT made(QString::fromStdString(m_current.string()));
    }
    next();
}

void PictureMaker::stop()
{
    m_waiting.clear();
    m_limit.stop();
    if (auto* process = std::exchange(m_process, nullptr)) {
        process->disconnect(this);
        // Not waited for: it may be busy in a driver.
        process->setParent(QCoreApplication::instance());
        connect(process, &QProcess::finished, process, &QObject::deleteLater);
        process->kill();
    }
    m_current.clear();
}
} // namespace editor
