#pragma once

#include "editor/panels/inspector/property_editors.h"

#include <QFrame>

#include <vector>

class QGridLayout;
class QHBoxLayout;
class QToolButton;

namespace editor
{
class FoldSection;

/// A part of the inspector: a header with icon and name that folds the rows below it.
class InspectorSection : public QFrame
{
    Q_OBJECT

public:
    InspectorSection(const QString& id, const QString& title, const QString& icon, QWidget* parent);

    [[nodiscard]] const QString& id() const { return m_id; }

    [[nodiscard]] bool isFolded() const;
    void setFolded(bool folded);

    /// Rows that come from now on stand in that part, which belongs to the section; null: in the
    /// section itself.
    void beginPart(FoldSection* part);

    /// Rows belong to the section.
    void addRow(EditorApi& editor, PropertyBinding binding);
    void addRow(const QString& label, QWidget* widget);
    void addLabelled(QWidget* label, QWidget* widget);
    void addWide(QWidget* widget);

    /// A button at the right end of the header.
    QToolButton* addHeaderButton(const QString& icon, const QString& tooltip);

    /// Shows the row's values again.
    void refreshRow(std::size_t row) { m_rows[row].refresh(); }

    /// Of all rows those of the running game.
    void refreshPlayed();

    [[nodiscard]] std::size_t rowCount() const { return m_rows.size(); }

Q_SIGNALS:
    void folded(const QString& id, bool folded);

private:
    [[nodiscard]] QGridLayout* makeGrid(QWidget* body) const;

    QString m_id;
    QToolButton* m_header = nullptr;
    QHBoxLayout* m_headerLayout = nullptr;
    QWidget* m_body = nullptr;
    QGridLayout* m_whole = nullptr;
    QGridLayout* m_grid = nullptr; ///< to which rows come now
    std::vector<PropertyRow> m_rows;
};
} // namespace editor
