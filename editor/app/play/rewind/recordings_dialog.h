#pragma once

#include "engine_core/play/recording/recording_store.h"

#include <QDialog>

class QTreeWidget;

namespace editor
{
/// The recordings of a project's games, the latest first; one of them is chosen.
class RecordingsDialog : public QDialog
{
    Q_OBJECT

public:
    RecordingsDialog(const engine::RecordingStore& store, QWidget* parent);

    /// Empty if none is.
    [[nodiscard]] engine::fs::path chosen() const;

private:
    QTreeWidget* m_list = nullptr;
};
} // namespace editor
