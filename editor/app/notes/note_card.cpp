#include "editor/app/notes/note_card.h"

#include "editor/panels/panel_helpers.h"
#include "editor/views/theme.h"
#include "engine_core/play/notes/note_export.h"

#include <QButtonGroup>
#include <QFrame>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>
#include <QWheelEvent>

#include <algorithm>
#include <array>

namespace editor
{
using namespace engine;

namespace
{
constexpr int CardWidth = 380;      ///< points
constexpr int TextHeight = 76;      ///< points: three lines
constexpr int Margin = 16;          ///< points, from the edges of the view
constexpr double LeastMove = 0.002; ///< of the picture, between two points of a line

constexpr std::array KindIcons{"bug", "light_bulb", "texture", "light_sun", "sound"};

QToolButton* toolButton(const QIcon& icon, const QString& name, const QString& tip, QWidget* parent)
{
    auto* button = new QToolButton{parent};
    button->setIcon(icon);
    button->setAccessibleName(name);
    button->setToolTip(tip);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::NoFocus); // what is typed goes on being text
    return button;
}
} // namespace

QIcon noteKindIcon(NoteKind kind)
{
    return themeIcon(QLatin1String{KindIcons.at(static_cast<std::size_t>(kind))});
}

QString noteKindText(NoteKind kind)
{
    const auto text = labelOf(kind);
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

QString noteStateText(NoteState state)
{
    const auto text = labelOf(state);
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

void paintDrawing(QPainter& painter, const std::vector<NoteStroke>& drawing, const QRectF& place)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    for (const auto& stroke : drawing) {
        QPolygonF line;
        for (const auto& point : stroke.points)
            line << place.topLeft() + QPointF{static_cast<double>(point.x) * place.width(),
                                              static_cast<double>(point.y) * place.height()};
        if (line.size() == 1)
            line << line.front() + QPointF{0.1, 0};
        const double width = std::max(1.5, static_cast<double>(stroke.width) * place.height());
        const auto color = QColor::fromRgbF(stroke.color.r, stroke.color.g, stroke.color.b);
        for (const auto& [ink, wider] :
             {std::pair{QColor{0, 0, 0, 130}, 2.0}, std::pair{color, 0.0}}) {
            painter.setPen(QPen{ink, width + wider, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin});
            painter.drawPolyline(line);
        }
    }
    painter.restore();
}

NoteCard::NoteCard(QImage picture, QWidget& view)
    : QWidget{&view}, m_view{view}, m_picture{std::move(picture)}, m_card{new QFrame{this}}
{
    setObjectName(QStringLiteral("noteCard"));
    setAccessibleName(tr("Note"));
    setCursor(Qt::CrossCursor);
    setContextMenuPolicy(Qt::PreventContextMenu); // the view's is about what lies below
    setFocusPolicy(Qt::ClickFocus); // or a click on the picture hands the keys to the view
    m_card->setAutoFillBackground(true);
    m_card->setFrameShape(QFrame::StyledPanel);
    m_card->setCursor(Qt::SizeAllCursor); // between its parts
    m_card->installEventFilter(this);
    auto* column = new QVBoxLayout{m_card};
    column->addWidget(makeKinds());
    m_text = new QPlainTextEdit{m_card};
    m_text->setObjectName(QStringLiteral("noteText"));
    m_text->setAccessibleName(tr("What you noticed"));
    m_text->setPlaceholderText(tr("What did you notice? Draw on the picture with the mouse."));
    m_text->setTabChangesFocus(true);
    m_text->setFixedHeight(TextHeight);
    m_text->installEventFilter(this);
    setFocusProxy(m_text);
    column->addWidget(m_text);
    m_trouble = new QLabel{m_card};
    m_trouble->setObjectName(QStringLiteral("noteTrouble"));
    m_trouble->setTextFormat(Qt::PlainText); // it names files
    m_trouble->setWordWrap(true);
    m_trouble->hide();
    column->addWidget(m_trouble);
    column->addWidget(makeButtons());
    view.installEventFilter(this);
    place();
    show();
    raise();
    m_text->setFocus();
}

QWidget* NoteCard::makeKinds()
{
    auto* line = new QWidget{m_card};
    auto* row = new QHBoxLayout{line};
    row->setContentsMargins(0, 0, 0, 0);
    m_kinds = new QButtonGroup{this};
    for (int i = 0; i < static_cast<int>(noteKindNames().size()); ++i) {
        const auto kind = static_cast<NoteKind>(i);
        auto* button = toolButton(noteKindIcon(kind), noteKindText(kind),
                                  tr("%1 (Alt+%2)").arg(noteKindText(kind)).arg(i + 1), line);
        button->setText(noteKindText(kind));
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        button->setCheckable(true);
        button->setChecked(i == 0);
        m_kinds->addButton(button, i);
        row->addWidget(button);
    }
    row->addStretch();
    return line;
}

QWidget* NoteCard::makeButtons()
{
    auto* line = new QWidget{m_card};
    auto* row = new QHBoxLayout{line};
    row->setContentsMargins(0, 0, 0, 0);
    auto* back = toolButton(themeIcon(QStringLiteral("undo")), tr("Take a line back"),
                            tr("Takes the last line on the picture back (Ctrl+Backspace)"), line);
    connect(back, &QToolButton::clicked, this, &NoteCard::takeBackStroke);
    row->addWidget(back);
    row->addStretch();
    auto* drop = new QPushButton{tr("Drop (Esc)"), line};
    drop->setToolTip(tr("Writes nothing"));
    connect(drop, &QPushButton::clicked, this, &NoteCard::dropped);
    row->addWidget(drop);
    auto* save = new QPushButton{tr("Save (Enter)"), line};
    save->setObjectName(QStringLiteral("noteSave"));
    save->setProperty("primary", true);
    save->setToolTip(tr("Keeps the note in the project's folder notes"));
    connect(save, &QPushButton::clicked, this, &NoteCard::accept);
    row->addWidget(save);
    return line;
}

void NoteCard::fill(const Note& note, const QString& why)
{
    if (auto* kind = m_kinds->button(static_cast<int>(note.kind)))
        kind->setChecked(true);
    m_text->setPlainText(QString::fromStdString(note.text));
    m_text->moveCursor(QTextCursor::End);
    m_drawing = note.drawing;
    m_trouble->setText(tr("Not saved: %1").arg(why));
    m_trouble->show();
    place();
    update();
}

NoteKind NoteCard::kind() const
{
    return static_cast<NoteKind>(std::max(0, m_kinds->checkedId()));
}

std::string NoteCard::text() const
{
    return m_text->toPlainText().trimmed().toStdString();
}

void NoteCard::place()
{
    setGeometry(m_view.rect());
    // In a narrow view its words go before its distance from the edges.
    const auto size = m_card->sizeHint().expandedTo({CardWidth, 0}).boundedTo(this->size());
    m_card->setGeometry(std::min(Margin, (width() - size.width()) / 2),
                        std::max(0, height() - size.height() - Margin), size.width(),
                        size.height());
}

/// Whoever draws where the card lies moves it aside.
bool NoteCard::dragCard(const QEvent& event)
{
    const auto& mouse = static_cast<const QMouseEvent&>(event);
    switch (event.type()) {
    case QEvent::MouseButtonPress:
        m_heldAt = mouse.position().toPoint();
        m_text->setFocus();
        return true;
    case QEvent::MouseMove: {
        if (!m_heldAt)
            return true;
        const auto to = m_card->mapToParent(mouse.position().toPoint()) - *m_heldAt;
        m_card->move(std::clamp(to.x(), 0, std::max(0, width() - m_card->width())),
                     std::clamp(to.y(), 0, std::max(0, height() - m_card->height())));
        return true;
    }
    case QEvent::MouseButtonRelease:
        m_heldAt.reset();
        return true;
    default:
        return false;
    }
}

void NoteCard::accept()
{
    const bool isEmpty = text().empty() && m_drawing.empty();
    const bool isTooLong = text().size() > MostNoteText;
    if (isTooLong)
        m_text->setToolTip(tr("Too long for a note"));
    if (!isEmpty && !isTooLong)
        Q_EMIT accepted();
}

void NoteCard::takeBackStroke()
{
    if (!m_drawing.empty() && !m_isDrawing)
        m_drawing.pop_back();
    update();
}

bool NoteCard::handleKey(const QKeyEvent& event)
{
    const bool isEnter = event.key() == Qt::Key_Return || event.key() == Qt::Key_Enter;
    if (event.key() == Qt::Key_Escape)
        Q_EMIT dropped();
    else if (isEnter && !event.modifiers().testFlag(Qt::ShiftModifier))
        accept();
    else if (event.key() == Qt::Key_Backspace && event.modifiers() == Qt::ControlModifier)
        takeBackStroke();
    else if (const int number = event.key() - Qt::Key_1;
             event.modifiers() == Qt::AltModifier && m_kinds->button(number) != nullptr)
        m_kinds->button(number)->setChecked(true);
    else
        return false;
    return true;
}

bool NoteCard::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == &m_view && event->type() == QEvent::Resize)
        place();
    // What is typed is text: no letter of it is a shortcut of the window. Pausing and stopping the
    // game go on working.
    if (watched == m_text && event->type() == QEvent::ShortcutOverride) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key >= Qt::Key_F1 && key <= Qt::Key_F35)
            return false;
        event->accept();
        return true;
    }
    if (watched == m_card && dragCard(*event))
        return true;
    if (watched == m_text && event->type() == QEvent::KeyPress)
        return handleKey(*static_cast<QKeyEvent*>(event));
    return QWidget::eventFilter(watched, event);
}

void NoteCard::keyPressEvent(QKeyEvent* event)
{
    static_cast<void>(handleKey(*event));
    event->accept(); // nothing that is typed here steers the game
}

void NoteCard::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter{this};
    if (m_picture.isNull())
        painter.fillRect(rect(), themeColor(ColorRole::Background));
    else
        painter.drawImage(rect(), m_picture);
    paintDrawing(painter, m_drawing, rect());
    painter.setPen(QPen{themeColor(ColorRole::Accent), 3});
    painter.drawRect(rect().adjusted(1, 1, -2, -2));
}

std::size_t NoteCard::pointCount() const
{
    std::size_t count = 0;
    for (const auto& each : m_drawing)
        count += each.points.size();
    return count;
}

void NoteCard::addPoint(const QPointF& at)
{
    const Vec2f point{static_cast<float>(std::clamp(at.x() / std::max(1, width()), 0.0, 1.0)),
                      static_cast<float>(std::clamp(at.y() / std::max(1, height()), 0.0, 1.0))};
    auto& points = m_drawing.back().points;
    const bool isFar = points.empty() || glm::distance(points.back(), point) > LeastMove;
    if (isFar && pointCount() < MostNotePoints)
        points.push_back(point);
    update();
}

void NoteCard::mousePressEvent(QMouseEvent* event)
{
    event->accept(); // the view below has no part in it
    if (event->button() != Qt::LeftButton || m_drawing.size() >= MostNoteStrokes)
        return;
    m_isDrawing = true;
    m_drawing.emplace_back();
    addPoint(event->position());
}

void NoteCard::mouseMoveEvent(QMouseEvent* event)
{
    event->accept();
    if (m_isDrawing)
        addPoint(event->position());
}

void NoteCard::wheelEvent(QWheelEvent* event)
{
    event->accept();
}

void NoteCard::mouseReleaseEvent(QMouseEvent* event)
{
    event->accept();
    m_isDrawing = false;
}
} // namespace editor
