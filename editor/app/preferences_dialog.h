#pragma once

#include <QDialog>

class QLabel;

namespace editor
{
class ActionRegistry;
class PluginManager;

/// Edit > Preferences: general settings, shortcuts and plugins. Every change takes effect at once.
class PreferencesDialog : public QDialog
{
    Q_OBJECT

public:
    PreferencesDialog(ActionRegistry& actions, PluginManager& plugins, QWidget* parent);

private:
    QWidget* makeGeneralPage();
    QWidget* makeShortcutPage();
    QWidget* makePluginPage();

    ActionRegistry& m_actions;
    PluginManager& m_plugins;
    QLabel* m_error = nullptr;
};
} // namespace editor
