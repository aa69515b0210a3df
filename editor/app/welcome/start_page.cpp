#include "editor/app/welcome/start_page.h"

#include "editor/api/empty_hint.h"
#include "editor/app/dialogs/new_project_dialog.h"
#include "editor/app/workspace/project_pictures.h"
#include "editor/app/workspace/recent_files.h"
#include "editor/views/theme.h"
#include "editor/views/themes.h"
#include "engine_core/assets/project/project.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QListWidget>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

namespace editor
{
namespace
{
constexpr QSize TileSize{240, 150};

/// The project's picture, or its icon on an empty plate.
QPixmap tileOf(const engine::fs::path& project, double pixelScale)
{
    QPixmap tile{(QSizeF{TileSize} * pixelScale).toSize()};
    tile.setDevicePixelRatio(pixelScale);
    tile.fill(themeColor(ColorRole::Raised));
    QPainter painter{&tile};
    painter.setRenderHint(QPainter::SmoothPixmapTransform);
    const QRect whole{QPoint{0, 0}, TileSize};
    if (const auto picture = projectPicture(project); !picture.isNull())
        painter.drawImage(whole, picture);
    else
        themeIcon(QStringLiteral("project"), ColorRole::MutedText)
            .paint(&painter, QRect{whole.center() - QPoint{24, 24}, QSize{48, 48}});
    painter.setPen(themeColor(ColorRole::Border));
    painter.drawRect(whole.adjusted(0, 0, -1, -1));
    return tile;
}

QLabel* makeHeading(const QString& text, QWidget* parent)
{
    auto* label = new QLabel{text, parent};
    label->setProperty("heading", true);
    return label;
}
} // namespace

StartPage::StartPage(QWidget* parent) : QFrame{parent}
{
    setObjectName(QStringLiteral("startPage"));
    setAccessibleName(tr("Start page"));
    setProperty("startPage", true);
    setAutoFillBackground(true);
    setFocusPolicy(Qt::StrongFocus);
    auto* layout = new QVBoxLayout{this};
    layout->setContentsMargins(40, 28, 40, 24);
    layout->setSpacing(20);
    auto* top = new QHBoxLayout;
    top->setSpacing(12);
    auto* icon = new QLabel{this};
    icon->setPixmap(
        QIcon{QStringLiteral(":/icons/app.svg")}.pixmap(QSize{48, 48}, devicePixelRatioF()));
    auto* title = new QLabel{tr("Mapwright"), this};
    title->setProperty("title", true);
    auto* close = new QPushButton{tr("Go to the editor"), this};
    close->setObjectName(QStringLiteral("startClose"));
    close->setToolTip(tr("<b>Go to the editor</b> (Esc)<br>Help > Start page brings this back."));
    connect(close, &QPushButton::clicked, this, &StartPage::closed);
    top->addWidget(icon);
    top->addWidget(title);
    top->addStretch(1);
    top->addWidget(close);
    layout->addLayout(top);
    auto* middle = new QHBoxLayout;
    middle->setSpacing(32);
    middle->addWidget(makeActions());
    middle->addWidget(makeRecent(), 1);
    layout->addLayout(middle, 1);
    connect(&ThemeNotifier::instance(), &ThemeNotifier::changed, this, &StartPage::refresh);
    refresh();
}

QPushButton* StartPage::addButton(QVBoxLayout& layout,
                                  const QString& icon,
                                  const QString& label,
                                  const QString& tooltip,
                                  const char* name)
{
    auto* button = new QPushButton{themeIcon(icon), label, this};
    button->setObjectName(QLatin1String{name});
    button->setToolTip(QStringLiteral("<b>%1</b><br>%2").arg(label, tooltip));
    button->setProperty("startEntry", true);
    button->setIconSize({20, 20});
    button->setAutoDefault(false);
    layout.addWidget(button);
    return button;
}

QWidget* StartPage::makeActions()
{
    auto* column = new QWidget{this};
    column->setFixedWidth(std::max(240, fontMetrics().horizontalAdvance(QLatin1Char{'x'}) * 36));
    auto* layout = new QVBoxLayout{column};
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addWidget(makeHeading(tr("Learn"), column));
    auto* tour = addButton(*layout, QStringLiteral("help"), tr("Your first room"),
                           tr("A guided tour: build, light and play a room. The steps tick "
                              "themselves off."),
                           "startTour");
    tour->setProperty("primary", true);
    tour->setIcon(iconOnPrimary(tour->icon()));
    connect(tour, &QPushButton::clicked, this, &StartPage::tourWanted);
    layout->addSpacing(12);
    layout->addWidget(makeHeading(tr("New project"), column));
    for (const auto& name : engine::projectTemplates()) {
        auto* button =
            addButton(*layout, QStringLiteral("new"), templateLabel(name),
                      tr("A new project that starts with what this template has."), "startNew");
        button->setObjectName(QStringLiteral("startNew.") + QString::fromStdString(name));
        connect(button, &QPushButton::clicked, this,
                [this, name] { Q_EMIT newProjectWanted(QString::fromStdString(name)); });
    }
    layout->addSpacing(12);
    layout->addWidget(makeHeading(tr("Open"), column));
    connect(addButton(*layout, QStringLiteral("folder"), tr("Open a project's folder..."),
                      tr("A project is a folder with a project.json."), "startOpen"),
            &QPushButton::clicked, this, &StartPage::folderWanted);
    layout->addStretch(1);
    return column;
}

QWidget* StartPage::makeRecent()
{
    auto* column = new QWidget{this};
    auto* layout = new QVBoxLayout{column};
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addWidget(makeHeading(tr("Recent projects"), column));
    m_recent = new QListWidget{column};
    m_recent->setObjectName(QStringLiteral("startRecent"));
    m_recent->setAccessibleName(tr("Recent projects"));
    m_recent->setProperty("framed", true);
    m_recent->setViewMode(QListView::IconMode);
    m_recent->setMovement(QListView::Static);
    m_recent->setResizeMode(QListView::Adjust);
    m_recent->setUniformItemSizes(true);
    m_recent->setSpacing(8);
    m_recent->setTextElideMode(Qt::ElideMiddle);
    m_recent->setIconSize(TileSize);
    m_recent->setGridSize({TileSize.width() + 20, TileSize.height() + fontMetrics().height() + 20});
    setEmptyHint(m_recent, tr("Projects that you have opened appear here."));
    // One click, as on a page of links.
    connect(m_recent, &QListWidget::itemClicked, this, [this](const auto* item) {
        Q_EMIT projectWanted(item->data(Qt::UserRole).toString());
    });
    connect(m_recent, &QListWidget::itemActivated, this, [this](const auto* item) {
        Q_EMIT projectWanted(item->data(Qt::UserRole).toString());
    });
    layout->addWidget(m_recent, 1);
    return column;
}

void StartPage::refresh()
{
    m_recent->clear();
    for (const auto& folder : recentProjects()) {
        const auto project = engine::openProject(folder);
        if (!project)
            continue; // the project manager says what is wrong with it
        auto* item = new QListWidgetItem{QIcon{tileOf(folder, devicePixelRatioF())},
                                         QString::fromStdString(project->name), m_recent};
        item->setToolTip(QString::fromStdString(folder.string()));
        item->setData(Qt::UserRole, QString::fromStdString(folder.string()));
    }
}

void StartPage::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape)
        Q_EMIT closed();
    else
        QFrame::keyPressEvent(event);
}
} // namespace editor
