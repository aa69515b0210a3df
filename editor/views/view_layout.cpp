#include "editor/views/view_layout.h"

#include <QCoreApplication>
#include <QSplitter>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace editor
{
namespace
{
constexpr int StateVersion = 1;
constexpr int MaxDepth = 8;
constexpr std::array KindIds{"3d", "top", "front", "side"};
constexpr std::array ModeIds{"textured", "lit",     "unlit",    "lightmap", "density",
                             "texels",   "checker", "material", "normals",  "roughness",
                             "metallic", "mips",    "wireframe", "overlap", "direct",
                             "indirect", "age",     "probes",    "noise"};
static_assert(ModeIds.size() == static_cast<std::size_t>(engine::ViewMode::Noise) + 1); // the last

template <typename Enum, std::size_t Size>
QString idOf(Enum value, const std::array<const char*, Size>& ids)
{
    return QString::fromLatin1(ids[static_cast<std::size_t>(value)]);
}

template <typename Enum, std::size_t Size>
Enum fromId(const QString& id, const std::array<const char*, Size>& ids)
{
    const auto at = std::find(ids.begin(), ids.end(), id);
    return at == ids.end() ? Enum{} : static_cast<Enum>(at - ids.begin());
}

QJsonArray numbersOf(const engine::ViewCamera& camera)
{
    const auto& p = camera.position;
    const auto& r = camera.rotation;
    return {p.x, p.y, p.z, r.w, r.x, r.y, r.z, camera.viewHeight};
}

/// Into `camera`; false, and nothing changed, if these are not the numbers of a camera.
bool takeNumbers(engine::ViewCamera& camera, const QJsonArray& numbers)
{
    constexpr int Count = 8;
    if (numbers.size() != Count)
        return false;
    std::array<double, Count> v{};
    for (int i = 0; i < Count; ++i) {
        const auto at = static_cast<std::size_t>(i);
        v[at] = numbers[i].toDouble(std::numeric_limits<double>::quiet_NaN());
        if (!std::isfinite(v[at]) || std::abs(v[at]) > 2 * engine::WorldLimit)
            return false;
    }
    const engine::Quatd rotation{v[3], v[4], v[5], v[6]};
    if (glm::length(rotation) < 0.5 || v[7] <= 0)
        return false;
    camera.position = {v[0], v[1], v[2]};
    camera.rotation = glm::normalize(rotation);
    camera.viewHeight = v[7];
    return true;
}

/// The leftmost and highest; null if there is none.
ViewportWidget* first3D(QWidget& root)
{
    if (auto* view = qobject_cast<ViewportWidget*>(&root))
        return view->kind() == ViewKind::Perspective ? view : nullptr;
    const auto* splitter = qobject_cast<const QSplitter*>(&root);
    for (int i = 0; splitter != nullptr && i < splitter->count(); ++i)
        if (auto* found = first3D(*splitter->widget(i)))
            return found;
    return nullptr;
}
} // namespace

ViewLayout::ViewLayout(ViewHost& host, QWidget* parent) : ViewSurface{parent}, m_host{host}
{
    m_layout = new QVBoxLayout{this};
    m_layout->setContentsMargins(0, 0, 0, 0);
    setMinimumSize(240, 180);
}

ViewportWidget* ViewLayout::makeView(ViewKind kind)
{
    auto* view = new ViewportWidget{m_host, kind};
    connect(view, &ViewportWidget::maximizeRequested, this,
            [this, view] { toggleMaximized(view); });
    return view;
}

QSplitter* ViewLayout::makeSplitter(Qt::Orientation direction)
{
    auto* splitter = new QSplitter{direction};
    splitter->setHandleWidth(3);
    splitter->setChildrenCollapsible(false);
    return splitter;
}

/// Another arrangement shows the same places as the one before it.
void ViewLayout::takeOverViews(QWidget* root)
{
    for (auto* view : root->findChildren<ViewportWidget*>()) {
        const auto* before = findView(view->kind());
        if (before == nullptr)
            continue;
        view->camera().setCamera(before->camera().camera());
        if (view->mode() == engine::ViewMode::Textured)
            view->setMode(before->mode());
    }
}

/// The view that is the game goes on in the place of the first 3D view.
void ViewLayout::takeOverGame(QWidget* root)
{
    auto* game = m_host.playView();
    if (game == nullptr || !isAncestorOf(game))
        return;
    auto* view = first3D(*root);
    auto* splitter = view != nullptr ? qobject_cast<QSplitter*>(view->parentWidget()) : nullptr;
    if (splitter == nullptr)
        return;
    game->releaseMouseCapture();
    game->setMode(view->mode());
    delete splitter->replaceWidget(splitter->indexOf(view), game);
    game->show();
}

void ViewLayout::setRoot(QWidget* root)
{
    auto* old = m_root;
    takeOverViews(root);
    takeOverGame(root);
    m_root = root;
    m_maximized = m_maximizedBeforeGame = nullptr;
    m_layout->addWidget(root);
    if (old != nullptr) {
        m_layout->removeWidget(old);
        delete old;
    }
    const auto all = views();
    // Work begins in the 3D view.
    const auto at = std::find_if(all.begin(), all.end(), [](const auto* view) {
        return view->kind() == ViewKind::Perspective;
    });
    m_active = at != all.end() ? *at : all.empty() ? nullptr : all.front();
}

void ViewLayout::showFourViews()
{
    auto* columns = makeSplitter(Qt::Horizontal);
    columns->addWidget(makeView(ViewKind::Perspective));
    auto* right = makeSplitter(Qt::Vertical);
    right->addWidget(makeView(ViewKind::Top));
    auto* lower = makeSplitter(Qt::Horizontal);
    lower->addWidget(makeView(ViewKind::Front));
    lower->addWidget(makeView(ViewKind::Side));
    right->addWidget(lower);
    columns->addWidget(right);
    columns->setSizes({600, 500});
    right->setSizes({500, 500});
    lower->setSizes({500, 500});
    setRoot(columns);
}

void ViewLayout::showSingleView(ViewKind kind, engine::ViewMode mode)
{
    auto* columns = makeSplitter(Qt::Horizontal);
    auto* view = makeView(kind);
    view->setMode(mode);
    columns->addWidget(view);
    setRoot(columns);
}

void ViewLayout::showPlayAndScene()
{
    auto* columns = makeSplitter(Qt::Horizontal);
    columns->addWidget(makeView(ViewKind::Perspective));
    auto* right = makeSplitter(Qt::Vertical);
    right->addWidget(makeView(ViewKind::Perspective));
    right->addWidget(makeView(ViewKind::Top));
    columns->addWidget(right);
    columns->setSizes({700, 400});
    setRoot(columns);
}

void ViewLayout::split(ViewportWidget* view, Qt::Orientation direction)
{
    setMaximized(nullptr);
    auto* parent = qobject_cast<QSplitter*>(view->parentWidget());
    if (parent == nullptr)
        return;
    const int at = parent->indexOf(view);
    auto* second = makeView(view->kind());
    second->camera().setCamera(view->camera().camera());
    second->setMode(view->mode());
    if (parent->orientation() == direction || parent->count() == 1) {
        parent->setOrientation(parent->count() == 1 ? direction : parent->orientation());
        auto sizes = parent->sizes();
        sizes[at] /= 2;
        sizes.insert(at, sizes[at]);
        parent->insertWidget(at + 1, second);
        parent->setSizes(sizes);
        return;
    }
    const auto sizes = parent->sizes();
    auto* splitter = makeSplitter(direction);
    parent->replaceWidget(at, splitter);
    splitter->addWidget(view);
    splitter->addWidget(second);
    view->show();
    splitter->setSizes({500, 500});
    parent->setSizes(sizes);
}

void ViewLayout::close(ViewportWidget* view)
{
    if (views().size() < 2)
        return;
    setMaximized(nullptr);
    auto* parent = qobject_cast<QSplitter*>(view->parentWidget());
    delete view;
    // A splitter with one child left gives its place to the child.
    if (parent != nullptr && parent->count() == 1 && parent != m_root)
        if (auto* above = qobject_cast<QSplitter*>(parent->parentWidget())) {
            const auto sizes = above->sizes();
            auto* child = parent->widget(0);
            above->replaceWidget(above->indexOf(parent), child);
            child->show();
            delete parent;
            above->setSizes(sizes);
        }
    m_active = views().front();
}

void ViewLayout::toggleMaximized(ViewportWidget* view)
{
    setMaximized(m_maximized == view ? nullptr : view);
}

void ViewLayout::showGame(ViewportWidget* view)
{
    auto* const before = m_maximized;
    if (before == nullptr || before == view)
        return;
    setMaximized(view);
    m_maximizedBeforeGame = before;
    // The game takes the pointer to the middle of the view: that must be known by then.
    QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
}

void ViewLayout::endGame()
{
    if (m_maximizedBeforeGame != nullptr)
        setMaximized(m_maximizedBeforeGame);
}

void ViewLayout::setMaximized(ViewportWidget* view)
{
    m_maximized = view;
    m_maximizedBeforeGame = nullptr;
    if (view != nullptr)
        m_active = view; // the only one in sight
    for (auto* each : findChildren<QSplitter*>())
        each->setVisible(view == nullptr || each->isAncestorOf(view));
    for (auto* each : views())
        each->setVisible(view == nullptr || each == view);
}

std::vector<ViewportWidget*> ViewLayout::views() const
{
    const auto all = findChildren<ViewportWidget*>();
    return {all.begin(), all.end()};
}

ViewportWidget* ViewLayout::findView(ViewKind kind) const
{
    for (auto* view : views())
        if (view->kind() == kind)
            return view;
    return nullptr;
}

ViewportWidget* ViewLayout::activeView() const
{
    return m_active;
}

ViewportWidget* ViewLayout::viewForKeys() const
{
    for (auto* view : views())
        if (view->isVisible() && view->underMouse())
            return view;
    return m_active;
}

void ViewLayout::repaintViews()
{
    for (auto* view : views())
        if (view->isVisible())
            view->refresh();
}

QJsonObject ViewLayout::saveNode(const QWidget* node) const
{
    if (const auto* view = qobject_cast<const ViewportWidget*>(node))
        return {{QStringLiteral("view"), idOf(view->kind(), KindIds)},
                {QStringLiteral("mode"), idOf(view->mode(), ModeIds)}};
    const auto* splitter = qobject_cast<const QSplitter*>(node);
    QJsonArray children;
    QJsonArray sizes;
    for (int i = 0; splitter != nullptr && i < splitter->count(); ++i) {
        children.append(saveNode(splitter->widget(i)));
        sizes.append(splitter->sizes().at(i));
    }
    const bool across = splitter != nullptr && splitter->orientation() == Qt::Horizontal;
    return {{QStringLiteral("split"), across ? QStringLiteral("across") : QStringLiteral("down")},
            {QStringLiteral("children"), children},
            {QStringLiteral("sizes"), sizes}};
}

QJsonObject ViewLayout::saveState() const
{
    return {{QStringLiteral("version"), StateVersion}, {QStringLiteral("root"), saveNode(m_root)}};
}

QWidget* ViewLayout::restoreNode(const QJsonObject& state, int depth)
{
    if (state.contains(QStringLiteral("view"))) {
        auto* view = makeView(fromId<ViewKind>(state[QStringLiteral("view")].toString(), KindIds));
        view->setMode(fromId<engine::ViewMode>(state[QStringLiteral("mode")].toString(), ModeIds));
        return view;
    }
    const auto children = state[QStringLiteral("children")].toArray();
    if (children.isEmpty() || depth > MaxDepth)
        return nullptr;
    auto* splitter = makeSplitter(
        state[QStringLiteral("split")].toString() == QStringLiteral("across") ? Qt::Horizontal
                                                                              : Qt::Vertical);
    QList<int> sizes;
    for (const auto& child : children) {
        auto* made = restoreNode(child.toObject(), depth + 1);
        if (made == nullptr) {
            delete splitter;
            return nullptr;
        }
        splitter->addWidget(made);
    }
    for (const auto& size : state[QStringLiteral("sizes")].toArray())
        sizes.append(std::max(1, size.toInt()));
    splitter->setSizes(sizes);
    return splitter;
}

bool ViewLayout::restoreState(const QJsonObject& state)
{
    if (state[QStringLiteral("version")].toInt() != StateVersion)
        return false;
    auto* root = restoreNode(state[QStringLiteral("root")].toObject(), 0);
    if (root == nullptr || qobject_cast<QSplitter*>(root) == nullptr) {
        delete root;
        return false;
    }
    setRoot(root);
    return true;
}

QJsonArray ViewLayout::savePlaces() const
{
    QJsonArray places;
    for (const auto* view : views())
        places.append(QJsonObject{{QStringLiteral("view"), idOf(view->kind(), KindIds)},
                                  {QStringLiteral("mode"), idOf(view->mode(), ModeIds)},
                                  {QStringLiteral("camera"), numbersOf(view->camera().camera())}});
    return places;
}

bool ViewLayout::restorePlaces(const QJsonArray& places)
{
    bool found = false;
    std::array<int, KindIds.size()> next{}; ///< of `places`, where the search for a kind goes on
    for (auto* view : views()) {
        const auto kind = idOf(view->kind(), KindIds);
        auto& from = next[static_cast<std::size_t>(view->kind())];
        for (int i = 0; i < places.size(); ++i) {
            const auto place = places[(from + i) % static_cast<int>(places.size())].toObject();
            auto camera = view->camera().camera();
            if (place[QStringLiteral("view")].toString() != kind ||
                !takeNumbers(camera, place[QStringLiteral("camera")].toArray()))
                continue;
            view->camera().setCamera(camera);
            view->setMode(
                fromId<engine::ViewMode>(place[QStringLiteral("mode")].toString(), ModeIds));
            from = (from + i + 1) % static_cast<int>(places.size());
            found = true;
            break;
        }
    }
    return found;
}
} // namespace editor
