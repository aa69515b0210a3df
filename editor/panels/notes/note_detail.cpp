#include "editor/panels/notes/note_detail.h"

#include "editor/app/notes/note_card.h"
#include "editor/app/notes/project_notes.h"
#include "editor/panels/notes/notes_model.h"
#include "editor/views/theme.h"
#include "engine_core/play/play_session.h"

#include <QComboBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QImageReader>
#include <QLineEdit>
#include <QPainter>
#include <QTextBrowser>
#include <QVBoxLayout>

namespace editor
{
using namespace engine;

namespace
{
constexpr int MostSide = 8192; ///< pixels: larger pictures of strangers are not unpacked

QImage readPicture(const fs::path& project, const std::string& name)
{
    const auto file = noteFilePath(project, name);
    std::error_code failed;
    if (!file || fs::file_size(*file, failed) > MostPictureBytes || failed)
        return {};
    QImageReader reader{QString::fromStdString(file->string()), "PNG"};
    const auto size = reader.size();
    if (size.width() > MostSide || size.height() > MostSide)
        return {};
    return reader.read();
}

QString escaped(const std::string& text)
{
    return QString::fromStdString(text).toHtmlEscaped().replace(QLatin1Char{'\n'},
                                                                QStringLiteral("<br>"));
}
} // namespace

NotePicture::NotePicture(QWidget* parent) : QWidget{parent}
{
    setObjectName(QStringLiteral("notePicture"));
    setAccessibleName(tr("Picture of the note"));
    setToolTip(tr("Double click: to this place"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setMinimumSize(120, 60);
}

void NotePicture::show(const QImage& picture, std::vector<NoteStroke> drawing)
{
    m_picture = picture;
    m_drawing = std::move(drawing);
    update();
}

void NotePicture::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter{this};
    if (m_picture.isNull()) {
        painter.setPen(themeColor(ColorRole::MutedText));
        painter.drawText(rect(), Qt::AlignCenter, tr("No picture"));
        return;
    }
    painter.setRenderHint(QPainter::SmoothPixmapTransform);
    auto size = QSizeF{m_picture.size()};
    size.scale(QSizeF{this->size()}, Qt::KeepAspectRatio);
    const QRectF place{{(width() - size.width()) / 2, (height() - size.height()) / 2}, size};
    painter.drawImage(place, m_picture);
    paintDrawing(painter, m_drawing, place);
}

void NotePicture::mouseDoubleClickEvent(QMouseEvent* /*event*/)
{
    Q_EMIT doubleClicked();
}

NoteDetail::NoteDetail(ProjectNotes& notes, std::function<fs::path()> project, QWidget* parent)
    : QWidget{parent}
    , m_notes{notes}
    , m_project{std::move(project)}
    , m_picture{new NotePicture{this}}
    , m_jobs{1, [this] {
                 QMetaObject::invokeMethod(
                     this, [this] { m_jobs.deliver(); }, Qt::QueuedConnection);
             }}
{
    auto* row = new QHBoxLayout{this};
    row->setContentsMargins(6, 4, 6, 4);
    row->addWidget(m_picture, 1);
    auto* column = new QVBoxLayout;
    row->addLayout(column, 1);
    m_words = new QTextBrowser{this};
    m_words->setObjectName(QStringLiteral("noteWords"));
    m_words->setAccessibleName(tr("The note and its answers"));
    m_words->setOpenLinks(false); // a text of somebody else opens nothing
    m_words->setFrameShape(QFrame::NoFrame);
    column->addWidget(m_words, 1);
    m_fields = makeFields();
    column->addWidget(m_fields);
    connect(m_picture, &NotePicture::doubleClicked, this, &NoteDetail::visitWanted);
    refresh();
}

QWidget* NoteDetail::makeFields()
{
    auto* fields = new QWidget{this};
    auto* form = new QFormLayout{fields};
    form->setContentsMargins(0, 0, 0, 0);
    m_state = new QComboBox{fields};
    m_state->setObjectName(QStringLiteral("noteState"));
    m_state->setAccessibleName(tr("State of the note"));
    m_state->setToolTip(tr("Open, or what came of it"));
    for (int i = 0; i < static_cast<int>(noteStateNames().size()); ++i)
        m_state->addItem(noteStateText(static_cast<NoteState>(i)));
    m_assignee = new QLineEdit{fields};
    m_assignee->setObjectName(QStringLiteral("noteAssignee"));
    m_assignee->setAccessibleName(tr("Who takes care of the note"));
    m_assignee->setToolTip(tr("Who takes care of it"));
    m_assignee->setMaxLength(static_cast<int>(MostNoteName) / 4); // letters of up to four bytes
    m_answer = new QLineEdit{fields};
    m_answer->setObjectName(QStringLiteral("noteAnswer"));
    m_answer->setAccessibleName(tr("An answer"));
    m_answer->setPlaceholderText(tr("An answer; Enter adds it"));
    m_answer->setToolTip(tr("Enter adds the answer to the note, with your name and the time"));
    m_answer->setMaxLength(static_cast<int>(MostNoteText) / 4);
    form->addRow(tr("State"), m_state);
    form->addRow(tr("Assignee"), m_assignee);
    form->addRow(tr("Answer"), m_answer);
    connect(m_state, &QComboBox::activated, this, [this](int state) {
        m_notes.change(m_notes.current(), "State of a note",
                       [&](Note& note) { note.state = static_cast<NoteState>(state); });
    });
    connect(m_assignee, &QLineEdit::editingFinished, this, [this] {
        const auto name = m_assignee->text().trimmed().toStdString();
        if (const auto* stored = m_notes.find(m_notes.current());
            stored != nullptr && stored->note.assignee != name)
            m_notes.change(stored->file, "Assignee of a note",
                           [&](Note& note) { note.assignee = name; });
    });
    connect(m_answer, &QLineEdit::returnPressed, this, &NoteDetail::addAnswer);
    return fields;
}

void NoteDetail::addAnswer()
{
    const auto text = m_answer->text().trimmed().toStdString();
    if (text.empty() || m_notes.current().empty())
        return;
    m_answer->clear();
    m_notes.change(m_notes.current(), "Answer to a note", [&](Note& note) {
        note.answers.push_back({authorOfNotes(), dateOfNow(), text, {}});
    });
}

QString NoteDetail::wordsOf(const StoredNote& stored) const
{
    const auto& note = stored.note;
    auto words = QStringLiteral("<p>%1</p>").arg(escaped(note.text));
    const auto fit = m_notes.fitOf(stored);
    if (fit != NoteFit::Fits)
        words += QStringLiteral("<p><i>%1</i></p>")
                     .arg(fit == NoteFit::Gone ? tr("What it points at is no longer there.")
                                               : tr("What it points at has changed since."));
    auto about = escaped(note.author) + QStringLiteral(", ") + noteDateText(note.date);
    QStringList names;
    for (const auto& each : note.objects)
        names << (each.name.empty() ? QString::number(each.id.value) : escaped(each.name));
    if (!names.isEmpty())
        about += tr("; about %1").arg(names.join(QStringLiteral(", ")));
    if (note.tick)
        about += tr("; %1 s into the game")
                     .arg(static_cast<double>(*note.tick) * PlaySession::TickSeconds, 0, 'f', 1);
    if (!note.build.empty())
        about += tr("; build %1").arg(escaped(note.build));
    words += QStringLiteral("<p><small>%1</small></p>").arg(about);
    for (const auto& each : note.answers)
        words += QStringLiteral("<p><small>%1, %2</small><br>%3</p>")
                     .arg(escaped(each.author), noteDateText(each.date), escaped(each.text));
    return words;
}

void NoteDetail::refresh()
{
    const auto* stored = m_notes.find(m_notes.current());
    m_fields->setVisible(stored != nullptr);
    m_picture->setVisible(stored != nullptr);
    if (stored == nullptr) {
        m_shownPicture.clear();
        m_words->setHtml(QStringLiteral("<p>%1</p>")
                             .arg(m_notes.notes().empty()
                                      ? tr("Notes say what somebody noticed, with place, picture "
                                           "and moment. Press N "
                                           "while you play, or F6.")
                                      : tr("Choose a note.")));
        return;
    }
    m_words->setHtml(wordsOf(*stored));
    m_state->setCurrentIndex(static_cast<int>(stored->note.state));
    if (!m_assignee->hasFocus() || !m_assignee->isModified())
        m_assignee->setText(QString::fromStdString(stored->note.assignee));
    showPicture(*stored);
}

void NoteDetail::showPicture(const StoredNote& stored)
{
    const auto& name = stored.note.picture;
    if (name == m_shownPicture && !name.empty())
        return;
    m_shownPicture = name;
    m_picture->show({}, {});
    if (name.empty())
        return;
    auto picture = std::make_shared<QImage>();
    m_jobs.start(
        "Reading a picture",
        [picture, name, project = m_project()](JobControl&) {
            *picture = readPicture(project, name);
        },
        [this, picture, name, drawing = stored.note.drawing] {
            if (name == m_shownPicture)
                m_picture->show(*picture, drawing);
        });
}
} // namespace editor
