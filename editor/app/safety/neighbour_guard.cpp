#include "editor/app/safety/neighbour_guard.h"

#include "editor/app/window/main_window.h"
#include "editor/app/window/notice_bar.h"

#include <QDateTime>
#include <QLocale>
#include <QPointer>

#include <algorithm>

namespace editor
{
namespace
{
const QString SharedNotice = QStringLiteral("project.shared");

/// "14:02", with the day if that is another one.
QString timeText(std::time_t time)
{
    const auto moment = QDateTime::fromSecsSinceEpoch(static_cast<qint64>(time));
    const bool isToday = moment.date() == QDate::currentDate();
    return QLocale::c().toString(moment, isToday ? QStringLiteral("HH:mm")
                                                 : QStringLiteral("d MMMM, HH:mm"));
}

/// The one of them that speaks for all: it has the same scene, if one has.
const OtherEditor& mainOne(const std::vector<OtherEditor>& others, const fs::path& scene)
{
    const auto same = std::find_if(others.begin(), others.end(),
                                   [&](const auto& each) { return each.scene == scene; });
    return same != others.end() && !scene.empty() ? *same : others.front();
}
} // namespace

NeighbourGuard::NeighbourGuard(MainWindow& window) : QObject{&window}, m_window{window}
{
    const auto open = [this] {
        m_presence.reset(); // both may be about one project
        m_presence = std::make_unique<ProjectPresence>(m_window.context().assets().project().root);
        check();
    };
    m_connections += window.context().projectChanged.connect(open);
    connect(&window.notices(), &NoticeBar::closed, this, [this](const QString& id) {
        if (id == SharedNotice)
            m_closed = m_told;
    });
    window.context().countEditors = [guard = QPointer{this}]() -> std::size_t {
        return guard ? guard->m_presence->others().size() : 0;
    };
    open();
}

void NeighbourGuard::check()
{
    const auto& path = m_window.context().document().path();
    const auto scene = path.empty() ? fs::path{} : wholePath(path);
    m_presence->setScene(scene);
    const auto others = m_presence->others();
    QString whom;
    for (const auto& each : others)
        whom += QString::fromStdString(each.session + '\n' + each.scene.string() + '\n');
    if (!whom.isEmpty())
        whom += QString::fromStdString(scene.string());
    if (whom == m_told)
        return;
    m_told = whom;
    const bool isSameScene =
        !others.empty() && !scene.empty() && mainOne(others, scene).scene == scene;
    if (others.empty() || (m_told == m_closed))
        m_window.notices().dismiss(SharedNotice);
    else
        tell(others, isSameScene);
}

void NeighbourGuard::tell(const std::vector<OtherEditor>& others, bool isSameScene)
{
    const auto& path = m_window.context().document().path();
    const auto& main = mainOne(others, path.empty() ? fs::path{} : wholePath(path));
    const auto where = others.size() == 1 ? tr("another Mapwright window")
                                          : tr("%1 other Mapwright windows").arg(others.size());
    const auto name = [](const fs::path& file) {
        return QString::fromStdString(file.filename().string());
    };
    const auto what = isSameScene ? name(path) : tr("This project");
    auto text = tr("Since %1. ").arg(timeText(main.since));
    if (isSameScene)
        text += tr("Both can save; the one that saves later is asked first.");
    else if (main.scene.empty())
        text += tr("A new scene is open there.");
    else
        text += tr("The scene there is %1.").arg(name(main.scene));
    m_window.notices().show({.id = SharedNotice,
                             .kind = isSameScene ? MessageKind::Warning : MessageKind::Info,
                             .title = tr("%1 is also open in %2").arg(what, where),
                             .text = text,
                             .actions = {},
                             .canBeClosed = true});
}
} // namespace editor
