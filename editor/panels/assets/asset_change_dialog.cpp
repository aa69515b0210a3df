#include "editor/panels/assets/asset_change_dialog.h"

#include "editor/panels/fields/asset_field.h"
#include "editor/views/theme.h"
#include "engine_core/assets/prefabs/prefab_library.h"
#include "engine_core/assets/project/asset_scan.h"
#include "engine_core/base/count_text.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QListWidget>
#include <QProgressBar>
#include <QPushButton>
#include <QTimer>
#include <QVBoxLayout>

namespace editor
{
using engine::AssetKind;
using engine::countText;
using engine::Error;
using engine::Result;

namespace
{
constexpr int MostRows = 500;
constexpr int ProgressInterval = 50; ///< milliseconds
constexpr int DialogWidth = 460;

QString textOf(const std::string& text)
{
    return QString::fromStdString(text);
}

std::string titleOfRequest(const AssetRequest& request)
{
    return request.from.size() == 1 ? "'" + assetNameOf(request.from.front()) + "'"
                                    : countText(request.from.size(), "asset", "assets");
}

std::string joinedList(const std::vector<std::string>& parts)
{
    std::string text;
    for (std::size_t i = 0; i < parts.size(); ++i)
        text += (i == 0 ? "" : i + 1 == parts.size() ? " and " : ", ") + parts[i];
    return text;
}
} // namespace

std::string outlookText(const AssetRequest& request, const AssetOutlook& outlook)
{
    std::vector<std::string> who;
    if (outlook.objects > 0)
        who.push_back(countText(outlook.objects, "object", "objects") + " of this scene");
    if (!outlook.users.empty())
        who.push_back(countText(outlook.users.size(), "other file", "other files"));
    const auto count = outlook.objects + outlook.users.size();
    std::string text;
    if (request.kind == AssetRequest::Kind::Delete)
        text = who.empty() ? "Nothing in the project uses it."
                           : "It is used by " + joinedList(who) + ".";
    else if (who.empty())
        text = "Nothing else in the project names it.";
    else
        text = joinedList(who) + (count == 1 ? " names it and follows." : " name it and follow.");
    if (outlook.files > request.from.size())
        text += " " + countText(outlook.files, "file", "files") +
                (request.kind == AssetRequest::Kind::Delete ? " go." : " move along.");
    return text;
}

AssetChangeDialog::AssetChangeDialog(EditorApi& editor, AssetRequest request, QWidget* parent)
    : QDialog{parent}
    , m_editor{editor}
    , m_request{std::move(request)}
    , m_asks{!isDeletion() && m_request.to.empty()}
    , m_jobs{1, [this] {
                 QMetaObject::invokeMethod(
                     this, [this] { m_jobs.deliver(); }, Qt::QueuedConnection);
             }}
{
    setObjectName(QStringLiteral("assetChangeDialog"));
    setWindowTitle(isDeletion() ? tr("Delete") : tr("Rename or move"));
    auto* layout = new QVBoxLayout{this};
    layout->setSpacing(10);
    makeFields();
    makeList();
    makeButtons();
    setMinimumWidth(DialogWidth);
    look();
    check();
}

AssetChangeDialog::~AssetChangeDialog()
{
    for (const auto& job : m_jobs.running())
        job.control->cancel();
}

void AssetChangeDialog::makeFields()
{
    auto* layout = static_cast<QVBoxLayout*>(this->layout());
    const auto what = textOf(titleOfRequest(m_request)).toHtmlEscaped();
    m_title = new QLabel{this};
    m_title->setWordWrap(true);
    layout->addWidget(m_title);
    if (isDeletion())
        m_title->setText(tr("<b>Delete %1?</b> Undo brings it back.").arg(what));
    else if (!m_asks)
        m_title->setText(
            tr("<b>Move %1 to %2?</b>")
                .arg(what, textOf(std::string{parentFolderOf(m_request.to.front())}).isEmpty()
                               ? tr("the top folder")
                               : tr("'%1'")
                                     .arg(textOf(std::string{parentFolderOf(m_request.to.front())}))
                                     .toHtmlEscaped()));
    else
        m_title->setText(m_request.from.size() == 1 ? tr("New name or place of <b>%1</b>").arg(what)
                                                    : tr("New folder of <b>%1</b>").arg(what));
    if (!m_asks)
        return;
    m_name = new QLineEdit{this};
    m_name->setObjectName(QStringLiteral("assetNewName"));
    m_name->setAccessibleName(tr("New name"));
    m_name->setToolTip(tr("<b>Name</b><br>With its folders below assets; new folders are made."));
    const auto first = m_request.from.front();
    const std::string folder{parentFolderOf(first)};
    auto shown = m_request.from.size() == 1 ? assetNameOf(first) : folder;
    m_name->setText(textOf(shown));
    layout->addWidget(m_name);
    const auto name = shown.substr(shown.rfind('/') + 1);
    const auto ending = name.find('.') == std::string::npos ? 0 : name.size() - name.find('.');
    const auto length = textOf(name).size() - static_cast<qsizetype>(ending);
    if (m_request.from.size() == 1)
        m_name->setSelection(static_cast<int>(m_name->text().size() - textOf(name).size()),
                             static_cast<int>(length));
    connect(m_name, &QLineEdit::textEdited, this, &AssetChangeDialog::check);
}

void AssetChangeDialog::makeList()
{
    auto* layout = static_cast<QVBoxLayout*>(this->layout());
    m_problem = new QLabel{this};
    m_problem->setObjectName(QStringLiteral("assetProblem"));
    m_problem->setProperty("error", true);
    m_problem->setWordWrap(true);
    m_problem->hide();
    layout->addWidget(m_problem);
    m_summary = new QLabel{tr("Looking for what names it..."), this};
    m_summary->setObjectName(QStringLiteral("assetSummary"));
    m_summary->setWordWrap(true);
    layout->addWidget(m_summary);
    m_list = new QListWidget{this};
    m_list->setObjectName(QStringLiteral("assetUsers"));
    m_list->setAccessibleName(tr("Files that name it"));
    m_list->setMaximumHeight(fontMetrics().height() * 7);
    m_list->setSelectionMode(QAbstractItemView::NoSelection);
    m_list->hide();
    layout->addWidget(m_list);
    m_mentions = new QLabel{this};
    m_mentions->setObjectName(QStringLiteral("assetMentions"));
    m_mentions->setProperty("muted", true);
    m_mentions->setWordWrap(true);
    m_mentions->hide();
    layout->addWidget(m_mentions);
}

void AssetChangeDialog::makeButtons()
{
    auto* layout = static_cast<QVBoxLayout*>(this->layout());
    m_progress = new QProgressBar{this};
    m_progress->setAccessibleName(tr("Progress of the change"));
    m_progress->setRange(0, 1000);
    m_progress->hide();
    layout->addWidget(m_progress);
    auto* ticks = new QTimer{this};
    connect(ticks, &QTimer::timeout, this, [this] {
        if (m_control)
            m_progress->setValue(static_cast<int>(m_control->progress() * 1000));
    });
    ticks->start(ProgressInterval);
    auto* buttons = new QDialogButtonBox{QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this};
    m_go = buttons->button(QDialogButtonBox::Ok);
    m_go->setObjectName(QStringLiteral("assetChangeGo"));
    m_go->setProperty("primary", true);
    m_go->setDefault(true);
    m_go->setText(isDeletion() ? tr("Delete") : m_asks ? tr("Rename") : tr("Move"));
    connect(buttons, &QDialogButtonBox::accepted, this, &AssetChangeDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &AssetChangeDialog::reject);
    layout->addWidget(buttons);
}

/// Who names it does not depend on its other name.
void AssetChangeDialog::look()
{
    const auto found = std::make_shared<std::optional<Result<AssetOutlook>>>();
    const auto& document = m_editor.document();
    AssetRequest request{AssetRequest::Kind::Delete, m_request.from, {}};
    m_control = m_jobs.start(
        "Looking for what names assets",
        [found, request, project = m_editor.assets().project(), scene = document.path(),
         world = std::make_shared<const engine::World>(document.world()),
         &types = document.types()](engine::JobControl& control) {
            found->emplace(planAssetChange(project, request, *world, scene, types, control));
        },
        [this, found] {
            m_control.reset();
            looked(*found ? **found : Result<AssetOutlook>{Error{"It could not be looked at"}});
        });
}

void AssetChangeDialog::looked(const Result<AssetOutlook>& outlook)
{
    if (!outlook) {
        m_summary->hide();
        return showProblem(textOf(outlook.error().message()));
    }
    m_outlook = *outlook;
    m_summary->setText(textOf(outlookText(m_request, *outlook)));
    for (const auto& each : outlook->users)
        if (m_list->count() < MostRows)
            m_list->addItem(textOf(each));
    m_list->setVisible(m_list->count() > 0);
    QStringList notes;
    if (const auto others = m_editor.otherEditors(); others > 0)
        notes << textOf("This project is open in " +
                        countText(others, "other editor", "other editors") +
                        " as well: what is not saved there keeps the names as they are now.");
    if (const auto& mentions = outlook->mentions; !mentions.empty())
        notes << textOf(countText(mentions.size(), "file names it as text and is not changed: ",
                                  "files name it as text and are not changed: ") +
                        joinedList({mentions.begin(),
                                    mentions.begin() + static_cast<std::ptrdiff_t>(std::min(
                                                           mentions.size(), std::size_t{5}))}) +
                        (mentions.size() > 5 ? " ..." : "."));
    for (const auto& problem : outlook->problems)
        notes << tr("Not looked at: %1").arg(textOf(problem));
    m_mentions->setText(notes.join(QLatin1Char{'\n'}));
    m_mentions->setVisible(!notes.isEmpty());
    if (isDeletion() && outlook->isInUse())
        addReplacement();
    check();
    if (m_name == nullptr && m_go->isEnabled())
        m_go->setFocus(); // Enter does it
}

/// What is in use can only go for something else.
void AssetChangeDialog::addReplacement()
{
    const auto& file = m_request.from.front();
    const auto kind = engine::assetKindOf(file);
    if (m_request.from.size() != 1 || kind == AssetKind::Any)
        return;
    auto* layout = static_cast<QVBoxLayout*>(this->layout());
    auto* label = new QLabel{tr("Choose what to use &instead:"), this};
    auto* field = new AssetField{m_editor, kind, this};
    label->setBuddy(field);
    field->setObjectName(QStringLiteral("assetReplacement"));
    field->picked = [this, field, kind](const std::string& path) {
        const auto other =
            kind == AssetKind::Material ? path + std::string{MaterialFileEnding} : path;
        const auto good =
            checkReplacement(m_editor.assets().project(), m_request.from.front(), other);
        const bool isOther = !path.empty() && good;
        m_request.replacement = isOther ? std::optional{other} : std::nullopt;
        field->setPath(isOther ? path : std::string{});
        check();
        if (!path.empty() && !good)
            showProblem(textOf(good.error().message()));
    };
    layout->insertWidget(layout->indexOf(m_mentions), label);
    layout->insertWidget(layout->indexOf(m_mentions), field);
    m_replacement = field;
    m_go->setText(tr("Replace and delete"));
}

std::string AssetChangeDialog::typedPlace(std::size_t index) const
{
    const auto& from = m_request.from[index];
    const auto typed = m_name->text().trimmed().toStdString();
    if (m_request.from.size() == 1)
        return from.ends_with(MaterialFileEnding) ? typed + std::string{MaterialFileEnding} : typed;
    const auto name = from.substr(from.rfind('/') + 1);
    return typed.empty() ? name : typed + "/" + name;
}

void AssetChangeDialog::check()
{
    if (m_isWorking)
        return;
    const auto& project = m_editor.assets().project();
    std::string problem;
    bool isSame = false;
    for (std::size_t i = 0; i < m_request.from.size() && problem.empty() && !isDeletion(); ++i) {
        const auto to = m_asks ? typedPlace(i) : m_request.to[i];
        isSame |= to == m_request.from[i];
        if (const auto good = checkAssetPlace(project, m_request.from[i], to); !good && !isSame)
            problem = good.error().message();
    }
    const bool mayNotGo = isDeletion() && m_outlook && m_outlook->isInUse();
    if (mayNotGo && m_replacement == nullptr)
        problem = "Give what uses it something else first.";
    showProblem(textOf(problem));
    m_go->setEnabled(problem.empty() && !isSame && m_outlook.has_value() &&
                     (!mayNotGo || m_request.replacement));
}

void AssetChangeDialog::showProblem(const QString& text)
{
    m_problem->setText(text);
    m_problem->setVisible(!text.isEmpty());
}

void AssetChangeDialog::setBusy(bool isBusy)
{
    m_isWorking = isBusy;
    m_progress->setVisible(isBusy);
    m_go->setEnabled(!isBusy);
    for (auto* each : {static_cast<QWidget*>(m_name), m_replacement})
        if (each != nullptr)
            each->setEnabled(!isBusy);
}

void AssetChangeDialog::accept()
{
    if (m_isWorking || !m_go->isEnabled())
        return;
    if (const auto may = m_editor.mayRenameFiles(); !may)
        return showProblem(textOf(may.error().message()));
    if (m_asks) {
        std::vector<std::string> to;
        for (std::size_t i = 0; i < m_request.from.size(); ++i)
            to.push_back(typedPlace(i));
        m_request.to = std::move(to);
    }
    setBusy(true);
    m_held = m_editor.holdBack();
    m_stateId = m_editor.document().history().stateId();
    work();
}

void AssetChangeDialog::work()
{
    const auto found = std::make_shared<std::optional<Result<AssetOutlook>>>();
    const auto& document = m_editor.document();
    m_control = m_jobs.start(
        "Changing files",
        [found, request = m_request, project = m_editor.assets().project(), scene = document.path(),
         world = std::make_shared<const engine::World>(document.world()),
         &types = document.types()](engine::JobControl& control) {
            {
                const engine::ProgressPart looking{control, 0, 0.5};
                found->emplace(planAssetChange(project, request, *world, scene, types, control));
            }
            const engine::ProgressPart writing{control, 0.5, 1};
            if (const auto& outlook = **found; outlook)
                if (auto done = outlook->change->prepare(scene, control); !done)
                    found->emplace(done.error());
        },
        [this, found] {
            m_control.reset();
            worked(*found ? **found : Result<AssetOutlook>{Error{"It could not be done"}});
        });
}

void AssetChangeDialog::worked(const Result<AssetOutlook>& outlook)
{
    setBusy(false);
    m_held = {}; // who waits gets its turn behind this one
    auto done = outlook ? Result<void>{} : outlook.error();
    if (outlook && m_editor.document().history().stateId() != m_stateId) {
        outlook->change->abandon();
        done = Error{"The scene was changed meanwhile; nothing was done. Try again."};
    }
    if (outlook && done) {
        outlook->change->exchanged = renamed;
        outlook->change->deleted = deleted;
        done = runAssetChange(m_editor.document(), labelOf(m_request), *outlook);
        if (!done)
            outlook->change->abandon();
    }
    if (m_asks)
        m_request.to.clear();
    if (done)
        return QDialog::accept();
    check();
    showProblem(textOf(done.error().message()));
}

void AssetChangeDialog::reject()
{
    if (m_isWorking && m_control)
        return m_control->cancel(); // worked() tells that all is as it was
    QDialog::reject();
}
} // namespace editor
