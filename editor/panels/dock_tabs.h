#pragma once

#include <QIcon>
#include <QObject>

#include <functional>

class QMainWindow;
class QTabBar;

namespace editor
{
/// Where the names of a window's docks do not all fit on their tabs, the one in front shows its
/// name and the others their icons, whose tooltips Qt gives the names.
class DockTabs : public QObject
{
public:
    using IconOf = std::function<QIcon(const QString& title)>;

    /// A dock whose icon is null gets that of plugins.
    DockTabs(QMainWindow& window, IconOf iconOf);

    /// Whether the names of all tabs fit beside each other.
    [[nodiscard]] static bool fit(const QTabBar& bar);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    [[nodiscard]] QIcon iconFor(const QString& title) const;
    void follow(QTabBar& bar);

    IconOf m_iconOf;
};
} // namespace editor
