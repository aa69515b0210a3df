#include "editor/api/fold_section.h"

#include <QCheckBox>
#include <QSettings>
#include <QVBoxLayout>

namespace editor
{
FoldSection::FoldSection(const QString& key, const QString& title, Usual usual, QWidget* parent)
    : QWidget{parent}
    , m_key{QStringLiteral("folded/") + key}
    , m_header{new QCheckBox{title, this}}
    , m_body{new QWidget{this}}
{
    setObjectName(QStringLiteral("fold.") + key);
    auto* layout = new QVBoxLayout{this};
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    m_header->setAccessibleName(tr("%1 section").arg(title));
    m_header->setToolTip(tr("Folds or unfolds this section."));
    m_header->setProperty("foldHeader", true); // the theme draws it as a heading
    layout->addWidget(m_header, 0, Qt::AlignLeft);
    layout->addWidget(m_body);
    connect(m_header, &QCheckBox::clicked, this, [this](bool isOpen) { setFolded(!isOpen); });
    show(QSettings{}.value(m_key, usual == Usual::Folded).toBool());
}

bool FoldSection::isFolded() const
{
    return !m_header->isChecked();
}

void FoldSection::setFolded(bool folded)
{
    QSettings{}.setValue(m_key, folded);
    show(folded);
}

void FoldSection::show(bool folded)
{
    m_header->setChecked(!folded);
    m_body->setVisible(!folded);
}

FoldSection* makeFoldSection(const engine::TypeInfo& type,
                             const std::string& title,
                             std::size_t place,
                             QWidget* parent)
{
    constexpr std::size_t UsuallyOpen = 2;
    return new FoldSection{
        QString::fromStdString(type.name + "." + title), QString::fromStdString(title),
        place < UsuallyOpen ? FoldSection::Usual::Open : FoldSection::Usual::Folded, parent};
}
} // namespace editor
