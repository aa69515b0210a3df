#include "editor/app/dialogs/preferences_dialog.h"

#include "editor/app/actions/keys_page.h"
#include "editor/app/dialogs/input_page.h"
#include "editor/app/dialogs/views_page.h"
#include "editor/app/workspace/plugin_manager.h"
#include "editor/views/theme.h"
#include "editor/views/themes.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QSettings>
#include <QSpinBox>
#include <QTabWidget>
#include <QVBoxLayout>

namespace editor
{
namespace
{
QString labelOf(Theme theme)
{
    switch (theme) {
    case Theme::Light:
        return PreferencesDialog::tr("Light");
    case Theme::HighContrast:
        return PreferencesDialog::tr("High contrast");
    case Theme::Dark:
        break;
    }
    return PreferencesDialog::tr("Dark");
}

QFormLayout* makeForm(QWidget* page)
{
    auto* form = new QFormLayout{page};
    form->setContentsMargins(12, 12, 12, 12);
    form->setHorizontalSpacing(12);
    form->setVerticalSpacing(8);
    return form;
}
} // namespace

PreferencesDialog::PreferencesDialog(EditorContext& context,
                                     ActionRegistry& actions,
                                     PluginManager& plugins,
                                     QWidget* parent)
    : QDialog{parent}, m_plugins{plugins}
{
    setObjectName(QStringLiteral("preferences"));
    setWindowTitle(tr("Preferences"));
    resize(720, 520);
    auto* layout = new QVBoxLayout{this};
    layout->setContentsMargins(12, 12, 12, 12);
    layout->setSpacing(8);
    auto* tabs = new QTabWidget{this};
    tabs->setObjectName(QStringLiteral("preferencePages"));
    tabs->addTab(makeGeneralPage(), tr("General"));
    tabs->addTab(new ViewsPage{context, this}, tr("Views"));
    tabs->addTab(makeLookPage(), tr("Appearance"));
    tabs->addTab(new KeysPage{actions, this}, tr("Keys"));
    tabs->addTab(new InputPage{context, this}, tr("Input"));
    tabs->addTab(makePluginPage(), tr("Plugins"));
    layout->addWidget(tabs, 1);
    m_error = new QLabel{this};
    m_error->setProperty("error", true);
    m_error->setWordWrap(true);
    m_error->hide();
    layout->addWidget(m_error);
    auto* buttons = new QDialogButtonBox{QDialogButtonBox::Close, this};
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    layout->addWidget(buttons);
}

QWidget* PreferencesDialog::makeGeneralPage()
{
    auto* page = new QWidget{this};
    auto* form = makeForm(page);
    auto* autosave = new QCheckBox{tr("Autosave"), page};
    autosave->setObjectName(QStringLiteral("autosave"));
    autosave->setChecked(QSettings{}.value(QStringLiteral("autosave"), true).toBool());
    autosave->setToolTip(tr("<b>Autosave</b><br>Every step is written to a journal at once, with "
                            "or without it; an autosave keeps that journal short, so that work is "
                            "recovered faster."));
    auto* every = new QSpinBox{page};
    every->setObjectName(QStringLiteral("autosaveSeconds"));
    every->setRange(10, 3600);
    every->setSuffix(tr(" s"));
    every->setValue(QSettings{}.value(QStringLiteral("autosaveSeconds"), 60).toInt());
    every->setEnabled(autosave->isChecked());
    every->setToolTip(tr("<b>Autosave every</b><br>How long after a step at the latest, from 10 "
                         "seconds to an hour."));
    connect(autosave, &QCheckBox::toggled, this, [every](bool on) {
        QSettings{}.setValue(QStringLiteral("autosave"), on);
        every->setEnabled(on);
    });
    connect(every, &QSpinBox::valueChanged, this,
            [](int seconds) { QSettings{}.setValue(QStringLiteral("autosaveSeconds"), seconds); });
    form->addRow({}, autosave);
    form->addRow(tr("Autosave every"), every);
    return page;
}

QWidget* PreferencesDialog::makeLookPage()
{
    auto* page = new QWidget{this};
    auto* form = makeForm(page);
    auto* themes = new QComboBox{page};
    themes->setObjectName(QStringLiteral("theme"));
    themes->setToolTip(tr("<b>Theme</b><br>The colours of the window; the views of the level stay "
                          "dark in all of them."));
    for (const auto theme : AllThemes)
        themes->addItem(labelOf(theme), nameOf(theme));
    themes->setCurrentIndex(themes->findData(nameOf(currentTheme())));
    connect(themes, &QComboBox::currentIndexChanged, this, [themes] {
        const auto name = themes->currentData().toString();
        QSettings{}.setValue(QStringLiteral("theme"), name);
        setTheme(themeOfName(name));
    });
    form->addRow(tr("Theme"), themes);

    auto* scale = new QSpinBox{page};
    scale->setObjectName(QStringLiteral("interfaceScale"));
    scale->setRange(80, 200);
    scale->setSingleStep(10);
    scale->setSuffix(tr(" %"));
    scale->setValue(QSettings{}.value(QStringLiteral("interfaceScale"), 100).toInt());
    scale->setToolTip(tr("<b>Interface scale</b><br>Size of texts, icons and fields, from 80 to "
                         "200 % of what the system asks for."));
    auto* later = new QLabel{tr("Takes effect when Mapwright is started again."), page};
    later->setProperty("muted", true);
    later->hide();
    connect(scale, &QSpinBox::valueChanged, this, [later](int percent) {
        QSettings{}.setValue(QStringLiteral("interfaceScale"), percent);
        later->show();
    });
    form->addRow(tr("Interface scale"), scale);
    form->addRow({}, later);
    return page;
}

QWidget* PreferencesDialog::makePluginPage()
{
    auto* page = new QWidget{this};
    auto* layout = new QVBoxLayout{page};
    layout->setContentsMargins(12, 12, 12, 12);
    if (m_plugins.all().empty())
        layout->addWidget(new QLabel{tr("No plugins were found."), page});
    for (const auto& info : m_plugins.all()) {
        auto* box = new QCheckBox{QStringLiteral("%1 %2").arg(info.name, info.version), page};
        box->setObjectName(QStringLiteral("plugin.") + info.id);
        box->setChecked(info.enabled);
        box->setToolTip(info.description);
        connect(box, &QCheckBox::toggled, this, [this, id = info.id](bool on) {
            const auto done = m_plugins.setEnabled(id, on);
            m_error->setText(done ? QString{} : QString::fromStdString(done.error().message()));
            m_error->setVisible(!done);
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
