#include "editor/panels/inspector/inspector_section.h"

#include "editor/api/fold_section.h"
#include "editor/views/theme.h"
#include "editor/views/themes.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>

namespace editor
{
InspectorSection::InspectorSection(const QString& id,
                                   const QString& title,
                                   const QString& icon,
                                   QWidget* parent)
    : QFrame{parent}, m_id{id}
{
    setObjectName(QStringLiteral("section.") + id);
    setProperty("section", true);
    auto* layout = new QVBoxLayout{this};
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);

    auto* header = new QWidget{this};
    header->setProperty("sectionHeader", true);
    header->setAttribute(Qt::WA_StyledBackground);
    m_headerLayout = new QHBoxLayout{header};
    m_headerLayout->setContentsMargins(4, 2, 4, 2);
    m_headerLayout->setSpacing(4);
    m_header = new QToolButton{header};
    m_header->setCheckable(true);
    m_header->setProperty("flat", true);
    m_header->setIconSize({12, 12});
    m_header->setToolTip(tr("Folds or unfolds this section"));
    m_header->setAccessibleName(tr("%1 section").arg(title));
    auto* picture = new QLabel{header};
    const auto tint = [this, picture, icon] {
        picture->setPixmap(
            themeIcon(icon, ColorRole::MutedText).pixmap(QSize{16, 16}, devicePixelRatioF()));
    };
    tint();
    connect(&ThemeNotifier::instance(), &ThemeNotifier::changed, picture, tint);
    auto* name = new QLabel{title, header};
    name->setProperty("sectionTitle", true);
    m_headerLayout->addWidget(m_header);
    m_headerLayout->addWidget(picture);
    m_headerLayout->addWidget(name, 1);
    connect(m_header, &QToolButton::clicked, this, [this](bool isFolded) {
        setFolded(isFolded);
        Q_EMIT folded(m_id, isFolded);
    });

    m_body = new QWidget{this};
    m_whole = makeGrid(m_body);
    m_whole->setContentsMargins(8, 6, 4, 8);
    m_grid = m_whole;
    layout->addWidget(header);
    layout->addWidget(m_body);
    setFolded(false);
}

bool InspectorSection::isFolded() const
{
    return m_header->isChecked();
}

void InspectorSection::setFolded(bool isFolded)
{
    m_header->setChecked(isFolded);
    m_header->setIcon(
        themeIcon(isFolded ? QStringLiteral("chevron_right") : QStringLiteral("chevron_down"),
                  ColorRole::MutedText));
    m_body->setVisible(!isFolded);
}

QGridLayout* InspectorSection::makeGrid(QWidget* body) const
{
    auto* grid = new QGridLayout{body};
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(8);
    grid->setVerticalSpacing(4);
    // Fields of all sections begin below each other unless a label is very long.
    grid->setColumnMinimumWidth(0, fontMetrics().horizontalAdvance(tr("Cast shadows ")));
    grid->setColumnStretch(1, 1);
    return grid;
}

void InspectorSection::beginPart(FoldSection* part)
{
    m_grid = m_whole;
    if (part == nullptr)
        return;
    addWide(part);
    m_grid = makeGrid(part->body());
}

void InspectorSection::addRow(EditorApi& editor, PropertyBinding binding)
{
    const auto& row = m_rows.emplace_back(editor, std::move(binding), m_body);
    const int at = m_grid->rowCount();
    m_grid->addWidget(row.label(), at, 0);
    m_grid->addWidget(row.widget(), at, 1);
    m_grid->addWidget(row.resetButton(), at, 2);
    if (row.linkButton() != nullptr)
        m_grid->addWidget(row.linkButton(), at, 3);
    m_grid->addWidget(row.playedLabel(), at + 1, 1, 1, 3);
    if (row.below() != nullptr)
        m_grid->addWidget(row.below(), at + 2, 0, 1, 4);
}

void InspectorSection::addRow(const QString& label, QWidget* widget)
{
    auto* text = new QLabel{label, m_body};
    text->setProperty("muted", true);
    text->setBuddy(widget);
    text->setToolTip(widget->toolTip());
    addLabelled(text, widget);
}

void InspectorSection::addLabelled(QWidget* label, QWidget* widget)
{
    const int at = m_grid->rowCount();
    m_grid->addWidget(label, at, 0);
    m_grid->addWidget(widget, at, 1, 1, 3);
}

void InspectorSection::addWide(QWidget* widget)
{
    m_grid->addWidget(widget, m_grid->rowCount(), 0, 1, 4);
}

QToolButton* InspectorSection::addHeaderButton(const QString& icon, const QString& tooltip)
{
    auto* button = new QToolButton{this};
    button->setIcon(themeIcon(icon, ColorRole::MutedText));
    button->setIconSize({14, 14});
    button->setToolTip(tooltip);
    m_headerLayout->addWidget(button);
    return button;
}

void InspectorSection::refreshPlayed()
{
    if (!isFolded())
        for (auto& row : m_rows)
            row.refreshPlayed();
}
} // namespace editor
