#include "editor/app/preferences_dialog.h"

#include "editor/app/action_registry.h"
#include "editor/app/plugin_manager.h"

#include <QAction>
#include <QCheckBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QHeaderView>
#include <QKeySequenceEdit>
#include <QLabel>
#include <QSettings>
#include <QSpinBox>
#include <QTabWidget>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace editor
{
PreferencesDialog::PreferencesDialog(ActionRegistry& actions,
                                     PluginManager& plugins,
                                     QWidget* parent)
    : QDialog{parent}, m_actions{actions}, m_plugins{plugins}
{
    setWindowTitle(tr("Preferences"));
    resize(620, 480);
    auto* layout = new QVBoxLayout{this};
    auto* tabs = new QTabWidget{this};
    tabs->addTab(makeGeneralPage(), tr("General"));
    tabs->addTab(makeShortcutPage(), tr("Shortcuts"));
    tabs->addTab(makePluginPage(), tr("Plugins"));
    layout->addWidget(tabs);
    m_error = new QLabel{this};
    m_error->setWordWrap(true);
    layout->addWidget(m_error);
    auto* buttons = new QDialogButtonBox{QDialogButtonBox::Close, this};
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    layout->addWidget(buttons);
}

QWidget* PreferencesDialog::makeGeneralPage()
{
    auto* page = new QWidget{this};
    auto* form = new QFormLayout{page};
    auto* autosave = new QSpinBox{page};
    autosave->setRange(10, 3600);
    autosave->setSuffix(tr(" s"));
    autosave->setValue(QSettings{}.value(QStringLiteral("autosaveSeconds"), 60).toInt());
    autosave->setToolTip(
        tr("Every step is journalled at once; an autosave keeps that journal short."));
    connect(autosave, &QSpinBox::valueChanged, this,
            [](int seconds) { QSettings{}.setValue(QStringLiteral("autosaveSeconds"), seconds); });
    form->addRow(tr("Autosave every"), autosave);
    return page;
}

QWidget* PreferencesDialog::makeShortcutPage()
{
    auto* tree = new QTreeWidget{this};
    tree->setHeaderLabels({tr("Command"), tr("Menu"), tr("Shortcut")});
    tree->setRootIsDecorated(false);
    for (const auto& entry : m_actions.entries()) {
        auto* item = new QTreeWidgetItem{
            tree,
            {QString::fromStdString(entry.info.label), QString::fromStdString(entry.info.menu)}};
        auto* keys = new QKeySequenceEdit{entry.action->shortcut(), tree};
        tree->setItemWidget(item, 2, keys);
        connect(keys, &QKeySequenceEdit::editingFinished, this, [this, keys, id = entry.info.id] {
            if (auto done = m_actions.setShortcut(id, keys->keySequence()); !done) {
                m_error->setText(QString::fromStdString(done.error().message()));
                keys->setKeySequence(m_actions.find(id)->shortcut());
                return;
            }
            m_error->clear();
            QSettings{}.setValue(QStringLiteral("shortcuts/%1").arg(QString::fromStdString(id)),
                                 keys->keySequence().toString());
        });
    }
    tree->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    tree->setColumnWidth(2, 160);
    return tree;
}

QWidget* PreferencesDialog::makePluginPage()
{
    auto* page = new QWidget{this};
    auto* layout = new QVBoxLayout{page};
    for (const auto& info : m_plugins.all()) {
        auto* box = new QCheckBox{QStringLiteral("%1 %2").arg(info.name, info.version), page};
        box->setObjectName(QStringLiteral("plugin.") + info.id);
        box->setChecked(info.enabled);
        box->setToolTip(info.description);
        connect(box, &QCheckBox::toggled, this, [this, id = info.id](bool on) {
            const auto done = m_plugins.setEnabled(id, on);
            m_error->setText(done ? QString{} : QString::fromStdString(done.error().message()));
        });
        layout->addWidget(box);
        auto* text = new QLabel{info.error.isEmpty() ? info.description : info.error, page};
        text->setProperty("muted", true);
        text->setWordWrap(true);
        text->setIndent(22);
        layout->addWidget(text);
    }
    layout->addStretch();
    return page;
}
} // namespace editor
