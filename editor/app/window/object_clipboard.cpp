#include "editor/app/window/object_clipboard.h"

#include "editor/app/window/long_steps.h"
#include "editor/app/window/main_window.h"
#include "editor/views/view_layout.h"
#include "editor/views/viewport_widget.h"
#include "engine_core/assets/models/model_assets.h"
#include "engine_core/interchange/project_textures.h"

#include <QClipboard>
#include <QGuiApplication>

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
    engine::ProjectTextures textures{project};
    return readObjects(text.toStdString(), types,
                       [&textures](std::string_view name) { return textures.find(name); });
}
} // namespace

ObjectClipboard::ObjectClipboard(MainWindow& window)
    : m_window{window}, m_jobs{1, [this] {
                                   QMetaObject::invokeMethod(
                                       this, [this] { m_jobs.deliver(); }, Qt::QueuedConnection);
                               }}
{
}

std::shared_ptr<engine::JobControl> ObjectClipboard::work(const std::string& name,
                                                          engine::JobQueue::Work work,
                                                          engine::JobQueue::Done done)
{
    auto control = m_jobs.start(name, std::move(work), [this, done = std::move(done)] {
        m_job = {};
        done();
    });
    m_job = m_window.context().showJob({name, [control] { return control->progress(); },
                                        [control] {
                                            control->cancel();
                                        }});
    return control;
}

void ObjectClipboard::copy()
{
    auto& document = m_window.context().document();
    const auto& chosen = document.selection().entities();
    if (countBelow(document.world(), chosen, LongSteps::ManyInStep) <= LongSteps::ManyInStep) {
        QGuiApplication::clipboard()->setText(
            QString::fromStdString(copyText(document.world(), document.types(), chosen)));
        return;
    }
    if (m_copying)
        m_copying->cancel(); // the later one is meant
    const auto text = std::make_shared<QString>();
    m_copying = work(
        "Copying",
        [text, chosen, world = std::make_shared<const engine::World>(document.world()),
         &types = document.types()](engine::JobControl& control) {
            if (!control.isCancelled())
                *text = QString::fromStdString(copyText(*world, types, chosen));
        },
        [this, text] {
            if (!m_jobs.running().empty())
                return; // a later one follows
            if (const auto control = std::exchange(m_copying, nullptr); !control->isCancelled())
                QGuiApplication::clipboard()->setText(*text);
            for (const auto& then : std::exchange(m_afterCopy, {}))
                then();
        });
}

void ObjectClipboard::paste(bool inPlace)
{
    PastePlace place;
    const auto* view = m_window.viewLayout().activeView();
    if (!inPlace && view != nullptr)
        std::tie(place.at, place.normal) = view->pastePlace();
    place.grid = m_window.context().grid();
    if (m_copying)
        m_afterCopy.emplace_back([this, place] { read(place); });
    else
        read(place);
}

void ObjectClipboard::read(PastePlace place)
{
    auto& context = m_window.context();
    const auto text = QGuiApplication::clipboard()->text();
    const auto objects = std::make_shared<std::optional<ReadObjects>>();
    const auto take = [this, objects, place] {
        if (!*objects)
            return; // stopped
        if (auto& read = **objects)
            add(*std::move(read), place);
        else
            m_window.context().showMessage(MessageKind::Warning, read.error().message());
    };
    const auto project = context.assets().project();
    if (text.size() <= LongText) {
        *objects = readText(text, context.document().types(), project);
        return take();
    }
    work(
        "Pasting",
        [objects, text, project, &types = context.document().types()](engine::JobControl& control) {
            auto read = readText(text, types, project);
            if (!control.isCancelled())
                *objects = std::move(read);
        },
        [take, this, scene = context.workspace().sceneCount()] {
            if (scene == m_window.context().workspace().sceneCount())
                take();
        });
}

void ObjectClipboard::add(std::shared_ptr<engine::World> objects, const PastePlace& place)
{
    // They come to stand where they shall by the size of their models.
    const auto models = place.at ? engine::modelsOf(*objects) : std::set<std::string>{};
    m_window.context().workspace().withModels(models, [this, objects, place] {
        m_window.longSteps().whenDone([this, objects, place] {
            auto& document = m_window.context().document();
            auto pasted = pasteInParts(document, objects, place);
            m_window.longSteps().run(
                "Paste", std::move(pasted.parts),
                [&document, added = std::move(pasted.atTop)] { document.selectAfterStep(added); });
        });
    });
}
} // namespace editor
