#pragma once

#include <QDialog>

class QLabel;

namespace editor
{
class ActionRegistry;
class EditorContext;
class PluginManager;

/// Edit > Preferences: general settings, views, looks, keys, input of games and plugins. Every
/// change takes effect at once, but for the interface scale.
class PreferencesDialog : public QDialog
{
    Q_OBJECT

public:
    PreferencesDialog(EditorContext& context,
                      ActionRegistry& actions,
                      PluginManager& plugins,
                      QWidget* parent);

private:
    QWidget* makeGeneralPage();
    QWidget* makeLookPage();
    QWidget* makePluginPage();

    PluginManager& m_plugins;
    QLabel* m_error = nullptr;
};
} // namespace editor
