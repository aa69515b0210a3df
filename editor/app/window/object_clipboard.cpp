#include "editor/app/window/object_clipboard.h"

#include "editor/app/window/long_steps.h"
#include "editor/app/window/main_window.h"
#include "editor/views/view_layout.h"
#include "editor/views/viewport_widget.h"
#include "engine_core/assets/models/model_assets.h"
#include "engine_core/interchange/maps/map_text.h"
#include "engine_core/interchange/project_textures.h"

#include <QClipboard>
#include <QGuiApplication>

#include <fmt/core.h>

#include <algorithm>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

namespace editor
{
namespace
{
/// Longer texts are read by a worker. Letters: some 200 brushes.
constexpr qsizetype LongText = 100'000;

/// The objects and what is below them; counted up to one more than `most`.
std::size_t
countBelow(const engine::World& world, const std::vector<EntityId>& roots, std::size_t most)
{
    std::size_t count = 0;
    for (const auto root : roots) {
        count += engine::subtree(world, root).size();
        if (count > most)
            break;
    }
    return count;
}

using ReadObjects = engine::Result<std::unique_ptr<engine::World>>;

ReadObjects
readText(const QString& text, const engine::TypeRegistry& types, const engine::Project& project)
{
    const auto bytes = text.toStdString();
    if (!engine::looksLikeMapText(bytes))
        return readObjects(bytes, types);
    engine::ProjectTextures textures{project};
    const auto parts = engine::loadMapParts(&project);
    if (!parts)
        return parts.error().withContext("Nothing was pasted");
    return readObjects(
        bytes, types, [&textures](std::string_view name) { return textures.find(name); }, &*parts);
}
} // namespace

/// Held by whatever goes on for it.
struct ObjectClipboard::Paste
{
    PastePlace place;
    std::shared_ptr<engine::JobControl> job; ///< that reads its text, if it is long
    bool isRead = true;                      ///< else the status bar shows the job
};

struct ObjectClipboard::Copy
{
    std::shared_ptr<engine::JobControl> job;
    QString text;
    std::vector<std::shared_ptr<Paste>> pastes; ///< of just this, whatever is copied next
};

ObjectClipboard::ObjectClipboard(MainWindow& window)
    : m_window{window}
    , m_connection{window.context().document().reset.connect([this] { forgetPastes(); })}
    , m_jobs{1, [this] {
                 QMetaObject::invokeMethod(
                     this, [this] { m_jobs.deliver(); }, Qt::QueuedConnection);
             }}
{
    connect(&window.longSteps(), &LongSteps::stopped, this, &ObjectClipboard::forgetPastes);
}

std::shared_ptr<engine::JobControl> ObjectClipboard::work(const std::string& name,
                                                          engine::JobQueue::Work work,
                                                          engine::JobQueue::Done done)
{
    const auto shown = std::make_shared<Registration>();
    auto control = m_jobs.start(name, std::move(work), [shown, done = std::move(done)] {
        *shown = {};
        done();
    });
    *shown = m_window.context().showJob({name, [control] { return control->progress(); },
                                         [control] {
                                             control->cancel();
                                         }});
    return control;
}

void ObjectClipboard::copy()
{
    // The later one is meant, but by the pastes that wait for the one before.
    if (const auto last = std::exchange(m_copying, nullptr); last && last->pastes.empty())
        last->job->cancel();
    auto& document = m_window.context().document();
    const auto& chosen = document.selection().entities();
    if (countBelow(document.world(), chosen, LongSteps::ManyInStep) <= LongSteps::ManyInStep) {
        QGuiApplication::clipboard()->setText(
            QString::fromStdString(copyText(document.world(), document.types(), chosen)));
        return;
    }
    const auto copy = std::make_shared<Copy>();
    copy->job = work(
        "Copying",
        [copy, chosen, world = std::make_shared<const engine::World>(document.world()),
         &types = document.types()](engine::JobControl& control) {
            if (!control.isCancelled())
                copy->text = QString::fromStdString(copyText(*world, types, chosen));
        },
        [this, copy] { copied(copy); });
    m_copying = copy;
}

void ObjectClipboard::copied(const std::shared_ptr<Copy>& copy)
{
    const bool isWhole = !copy->text.isEmpty() && !copy->job->isCancelled();
    if (m_copying == copy) {
        m_copying = nullptr;
        if (isWhole)
            QGuiApplication::clipboard()->setText(copy->text);
    }
    for (const auto& paste : std::exchange(copy->pastes, {}))
        if (isWhole && isWanted(paste))
            read(paste, copy->text);
        else
            forget(paste);
}

void ObjectClipboard::paste(bool inPlace)
{
    const auto paste = std::make_shared<Paste>();
    auto& place = paste->place;
    const auto* view = m_window.viewLayout().activeView();
    if (!inPlace && view != nullptr)
        std::tie(place.at, place.normal) = view->pastePlace();
    place.grid = m_window.context().grid();
    m_pastes.push_back(paste);
    if (m_copying)
        m_copying->pastes.push_back(paste);
    else
        read(paste, QGuiApplication::clipboard()->text());
    showWaiting();
    if (isWanted(paste))
        m_window.actions().refresh(); // Undo takes it back
}

bool ObjectClipboard::isWanted(const std::shared_ptr<Paste>& paste) const
{
    return std::any_of(m_pastes.begin(), m_pastes.end(),
                       [&](const auto& each) { return each.lock() == paste; });
}

std::size_t ObjectClipboard::waiting() const
{
    return static_cast<std::size_t>(std::count_if(
        m_pastes.begin(), m_pastes.end(), [](const auto& each) { return !each.expired(); }));
}

void ObjectClipboard::showWaiting()
{
    const auto count =
        static_cast<std::size_t>(std::count_if(m_pastes.begin(), m_pastes.end(), [](auto& each) {
            const auto paste = each.lock();
            return paste && paste->isRead;
        }));
    if (std::exchange(m_shownCount, count) != count)
        m_shownWaiting =
            count == 0 ? Registration{}
                       : m_window.context().showJob(
                             {count == 1 ? "Paste waits" : fmt::format("{} pastes wait", count),
                              [] { return 0.0; },
                              [this] {
                                  forgetPastes();
                              }});
    Q_EMIT waitingChanged();
}

bool ObjectClipboard::takeBackPaste()
{
    std::erase_if(m_pastes, [](const auto& each) { return each.expired(); });
    if (m_pastes.empty())
        return false;
    forget(m_pastes.back().lock());
    m_window.context().showMessage(MessageKind::Info, "Paste was stopped and taken back");
    return true;
}

void ObjectClipboard::forget(const std::shared_ptr<Paste>& paste)
{
    if (paste->job)
        paste->job->cancel();
    std::erase_if(m_pastes, [&](const auto& each) { return each.lock() == paste; });
    showWaiting();
    m_window.actions().refresh();
}

void ObjectClipboard::forgetPastes()
{
    for (const auto& each : std::exchange(m_pastes, {}))
        if (const auto paste = each.lock(); paste && paste->job)
            paste->job->cancel();
    showWaiting();
    m_window.actions().refresh(); // undo would have taken them
}

void ObjectClipboard::read(const std::shared_ptr<Paste>& paste, const QString& text)
{
    auto& context = m_window.context();
    const auto objects = std::make_shared<std::optional<ReadObjects>>();
    const auto take = [this, objects, paste] {
        if (!isWanted(paste))
            return;
        paste->isRead = true;
        showWaiting();
        if (*objects && **objects)
            return add(paste, **std::move(*objects));
        forget(paste);
        if (*objects) // or else it was stopped
            m_window.context().showMessage(MessageKind::Warning, (*objects)->error().message());
    };
    const auto project = context.assets().project();
    if (text.size() <= LongText) {
        *objects = readText(text, context.document().types(), project);
        return take();
    }
    paste->isRead = false;
    paste->job = work(
        "Pasting",
        [objects, text, project, &types = context.document().types()](engine::JobControl& control) {
            auto read = readText(text, types, project);
            if (!control.isCancelled())
                *objects = std::move(read);
        },
        take);
}

void ObjectClipboard::add(const std::shared_ptr<Paste>& paste,
                          std::shared_ptr<engine::World> objects)
{
    // They come to stand where they shall by the size of their models.
    const auto models = paste->place.at ? engine::modelsOf(*objects) : std::set<std::string>{};
    m_window.context().workspace().withModels(models, [this, paste, objects] {
        if (!isWanted(paste))
            return;
        std::erase_if(m_pastes, [&](const auto& each) { return each.lock() == paste; });
        showWaiting();
        auto& document = m_window.context().document();
        auto pasted = pasteInParts(document, objects, paste->place);
        m_window.longSteps().run(
            "Paste", std::move(pasted.parts),
            [&document, added = std::move(pasted.atTop)] { document.selectAfterStep(added); });
    });
}
} // namespace editor
