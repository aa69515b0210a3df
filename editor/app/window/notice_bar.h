#pragma once

#include "editor/api/editor_api.h"

#include <QString>
#include <QWidget>

#include <functional>
#include <vector>

class QVBoxLayout;

namespace editor
{
struct NoticeAction
{
    QString label;
    QString tooltip;
    std::function<void()> run; ///< may dismiss the notice, or show another one in its place
    bool isPrimary = false;    ///< what most people want; one at most
};

/// Something that stays true until the user or the program ends its cause: a save that failed,
/// scripts that are off. What has happened and is over belongs into the status bar.
struct Notice
{
    QString id; ///< such as "save.failed"
    MessageKind kind = MessageKind::Warning;
    QString title; ///< a short sentence without a full stop
    QString text;  ///< why, and what it means, as long as it needs; plain text; may be empty
    std::vector<NoticeAction> actions;
    /// Whether a cross puts it away. Not where work may be lost.
    bool canBeClosed = false;
};

/// Notices below the tool bar, one below the other, the first one on top. It takes no room while
/// there is none, and never the keyboard's focus by itself. Main thread.
class NoticeBar : public QWidget
{
    Q_OBJECT

public:
    explicit NoticeBar(QWidget* parent = nullptr);

    /// In the place of an older one of the same id, if there is one.
    void show(Notice notice);

    /// Nothing happens if it is not there.
    void dismiss(const QString& id);

    /// Null if it is not there; until the next call of show() or dismiss().
    [[nodiscard]] const Notice* find(const QString& id) const;

    /// The button of an action; null if there is none.
    [[nodiscard]] QWidget* button(const QString& id, const QString& label) const;

Q_SIGNALS:
    /// By the cross.
    void closed(const QString& id);

private:
    struct Row
    {
        Notice notice;
        QWidget* widget = nullptr;
    };

    [[nodiscard]] std::vector<Row>::iterator rowOf(const QString& id);

    std::vector<Row> m_rows;
    QVBoxLayout* m_layout = nullptr;
};
} // namespace editor
