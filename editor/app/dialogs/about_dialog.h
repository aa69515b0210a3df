#pragma once

#include <QDialog>

namespace editor
{
/// Help > About: which build this is, as `mapwright --version` says it too.
class AboutDialog : public QDialog
{
    Q_OBJECT

public:
    explicit AboutDialog(QWidget* parent);
};
} // namespace editor
