#pragma once

#include <QDialog>

class QLabel;

namespace editor
{
class ActionRegistry;
class PluginManager;

/// Edit > Preferences: general settings, looks, keys and plugins. Every change takes effect at
/// once, but for the interface scale.
class PreferencesDialog : public QDialog
{
    Q_OBJECT

public:
    PreferencesDialog(ActionRegistry& actions, PluginManager& plugins, QWidget* parent);

private:
    QWidget* makeGeneralPage();
    QWidget* makeLookPage();
    QWidget* makePluginPage();

    PluginManager& m_plugins;
    QLabel* m_error = nullptr;
};
} // namespace editor
