#pragma once

#include "editor/api/editor_api.h"

#include <QAbstractListModel>
#include <QIcon>
#include <QWidget>

class QListView;

namespace editor
{
/// The steps of the document, "Opened" first: row n is the state after n steps.
class HistoryModel : public QAbstractListModel
{
    Q_OBJECT

public:
    explicit HistoryModel(Document& document, QObject* parent = nullptr);

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;

Q_SIGNALS:
    void currentChanged();

private:
    Document& m_document;
    int m_rows = 1; ///< as the view knows them
    QIcon m_arrow;
    QIcon m_noArrow;
    engine::Connections m_connections;
};

/// Shows the steps, the current one bold and those that can be redone dimmed. A click goes there.
class HistoryPanel : public QWidget
{
    Q_OBJECT

public:
    explicit HistoryPanel(EditorApi& editor, QWidget* parent = nullptr);

protected:
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void goTo(const QModelIndex& index);
    void showCurrent();
    void scrollToCurrent();

    EditorApi& m_editor;
    HistoryModel* m_model = nullptr;
    QListView* m_list = nullptr;
};
} // namespace editor
