#include "editor/app/workspace/scene_trail.h"

#include "editor/app/workspace/workspace.h"
#include "editor/views/theme.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

namespace editor
{
namespace
{
/// "hall" of "prefabs/hall.prefab.json".
QString titleOf(const fs::path& file, bool isModified)
{
    auto name = QString::fromStdString(file.filename().string()).section(QLatin1Char{'.'}, 0, 0);
    if (name.isEmpty())
        name = SceneTrail::tr("untitled");
    return isModified ? name + QLatin1Char{'*'} : name;
}

QLabel* makeLabel(const QString& text, QWidget* parent)
{
    auto* label = new QLabel{text, parent};
    label->setTextFormat(Qt::PlainText);
    return label;
}
} // namespace

SceneTrail::SceneTrail(Workspace& workspace, QWidget* parent)
    : QFrame{parent}, m_workspace{workspace}, m_layout{new QHBoxLayout{this}}
{
    setObjectName(QStringLiteral("sceneTrail"));
    m_layout->setContentsMargins(6, 3, 6, 3);
    m_layout->setSpacing(4);
    m_connections += workspace.waitingChanged.connect([this] { refresh(); });
    m_connections += workspace.document().stateChanged.connect([this] {
        if (isVisible())
            refresh();
    });
    hide();
}

void SceneTrail::refresh()
{
    while (auto* item = m_layout->takeAt(0)) {
        if (auto* widget = item->widget()) {
            widget->hide();
            widget->deleteLater(); // it may be the button that is being pressed
        }
        delete item;
    }
    const bool isNeeded = !m_workspace.waiting().empty();
    if (isNeeded)
        addPlaces();
    setVisible(isNeeded);
}

void SceneTrail::addPlaces()
{
    const auto waiting = m_workspace.waiting();
    const auto addButton = [this](const QString& text, const QString& tooltip, std::size_t place) {
        auto* button = new QToolButton{this};
        button->setText(text);
        button->setToolTip(tooltip);
        button->setAutoRaise(true);
        button->setFocusPolicy(Qt::TabFocus);
        connect(button, &QToolButton::clicked, this, [this, place] { Q_EMIT wanted(place); });
        m_layout->addWidget(button);
        return button;
    };
    const auto last = waiting.size() - 1;
    auto* back = addButton(tr("Back to %1").arg(titleOf(waiting[last].file, false)),
                           tr("Leaves the prefab. What was open before is as you left it, with its "
                              "unsaved edits and its undo history."),
                           last);
    back->setObjectName(QStringLiteral("trailBack"));
    back->setIcon(themeIcon(QStringLiteral("undo")));
    back->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_layout->addSpacing(8);
    for (std::size_t i = 0; i < waiting.size(); ++i) {
        addButton(titleOf(waiting[i].file, waiting[i].isModified),
                  tr("Back to %1").arg(QString::fromStdString(waiting[i].file.string())), i)
            ->setObjectName(QStringLiteral("trail%1").arg(i));
        m_layout->addWidget(makeLabel(QStringLiteral("\u203a"), this));
    }
    auto& document = m_workspace.document();
    auto* here = makeLabel(titleOf(document.path(), document.isModified()), this);
    auto bold = here->font();
    bold.setBold(true);
    here->setFont(bold);
    here->setObjectName(QStringLiteral("trailHere"));
    m_layout->addWidget(here);
    m_layout->addStretch(1);
}
} // namespace editor
