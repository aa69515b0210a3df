#include "editor/app/welcome/start_page.h"

#include "editor/api/empty_hint.h"
#include "editor/app/workspace/picture_maker.h"
#include "editor/app/workspace/project_pictures.h"
#include "editor/app/workspace/recent_files.h"
#include "editor/app/workspace/sample_projects.h"
#include "editor/views/theme.h"
#include "editor/views/themes.h"
#include "engine_core/assets/project/project.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QListWidget>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <vector>

namespace editor
{
namespace
{
constexpr QSize TileSize{240, 150};
constexpr QSize SampleSize{176, 110};
constexpr int CardWidth = 380; ///< of a sample, at least, for two to stand side by side

/// The picture, or an icon on an empty plate.
QPixmap tileOf(const QImage& picture, const QString& icon, const QSize& size, double pixelScale)
{
    QPixmap tile{(QSizeF{size} * pixelScale).toSize()};
    tile.setDevicePixelRatio(pixelScale);
    tile.fill(themeColor(ColorRole::Raised));
    QPainter painter{&tile};
    painter.setRenderHint(QPainter::SmoothPixmapTransform);
    const QRect whole{QPoint{0, 0}, size};
    if (!picture.isNull())
        painter.drawImage(whole, picture);
    else
        themeIcon(icon, ColorRole::MutedText)
            .paint(&painter, QRect{whole.center() - QPoint{24, 24}, QSize{48, 48}});
    painter.setPen(themeColor(ColorRole::Border));
    painter.drawRect(whole.adjusted(0, 0, -1, -1));
    return tile;
}

std::vector<engine::fs::path> copiesOfSamples()
{
    std::vector<engine::fs::path> copies;
    for (const auto& sample : sampleProjects())
        if (auto copy = copyOfSample(sample.id))
            copies.push_back(*std::move(copy));
    return copies;
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
    middle->addWidget(makeProjects(), 1);
    layout->addLayout(middle, 1);
    m_note = new QLabel{this};
    m_note->setObjectName(QStringLiteral("startNote"));
    m_note->setTextFormat(Qt::PlainText);
    m_note->setProperty("muted", true);
    m_note->setWordWrap(true);
    m_note->hide();
    layout->addWidget(m_note);
    m_pictures = new PictureMaker{this};
    connect(m_pictures, &PictureMaker::made, this,
            [this](const QString& project) { showPicture(project.toStdString()); });
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
    auto* tour =
        addButton(*layout, QStringLiteral("help"), tr("Guided tour"),
                  tr("Build, light and play a room. The steps tick themselves off."), "startTour");
    tour->setProperty("primary", true);
    tour->setIcon(iconOnPrimary(tour->icon()));
    connect(tour, &QPushButton::clicked, this, &StartPage::tourWanted);
    connect(addButton(*layout, QStringLiteral("new"), tr("New project..."),
                      tr("A project of your own, with one empty scene."), "startNew.empty"),
            &QPushButton::clicked, this,
            [this] { Q_EMIT newProjectWanted(QStringLiteral("empty")); });
    connect(addButton(*layout, QStringLiteral("folder"), tr("Open folder..."),
                      tr("A project is a folder with a project.json."), "startOpen"),
            &QPushButton::clicked, this, &StartPage::folderWanted);
    layout->addStretch(1);
    return column;
}

QWidget* StartPage::makeProjects()
{
    auto* column = new QWidget{this};
    auto* layout = new QVBoxLayout{column};
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    if (const auto samples = sampleProjects(); !samples.empty()) {
        layout->addWidget(makeHeading(tr("Samples"), column));
        m_sampleGrid = new QGridLayout;
        m_sampleGrid->setSpacing(16);
        for (const auto& sample : samples)
            makeSample(sample, column);
        arrangeSamples(1);
        layout->addLayout(m_sampleGrid);
        layout->addSpacing(12);
    }
    layout->addWidget(makeHeading(tr("Recent projects"), column));
    layout->addWidget(makeRecent(column), 1);
    return column;
}

void StartPage::makeSample(const SampleProject& sample, QWidget* parent)
{
    auto* card = new QWidget{parent};
    auto* layout = new QHBoxLayout{card};
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(12);
    SampleCard shown{sample.id, card, new QLabel{card}, new QLabel{card}};
    shown.picture->setObjectName(QStringLiteral("startPicture.") +
                                 QString::fromStdString(sample.id));
    shown.picture->setFixedSize(SampleSize);
    layout->addWidget(shown.picture, 0, Qt::AlignTop);
    auto* texts = new QVBoxLayout;
    texts->setSpacing(4);
    texts->addWidget(makeHeading(sample.name, card));
    shown.place->setObjectName(QStringLiteral("startPlace.") + QString::fromStdString(sample.id));
    shown.place->setTextFormat(Qt::PlainText);
    shown.place->setProperty("muted", true);
    shown.place->setWordWrap(true);
    texts->addWidget(shown.place);
    texts->addStretch(1);
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    const auto id = QString::fromStdString(sample.id);
    const auto add = [&](const QString& label, const QString& tooltip, const char* name) {
        auto* button = new QPushButton{label, card};
        button->setObjectName(QLatin1String{name} + id);
        button->setAccessibleName(QStringLiteral("%1: %2").arg(sample.name, label));
        button->setToolTip(QStringLiteral("<b>%1</b><br>%2").arg(label, tooltip));
        button->setAutoDefault(false);
        buttons->addWidget(button);
        return button;
    };
    connect(add(tr("Open"),
                tr("Your own copy of this sample: made the first time, and the same one ever "
                   "after. The sample itself stays as it is."),
                "startOpen."),
            &QPushButton::clicked, this, [this, id] { Q_EMIT sampleWanted(id); });
    connect(add(tr("Copy..."),
                tr("A new project of your own, under a name of your choice, that starts with what "
                   "this sample has."),
                "startNew."),
            &QPushButton::clicked, this, [this, id] { Q_EMIT newProjectWanted(id); });
    buttons->addStretch(1);
    texts->addLayout(buttons);
    layout->addLayout(texts, 1);
    m_samples.push_back(std::move(shown));
}

void StartPage::arrangeSamples(int columns)
{
    for (const auto& sample : m_samples)
        m_sampleGrid->removeWidget(sample.card);
    for (int i = 0; i < m_sampleGrid->columnCount(); ++i)
        m_sampleGrid->setColumnStretch(i, 0);
    for (int i = 0; i < static_cast<int>(m_samples.size()); ++i) {
        m_sampleGrid->addWidget(m_samples[static_cast<std::size_t>(i)].card, i / columns,
                                i % columns);
        m_sampleGrid->setColumnStretch(i % columns, 1);
    }
}

QListWidget* StartPage::makeRecent(QWidget* parent)
{
    m_recent = new QListWidget{parent};
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
    setEmptyHint(m_recent, tr("Other projects that you have opened appear here."));
    // One click, as on a page of links.
    connect(m_recent, &QListWidget::itemClicked, this, [this](const auto* item) {
        Q_EMIT projectWanted(item->data(Qt::UserRole).toString());
    });
    connect(m_recent, &QListWidget::itemActivated, this, [this](const auto* item) {
        Q_EMIT projectWanted(item->data(Qt::UserRole).toString());
    });
    return m_recent;
}

void StartPage::refresh()
{
    refreshSamples();
    m_recent->clear();
    const auto shown = copiesOfSamples(); // with the samples above
    const auto isShown = [&shown](const engine::fs::path& folder) {
        return std::any_of(shown.begin(), shown.end(), [&folder](const engine::fs::path& copy) {
            std::error_code ignored;
            return engine::fs::equivalent(copy, folder, ignored); // the home may be a link
        });
    };
    for (const auto& folder : recentProjects())
        if (!isShown(folder))
            addRecent(folder);
    tellApart();
    if (isVisible())
        m_pictures->make(recentProjects());
}

/// Projects of one name say where they lie.
void StartPage::tellApart()
{
    QStringList names;
    for (int i = 0; i < m_recent->count(); ++i)
        names.append(m_recent->item(i)->text());
    for (int i = 0; i < m_recent->count(); ++i) {
        if (names.count(names[i]) < 2)
            continue;
        auto* item = m_recent->item(i);
        const engine::fs::path place{item->data(Qt::UserRole).toString().toStdString()};
        const auto end = place.parent_path().filename() / place.filename();
        item->setText(
            QStringLiteral("%1 (%2)").arg(names[i], QString::fromStdString(end.string())));
    }
}

void StartPage::refreshSamples()
{
    for (const auto& sample : m_samples) {
        const QImage picture{QString::fromStdString(pictureOfSample(sample.id).string())};
        sample.picture->setPixmap(
            tileOf(picture, QStringLiteral("project"), SampleSize, devicePixelRatioF()));
        const auto copy = copyOfSample(sample.id);
        sample.place->setText(
            copy ? tr("Your copy lies in %1").arg(QString::fromStdString(copy->string()))
                 : aboutSample(sample.id));
    }
}

void StartPage::addRecent(const engine::fs::path& folder)
{
    // What is wrong with a broken one is said by its tooltip, and when it is opened.
    const auto project = engine::openProject(folder);
    const auto place = QString::fromStdString(folder.string());
    auto* item = new QListWidgetItem{
        QIcon{tileOf(project ? projectPicture(folder) : QImage{},
                     project ? QStringLiteral("project") : QStringLiteral("warning"), TileSize,
                     devicePixelRatioF())},
        QString::fromStdString(project ? project->name : folder.filename().string()), m_recent};
    item->setToolTip(project ? place : QString::fromStdString(project.error().message()));
    item->setData(Qt::UserRole, place);
}

void StartPage::showPicture(const engine::fs::path& project)
{
    for (int i = 0; i < m_recent->count(); ++i)
        if (auto* item = m_recent->item(i);
            item->data(Qt::UserRole).toString().toStdString() == project)
            item->setIcon(QIcon{tileOf(projectPicture(project), QStringLiteral("project"), TileSize,
                                       devicePixelRatioF())});
}

void StartPage::showNote(const QString& text)
{
    m_note->setText(text);
    m_note->setVisible(!text.isEmpty());
}

void StartPage::resizeEvent(QResizeEvent* event)
{
    QFrame::resizeEvent(event);
    if (m_sampleGrid == nullptr)
        return;
    const auto count = static_cast<int>(m_samples.size());
    int card = CardWidth;
    for (const auto& sample : m_samples)
        card = std::max(card, sample.card->minimumSizeHint().width());
    // The column's width: what is in it is laid out later if the page is not shown yet.
    const int wide = m_recent->parentWidget()->width() + m_sampleGrid->spacing();
    const int fitting = std::max(1, wide / (card + m_sampleGrid->spacing()));
    // In rows of equal length: four are two and two rather than three and one.
    const int rows = (count + fitting - 1) / fitting;
    arrangeSamples((count + rows - 1) / rows);
}

void StartPage::showEvent(QShowEvent* event)
{
    QFrame::showEvent(event);
    showNote({});
    m_pictures->make(recentProjects());
}

void StartPage::hideEvent(QHideEvent* event)
{
    QFrame::hideEvent(event);
    m_pictures->stop(); // whoever works on needs the processor
}

void StartPage::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape)
        Q_EMIT closed();
    else
        QFrame::keyPressEvent(event);
}
} // namespace editor
