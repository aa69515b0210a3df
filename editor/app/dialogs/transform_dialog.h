#pragma once

#include "editor/app/window/editor_context.h"

#include <QDialog>

#include <vector>

class QFormLayout;
class QLabel;

namespace editor
{
/// A dialog whose numbers transform the selection while they are edited: the level shows the
/// outcome, OK keeps it as one step, Cancel takes it back. Modal, since the document is being
/// edited as long as it is open.
class TransformDialog : public QDialog
{
    Q_OBJECT

public:
    /// What shall be selected afterwards.
    using Edit = std::function<engine::Result<std::vector<EntityId>>(Transaction& transaction)>;

    /// `label` names the step.
    TransformDialog(EditorContext& context,
                    const QString& title,
                    const std::string& label,
                    QWidget* parent);

    /// Rows; the values must outlive the dialog. Each change runs the edit again.
    void addNumber(const QString& label,
                   const QString& tooltip,
                   const QString& unit,
                   double& value,
                   double min,
                   double max);
    void addWhole(const QString& label, const QString& tooltip, int& value, int min, int max);
    void
    addChoice(const QString& label, const QString& tooltip, const QStringList& choices, int& value);

    /// Shows the rows from `first` on, `count` of them, or hides them.
    void showRows(int first, int count, bool shown);

    [[nodiscard]] int rowCount() const;

    /// What the numbers do; `changed` is called before, to show other rows for instance.
    void setEdit(Edit edit, std::function<void()> changed = {});

    void accept() override;

private:
    void refresh();

    EditorContext& m_context;
    QFormLayout* m_form = nullptr;
    QLabel* m_refusal = nullptr;
    Edit m_edit;
    std::function<void()> m_changed;
    std::vector<EntityId> m_chosen; ///< at the beginning
    std::vector<EntityId> m_result;
    bool m_good = false;
    Transaction m_transaction;
};

/// Each opens its dialog for the selection and returns when it is closed. Nothing happens while a
/// drag is under way.
void showMoveByDialog(EditorContext& context, QWidget* parent);
void showArrayDialog(EditorContext& context, QWidget* parent);
void showMirrorDialog(EditorContext& context, QWidget* parent);
} // namespace editor
